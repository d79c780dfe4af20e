//! The tools that report a diagnostic, and the level for each.

use std::fmt;

use crate::Level;

/// A part of the toolchain that reports diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Tool {
    /// The assembler.
    Assembler,
    /// The linker.
    Linker,
    /// The checker of linked programs.
    Checker,
    /// The compiler.
    Compiler,
    /// The converter of sources in older dialects.
    Converter,
    /// All programs that read and write files.
    Programs,
    /// picaar.
    Archiver,
    /// picafmt.
    Formatter,
    /// picadump.
    Inspector,
    /// picarun, with its tests.
    Runner,
    /// Builds from build scripts and macros.
    Build,
}

impl fmt::Display for Tool {
    /// The name in documents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assembler => "assembler",
            Self::Linker => "linker",
            Self::Checker => "checker",
            Self::Compiler => "compiler",
            Self::Converter => "converter",
            Self::Programs => "programs",
            Self::Archiver => "picaar",
            Self::Formatter => "picafmt",
            Self::Inspector => "picadump",
            Self::Runner => "picarun",
            Self::Build => "builds",
        })
    }
}

/// How one tool reports a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The tool.
    pub tool: Tool,
    /// The cases that the rule is for, if another rule is for the others.
    pub cases: Option<&'static str>,
    /// The default level.
    pub level: Level,
    /// Whether users can set another level. If not, the diagnostic is an error that prevents any output.
    pub is_settable: bool,
}

impl Rule {
    /// The default level, which is at most a warning for `lenient` checks: those of a program whose bytes must be the
    /// bytes of another tool, which checks nothing.
    pub fn level(&self, lenient: bool) -> Level {
        match self.tool {
            Tool::Checker if lenient => self.level.min(Level::Warn),
            _ => self.level,
        }
    }
}

impl fmt::Display for Rule {
    /// The tool and the default level, as in `checker: deny`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tool)?;
        if let Some(cases) = self.cases {
            write!(f, " for {cases}")?;
        }
        f.write_str(match (self.level, self.is_settable) {
            (_, false) => ": error",
            (Level::Deny, true) => ": deny",
            (Level::Warn, true) => ": warn",
            (Level::Allow, true) => ": allow",
        })
    }
}
