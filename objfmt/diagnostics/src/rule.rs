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
    /// Writes the name of the tool in the documentation.
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

/// A tool's rule for a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The tool.
    pub tool: Tool,
    /// The cases that the rule applies to, if another rule applies to the rest.
    pub cases: Option<&'static str>,
    /// The default level.
    pub level: Level,
    /// True if users can set another level. Otherwise the diagnostic is an error that prevents any output.
    pub is_settable: bool,
}

impl Rule {
    /// Returns the default level. It is at most a warning for `lenient` checks, which apply to a program whose bytes
    /// must equal the output of another tool that checks nothing.
    pub fn level(&self, lenient: bool) -> Level {
        match self.tool {
            Tool::Checker if lenient => self.level.min(Level::Warn),
            _ => self.level,
        }
    }
}

impl fmt::Display for Rule {
    /// Writes the tool and the default level, as in `checker: deny`.
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
