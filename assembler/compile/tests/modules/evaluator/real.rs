//! Numbers with bounds of their errors.
//!
//! The value is exact. The bound covers all allowed translations: constants have 17 significant bits, sums and products
//! may be reassociated, and functions have the errors that the page about the language names.
//!
//! An undefined number has the value NaN, and so have results of it. It may be computed as long as no shown result
//! depends on it.

use std::cmp::Ordering;

use super::Stop;

/// The largest magnitude of a number that runs are compared for.
const LARGEST: f64 = 1e6;

/// Half of the distance of two neighbours near 1 that 17 significant bits distinguish.
const STEP: f64 = 1.0 / 131_072.0;

/// The smallest positive number of the GPU's registers, 2^-62.
const SMALLEST: f64 = 2.2e-19;

/// The error of a sine or cosine, and the additional error for each radian of the angle.
const SINE: [f64; 2] = [2e-5, 2e-6];

/// The error of an inverse of a trigonometric or hyperbolic function.
const INVERSE: f64 = 3e-5;

/// A number, and the maximum error of a translation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Real {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

pub(super) type Result = std::result::Result<Real, Stop>;

impl Real {
    /// An undefined number.
    pub(crate) const OPEN: Self = Self {
        value: f64::NAN,
        error: 0.0,
    };

    /// Returns whether the number is undefined in the language or on the GPU.
    pub(crate) const fn is_open(self) -> bool {
        self.value.is_nan()
    }

    /// Returns a number that all translations have exactly, or round to 17 significant bits.
    pub(crate) fn new(value: f64) -> Self {
        Self {
            value,
            error: rounding(value),
        }
    }

    /// Returns a small integer.
    pub(crate) const fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// Returns the result of an operation, with the errors of the operands and of rounding, unless the operands are
    /// exact and the result has few digits.
    fn rounded(value: f64, error: f64) -> Result {
        Self::limited(value, error + rounding(value))
    }

    /// Returns the result of an operation that the GPU always rounds.
    fn inexact(value: f64, error: f64) -> Result {
        Self::limited(value, error + value.abs() * STEP)
    }

    fn limited(value: f64, error: f64) -> Result {
        if value.is_nan() || value.abs() > LARGEST {
            return Ok(Self::OPEN);
        }
        if error.is_nan() || error > 0.25 * value.abs().max(1.0) {
            return Ok(Self::OPEN);
        }
        let is_lost = value != 0.0 && value.abs() < SMALLEST;
        let error = if is_lost { error.max(SMALLEST) } else { error };
        Ok(Self { value, error })
    }

    pub(crate) fn low(self) -> f64 {
        self.value - self.error
    }

    pub(crate) fn high(self) -> f64 {
        self.value + self.error
    }

    pub(super) fn negate(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }

    pub(super) fn absolute(self) -> Self {
        Self {
            value: self.value.abs(),
            ..self
        }
    }

    pub(super) fn add(self, other: Self) -> Result {
        Self::rounded(self.value + other.value, self.error + other.error)
    }

    pub(super) fn subtract(self, other: Self) -> Result {
        self.add(other.negate())
    }

    pub(super) fn multiply(self, other: Self) -> Result {
        let error = self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self::rounded(self.value * other.value, error)
    }

    pub(super) fn reciprocal(self) -> Result {
        let least = self.value.abs() - self.error;
        if least <= 1e-6 {
            return Ok(Self::OPEN);
        }
        let inverse = 1.0 / self.value;
        Self::inexact(inverse, self.error * inverse.abs() / least)
    }

    pub(super) fn divide(self, other: Self) -> Result {
        self.multiply(other.reciprocal()?)
    }

    /// How the number compares with another one.
    pub(super) fn compare(self, other: Self) -> std::result::Result<Ordering, Stop> {
        if self.is_open() || other.is_open() {
            return Err(Stop::Undefined("an open number is compared"));
        }
        let error = self.error + other.error;
        if error > 0.0 && (self.value - other.value).abs() <= error {
            return Err(Stop::Undecided("nearly equal numbers are compared"));
        }
        // Neither number is NaN.
        Ok(self.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal))
    }

    pub(super) fn minimum(self, other: Self) -> Self {
        if self.is_open() || other.is_open() {
            return Self::OPEN;
        }
        let chosen = if self.value <= other.value { self } else { other };
        Self {
            value: chosen.value,
            error: self.error_of_choice(other, chosen),
        }
    }

    pub(super) fn maximum(self, other: Self) -> Self {
        self.negate().minimum(other.negate()).negate()
    }

    fn error_of_choice(self, other: Self, chosen: Self) -> f64 {
        let are_apart = (self.value - other.value).abs() > self.error + other.error;
        if are_apart {
            chosen.error
        } else {
            self.error.max(other.error)
        }
    }

    /// Returns the result of a function with steps.
    pub(super) fn step(self, function: impl Fn(f64) -> f64) -> Result {
        if self.is_open() {
            return Ok(Self::OPEN);
        }
        let [low, high] = [function(self.low()), function(self.high())];
        if (low - high).abs() > 0.0 {
            return Ok(Self::OPEN);
        }
        Ok(Self::exact(function(self.value)))
    }

    /// Returns the result of a function that grows or falls over the numbers that this may be.
    fn monotone(self, function: impl Fn(f64) -> f64) -> Result {
        let value = function(self.value);
        let error = |end: f64| (function(end) - value).abs();
        Self::inexact(value, error(self.low()).max(error(self.high())))
    }

    pub(super) fn square_root(self) -> Result {
        if self.low() < 0.0 {
            return Ok(Self::OPEN);
        }
        if self.high() <= 0.0 {
            return Ok(Self::exact(0.0));
        }
        self.monotone(f64::sqrt)
    }

    pub(super) fn exp2(self) -> Result {
        self.monotone(f64::exp2)
    }

    pub(super) fn exp(self) -> Result {
        // The factor that makes an exponent of 2 is rounded.
        let grown = Self {
            value: self.value,
            error: self.error + self.value.abs() * STEP,
        };
        grown.monotone(f64::exp)
    }

    pub(super) fn log2(self) -> Result {
        if self.low() <= 0.0 {
            return Ok(Self::OPEN);
        }
        let result = self.monotone(f64::log2)?;
        Self::inexact(result.value, result.error + 1e-6)
    }

    pub(super) fn log(self) -> Result {
        self.log2()?.multiply(Self::new(std::f64::consts::LN_2))
    }

    pub(super) fn power(self, exponent: Self) -> Result {
        if self.high() <= 0.0 && self.low() >= 0.0 {
            return if exponent.low() > 0.0 {
                Ok(Self::exact(0.0))
            } else {
                Ok(Self::OPEN)
            };
        }
        self.log2()?.multiply(exponent)?.exp2()
    }

    /// Returns an inverse of a trigonometric or hyperbolic function, for numbers in a range.
    pub(super) fn inverse(self, range: [f64; 2], function: impl Fn(f64) -> f64) -> Result {
        let [first, last] = range;
        if self.low() < first || self.high() > last {
            return Ok(Self::OPEN);
        }
        let result = self.monotone(function)?;
        Self::limited(result.value, result.error + INVERSE)
    }

    /// Returns the angle of the direction of the point with this height and a width.
    pub(super) fn angle(self, width: Self) -> Result {
        let square = self.value * self.value + width.value * width.value;
        let error = self.value.abs() * width.error + width.value.abs() * self.error;
        let is_near_cut = width.low() <= 0.0 && self.error > 0.0 && self.value.abs() <= self.error;
        if square.sqrt() <= 1e-3 + 2.0 * (self.error + width.error) || is_near_cut {
            return Ok(Self::OPEN);
        }
        // The GPU has no negative zeros.
        let value = (self.value + 0.0).atan2(width.value);
        Self::limited(value, 2.0 * error / square + INVERSE)
    }

    pub(super) fn sine(self) -> Result {
        self.wave(f64::sin)
    }

    pub(super) fn cosine(self) -> Result {
        self.wave(f64::cos)
    }

    fn wave(self, function: impl Fn(f64) -> f64) -> Result {
        let [constant, slope] = SINE;
        let error = self.error + constant + slope * self.value.abs();
        Self::limited(function(self.value), error)
    }
}

/// Returns the error of a number when it is rounded to 17 significant bits.
fn rounding(value: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "what is lost is what this is about")]
    let single = value as f32;
    let is_short = single.to_bits() & 0x7f == 0;
    if is_short && (f64::from(single) - value).abs() <= 0.0 {
        0.0
    } else {
        value.abs() * STEP
    }
}
