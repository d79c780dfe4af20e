//! Shader values in documents: rows of numbers, registers, shader selection.

mod choice;
pub mod registers;
pub mod rows;

use std::ops::Range;

use pica200_diagnostics::Code;

pub use choice::Choice;

use super::misfit::Misfit;
use crate::diagnostic::Diagnostic;
use crate::document::Report;

impl Report<'_> {
    /// Adds an error about a value that does not fit the shader.
    pub fn misfit(&mut self, code: Code, span: Range<usize>, misfit: Misfit) -> &mut Diagnostic {
        let diagnostic = self.error(code, span, misfit.to_string());
        diagnostic.help = misfit.help;
        diagnostic
    }
}
