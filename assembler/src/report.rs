//! The diagnostics of one source while its phases run.

use crate::allow::Allowances;
use pica200_diagnostics::most_similar;

use crate::diagnostic::{Code, Diagnostic, MOST_DIAGNOSTICS, Severity};
use crate::text::{Lines, Span};

/// The largest number of declared names that are compared with misspelt ones, so that suggestions take no noticeable
/// time.
const MOST_COMPARISONS: usize = 100_000;

/// Collects diagnostics. Every phase reports here, and nothing else is shared between phases.
pub(crate) struct Report<'s> {
    text: &'s str,
    lines: Option<&'s Lines>,
    allowances: Allowances,
    diagnostics: Vec<Diagnostic>,
    /// The number of errors, including those left out.
    errors: usize,
    /// The number of warnings, including those left out.
    warnings: usize,
    comparisons_left: usize,
}

impl<'s> Report<'s> {
    /// The report on a separate piece of text, such as a condition of the preprocessor.
    pub(crate) fn new(text: &'s str) -> Self {
        Self {
            text,
            lines: None,
            allowances: Allowances::default(),
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
            comparisons_left: MOST_COMPARISONS,
        }
    }

    /// The report on a source, which may allow some warnings.
    pub(crate) fn on_source(text: &'s str, lines: &'s Lines, allowances: Allowances) -> Self {
        Self {
            lines: Some(lines),
            allowances,
            ..Self::new(text)
        }
    }

    /// The text of a span.
    pub(crate) fn text(&self, span: Span) -> &'s str {
        span.text(self.text)
    }

    /// The text from a byte to the end.
    pub(crate) fn text_from(&self, start: u32) -> &'s str {
        self.text.get(start as usize..).unwrap_or_default()
    }

    /// Adds a diagnostic unless the source allows it. Beyond [`MOST_DIAGNOSTICS`] of a severity, only counts it.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        if !diagnostic.is_error()
            && let Some(lines) = self.lines
        {
            let offset = diagnostic.primary.span.start;
            if self.allowances.allow(diagnostic.code.name(), offset, lines) {
                return;
            }
        }
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds a warning, which is made only if it would be kept.
    pub(crate) fn add_warning(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.warnings <= MOST_DIAGNOSTICS {
            let diagnostic = make();
            self.add(diagnostic);
        }
    }

    /// Adds a diagnostic that has only a kind, a span and a message.
    pub(crate) fn complain(&mut self, kind: Code, span: Span, message: impl Into<String>) {
        self.add(Diagnostic::new(kind, span, message));
    }

    /// Whether there are errors so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The candidate that was probably meant by a word. There are `count` candidates.
    pub(crate) fn most_similar<'c>(
        &mut self,
        word: &str,
        count: usize,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.comparisons_left = self.comparisons_left.checked_sub(count)?;
        most_similar(word, candidates)
    }

    /// The diagnostics in source order, and what the source allows. If some diagnostics were left out, the last ones
    /// say so.
    pub(crate) fn finish(self) -> (Vec<Diagnostic>, Allowances) {
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        let last = diagnostics.last().map(|diagnostic| diagnostic.primary.span);
        let counts = [
            (self.errors, Code::TooManyErrors, "errors"),
            (self.warnings, Code::TooManyWarnings, "warnings"),
        ];
        for (count, kind, noun) in counts {
            if count > MOST_DIAGNOSTICS {
                let message = format!("more than {MOST_DIAGNOSTICS} {noun}; the rest is left out");
                diagnostics.push(Diagnostic::new(kind, last.unwrap_or_default(), message));
            }
        }
        (diagnostics, self.allowances)
    }
}
