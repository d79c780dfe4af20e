//! The precision of numbers.

use crate::arithmetic::rounded;

/// The precision of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// `f32`, as in tested emulators.
    #[default]
    Single,
    /// Values that are set, and the result of each instruction, are truncated to a float24, as registers hold them.
    /// Within an instruction, numbers are `f32`, because the machine's rounding there is not known.
    Float24,
}

impl Precision {
    /// A vector as registers hold it.
    #[inline]
    pub(crate) fn keep(self, value: [f32; 4]) -> [f32; 4] {
        value.map(|number| self.keep_number(number))
    }

    /// A component as registers hold it.
    #[inline(always)]
    pub(crate) fn keep_number(self, number: f32) -> f32 {
        match self {
            Self::Single => number,
            Self::Float24 => rounded(number),
        }
    }
}
