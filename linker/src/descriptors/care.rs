//! The descriptor bits that an instruction uses.

use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::opcode::{OPCODES, Opcode};

use crate::Compat;

/// For each opcode and destination mask, the descriptor bits that an instruction uses.
type CareTable = [[u32; 16]; OPCODES.len()];

/// The bits that the hardware uses.
static CARE: CareTable = care_table(Compat::None);

/// The bits that picasso compares.
static PICASSO_CARE: CareTable = care_table(Compat::Picasso);

const fn care_table(compat: Compat) -> CareTable {
    let mut table = [[0; 16]; OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        let mut mask = 0;
        while mask < 16 {
            table[row][mask as usize] = care_bits(OPCODES[row].opcode, Mask::from_bits(mask), compat);
            mask += 1;
        }
        row += 1;
    }
    table
}

const fn care_bits(opcode: Opcode, mask: Mask, compat: Compat) -> u32 {
    let used = opcode.descriptor_bits(mask);
    match (compat, opcode) {
        // picasso compares more than x and y, the only components that the hardware uses: in the second source of `cmp`
        // ...
        (Compat::Picasso, Opcode::Cmp) => {
            used | Descriptor::selector_bits(1, Component::Z) | Descriptor::selector_bits(1, Component::W)
        }
        // ... and in the mask of `mova`.
        (Compat::Picasso, Opcode::Mova) => used | Mask::ALL.to_bits() as u32,
        _ => used,
    }
}

/// Returns the descriptor bits that an instruction uses.
pub(super) fn used_bits(opcode: Opcode, mask: Mask, compat: Compat) -> u32 {
    let table = match compat {
        Compat::None => &CARE,
        Compat::Picasso => &PICASSO_CARE,
    };
    table[opcode as usize][usize::from(mask.to_bits())]
}
