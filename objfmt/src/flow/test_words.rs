//! Words of the programs in tests.

use crate::isa::opcode::Opcode;

pub(super) const NOP: u32 = Opcode::Nop.base_word();
pub(super) const END: u32 = Opcode::End.base_word();

/// The word of an opcode, with its target if the opcode has one.
pub(super) fn word(opcode: Opcode, start: u32, size: u32) -> u32 {
    match opcode.fields().target {
        Some([length, place]) => place.set(length.set(opcode.base_word(), size), start),
        None => opcode.base_word(),
    }
}
