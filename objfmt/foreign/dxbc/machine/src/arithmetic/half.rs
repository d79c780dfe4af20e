//! 16-bit floats.

/// Rounds to the nearest half, ties to even. The result is in the low 16 bits. Numbers from 65520 up become infinities.
/// A NaN keeps its sign and the upper payload bits, and becomes quiet.
pub(super) fn from_single(bits: u32) -> u32 {
    let sign = bits >> 16 & 0x8000;
    let magnitude = bits & 0x7FFF_FFFF;
    let half = match magnitude {
        0x7F80_0001.. => 0x7E00 | magnitude >> 13 & 0x1FF,
        0x477F_F000.. => 0x7C00,
        // From 2^-14 up, the half is normal: the exponent bias changes from 127 to 15.
        0x3880_0000.. => rounded(magnitude - (112 << 23), 13),
        // 2^-25 and less are at most half of the smallest half.
        0..=0x3300_0000 => 0,
        _ => {
            let exponent = magnitude >> 23;
            let significand = magnitude & 0x7F_FFFF | 0x80_0000;
            rounded(significand, 126 - exponent)
        }
    };
    sign | half
}

/// Removes the lowest `bits` bits, rounding to nearest, ties to even. `bits` is 1 to 24.
fn rounded(number: u32, bits: u32) -> u32 {
    let kept = number >> bits;
    let lost = number & ((1 << bits) - 1);
    let middle = 1 << (bits - 1);
    kept + u32::from(lost > middle || lost == middle && kept & 1 == 1)
}

/// Converts the half in the low 16 bits to a float.
pub(super) fn to_single(bits: u32) -> u32 {
    let sign = (bits & 0x8000) << 16;
    let (exponent, fraction) = (bits >> 10 & 31, bits & 0x3FF);
    let magnitude = match (exponent, fraction) {
        (0, 0) => 0,
        // A subnormal half: fraction * 2^-24, which is exact in a float.
        (0, _) => (fraction as f32 / 16_777_216.0).to_bits(),
        (31, _) => 0x7F80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    sign | magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive() {
        for half in 0..0x1_0000 {
            let single = to_single(half);
            let is_signalling = half & 0x7E00 == 0x7C00 && half & 0x1FF != 0;
            let expected = if is_signalling { half | 0x200 } else { half };
            assert_eq!(from_single(single), expected, "{half:04x}");
        }
    }

    #[test]
    fn known_values() {
        let table = [
            (1.0, 0x3C00),
            (-2.0, 0xC000),
            (65504.0, 0x7BFF),
            (65519.996, 0x7BFF),
            (65520.0, 0x7C00),
            (f32::INFINITY, 0x7C00),
            // 2^-14, 2^-24, half of it, and a little more.
            (6.103_515_6e-5, 0x0400),
            (5.960_464_5e-8, 0x0001),
            (2.980_232_2e-8, 0x0000),
            (2.980_232_6e-8, 0x0001),
            // Tie between 1 and the next half, 1 + 2^-10: rounds to even.
            (1.000_488_3, 0x3C00),
            (1.001_464_8, 0x3C02),
        ];
        for (single, half) in table {
            assert_eq!(from_single(f32::to_bits(single)), half, "{single}");
        }
    }
}
