//! Precision of numbers.

use crate::arithmetic::truncate_to_float24;

/// The precision of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// `f32`, as in tested emulators.
    #[default]
    Single,
    /// Values that are set, and the result of each instruction, are truncate_to_integer to a float24, which is the
    /// format of registers. Within an instruction, numbers are `f32`, because the rounding of the hardware there is
    /// unknown.
    Float24,
}

impl Precision {
    /// Converts a vector to the format of registers.
    #[inline]
    pub(crate) fn round(self, value: [f32; 4]) -> [f32; 4] {
        value.map(|number| self.round_component(number))
    }

    /// Converts a component to the format of registers.
    #[inline(always)]
    pub(crate) fn round_component(self, number: f32) -> f32 {
        match self {
            Self::Single => number,
            Self::Float24 => truncate_to_float24(number),
        }
    }
}
