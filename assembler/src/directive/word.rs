//! `.word`: instructions as they are.

use pica200_objfmt::formats::object::{Reference, RelocationKind, register_in};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::opcode::Opcode;

use crate::diagnostic::{Diagnostic, Kind};
use crate::syntax::ast::{Expr, WordStatement};
use crate::text::Span;
use crate::unit::Unit;

const BITS: &str = "32 bits are an integer from 0 to 0xFFFFFFFF, decimal or 0x";

impl Unit<'_> {
    /// `.word WORD, DESCRIPTOR`
    pub(crate) fn word(&mut self, keyword: Span, statement: &WordStatement) {
        self.object.makes_shader = true;
        self.check_inside_procedure(keyword);
        let word = self.bits(&statement.word);
        let descriptor = statement.descriptor.map(|value| self.bits(&value));
        let emitted = match (word, descriptor) {
            (_, Some(None)) | (None, _) => false,
            (Some(word), None) => self.plain_word(keyword, word, &statement.word),
            (Some(word), Some(Some(descriptor))) => {
                self.described_word(keyword, word, descriptor, statement)
            }
        };
        if !emitted {
            // The blocks around it are counted all the same.
            self.emit_word(keyword, Opcode::Nop.base_word());
        }
    }

    /// A word without a descriptor.
    fn plain_word(&mut self, keyword: Span, word: u32, value: &Expr) -> bool {
        let Some(opcode) = Opcode::of_word(word).filter(|opcode| opcode.takes_arguments()) else {
            self.emit_word(keyword, word);
            return true;
        };
        if opcode.layout().descriptor.is_some() {
            let mnemonic = opcode.info().mnemonic;
            let message = format!(
                "`{}` is an instruction with an operand descriptor (`{mnemonic}`), and there is none",
                self.text(value.span)
            );
            let help = "linking numbers descriptors anew; write the descriptor's 32 bits behind the word and a comma";
            self.report(Diagnostic::new(Kind::MissingDescriptor, value.span, message).help(help));
            return false;
        }
        let register = register_in(word).map(Reference::Register);
        self.emit_relocated(keyword, word, RelocationKind::Plain, register);
        true
    }

    /// A word with its descriptor, whose number in the word is that of linking.
    fn described_word(
        &mut self,
        keyword: Span,
        word: u32,
        descriptor: u32,
        statement: &WordStatement,
    ) -> bool {
        let opcode = Opcode::of_word(word);
        let field = opcode.and_then(|opcode| Some((opcode, opcode.layout().descriptor?)));
        let Some((opcode, field)) = field else {
            let what = match opcode {
                Some(opcode) => format!("`{}`", opcode.info().mnemonic),
                None => "an unknown instruction".to_owned(),
            };
            let message = format!(
                "`{}` is {what}, which has no operand descriptor",
                self.text(statement.word.span)
            );
            let span = statement
                .descriptor
                .map_or(keyword, |descriptor| descriptor.span);
            let help = "leave the descriptor out";
            self.report(Diagnostic::new(Kind::UnexpectedDescriptor, span, message).help(help));
            return false;
        };
        let (index, held) = self
            .code
            .descriptor(Descriptor::from_bits(descriptor), opcode);
        let register = register_in(word).map(Reference::Register);
        let word = field.set(word, held);
        self.emit_relocated(keyword, word, RelocationKind::Descriptor(index), register);
        true
    }

    /// A number of 32 bits.
    fn bits(&mut self, value: &Expr) -> Option<u32> {
        let quantity = self.ast.quantity(*value);
        let number = self.integer(quantity, 0..=u32::MAX.into(), "32 bits", BITS)?;
        u32::try_from(number).ok()
    }
}
