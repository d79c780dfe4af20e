//! Ranges of numbers, and whether a number can be NaN or infinite.

use crate::ir::evaluate;
use crate::ir::{Binary, Comparison};

/// How a value can come to be NaN or infinite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::passes) enum NonFinite {
    /// It cannot.
    Never,
    /// Only from attributes and uniforms that are so, or that are so large that sums and products of them are.
    FromInputs,
    /// The shader can compute it from ordinary numbers.
    Computed,
}

/// Facts about a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::passes) struct Fact {
    /// The least and the greatest value, unless it is NaN.
    pub(in crate::passes) least: f32,
    pub(in crate::passes) most: f32,
    /// The chance that it is NaN.
    pub(in crate::passes) nan: NonFinite,
    /// The chance that it is infinite.
    pub(in crate::passes) infinite: NonFinite,
}

impl Fact {
    /// Any number that an application uploads.
    pub(super) const UPLOADED: Self = Self {
        least: f32::NEG_INFINITY,
        most: f32::INFINITY,
        nan: NonFinite::FromInputs,
        infinite: NonFinite::FromInputs,
    };

    /// Any integer.
    pub(super) const INTEGER: Self = Self {
        nan: NonFinite::Never,
        infinite: NonFinite::Never,
        ..Self::UPLOADED
    };

    /// Nothing is known.
    pub(super) const ANY: Self = Self {
        nan: NonFinite::Computed,
        infinite: NonFinite::Computed,
        ..Self::UPLOADED
    };

    /// 0, 1 or a number between.
    pub(in crate::passes) const UNIT: Self = Self::between(0.0, 1.0);

    /// Returns a finite number in a range.
    pub(super) const fn between(least: f32, most: f32) -> Self {
        Self {
            least,
            most,
            nan: NonFinite::Never,
            infinite: NonFinite::Never,
        }
    }

    /// Returns a number.
    pub(super) fn literal(number: f32) -> Self {
        if number.is_nan() {
            return Self::ANY;
        }
        let chance = if number.is_finite() {
            NonFinite::Never
        } else {
            NonFinite::Computed
        };
        Self {
            infinite: chance,
            ..Self::between(number, number)
        }
    }

    /// With a range that spans numbers in any order; any range, if one is not a number.
    fn spanning(self, numbers: &[f32]) -> Self {
        if numbers.iter().any(|number| number.is_nan()) {
            return Self {
                least: f32::NEG_INFINITY,
                most: f32::INFINITY,
                ..self
            };
        }
        Self {
            least: numbers.iter().copied().fold(f32::INFINITY, f32::min),
            most: numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max),
            ..self
        }
    }

    /// Marks a number with a finite range as finite.
    fn settled(self) -> Self {
        if self.least.is_finite() && self.most.is_finite() {
            Self {
                infinite: NonFinite::Never,
                ..self
            }
        } else {
            self
        }
    }

    pub(super) fn negative(self) -> Self {
        Self {
            least: -self.most,
            most: -self.least,
            ..self
        }
    }

    /// Returns whether neither this number nor its negative is below 0.
    fn has_sign_of(self, other: Self) -> bool {
        (self.least >= 0.0 && other.least >= 0.0) || (self.most <= 0.0 && other.most <= 0.0)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let opposite = if self.has_sign_of(other) {
            NonFinite::Never
        } else {
            self.infinite.min(other.infinite)
        };
        let sum = Self {
            nan: self.nan.max(other.nan).max(opposite),
            infinite: self.infinite.max(other.infinite),
            ..self
        };
        sum.spanning(&[self.least + other.least, self.most + other.most])
            .settled()
    }

    pub(super) fn times(self, other: Self) -> Self {
        let product = |a, b| evaluate::binary(Binary::Multiply, a, b);
        let both = Self {
            nan: self.nan.max(other.nan),
            infinite: self.infinite.max(other.infinite),
            ..self
        };
        both.spanning(&[
            product(self.least, other.least),
            product(self.least, other.most),
            product(self.most, other.least),
            product(self.most, other.most),
        ])
        .settled()
    }

    pub(super) fn squared(self) -> Self {
        let product = self.times(self);
        Self {
            least: product.least.max(0.0),
            ..product
        }
    }

    /// Returns the fact about a value that is one of two numbers.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            nan: self.nan.max(other.nan),
            infinite: self.infinite.max(other.infinite),
        }
    }

    /// Returns the smaller of two numbers. The GPU may exchange operands, so that either may win over NaN, if NaN
    /// `counts`.
    pub(super) fn minimum(self, other: Self, counts: NonFinite) -> Self {
        let both = self.union(other);
        if both.nan >= counts {
            // The other one may be the result, wherever it lies.
            return both.settled();
        }
        Self {
            most: self.most.min(other.most),
            ..both
        }
        .settled()
    }

    pub(super) fn maximum(self, other: Self, counts: NonFinite) -> Self {
        let least = self.negative().minimum(other.negative(), counts);
        least.negative()
    }

    /// Returns the greatest integer that is not above the number.
    pub(super) fn floor(self) -> Self {
        Self {
            least: self.least.floor(),
            most: self.most.floor(),
            ..self
        }
    }

    pub(super) fn reciprocal(self) -> Self {
        let is_apart = self.least > 0.0 || self.most < 0.0;
        let (least, most) = match () {
            () if self.least > 0.0 => (1.0 / self.most, 1.0 / self.least),
            () if self.most < 0.0 => (1.0 / self.most, 1.0 / self.least),
            () => (f32::NEG_INFINITY, f32::INFINITY),
        };
        Self {
            least,
            most,
            nan: self.nan,
            infinite: if is_apart {
                NonFinite::Never
            } else {
                NonFinite::Computed
            },
        }
    }

    pub(super) fn reciprocal_root(self) -> Self {
        let is_apart = self.least > 0.0;
        Self {
            least: 0.0,
            most: f32::INFINITY,
            nan: self.of_negative(),
            infinite: if is_apart {
                NonFinite::Never
            } else {
                NonFinite::Computed
            },
        }
    }

    /// Returns whether a root or a logarithm is NaN.
    fn of_negative(self) -> NonFinite {
        if self.least >= 0.0 {
            self.nan
        } else {
            NonFinite::Computed
        }
    }

    pub(super) fn logarithm(self) -> Self {
        let infinite = if self.least > 0.0 {
            self.infinite
        } else {
            NonFinite::Computed
        };
        Self {
            nan: self.of_negative(),
            infinite,
            ..Self::ANY
        }
    }

    pub(super) fn power_of_two(self) -> Self {
        /// Powers with larger exponents may be infinite.
        const LARGEST: f32 = 63.0;
        let infinite = if self.most <= LARGEST {
            NonFinite::Never
        } else {
            NonFinite::Computed
        };
        let most = if self.most <= LARGEST {
            // One more than the exponent covers all errors of rounding.
            libm::exp2f(self.most + 1.0)
        } else {
            f32::INFINITY
        };
        Self {
            least: 0.0,
            most,
            nan: self.nan,
            infinite,
        }
    }

    /// Returns the fact about a number for which a comparison with another one holds.
    pub(super) fn where_holds(self, comparison: Comparison, other: Self) -> Self {
        let above = |number: f32| {
            // The next number above 0 has a reciprocal and a logarithm.
            if number == 0.0 { f32::MIN_POSITIVE } else { number }
        };
        let mut found = Self {
            nan: NonFinite::Never,
            ..self
        };
        match comparison {
            Comparison::NotEqual => return self,
            Comparison::Equal => {
                found.least = self.least.max(other.least);
                found.most = self.most.min(other.most);
                found.infinite = self.infinite.min(other.infinite);
            }
            Comparison::Greater => found.least = self.least.max(above(other.least)),
            Comparison::GreaterEqual => found.least = self.least.max(other.least),
            Comparison::Less => found.most = self.most.min(-above(-other.most)),
            Comparison::LessEqual => found.most = self.most.min(other.most),
        }
        found.settled()
    }
}
