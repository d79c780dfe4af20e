//! Output fields that sources set: indices that instructions take in a table with fixed entries.

mod support;

use pica200_link::LinkOptions;
use pica200_objfmt::formats::object::{Position, StatedField, StatedValue};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, descriptor, diagnostics, output};

const SOURCES: [Src; 3] = [Src::R(0), Src::R(1), Src::R(2)];

/// Returns the selectors `xyzw` of all sources, with mask bits.
fn masked(mask: u32) -> u32 {
    0x1B << 5 | 0x1B << 14 | 0x1B << 23 | mask
}

/// Returns a vertex shader with these instructions and fixed entries.
fn source(stated: &[(u8, u32)], instructions: &[(Opcode, u32)]) -> Source {
    let mut source = Source::vertex("a", |s| {
        for &(opcode, bits) in instructions {
            let count = opcode.info().selectors.len();
            s.arithmetic(opcode, 0, &SOURCES[..count], Descriptor::from_bits(bits));
        }
    });
    source.state(stated.iter().map(|&(number, bits)| StatedValue {
        field: StatedField::Descriptor {
            number,
            entry: DescriptorEntry {
                descriptor: Descriptor::from_bits(bits),
                flags: 0xF,
            },
        },
        position: Position::default(),
    }));
    source
}

/// Returns the words of the table, and the index for each instruction.
fn linked(stated: &[(u8, u32)], instructions: &[(Opcode, u32)]) -> (Vec<u32>, Vec<u32>) {
    let program = output(LinkOptions::default(), [source(stated, instructions)])
        .shbin
        .program;
    for (number, entry) in (0..).zip(&program.descriptors) {
        let is_stated = stated.iter().any(|(known, _)| *known == number);
        assert_eq!(entry.flags, if is_stated { 0xF } else { 0 });
    }
    let bits = program.descriptors.iter().map(|d| d.descriptor.to_bits());
    let words = &program.code[..instructions.len()];
    (bits.collect(), words.iter().map(|&w| descriptor(w)).collect())
}

#[test]
fn exact_bits_come_before_bits_in_use() {
    let table = [(0, masked(0xF) | 1 << 31), (1, masked(0xF))];
    let (bits, numbers) = linked(
        &table,
        &[
            (Opcode::Mov, masked(0xF)),
            (Opcode::Mov, masked(0xF) | 1 << 31),
            // Neither is exact.
            (Opcode::Mov, masked(0xF) | 1 << 13),
        ],
    );
    assert_eq!(bits, [table[0].1, table[1].1]);
    assert_eq!(numbers, [1, 0, 0]);
}

#[test]
fn other_instructions_take_free_numbers() {
    let (bits, numbers) = linked(
        &[(1, masked(1)), (4, masked(2))],
        &[
            (Opcode::Mov, masked(3)),
            (Opcode::Mad, masked(4)),
            (Opcode::Mov, masked(2)),
            (Opcode::Mov, masked(4)),
        ],
    );
    assert_eq!(bits, [masked(4), masked(1), masked(3), 0, masked(2)]);
    assert_eq!(numbers, [2, 0, 4, 0]);
}

#[test]
fn mad_stays_within_its_reach() {
    let all: Vec<_> = (0..32).map(|number| (number, masked(1))).collect();
    let (_, numbers) = linked(&all, &[(Opcode::Mov, masked(2)), (Opcode::Mad, masked(1))]);
    assert_eq!(numbers, [32, 0]);
    let found = diagnostics(LinkOptions::default(), [source(&all, &[(Opcode::Mad, masked(2))])]);
    assert!(found.contains("too-many-mad-descriptors"), "{found}");
    let all: Vec<_> = (0..128).map(|number| (number, masked(1))).collect();
    let found = diagnostics(LinkOptions::default(), [source(&all, &[(Opcode::Mov, masked(2))])]);
    assert!(found.contains("too-many-descriptors"), "{found}");
    assert!(found.contains("128 of a"), "{found}");
}
