//! Instruction words for tests.

use crate::isa::opcode::Opcode;

pub(super) const NOP: u32 = Opcode::Nop.base_word();
pub(super) const END: u32 = Opcode::End.base_word();

/// Returns the word of an opcode, with its target if it has one.
pub(super) fn word(opcode: Opcode, start: u32, size: u32) -> u32 {
    match opcode.fields().target {
        Some([length, place]) => place.set(length.set(opcode.base_word(), size), start),
        None => opcode.base_word(),
    }
}
