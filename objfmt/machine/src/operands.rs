//! The operands of an instruction: registers through descriptors and address registers.

use pica200_objfmt::observe::Observer;

use crate::arithmetic::rounded;

use crate::program::Program;
use crate::registers::{Vector, Vectors, relative};
use crate::step::{Source, Step};

/// Reads a source, with swizzle and sign.
#[inline(always)]
pub(crate) fn read(vectors: &Vectors, source: &Source) -> Vector {
    let register = vectors.get(source.register);
    let sign = u32::from(source.sign) << 24;
    source
        .lanes
        .map(|lane| f32::from_bits(register[usize::from(lane & 3)].to_bits() ^ sign))
}

/// The sources of a step; `shifted` holds them if one is relative.
#[inline(always)]
pub(crate) fn sources<'s>(
    step: &'s Step,
    addresses: [i32; 3],
    shifted: &'s mut Option<[Source; 3]>,
) -> &'s [Source; 3] {
    if !step.relative {
        return &step.sources;
    }
    let sources = shifted.insert(step.sources);
    let offset = addresses[usize::from(step.index) % 3];
    let wide = &mut sources[usize::from(step.wide) % 3];
    wide.register = relative(wide.register, offset);
    sources
}

/// All operands, for observers that need them, because the destination may be one of them.
#[inline(always)]
pub(crate) fn operands<O: Observer<Program>>(
    vectors: &Vectors,
    sources: &[Source; 3],
) -> [Vector; 3] {
    if O::DETAILS {
        sources.map(|source| read(vectors, &source))
    } else {
        [[0.0; 4]; 3]
    }
}

/// For each destination mask, the components that it keeps: all bits of a component, or none.
const WRITTEN: [[u32; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut lane = 0;
        while lane < 4 {
            if mask & (8 >> lane) != 0 {
                table[mask][lane] = u32::MAX;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Writes the components in the mask.
#[inline(always)]
pub(crate) fn write<const ROUND: bool>(vectors: &mut Vectors, step: &Step, value: Vector) {
    let value = if ROUND { value.map(rounded) } else { value };
    let written = WRITTEN[usize::from(step.mask & 15)];
    let register = vectors.get_mut(step.destination);
    for lane in 0..4 {
        let bits =
            value[lane].to_bits() & written[lane] | register[lane].to_bits() & !written[lane];
        register[lane] = f32::from_bits(bits);
    }
}
