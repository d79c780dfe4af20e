//! Shader values in documents: rows of numbers, registers, shader selection.

mod choice;
pub mod registers;
pub mod rows;

use std::ops::Range;

use pica200_diagnostics::Code;

pub use choice::Choice;

use super::value_error::ValueError;
use crate::diagnostic::Diagnostic;
use crate::document::DocumentReport;

impl DocumentReport<'_> {
    /// Adds an error about a value that does not fit the shader.
    pub fn value_error(&mut self, code: Code, span: Range<usize>, value_error: ValueError) -> &mut Diagnostic {
        let diagnostic = self.error(code, span, value_error.to_string());
        diagnostic.help = value_error.help;
        diagnostic
    }
}
