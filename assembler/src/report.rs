//! Collects the diagnostics of a source while its phases run.

use pica200_diagnostics::{Diagnostics, Label, Severity, most_similar};
use rustc_hash::{FxHashMap, FxHashSet};

use pica200_objfmt::isa::register::RegisterForm;

use crate::allow::Allowances;
use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, diagnose};
use crate::text::{Cause, Lines, Span};

/// Maximum number of declared names compared with misspelled ones. Bounds the time of suggestions.
const MAX_COMPARISONS: usize = 100_000;

/// Collects diagnostics. Every phase reports here; phases share nothing else.
pub(crate) struct Report<'s> {
    text: &'s str,
    lines: Option<&'s Lines>,
    allowances: Allowances,
    diagnostics: Diagnostics<Span>,
    /// The reported unknown names, each with the code of its diagnostic.
    unknown: FxHashMap<(Code, &'s str), UnknownName>,
    /// The macro arguments with an error, each with the code of its diagnostic.
    arguments: FxHashSet<(Code, Span)>,
    comparisons_left: usize,
}

/// A name that was reported as unknown.
struct UnknownName {
    /// Index of its diagnostic.
    diagnostic: usize,
    /// The second use.
    second: Span,
    /// The last counted use, as written in the source.
    last: Span,
    /// Number of uses after the first.
    further: usize,
}

impl<'s> Report<'s> {
    /// Reports a word that looks like a register but does not name one.
    pub(crate) fn add_invalid_register(&mut self, span: Span, form: RegisterForm) {
        let word = self.text(span);
        let (bank, message) = match form {
            RegisterForm::LeadingZero(bank) => (bank, format!("`{word}` has a leading zero")),
            RegisterForm::OutOfRange(bank) => (bank, format!("the register `{word}` does not exist")),
            RegisterForm::Register(_) | RegisterForm::Name => return,
        };
        let (letter, last) = (bank.letter(), bank.size() - 1);
        let help = format!("the {}s are {letter}0 to {letter}{last}", bank.noun());
        self.add(diagnose(Code::RegisterRange, span, message).with_help(help));
    }

    /// Creates a report for a separate piece of text, such as a preprocessor condition.
    pub(crate) fn new(text: &'s str) -> Self {
        Self {
            text,
            lines: None,
            allowances: Allowances::default(),
            diagnostics: Diagnostics::with_limit(MAX_DIAGNOSTICS),
            unknown: FxHashMap::default(),
            arguments: FxHashSet::default(),
            comparisons_left: MAX_COMPARISONS,
        }
    }

    /// Creates a report for a source, which may allow some warnings.
    pub(crate) fn on_source(text: &'s str, lines: &'s Lines, allowances: Allowances) -> Self {
        Self {
            lines: Some(lines),
            allowances,
            ..Self::new(text)
        }
    }

    /// Returns the text of a span.
    pub(crate) fn text(&self, span: Span) -> &'s str {
        span.text(self.text)
    }

    /// Returns the text from an offset to the end.
    pub(crate) fn text_from(&self, start: u32) -> &'s str {
        self.text.get(start as usize..).unwrap_or_default()
    }

    /// Adds a diagnostic unless the source allows it. Beyond [`MAX_DIAGNOSTICS`] of a severity, only increments a
    /// counter.
    pub(crate) fn add(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            let Some(at_argument) = self.at_argument(diagnostic) else {
                return;
            };
            diagnostic = at_argument;
        } else if let Some(lines) = self.lines {
            let offset = diagnostic.span().start;
            if self.allowances.allows(diagnostic.code.name(), offset, lines) {
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// Adds a warning, which is created only if it would be kept.
    pub(crate) fn add_warning(&mut self, make: impl FnOnce() -> Diagnostic) {
        if !self.diagnostics.exceeds_limit(Severity::Warning) {
            let diagnostic = make();
            self.add(diagnostic);
        }
    }

    /// Returns true if the name at a span was already reported as unknown. If so, counts this use of it.
    pub(crate) fn repeats_unknown(&mut self, code: Code, span: Span) -> bool {
        let (name, span) = (self.text(span), self.written(span));
        let Some(known) = self.unknown.get_mut(&(code, name)) else {
            return false;
        };
        // A macro can use its argument more than once.
        if known.last == span {
            return true;
        }
        if known.further == 0 {
            known.second = span;
        }
        known.last = span;
        known.further += 1;
        true
    }

    /// Returns the span where a piece of the text is written. For a macro argument, this is in the call.
    fn written(&self, span: Span) -> Span {
        let lines = self.lines;
        lines.and_then(|lines| lines.written(span)).unwrap_or(span)
    }

    /// Moves an error in a macro argument to the argument. Returns `None` if there is already one with this code: a
    /// macro can use its argument more than once.
    fn at_argument(&mut self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let inside = diagnostic.span();
        let Some((lines, span)) = self.lines.and_then(|lines| Some((lines, lines.written(inside)?))) else {
            return Some(diagnostic);
        };
        if !self.arguments.insert((diagnostic.code, span)) {
            return None;
        }
        if let Some(primary) = &mut diagnostic.primary {
            primary.location = span;
        }
        for fix in &mut diagnostic.fixes {
            fix.location = self.written(fix.location);
        }
        let cause = lines.expansions(inside.start).next().map(|e| &e.cause);
        let text = match cause {
            Some(Cause::Macro(name)) => format!("used here in the macro `{name}`"),
            _ => "used here in a macro".to_owned(),
        };
        Some(diagnostic.with_secondary(inside, text))
    }

    /// Adds the diagnostic of an unknown name. The name is reported once; [`Report::repeats_unknown`] counts its other
    /// uses.
    pub(crate) fn add_unknown(&mut self, diagnostic: Diagnostic) {
        let (code, span) = (diagnostic.code, diagnostic.span());
        let index = self.diagnostics.len();
        self.add(diagnostic);
        if self.diagnostics.len() > index {
            let unknown = UnknownName {
                diagnostic: index,
                second: span,
                last: self.written(span),
                further: 0,
            };
            self.unknown.insert((code, self.text(span)), unknown);
        }
    }

    /// Adds the other uses of unknown names to their diagnostics.
    fn show_further_uses(&mut self) {
        for unknown in self.unknown.values() {
            let text = match unknown.further {
                0 => continue,
                1 => "also used here".to_owned(),
                2 => "also used here, and 1 more time".to_owned(),
                n => format!("also used here, and {} more times", n - 1),
            };
            if let Some(diagnostic) = self.diagnostics.get_mut(unknown.diagnostic) {
                diagnostic.secondary.push(Label::new(unknown.second, text));
            }
        }
    }

    /// Adds a diagnostic that only has a code, a span and a message.
    pub(crate) fn add_message(&mut self, kind: Code, span: Span, message: impl Into<String>) {
        self.add(diagnose(kind, span, message));
    }

    /// Returns true if there are errors so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the candidate that is most similar to a word. There are `count` candidates.
    pub(crate) fn most_similar<'c>(
        &mut self,
        word: &str,
        count: usize,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.comparisons_left = self.comparisons_left.checked_sub(count)?;
        most_similar(word, candidates)
    }

    /// Returns the diagnostics in source order, and the allowances of the source. If some diagnostics were omitted, the
    /// last ones say so.
    pub(crate) fn finish(mut self) -> (Vec<Diagnostic>, Allowances) {
        self.show_further_uses();
        let mut all = self.diagnostics;
        all.sort_by_key(Diagnostic::span);
        let last = all.last().map(Diagnostic::span).unwrap_or_default();
        let left_out = [
            (Severity::Error, Code::TooManyErrors, "errors"),
            (Severity::Warning, Code::TooManyWarnings, "warnings"),
        ];
        let left_out = left_out.map(|(severity, code, noun)| {
            let message = format!("more than {MAX_DIAGNOSTICS} {noun}; the rest is omitted");
            all.exceeds_limit(severity).then(|| diagnose(code, last, message))
        });
        let mut diagnostics = all.into_vec();
        diagnostics.extend(left_out.into_iter().flatten());
        (diagnostics, self.allowances)
    }
}
