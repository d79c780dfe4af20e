//! Instruction words and operand descriptors.

use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, Swizzle};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::instruction::{Instruction, Operation};

/// Decodes words as instructions, descriptors and numbers, and encodes them again.
///
/// # Panics
///
/// Panics if the encoding differs.
pub fn decode_encode(bytes: &[u8]) {
    for &word in bytes.as_chunks().0 {
        let word = u32::from_le_bytes(word);
        check_instruction(word);
        check_descriptor(word);
        check_float24(word);
    }
}

fn check_instruction(word: u32) {
    let instruction = Instruction::decode(word);
    assert_eq!(instruction.encode(), word);
    let unknown = instruction.operation == Operation::Unknown;
    assert_eq!(instruction.opcode.is_none(), unknown);
    // The value of a field uses all of its bits.
    let without_spare = Instruction {
        spare: 0,
        ..instruction
    };
    assert_eq!(without_spare.encode() | instruction.spare, word);
}

fn check_descriptor(word: u32) {
    let descriptor = Descriptor::from_bits(word);
    assert_eq!(descriptor.to_bits(), word);
    let mask = descriptor.mask();
    assert_eq!(Mask::from_table_bits(mask.to_table_bits()), mask);
    assert_eq!(mask.components().fold(Mask::NONE, Mask::with), mask);
    // Bit 31 belongs to no field.
    let spare = Descriptor::from_bits(word & 1 << 31).with_mask(mask);
    let again = (0..Descriptor::SOURCES).fold(spare, |again, source| {
        again.with_source(source, descriptor.source(source))
    });
    assert_eq!(again, descriptor);
    for source in 0..Descriptor::SOURCES {
        let swizzle = descriptor.source(source).swizzle;
        let lanes = Component::ALL.map(|lane| swizzle.component(lane));
        assert_eq!(Swizzle::from_components(lanes), swizzle);
        assert_eq!(swizzle.then(Swizzle::IDENTITY), swizzle);
        assert_eq!(Swizzle::IDENTITY.then(swizzle), swizzle);
    }
}

fn check_float24(word: u32) {
    let number = Float24::from_f32(f32::from_bits(word));
    assert_eq!(Float24::from_bits(number.to_bits()), Some(number));
    // The hardware reads numbers with an exponent of 0 as zero; all others survive.
    let again = number.to_f32();
    if again != 0.0 {
        assert_eq!(Float24::from_f32(again), number);
    }
}
