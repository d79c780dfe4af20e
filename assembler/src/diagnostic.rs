//! The diagnostics of the assembler, whose locations are spans of the source. The caller renders them.

pub use pica200_diagnostics::{Applicability, Code, Severity};
use pica200_diagnostics::{Tool, most_similar};

use crate::text::Span;

/// An error or a warning about a source.
pub type Diagnostic = pica200_diagnostics::Diagnostic<Span>;

/// Creates a diagnostic of the assembler.
pub(crate) fn diagnose(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Tool::Assembler, code, span, message)
}

/// Maximum number of errors, and of warnings, kept for a source.
pub(crate) const MAX_DIAGNOSTICS: usize = 1000;

/// Returns a help message with the candidate that is most similar to `word`.
pub(crate) fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    most_similar(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}
