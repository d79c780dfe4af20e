//! What the checks find.

use std::fmt;

use pica200_diagnostics::{Code, SourceLine};

/// Something that a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The diagnostic.
    pub code: Code,
    /// The shader, by its number in the file; `None` if the program as a whole is meant.
    pub shader: Option<usize>,
    /// Where it is; `None` for what concerns the tables.
    pub place: Option<CodePlace>,
    /// What was found, and what is allowed.
    pub message: String,
    /// What is at the place, in a few words.
    pub label: String,
    /// How execution gets to the place: where it starts, then each decision on the way, the last ones only if there
    /// are many. Empty if the way does not matter.
    pub path: Vec<Step>,
}

/// A place in the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodePlace {
    /// The word.
    pub word: u32,
    /// Whether the place is the end of the shader's entry procedure, just behind the word.
    pub is_end: bool,
    /// The procedure that it is in, where the file has names.
    pub procedure: Option<String>,
    /// The line that it comes from, where the file has lines.
    pub source: Option<SourceLine>,
}

/// A step on the way of execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it is.
    pub place: CodePlace,
    /// What happens there, in a few words.
    pub what: String,
}

impl fmt::Display for CodePlace {
    /// The word, as dumps show it, and the procedure.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {:#05x}", self.word)?;
        match &self.procedure {
            Some(procedure) => write!(f, " of `{procedure}`"),
            None => Ok(()),
        }
    }
}
