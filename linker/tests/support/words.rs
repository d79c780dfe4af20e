//! Fields of instruction words.

use pica200_objfmt::isa::encoding::BitField;
use pica200_objfmt::isa::opcode::Opcode;

/// A field of a word by the opcode's layout: the wide source's number within its bank.
pub(crate) fn float_uniform(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    let wide = layout.wide_source().expect("a wide source");
    layout.sources[wide].map_or(0, |field| field.get(word)) - 0x20
}

/// The boolean or integer that a word names.
pub(crate) fn small_uniform(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    layout.uniform.map_or(0, |field| field.get(word))
}

/// The descriptor's number in a word.
pub(crate) fn descriptor(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    layout.descriptor.map_or(0, |field| field.get(word))
}

/// The place and the length that a word names.
pub(crate) fn target(word: u32) -> (u32, u32) {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    let get = |field: BitField| field.get(word);
    layout
        .target
        .map_or((0, 0), |[length, place]| (get(place), get(length)))
}
