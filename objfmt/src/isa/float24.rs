//! The floating-point format of the shader processor.

use std::fmt;

/// The prefix of a float24 that is written as raw bits: `f24$7F8000`.
pub const RAW_PREFIX: &str = "f24$";

/// A float24: 1 sign bit, 7 exponent bits (bias 63), 16 mantissa bits, in the low 24 bits of a `u32`.
///
/// Conversions follow picasso, which truncates; see [`Float24::from_f32`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Float24(u32);

impl Float24 {
    /// The mask of the bits that a float24 occupies.
    pub const MASK: u32 = 0x00FF_FFFF;
    const MANTISSA_BITS: u32 = 16;
    const EXPONENT_MAX: u32 = 0x7F;
    const BIAS: i32 = 63;

    /// Creates a value from its bits. `None` if a bit above the 24th is set.
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::MASK == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// Returns the 24 bits.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Converts from `f32` by truncating the mantissa.
    ///
    /// A re-biased exponent of 0 keeps the mantissa's bits, one below 0 gives a signed zero, and one of `7F` or more
    /// (infinities and NaN included) gives a signed infinity.
    pub fn from_f32(value: f32) -> Self {
        let bits = value.to_bits();
        let sign = (bits >> 31) << 23;
        let biased = (bits >> 23) & 0xFF;
        let mantissa = (bits & 0x7F_FFFF) >> (23 - Self::MANTISSA_BITS);
        // The exponent field is 8 bits wide, so the cast loses nothing.
        let exponent = i32::from((biased & 0xFF) as u8) - 127 + Self::BIAS;
        match u32::try_from(exponent) {
            Err(_) => Self(sign),
            Ok(e) if e >= Self::EXPONENT_MAX => Self(sign | (Self::EXPONENT_MAX << Self::MANTISSA_BITS)),
            Ok(e) => Self(sign | (e << Self::MANTISSA_BITS) | mantissa),
        }
    }

    /// Converts from `f64` by way of `f32`, as picasso does. A direct conversion would give other bits.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounds to nearest, overflows to infinity"
    )]
    pub fn from_f64(value: f64) -> Self {
        Self::from_f32(value as f32)
    }

    /// Returns true if the conversion of `value` overflows: a finite number or NaN becomes an infinity.
    pub fn overflows(value: f32) -> bool {
        !value.is_infinite() && Self::from_f32(value).is_infinite()
    }

    /// Returns true for the two infinities.
    pub fn is_infinite(self) -> bool {
        self.0 & 0x7F_FFFF == Self::EXPONENT_MAX << Self::MANTISSA_BITS
    }

    /// Converts to `f32`. Exponent 0 is read as zero, as the hardware does, and exponent `7F` as an infinity or NaN.
    pub fn to_f32(self) -> f32 {
        let sign = (self.0 >> 23) << 31;
        let exponent = (self.0 >> Self::MANTISSA_BITS) & Self::EXPONENT_MAX;
        let mantissa = (self.0 & 0xFFFF) << (23 - Self::MANTISSA_BITS);
        f32::from_bits(match exponent {
            0 => sign,
            Self::EXPONENT_MAX => sign | (0xFF << 23) | mantissa,
            e => sign | ((e + 127 - Self::BIAS.unsigned_abs()) << 23) | mantissa,
        })
    }
}

impl fmt::Debug for Float24 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Float24({:06X} = {})", self.0, self.to_f32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_conversions() {
        for (value, bits) in [
            (0.0, 0x000000),
            (-0.0, 0x800000),
            (1.0, 0x3F0000),
            (-1.0, 0xBF0000),
            (0.5, 0x3E0000),
            (1.5e-19, 0x00622D),
            (1e-30, 0x000000),
            (1e30, 0x7F0000),
            (f32::NEG_INFINITY, 0xFF0000),
            (f32::NAN, 0x7F0000),
        ] {
            assert_eq!(Float24::from_f32(value).to_bits(), bits, "{value}");
        }
    }

    #[test]
    fn overflow_is_for_finite_numbers_and_nan() {
        assert!(Float24::overflows(2e19));
        assert!(Float24::overflows(f32::NAN));
        assert!(!Float24::overflows(f32::INFINITY));
        assert!(!Float24::overflows(1.8e19));
    }

    #[test]
    fn every_normal_value_survives_f32() {
        for bits in (0..=Float24::MASK).step_by(0x101) {
            let exponent = (bits >> 16) & 0x7F;
            if exponent != 0 && exponent != 0x7F {
                let value = Float24::from_bits(bits).expect("24 bits");
                assert_eq!(Float24::from_f32(value.to_f32()), value);
            }
        }
    }
}
