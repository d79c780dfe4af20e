//! Lints: code that is allowed but hardly ever meant.
//!
//! Each is a pass of its own over the resolved and lowered program. They run only on sources without errors, because the
//! parts that an error leaves out may be the ones that a lint misses.

mod labels;
mod names;
mod precision;
mod registers;
mod swizzle;
mod unreachable;
mod values;

use pica200_diagnostics::{Level, Tool};

use crate::diagnostic::Kind;
use crate::lower::Lowered;
use crate::program::walk::straight_lines;
use crate::report::Report;
use crate::resolve::Resolved;
use crate::text::{Lines, Span, text};

/// The kinds that are lints.
pub const LINTS: [Kind; 12] = [
    Kind::UnusedUniform,
    Kind::UnusedConstant,
    Kind::UnusedInput,
    Kind::UnusedAlias,
    Kind::UnusedNumber,
    Kind::UnusedExtern,
    Kind::UnusedLabel,
    Kind::SharedRegister,
    Kind::UnreachableCode,
    Kind::UnusedValue,
    Kind::ShiftedSwizzle,
    Kind::LostPrecision,
];

/// A set of lints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lints(u16);

impl Lints {
    /// No lint at all.
    pub const NONE: Self = Self(0);

    /// The same set with one more lint. Kinds that are not lints change nothing.
    #[must_use]
    pub fn with(self, lint: Kind) -> Self {
        Self(self.0 | Self::bit(lint))
    }

    /// Whether the set has a lint.
    pub fn has(self, lint: Kind) -> bool {
        self.0 & Self::bit(lint) != 0
    }

    fn bit(lint: Kind) -> u16 {
        match LINTS.iter().position(|&known| known == lint) {
            Some(place) => 1 << place,
            None => 0,
        }
    }
}

/// The lints that warn by default.
impl Default for Lints {
    fn default() -> Self {
        let warn = LINTS.into_iter().filter(|lint| warns(*lint));
        warn.fold(Self::NONE, Self::with)
    }
}

/// Whether a lint warns by default.
fn warns(lint: Kind) -> bool {
    lint.rule(Tool::Assembler)
        .is_some_and(|rule| rule.level == Level::Warn)
}

/// What lints look at: a source without errors.
pub(crate) struct Subject<'l> {
    pub(crate) text: &'l str,
    /// The lines of the text.
    pub(crate) lines: &'l Lines,
    /// The parts of the source that the preprocessor left out of the text: lines that it carried out, bodies of macros,
    /// inactive branches.
    pub(crate) unread: &'l str,
    pub(crate) resolved: &'l Resolved,
    pub(crate) lowered: &'l Lowered,
}

impl<'l> Subject<'l> {
    fn text(&self, span: Span) -> &'l str {
        text(self.text, span)
    }

    /// Whether a span is in the source itself, not in an included file.
    fn is_in_main_file(&self, span: Span) -> bool {
        self.lines.position(self.lines.index(span.start)).file == 0
    }
}

/// Runs the lints of a set.
pub(crate) fn run(lints: Lints, subject: &Subject<'_>, report: &mut Report<'_>) {
    if lints.has(Kind::UnreachableCode) || lints.has(Kind::UnusedValue) {
        let lines = straight_lines(&subject.resolved.program);
        if lints.has(Kind::UnreachableCode) {
            unreachable::check(subject, &lines, report);
        }
        if lints.has(Kind::UnusedValue) {
            values::check(subject, &lines, report);
        }
    }
    if lints.has(Kind::ShiftedSwizzle) {
        swizzle::check(subject, report);
    }
    if lints.has(Kind::LostPrecision) {
        precision::check(subject, report);
    }
    if lints.has(Kind::SharedRegister) {
        registers::check(subject, report);
    }
    names::check(lints, subject, report);
    if lints.has(Kind::UnusedLabel) {
        labels::check(subject, report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_lints() {
        let one = Lints::NONE.with(Kind::UnusedAlias).with(Kind::Syntax);
        for lint in LINTS {
            assert_eq!(one.has(lint), lint == Kind::UnusedAlias);
            assert_eq!(Lints::default().has(lint), warns(lint));
        }
        assert!(!one.has(Kind::Syntax));
    }
}
