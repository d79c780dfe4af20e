//! Findings of the checks.

use pica200_diagnostics::Code;

/// A finding of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The diagnostic.
    pub code: Code,
    /// The number of the shader in the file; `None` for the program as a whole.
    pub shader: Option<usize>,
    /// The location; `None` for findings about the tables.
    pub place: Option<CodePlace>,
    /// The outputs that a finding about tables concerns, by their indices in the shader's table: the one at fault first.
    pub outputs: Vec<usize>,
    /// The message: the fault, and what is allowed.
    pub message: String,
    /// The remedy, if it is not that of the catalogue.
    pub help: Option<&'static str>,
    /// A short text about the location.
    pub label: &'static str,
    /// The path of execution to the location: the start, then each decision on the way, or only the last ones if there
    /// are many. Empty if the path does not matter.
    pub path: Vec<Step>,
}

/// A location in the code. [`Names`](crate::Names) says what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePlace {
    /// The word.
    pub word: u32,
    /// Whether the location is the end of the shader's entry procedure, directly after the word.
    pub is_end: bool,
}

impl CodePlace {
    /// A word.
    pub(crate) const fn at(word: u32) -> Self {
        Self {
            word,
            is_end: false,
        }
    }

    /// The end of the entry procedure, directly after a word.
    pub(crate) const fn behind(word: u32) -> Self {
        Self { word, is_end: true }
    }
}

/// A step on the path of execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it is.
    pub place: CodePlace,
    /// A short text about the step.
    pub what: &'static str,
}
