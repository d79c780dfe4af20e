//! Findings of the checks.

use std::fmt;

use pica200_diagnostics::{Code, SourceLine};

/// A finding of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The diagnostic.
    pub code: Code,
    /// The number of the shader in the file; `None` for the program as a whole.
    pub shader: Option<usize>,
    /// The location; `None` for findings about the tables.
    pub place: Option<CodePlace>,
    /// The message: the fault, and what is allowed.
    pub message: String,
    /// A short text about the location.
    pub label: String,
    /// The path of execution to the location: the start, then each decision on the way, or only the last ones if there
    /// are many. Empty if the path does not matter.
    pub path: Vec<Step>,
}

/// A location in the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodePlace {
    /// The word.
    pub word: u32,
    /// Whether the location is the end of the shader's entry procedure, directly after the word.
    pub is_end: bool,
    /// The procedure around it, if the file has names.
    pub procedure: Option<String>,
    /// The source line from which it comes, if the file has lines.
    pub source: Option<SourceLine>,
}

/// A step on the path of execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it is.
    pub place: CodePlace,
    /// A short text about the step.
    pub what: String,
}

impl fmt::Display for CodePlace {
    /// The word as in dumps, and the procedure.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {:#05x}", self.word)?;
        match &self.procedure {
            Some(procedure) => write!(f, " of `{procedure}`"),
            None => Ok(()),
        }
    }
}
