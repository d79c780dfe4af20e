//! The types as which the bits of a component can be read.
//!
//! Components of Direct3D's registers are 32 bits without a type. The GPU has neither bits nor integers, so the
//! translation tracks the contents of each component as a set of views: several if any of them gives the right value,
//! as for the bits of a literal. A component loses the views that an assignment on some path does not give.

use crate::ir::Type;

/// A set of views.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Views(u8);

impl Views {
    /// The bits are not read, or do not matter because of an error.
    pub(super) const ALL: Self = Self(31);
    /// None: paths give values of different types.
    pub(super) const NONE: Self = Self(0);
    /// A float.
    pub(super) const FLOAT: Self = Self(1);
    /// An integer.
    pub(super) const INT: Self = Self(2);
    /// All bits are set for true, none for false.
    pub(super) const BOOLEAN: Self = Self(4);
    /// An integer that is not negative.
    pub(super) const UNSIGNED: Self = Self(2 | 8);
    /// Bits of which nothing but the sign is known: quotients of signed integers begin with them.
    pub(super) const SIGN: Self = Self(16);

    /// Returns whether all views of another set are in this one.
    pub(super) const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the views in both sets.
    #[must_use]
    pub(super) const fn meet(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the views in either set.
    #[must_use]
    pub(super) const fn join(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set, with this view if a condition holds.
    #[must_use]
    pub(super) const fn with(self, other: Self, condition: bool) -> Self {
        if condition { self.join(other) } else { self }
    }

    /// Returns the views of literal bits. Small numbers are integers; as floats they are next to 0.
    pub(super) const fn of_literal(bits: u32) -> Self {
        let integer = bits.cast_signed();
        let is_number = !f32::from_bits(bits).is_nan();
        Self::NONE
            .with(Self::FLOAT, is_number)
            .with(Self::INT, integer.unsigned_abs() <= MAX_SEEN)
            .with(Self::UNSIGNED, bits <= MAX_SEEN)
            .with(Self::BOOLEAN, bits == 0 || bits == u32::MAX)
            .with(Self::SIGN, bits == 0)
    }

    /// Returns the first type among the views.
    pub(super) const fn name(self) -> &'static str {
        if self.contains(Self::FLOAT) {
            "a float"
        } else if self.contains(Self::INT) {
            "an integer"
        } else if self.contains(Self::BOOLEAN) {
            "a truth value"
        } else if self.contains(Self::SIGN) {
            "the result of `xor`, of which only the sign is known"
        } else {
            "a value of one type on one path, of another type on another"
        }
    }
}

/// The largest magnitude of an integer among literals. Larger ones are floats.
const MAX_SEEN: u32 = 0x70_0000;

/// The largest magnitude up to which all integers are floats of the GPU, which have 16 bits after the first one.
pub(super) const MAX_EXACT: u32 = 1 << 17;

/// A view, and the type of the IR that it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum View {
    Float,
    Int,
    Bool,
    Sign,
}

/// A value for each view.
pub(super) type ByView<T> = [T; View::ALL.len()];

impl View {
    pub(super) const ALL: [Self; 4] = [Self::Float, Self::Int, Self::Bool, Self::Sign];

    /// Returns the set of this view alone.
    pub(super) const fn alone(self) -> Views {
        match self {
            Self::Float => Views::FLOAT,
            Self::Int => Views::INT,
            Self::Bool => Views::BOOLEAN,
            Self::Sign => Views::SIGN,
        }
    }

    /// Returns the type of values.
    pub(super) const fn kind(self) -> Type {
        match self {
            Self::Float => Type::Float,
            Self::Int => Type::Int,
            Self::Bool | Self::Sign => Type::Bool,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_views_that_their_bits_can_have() {
        let of = Views::of_literal;
        assert_eq!(of(0), Views::ALL);
        assert_eq!(of(1), Views::FLOAT.join(Views::UNSIGNED));
        assert_eq!(of(u32::MAX), Views::INT.join(Views::BOOLEAN));
        assert_eq!(of((-5_i32).cast_unsigned()), Views::INT);
        assert_eq!(of(1.0_f32.to_bits()), Views::FLOAT);
        assert_eq!(of((-1.0_f32).to_bits()), Views::FLOAT);
        assert_eq!(of(0x7FC0_0000), Views::NONE);
        assert_eq!(of(200_000), Views::FLOAT.join(Views::UNSIGNED));
    }
}
