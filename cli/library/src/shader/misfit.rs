//! Values that do not fit a shader.

use std::fmt;

use pica200_diagnostics::Code;
use pica200_machine::SetError;
use pica200_objfmt::isa::register::Bank;

use crate::diagnostic::Diagnostic;

/// A value that does not fit the shader, and the remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    message: String,
    /// The remedy.
    pub help: Option<String>,
    /// The bank of a name, if another one is required.
    pub found: Option<Bank>,
}

impl Misfit {
    /// A value that does not fit.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            found: None,
        }
    }

    /// The same, with a hint.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the bank that a name stands for.
    pub(super) fn with_found(mut self, bank: Bank) -> Self {
        self.found = Some(bank);
        self
    }

    /// The same, with the option or key that it is about.
    pub fn about(mut self, what: &str) -> Self {
        self.message = format!("`{what}`: {}", self.message);
        self
    }

    /// The same, with the part that it is about before the message.
    pub(super) fn within(mut self, part: &str) -> Self {
        self.message = format!("{part}: {}", self.message);
        self
    }

    /// As a report about the file of a shader.
    pub fn report(self, code: Code, file: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::of_file(code, file, self.message);
        diagnostic.help = self.help;
        diagnostic
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<String> for Misfit {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<SetError> for Misfit {
    fn from(error: SetError) -> Self {
        Self::new(error.to_string())
    }
}
