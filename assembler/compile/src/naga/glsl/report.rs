//! Errors and warnings of the front end, with their places.

use pica200_diagnostics::Code;

use super::token::Span;

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Report {
    pub(super) code: Code,
    pub(super) span: Span,
    pub(super) message: String,
    /// Empty if there is nothing to say.
    pub(super) help: String,
}

/// The maximum number of reports. Most of the later ones follow from the earlier ones.
const MAX_REPORTS: usize = 100;

/// The reports so far.
#[derive(Debug, Default)]
pub(super) struct Reports {
    pub(super) all: Vec<Report>,
}

impl Reports {
    /// Whether nothing more is kept, so that help need not be looked for.
    pub(super) fn is_full(&self) -> bool {
        self.all.len() >= MAX_REPORTS
    }

    /// Adds an error, unless there is one at the same place.
    pub(super) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self
            .all
            .iter()
            .any(|report| report.span == span && report.code == code)
        {
            return;
        }
        self.add(code, span, message, help);
    }

    /// Adds a warning.
    pub(super) fn warn(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let message = message.into();
        let mut all = self.all.iter();
        if !all
            .any(|report| report.code == code && report.message == message && report.span == span)
        {
            self.add(code, span, message, help);
        }
    }

    fn add(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        if !self.is_full() {
            self.all.push(Report {
                code,
                span,
                message: message.into(),
                help: help.into(),
            });
        }
    }
}
