//! Lints: valid but suspicious code.
//!
//! Each is a separate pass over the resolved and lowered program. They run only on sources without errors, because code
//! dropped after an error would cause false positives.

mod differences;
mod integers;
mod labels;
mod loops;
mod names;
mod precision;
mod registers;
mod swizzle;
mod unreachable;
mod values;

use std::cell::OnceCell;

use crate::diagnostic::Code;
use crate::lower::{Lowered, MachineVector};
use crate::program::Source;
use crate::program::walk::straight_lines;
use crate::report::Report;
use crate::resolve::Resolved;
use crate::text::{Lines, Span};

pub use crate::lints::Lints;

/// A pass over a source without errors.
type Pass = fn(&LintContext<'_>, &mut Report<'_>);

/// All passes, each with the lints it implements.
const PASSES: &[(&[Code], Pass)] = &[
    (&[Code::UnreachableCode], unreachable::check),
    (&[Code::UnusedValue], values::check),
    (&[Code::ShiftedSwizzle], swizzle::check),
    (&[Code::BareInteger], integers::check),
    (&[Code::DiffersFromPicasso], differences::check),
    (&[Code::LostPrecision], precision::check),
    (&[Code::SharedRegister], registers::check),
    (&[Code::LoopBeyondArray], loops::check),
    (&names::UNUSED, names::check),
    (&[Code::UnusedLabel], labels::check),
];

/// Returns the diagnostics that are lints.
pub fn lints() -> impl Iterator<Item = Code> {
    PASSES.iter().flat_map(|(lints, _)| lints.iter().copied())
}

/// The input of lints: a source without errors.
pub(crate) struct LintContext<'l> {
    pub(crate) text: &'l str,
    /// The lines of the text.
    pub(crate) lines: &'l Lines,
    /// Source text that the preprocessor removed: its directives, bodies of macros, inactive branches.
    pub(crate) unread: &'l str,
    pub(crate) resolved: &'l Resolved,
    pub(crate) lowered: &'l Lowered,
    /// The enabled lints.
    pub(crate) lints: Lints,
    /// The instructions in machine order, computed on first use.
    pub(crate) straight_lines: OnceCell<Vec<Option<u32>>>,
}

impl<'l> LintContext<'l> {
    fn text(&self, span: Span) -> &'l str {
        span.text(self.text)
    }

    /// Returns the sources of a machine instruction.
    fn sources(&self, vector: &MachineVector) -> &'l [Source] {
        vector.sources(self.lowered.sources(&self.resolved.program))
    }

    /// Returns the instructions in machine order, with `None` wherever control may be transferred to or from elsewhere.
    fn straight_lines(&self) -> &[Option<u32>] {
        self.straight_lines
            .get_or_init(|| straight_lines(&self.resolved.program))
    }

    /// Returns true if a span is in the source itself rather than an included file. A line marker can rename the
    /// source.
    fn is_in_main_file(&self, span: Span) -> bool {
        let position = self.lines.position(self.lines.index(span.start));
        position.file == self.resolved.main_file
    }
}

/// Runs the passes that implement any of the enabled lints.
pub(crate) fn run(cx: &LintContext<'_>, report: &mut Report<'_>) {
    for (lints, pass) in PASSES {
        if lints.iter().any(|lint| cx.lints.has(*lint)) {
            pass(cx, report);
        }
    }
}
