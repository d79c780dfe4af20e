//! Lints: code that is allowed but probably a mistake.
//!
//! Each is a separate pass over the resolved and lowered program. They run only on sources without errors, because a
//! lint could report something as missing that an error has left out.

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
type Pass = fn(&Subject<'_>, &mut Report<'_>);

/// All passes, each with the lints that it looks for.
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

/// The kinds that are lints.
pub fn lints() -> impl Iterator<Item = Code> {
    PASSES.iter().flat_map(|(lints, _)| lints.iter().copied())
}

/// The input of lints: a source without errors.
pub(crate) struct Subject<'l> {
    pub(crate) text: &'l str,
    /// The lines of the text.
    pub(crate) lines: &'l Lines,
    /// The parts of the source that the preprocessor left out of the text: lines that it carried out, bodies of macros,
    /// inactive branches.
    pub(crate) unread: &'l str,
    pub(crate) resolved: &'l Resolved,
    pub(crate) lowered: &'l Lowered,
    /// The lints to look for.
    pub(crate) lints: Lints,
    /// The instructions in machine order; computed when the first pass needs them.
    pub(crate) straight_lines: OnceCell<Vec<Option<u32>>>,
}

impl<'l> Subject<'l> {
    fn text(&self, span: Span) -> &'l str {
        span.text(self.text)
    }

    /// The sources of an instruction of the machine.
    fn sources(&self, vector: &MachineVector) -> &'l [Source] {
        vector.sources(self.lowered.sources(&self.resolved.program))
    }

    /// The instructions in machine order, with `None` wherever control may be transferred to or from elsewhere.
    fn straight_lines(&self) -> &[Option<u32>] {
        self.straight_lines
            .get_or_init(|| straight_lines(&self.resolved.program))
    }

    /// Whether a span is in the source itself, not in an included file. A line marker can give the source another name.
    fn is_in_main_file(&self, span: Span) -> bool {
        let position = self.lines.position(self.lines.index(span.start));
        position.file == self.resolved.main_file
    }
}

/// Runs the passes that look for any of the wanted lints.
pub(crate) fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    for (lints, pass) in PASSES {
        if lints.iter().any(|lint| subject.lints.has(*lint)) {
            pass(subject, report);
        }
    }
}
