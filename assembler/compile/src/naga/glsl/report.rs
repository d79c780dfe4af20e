//! Errors and warnings of the front end, with their locations.

use pica200_diagnostics::{Code, Diagnostic, Diagnostics, Tool};

use super::token::Span;

/// Maximum number of reports. Most of the later ones follow from the earlier ones.
const MAX_REPORTS: usize = 100;

/// The reports so far.
#[derive(Debug, Default)]
pub(super) struct Reports {
    pub(super) all: Diagnostics<Span>,
}

impl Reports {
    /// Returns whether nothing more is kept, so that help need not be looked for.
    pub(super) fn is_full(&self) -> bool {
        self.all.len() >= MAX_REPORTS
    }

    /// Adds an error, unless there is one at the same location.
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        if !self.says(code, span, |_| true) {
            self.add(code, span, message, help);
        }
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let message = message.into();
        if !self.says(code, span, |said| said == message) {
            self.add(code, span, message, help);
        }
    }

    /// Returns whether there is such a message of a code at a location.
    fn says(&self, code: Code, span: Span, is_same: impl Fn(&str) -> bool) -> bool {
        let at = |one: &&Diagnostic<Span>| one.code == code && one.location() == Some(&span);
        self.all.iter().filter(at).any(|one| is_same(&one.message))
    }

    fn add(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let diagnostic = Diagnostic::new(Tool::Compiler, code, span, message);
        let help = Some(help.into()).filter(|help: &String| !help.is_empty());
        self.all.push(diagnostic.with_optional_help(help));
    }
}
