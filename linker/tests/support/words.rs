//! Fields of instruction words.

use pica200_objfmt::isa::encoding::BitField;
use pica200_objfmt::isa::opcode::Opcode;

/// Returns the wide source's number within its bank, according to the opcode's layout.
pub(crate) fn float_uniform(word: u32) -> u32 {
    let layout = Opcode::from_word(word).expect("an opcode").fields();
    let wide = layout.wide_source().expect("a wide source");
    layout.sources[wide].map_or(0, |field| field.get(word)) - 0x20
}

/// Returns the number of the boolean or integer uniform in a word.
pub(crate) fn small_uniform(word: u32) -> u32 {
    let layout = Opcode::from_word(word).expect("an opcode").fields();
    layout.uniform.map_or(0, |field| field.get(word))
}

/// Returns the index of the descriptor in a word.
pub(crate) fn descriptor(word: u32) -> u32 {
    let layout = Opcode::from_word(word).expect("an opcode").fields();
    layout.descriptor.map_or(0, |field| field.get(word))
}

/// Returns the target address and the length in a word.
pub(crate) fn target(word: u32) -> (u32, u32) {
    let layout = Opcode::from_word(word).expect("an opcode").fields();
    let get = |field: BitField| field.get(word);
    layout
        .target
        .map_or((0, 0), |[length, place]| (get(place), get(length)))
}
