//! Diagnostics: the findings of the assembler about a source, as data. The caller renders them.

use pica200_diagnostics::most_similar;
pub use pica200_diagnostics::{Applicability, Code, Severity};
use pica200_diagnostics::{Level, Tool};

use crate::text::Span;

/// A labelled piece of the source in a diagnostic, with a short text about it. Labels of code are
/// [`Label`](pica200_objfmt::formats::object::Label)s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The piece.
    pub span: Span,
    /// The text about it; may be empty.
    pub text: String,
}

/// A change of the source that fixes a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The piece to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// How certain the change is.
    pub applicability: Applicability,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its code in the catalogue.
    pub code: Code,
    /// The message: the fault, and the text that was found.
    pub message: String,
    /// Its location.
    pub primary: Label,
    /// Related places.
    pub secondary: Vec<Label>,
    /// A hint: the allowed forms, or a correction.
    pub help: Option<String>,
    /// Changes that fix it, each by itself.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub(crate) fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Label {
            span,
            text: String::new(),
        };
        Self {
            code,
            message: message.into(),
            primary,
            secondary: Vec::new(),
            help: None,
            suggestions: Vec::new(),
        }
    }

    /// Adds a text at the place itself.
    #[must_use]
    pub(crate) fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a related place.
    #[must_use]
    pub(crate) fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a hint, if there is one.
    #[must_use]
    pub(crate) fn maybe_help(mut self, text: Option<String>) -> Self {
        self.help = text.or(self.help);
        self
    }

    /// Adds a change that fixes it. Without another hint, the hint describes the change.
    #[must_use]
    pub(crate) fn suggest(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        applicability: Applicability,
    ) -> Self {
        let replacement = replacement.into();
        let help = || format!("write `{}`", replacement.trim());
        self.help.get_or_insert_with(help);
        self.suggestions.push(Suggestion {
            span,
            replacement,
            applicability,
        });
        self
    }

    /// Adds the hint that `word` was probably meant instead of the text at `span`, if there is a word.
    #[must_use]
    pub(crate) fn meant(self, span: Span, word: Option<&str>) -> Self {
        match word {
            Some(word) => self.help(format!("did you mean `{word}`?")).suggest(
                span,
                word,
                Applicability::Maybe,
            ),
            None => self,
        }
    }

    /// Whether it prevents the output.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// Its default severity. A lint that runs is a warning.
    pub fn severity(&self) -> Severity {
        match self.code.rule(Tool::Assembler) {
            Some(rule) if rule.level < Level::Deny => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// The maximum number of errors that are kept for a source, and the maximum number of warnings. It bounds memory and
/// the length of the report.
pub(crate) const MOST_DIAGNOSTICS: usize = 1000;

/// A hint that names the candidate that is most similar to `word`.
pub(crate) fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    most_similar(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}
