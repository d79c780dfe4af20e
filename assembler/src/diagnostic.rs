//! Diagnostics: what the assembler has to say about a source, as data. Rendering is for the caller.

use pica200_diagnostics::most_similar;
pub use pica200_diagnostics::{Applicability, Code, Severity};
use pica200_diagnostics::{Level, Tool};

use crate::text::Span;

/// A piece of the source, and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The piece.
    pub span: Span,
    /// What is said of it; may be empty.
    pub text: String,
}

/// A change of the source that fixes a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The piece to replace; empty to insert.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
    /// How certain the change is.
    pub applicability: Applicability,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its code in the catalogue.
    pub code: Code,
    /// What is wrong, and what was found.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places that have to do with it.
    pub secondary: Vec<Label>,
    /// What is allowed, or how to mend it.
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

    /// With words at the place itself.
    #[must_use]
    pub(crate) fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// With another place.
    #[must_use]
    pub(crate) fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// With a hint.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// With a hint, if there is one.
    #[must_use]
    pub(crate) fn maybe_help(mut self, text: Option<String>) -> Self {
        self.help = text.or(self.help);
        self
    }

    /// With a change that fixes it. Without other help, the help says the same in words.
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

    /// With the question whether this word was meant in place of the one at `span`, if there is a word.
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

    /// Whether it stops the output.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// How severe it is unless options say otherwise. A lint that is looked for warns.
    pub fn severity(&self) -> Severity {
        match self.code.rule(Tool::Assembler) {
            Some(rule) if rule.level < Level::Deny => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// How many errors of a source are kept, and how many warnings: more than anyone reads, and few enough to be held and printed.
pub(crate) const MOST_DIAGNOSTICS: usize = 1000;

/// A hint at the one of `candidates` that `word` was probably meant to be.
pub(crate) fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    most_similar(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}
