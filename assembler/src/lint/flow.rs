//! `unreachable-code`: what stands behind `end` or `break`, and nothing goes to.

use pica200_objfmt::isa::opcode::{Opcode, Operands};

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// An instruction begins.
    pub(crate) fn watch_instruction(&mut self, keyword: Span, opcode: Opcode) {
        // Padding, and an end for those who read, are meant.
        let meant = matches!(opcode, Opcode::Nop | Opcode::End);
        if let Some(before) = self.watch.stopped.filter(|_| !meant) {
            self.watch.stopped = None;
            if self.watch.asked.unreachable {
                let message = format!(
                    "nothing gets here: `{}` stands before it",
                    self.text(before)
                );
                let diagnostic = Diagnostic::new(Kind::UnreachableCode, keyword, message)
                    .label("this and what follows is never executed")
                    .also(before, "execution does not go on from here")
                    .help("take it out, or put a label before it that something goes to");
                self.watch.find(diagnostic);
            }
        }
        if matches!(opcode, Opcode::End | Opcode::Break) {
            self.watch.stopped = Some(keyword);
        }
        let goes_on = matches!(
            opcode.info().operands,
            Operands::Unary
                | Operands::Binary
                | Operands::Ternary
                | Operands::Address
                | Operands::Compare
                | Operands::Emit
        ) || matches!(opcode, Opcode::Nop | Opcode::Emit);
        if !goes_on {
            self.watch.stores.forget();
        }
    }

    /// A word stands for itself: it may do anything, with any registers.
    pub(crate) fn watch_word(&mut self) {
        self.watch_border();
        self.watch.named_banks = u8::MAX;
        self.watch.inputs_read = u16::MAX;
    }

    /// Execution may come here from elsewhere: a label, or the border of a block.
    pub(crate) fn watch_border(&mut self) {
        self.watch.stopped = None;
        self.watch.stores.forget();
    }
}
