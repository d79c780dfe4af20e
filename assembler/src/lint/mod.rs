//! Lints: code that is allowed but hardly ever meant.
//!
//! Each is a pass of its own over the resolved and lowered program. They run only on sources without errors, because the
//! parts that an error leaves out may be the ones that a lint misses.

mod labels;
mod names;
mod precision;
mod registers;
pub(crate) mod set;
mod swizzle;
mod unreachable;
mod values;

pub use self::set::{LINTS, Lints};
use crate::diagnostic::Code;
use crate::lower::Lowered;
use crate::program::walk::straight_lines;
use crate::report::Report;
use crate::resolve::Resolved;
use crate::text::{Lines, Span};

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
        span.text(self.text)
    }

    /// Whether a span is in the source itself, not in an included file.
    fn is_in_main_file(&self, span: Span) -> bool {
        self.lines.position(self.lines.index(span.start)).file == 0
    }
}

/// Runs the lints of a set.
pub(crate) fn run(lints: Lints, subject: &Subject<'_>, report: &mut Report<'_>) {
    if lints.has(Code::UnreachableCode) || lints.has(Code::UnusedValue) {
        let lines = straight_lines(&subject.resolved.program);
        if lints.has(Code::UnreachableCode) {
            unreachable::check(subject, &lines, report);
        }
        if lints.has(Code::UnusedValue) {
            values::check(subject, &lines, report);
        }
    }
    if lints.has(Code::ShiftedSwizzle) {
        swizzle::check(subject, report);
    }
    if lints.has(Code::LostPrecision) {
        precision::check(subject, report);
    }
    if lints.has(Code::SharedRegister) {
        registers::check(subject, report);
    }
    names::check(lints, subject, report);
    if lints.has(Code::UnusedLabel) {
        labels::check(subject, report);
    }
}
