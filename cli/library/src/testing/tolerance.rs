//! Comparison of numbers with expectations.

use crate::shader::numbers::Number;

/// Default tolerance: allows for a few rounding errors of numbers up to 100.
pub const DEFAULT_TOLERANCE: f32 = 0.00001;

/// Returns true if a number matches the expected one.
///
/// The difference must be at most the tolerance. NaN matches NaN, an infinity matches the same infinity, and -0 matches
/// 0.
pub(super) fn fits(got: Number, expected: Number, tolerance: f32) -> bool {
    // The difference of two 32-bit numbers is precise enough in f64.
    let (got, expected) = (got.to_f64(), expected.to_f64());
    if expected.is_nan() || expected.is_infinite() {
        return got == expected || got.is_nan() && expected.is_nan();
    }
    (got - expected).abs() <= f64::from(tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(got: f32, expected: f32, tolerance: f32) -> bool {
        super::fits(got.into(), expected.into(), tolerance)
    }

    #[test]
    fn integers_are_compared_exactly() {
        let most = Number::from(u32::MAX);
        assert!(super::fits(most, most, 0.0));
        assert!(!super::fits(most, Number::from(u32::MAX - 1), 0.5));
        assert!(super::fits(Number::from(2), Number::from(2.0), 0.0));
    }

    #[test]
    fn the_tolerance_is_a_distance() {
        assert!(fits(1.5, 1.0, 0.5) && fits(0.5, 1.0, 0.5));
        assert!(!fits(1.500_000_1, 1.0, 0.5));
        assert!(fits(1.0, 1.0, 0.0) && !fits(1.0 + f32::EPSILON, 1.0, 0.0));
        // A tenth is not exact: a distance in f32 would be rounded.
        assert!(!fits(16_777_216.0, 16_777_215.0, 0.999_999_94));
    }

    #[test]
    fn zeros_fit_each_other_whatever_their_sign() {
        assert!(fits(-0.0, 0.0, 0.0) && fits(0.0, -0.0, 0.0));
    }

    #[test]
    fn nan_fits_nan_alone() {
        assert!(fits(f32::NAN, f32::NAN, 0.0) && fits(-f32::NAN, f32::NAN, 0.0));
        for number in [0.0, 1.0, f32::INFINITY] {
            assert!(!fits(f32::NAN, number, f32::MAX));
            assert!(!fits(number, f32::NAN, f32::MAX));
        }
    }

    #[test]
    fn infinities_fit_themselves_alone() {
        let infinity = f32::INFINITY;
        assert!(fits(infinity, infinity, 0.0) && fits(-infinity, -infinity, 0.0));
        assert!(!fits(infinity, -infinity, f32::MAX));
        assert!(!fits(f32::MAX, infinity, f32::MAX));
        assert!(!fits(infinity, f32::MAX, f32::MAX));
    }
}
