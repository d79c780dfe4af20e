//! Words assembled from their fields by hand, independent of the opcode table and the encoder.

use pica200_machine::{Machine, Vector};

use crate::common::*;

pub(crate) const NAN: f32 = f32::NAN;
pub(crate) const INF: f32 = f32::INFINITY;
pub(crate) const MAX: f32 = f32::MAX;
/// The smallest number above 0.
pub(crate) const TINY: f32 = tiny(1);

/// Returns a subnormal number, as a multiple of the smallest.
pub(crate) const fn tiny(multiple: u32) -> f32 {
    f32::from_bits(multiple)
}

/// The lowest bit of each field of a word format, except for the descriptor.
pub(crate) struct Format {
    pub(crate) opcode: u32,
    pub(crate) destination: u32,
    pub(crate) index: u32,
    pub(crate) sources: &'static [u32],
    /// The index of the 7-bit source, which can be a uniform.
    pub(crate) wide: usize,
}

pub(crate) const ONE: Format = Format {
    opcode: 26,
    destination: 21,
    index: 19,
    sources: &[12, 7],
    wide: 0,
};
pub(crate) const UNARY: Format = Format { sources: &[12], ..ONE };
pub(crate) const INVERTED: Format = Format {
    sources: &[14, 7],
    wide: 1,
    ..ONE
};
pub(crate) const MAD: Format = Format {
    opcode: 29,
    destination: 24,
    index: 22,
    sources: &[17, 10, 5],
    wide: 1,
};
pub(crate) const MADI: Format = Format {
    sources: &[17, 12, 5],
    wide: 2,
    ..MAD
};

/// `end`.
pub(crate) const END: u32 = 0x22 << 26;
/// All four components unchanged: the full mask, and three identity swizzles.
pub(crate) const COPY: u32 = 0b1111 | 0b0001_1011 << 5 | 0b0001_1011 << 14 | 0b0001_1011 << 23;
/// The sign bits of the three sources.
pub(crate) const NEGATE: [u32; 3] = [1 << 4, 1 << 13, 1 << 22];

impl Format {
    /// Encodes an instruction to `r0` with descriptor 0. Its wide source is `c10`, the others `r1`, `r2`, `r3`.
    pub(crate) fn word(&self, opcode: u32, index: u32) -> u32 {
        let fixed = opcode << self.opcode | 0x10 << self.destination | index << self.index;
        self.sources.iter().enumerate().fold(fixed, |word, (n, at)| {
            let narrow = 0x11 + u32::try_from(n).unwrap_or(0);
            word | (if n == self.wide { 0x20 + 10 } else { narrow }) << at
        })
    }

    /// Sets the operands in the registers that [`Self::word`] reads.
    pub(crate) fn set(&self, machine: &mut Machine, operands: &[Vector]) {
        assert_eq!(operands.len(), self.sources.len());
        for ((place, number), value) in (0..).zip(1..).zip(operands) {
            let register = if place == self.wide {
                float(10)
            } else {
                temporary(number)
            };
            set(machine, register, *value);
        }
    }
}

/// Returns the value that an instruction writes to `r0`, which holds 0.5 in all components before.
pub(crate) fn written(format: &Format, opcode: u32, descriptor: u32, operands: &[Vector]) -> Vector {
    let program = words_with(&[format.word(opcode, 0), END], &[descriptor]);
    let mut machine = Machine::new(&program);
    set(&mut machine, temporary(0), [0.5; 4]);
    format.set(&mut machine, operands);
    machine.run(BUDGET).expect("it ends");
    get(&machine, temporary(0))
}

/// Compares bits, so that signs of zeros are significant; all NaNs are equal.
pub(crate) fn assert_same(found: Vector, expected: Vector) {
    let bits = |v: Vector| v.map(|x| if x.is_nan() { 0x7FC0_0000 } else { x.to_bits() });
    assert_eq!(bits(found), bits(expected), "{found:?}, not {expected:?}");
}
