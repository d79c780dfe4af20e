//! What is given to a shader and does not fit it.

use std::fmt;

use pica200_diagnostics::Code;
use pica200_machine::SetError;
use pica200_objfmt::isa::register::Bank;

use crate::report::Report;

/// What does not fit the shader, and what would.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    message: String,
    /// What would be right.
    pub help: Option<String>,
    /// The bank that a name stands for, where another was needed.
    pub found: Option<Bank>,
}

impl Misfit {
    /// Something that does not fit.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            found: None,
        }
    }

    /// With a hint.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the bank that a name stands for.
    pub(super) fn with_found(mut self, bank: Bank) -> Self {
        self.found = Some(bank);
        self
    }

    /// With what it is about, an option or a key.
    pub fn about(mut self, what: &str) -> Self {
        self.message = format!("`{what}`: {}", self.message);
        self
    }

    /// As a report about the file of a shader.
    pub fn report(self, code: Code, file: &str) -> Report {
        let mut report = Report::of_file(code, file, self.message);
        report.help = self.help;
        report
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<SetError> for Misfit {
    fn from(error: SetError) -> Self {
        Self::new(error.to_string())
    }
}
