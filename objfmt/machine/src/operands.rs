//! Operands of an instruction: registers through descriptors and address registers.

use pica200_objfmt::observe::Observer;

use crate::arithmetic::{Operands, map, truncate_to_float24};

use crate::program::Program;
use crate::registers::{Vector, Vectors, relative, row};
use crate::step::{Source, Step};

/// Reads a component of a source, with swizzle and negation.
#[inline(always)]
pub(crate) fn read<const N: usize>(vectors: &Vectors<N>, source: &Source, component: usize) -> [f32; N] {
    let sign = u32::from(source.sign) << 24;
    let numbers = *vectors.row(source.rows[component % 4]);
    map(numbers, |number| f32::from_bits(number.to_bits() ^ sign))
}

/// Returns the sources of a step. `shifted` is storage for the sources of a step with a relative one.
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
    *wide = wide.of_register(relative(wide.register(), offset));
    sources
}

/// Returns all operands for observers that ask for details, read before the destination is overwritten.
#[inline(always)]
pub(crate) fn operands<O: Observer<Program>>(vectors: &Vectors<1>, sources: &[Source; 3]) -> [Vector; 3] {
    if O::DETAILS {
        sources.map(|source| {
            [0, 1, 2, 3].map(|component| {
                let [number] = read(vectors, &source, component);
                number
            })
        })
    } else {
        [[0.0; 4]; 3]
    }
}

/// For each destination mask, the bit masks of its components: all bits of a component, or none.
const WRITTEN: [[u32; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut component = 0;
        while component < 4 {
            if mask & (8 >> component) != 0 {
                table[mask][component] = u32::MAX;
            }
            component += 1;
        }
        mask += 1;
    }
    table
};

/// Execution of an instruction: its sources, and its result before it is written.
pub(crate) struct Execution<'s> {
    pub(crate) vectors: &'s Vectors<1>,
    pub(crate) sources: &'s [Source; 3],
    pub(crate) result: Vector,
}

impl Operands<1> for Execution<'_> {
    #[inline(always)]
    fn source(&self, operand: usize, component: usize) -> [f32; 1] {
        read(self.vectors, &self.sources[operand % 3], component)
    }

    #[inline(always)]
    fn is_written(&self, _: usize) -> bool {
        // Computing all components at once is faster than a branch for each.
        true
    }

    #[inline(always)]
    fn write(&mut self, component: usize, [number]: [f32; 1]) {
        self.result[component % 4] = number;
    }
}

/// Writes the components in the mask.
#[inline(always)]
pub(crate) fn write<const ROUND: bool>(vectors: &mut Vectors<1>, step: &Step, value: Vector) {
    let value = if ROUND { value.map(truncate_to_float24) } else { value };
    let written = WRITTEN[usize::from(step.mask & 15)];
    for component in 0..4 {
        let [old] = vectors.row_mut(row(step.destination, component));
        let bits = value[component].to_bits() & written[component] | old.to_bits() & !written[component];
        *old = f32::from_bits(bits);
    }
}
