//! Values for shaders in documents: rows of numbers, registers, the choice of a shader.

mod choice;
pub mod registers;
pub mod rows;

use std::ops::Range;

use pica200_diagnostics::Code;

pub use choice::Choice;

use super::misfit::Misfit;
use crate::document::Findings;
use crate::report::Report;

impl Findings<'_> {
    /// Adds an error about a value that does not fit the shader.
    pub fn misfit(&mut self, code: Code, span: Range<usize>, misfit: Misfit) -> &mut Report {
        let report = self.error(code, span, misfit.to_string());
        report.help = misfit.help;
        report
    }
}
