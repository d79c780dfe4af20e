//! Values that do not fit a shader.

use std::fmt;

use pica200_diagnostics::Code;
use pica200_machine::SetError;
use pica200_objfmt::isa::register::Bank;

use crate::diagnostic::Diagnostic;

/// A value that does not fit the shader, and the fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueError {
    message: String,
    /// The fix.
    pub help: Option<String>,
    /// Bank of a name, if another one is required.
    pub found: Option<Bank>,
}

impl ValueError {
    /// Creates an error with a message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            found: None,
        }
    }

    /// Adds a hint.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the bank of the name.
    pub(super) fn with_found(mut self, bank: Bank) -> Self {
        self.found = Some(bank);
        self
    }

    /// Prefixes the message with the option or key that it is about.
    pub fn about(mut self, what: &str) -> Self {
        self.message = format!("`{what}`: {}", self.message);
        self
    }

    /// Prefixes the message with the part that it is about.
    pub(super) fn within(mut self, part: &str) -> Self {
        self.message = format!("{part}: {}", self.message);
        self
    }

    /// Converts it to a diagnostic about the file of a shader.
    pub fn report(self, code: Code, file: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::for_file(code, file, self.message);
        diagnostic.help = self.help;
        diagnostic
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<String> for ValueError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<SetError> for ValueError {
    fn from(error: SetError) -> Self {
        Self::new(error.to_string())
    }
}
