//! 32-bit integers of the source languages, and the integers that the GPU's floats hold exactly.

/// The largest magnitude up to which the floats of the GPU hold all integers.
pub const LARGEST_INTEGER: i64 = 1 << 17;

/// An operation on two 32-bit integers.
///
/// A number means the 32-bit integer that is congruent to it modulo 2^32, so that 4294967295 and -1 are the same. The
/// result is signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bitwise {
    /// The bits that both have.
    And,
    /// The bits that one of them has, or both.
    Or,
    /// The bits that one of them alone has.
    Xor,
    /// The first one, shifted to the left by the second one modulo 32.
    ShiftLeft,
    /// The first one, shifted to the right by the second one modulo 32, with copies of its sign.
    ShiftRight,
    /// The first one, shifted to the right by the second one modulo 32, with zeros.
    ShiftRightUnsigned,
}

impl Bitwise {
    /// Returns the name of the operation.
    pub const fn mnemonic(self) -> &'static str {
        match self {
            Self::And => "bit-and",
            Self::Or => "bit-or",
            Self::Xor => "bit-xor",
            Self::ShiftLeft => "shift-left",
            Self::ShiftRight => "shift-right",
            Self::ShiftRightUnsigned => "shift-right-unsigned",
        }
    }

    /// Returns whether the operands may be exchanged.
    pub const fn commutes(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// Returns the result for two integers.
    pub const fn evaluate(self, a: i32, b: i32) -> i32 {
        let count = b.cast_unsigned();
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::ShiftLeft => a.wrapping_shl(count),
            Self::ShiftRight => a.wrapping_shr(count),
            Self::ShiftRightUnsigned => a.cast_unsigned().wrapping_shr(count).cast_signed(),
        }
    }
}

/// Returns the 32-bit integer that is congruent to a number modulo 2^32.
pub const fn wrapped(number: i64) -> i32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    i32::from_le_bytes([a, b, c, d])
}

/// Returns the integer that a number is, if it is one of up to 2^32 in magnitude.
pub fn integer(number: f32) -> Option<i64> {
    const LIMIT: f32 = 4_294_967_296.0;
    if number.abs() > LIMIT || libm::truncf(number) - number != 0.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the number is an integer in the range")]
    Some(number as i64)
}

/// Returns the nearest float.
#[expect(clippy::cast_precision_loss, reason = "the nearest float is what is wanted")]
pub const fn nearest(number: i64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::{Bitwise, integer, wrapped};

    #[test]
    fn operations_are_those_of_32_bits() {
        use Bitwise as B;
        let rows = [
            (B::And, -4, 7, 4),
            (B::Or, -8, 3, -5),
            (B::Xor, -1, 5, -6),
            (B::ShiftLeft, 3, 33, 6),
            (B::ShiftLeft, 1, 31, i32::MIN),
            (B::ShiftRight, -5, 1, -3),
            (B::ShiftRightUnsigned, -1, 28, 15),
        ];
        for (operation, a, b, expected) in rows {
            assert_eq!(operation.evaluate(a, b), expected, "{a} {operation:?} {b}");
        }
        assert_eq!(wrapped(4_294_967_295), -1);
        assert_eq!(wrapped(-4_294_967_297), -1);
        assert_eq!(integer(-3.0), Some(-3));
        assert_eq!(integer(2.5), None);
        assert_eq!(integer(f32::NAN), None);
    }
}
