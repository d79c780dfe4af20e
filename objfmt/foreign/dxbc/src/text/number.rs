//! Numbers in literals. The compiler's C library formats some of them differently.

use std::fmt;

use super::Compiler;
use crate::program::Class;

/// Floats from this magnitude on have 17 digits, followed by zeros.
const MANY_DIGITS: f64 = 1e17;
/// The largest integer printed in decimal.
const MAX_DECIMAL: u32 = 10_000;

/// A 32-bit value, formatted as its class.
pub(super) struct Value(pub(super) u32, pub(super) Class, pub(super) Compiler);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bits, class, compiler) = *self;
        match class {
            Class::Float | Class::Double => write_float(f, bits, compiler),
            Class::Int => write_signed(f, bits, compiler),
            Class::Uint => write_unsigned(f, bits, compiler),
            Class::Untyped => {
                let class = match (Class::seen_in(bits), compiler) {
                    // Version 10 prints all small negative integers as signed.
                    (Class::Uint, Compiler::V10) => Class::Int,
                    (class, _) => class,
                };
                Self(bits, class, compiler).fmt(f)
            }
        }
    }
}

/// Formats a signed integer. Version 10 prints negative integers of large magnitude in hexadecimal as well. The limit
/// is probable: files have -40 and 0xc8000000.
fn write_signed(f: &mut fmt::Formatter<'_>, bits: u32, compiler: Compiler) -> fmt::Result {
    match bits.cast_signed() {
        signed @ ..0 if compiler == Compiler::V9 || signed.unsigned_abs() <= MAX_DECIMAL => {
            write!(f, "{signed}")
        }
        _ => write_positive(f, bits),
    }
}

/// Formats an unsigned integer. The largest ones are printed as negative integers.
fn write_unsigned(f: &mut fmt::Formatter<'_>, bits: u32, compiler: Compiler) -> fmt::Result {
    if bits >= 0xFFFF_FFF0 {
        write_signed(f, bits, compiler)
    } else {
        write_positive(f, bits)
    }
}

fn write_positive(f: &mut fmt::Formatter<'_>, bits: u32) -> fmt::Result {
    if bits > MAX_DECIMAL {
        write!(f, "{bits:#010x}")
    } else {
        write!(f, "{bits}")
    }
}

fn write_float(f: &mut fmt::Formatter<'_>, bits: u32, compiler: Compiler) -> fmt::Result {
    let value = f32::from_bits(bits);
    let nan = Nan {
        indefinite: bits == 0xFFC0_0000,
        quiet: bits >> 22 & 1 == 1,
    };
    let text = Magnitude(f64::from(value).abs(), nan, compiler);
    write_value(f, value.is_sign_negative(), text)
}

/// A 64-bit value, with the suffix `l`.
pub(super) struct Double(pub(super) [u32; 2], pub(super) Compiler);

impl fmt::Display for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([low, high], compiler) = *self;
        let bits = u64::from(high) << 32 | u64::from(low);
        let value = f64::from_bits(bits);
        let nan = Nan {
            indefinite: bits == 0xFFF8_0000_0000_0000,
            quiet: bits >> 51 & 1 == 1,
        };
        let text = Magnitude(value.abs(), nan, compiler);
        write_value(f, value.is_sign_negative(), text)?;
        f.write_str("l")
    }
}

/// A value without its sign.
struct Magnitude(f64, Nan, Compiler);

/// The kind of a value that is not a number.
struct Nan {
    /// True for an indefinite NaN, the result of an invalid operation.
    indefinite: bool,
    quiet: bool,
}

/// Formats a value with six fraction digits. The sign is a separate argument: a conversion may lose the sign of a NaN.
fn write_value(f: &mut fmt::Formatter<'_>, negative: bool, value: Magnitude) -> fmt::Result {
    if negative {
        f.write_str("-")?;
    }
    let Magnitude(magnitude, nan, compiler) = value;
    if magnitude.is_infinite() {
        f.write_str("1.#INF00")
    } else if magnitude.is_nan() {
        f.write_str(match nan {
            Nan { indefinite: true, .. } => "1.#IND00",
            Nan { quiet: true, .. } => "1.#QNAN0",
            Nan { quiet: false, .. } => "1.#SNAN0",
        })
    } else if magnitude >= MANY_DIGITS {
        let rounded = format!("{magnitude:.16e}");
        let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "16"));
        let zeros = exponent.parse::<usize>().unwrap_or(16).saturating_sub(16);
        write!(f, "{}{:0<zeros$}.000000", digits.replace('.', ""), "")
    } else if compiler == Compiler::V10 {
        write_rounded(f, magnitude)
    } else {
        write!(f, "{magnitude:.6}")
    }
}

/// Formats a magnitude with six fraction digits. Ties round away from zero, as in most builds of version 10; others
/// round to even, but containers do not identify the build. Only odd multiples of 1/128 have a seventh digit that is
/// the last one and a 5.
fn write_rounded(f: &mut fmt::Formatter<'_>, magnitude: f64) -> fmt::Result {
    if magnitude * 128.0 % 2.0 == 1.0 {
        let exact = format!("{magnitude:.7}");
        // A tie ends in 25 or 75; formatting rounds 75 up anyway.
        if let Some(start) = exact.strip_suffix("25") {
            return write!(f, "{start}3");
        }
    }
    write!(f, "{magnitude:.6}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(bits: u64, compiler: Compiler) -> String {
        let bytes = bits.to_le_bytes();
        let ([low, high], _) = bytes.as_chunks() else {
            return String::new();
        };
        let halves = [low, high].map(|half| u32::from_le_bytes(*half));
        Double(halves, compiler).to_string()
    }

    #[test]
    fn values_have_the_form_of_their_class() {
        let text = |bits, class| Value(bits, class, Compiler::V9).to_string();
        for (bits, float, int, uint, untyped) in [
            (0, "0.000000", "0", "0", "0"),
            (10_000, "0.000000", "10000", "10000", "10000"),
            (10_001, "0.000000", "0x00002711", "0x00002711", "0x00002711"),
            (0x70_0000, "0.000000", "0x00700000", "0x00700000", "0x00700000"),
            (0x70_0001, "0.000000", "0x00700001", "0x00700001", "0.000000"),
            (0x3F80_0000, "1.000000", "0x3f800000", "0x3f800000", "1.000000"),
            (0xFFFF_FFF0, "-1.#QNAN0", "-16", "-16", "-16"),
            (0xFFFF_FFEF, "-1.#QNAN0", "-17", "0xffffffef", "0xffffffef"),
            (0xFFF0_0000, "-1.#QNAN0", "-1048576", "0xfff00000", "-1048576"),
            (0xFF8F_FFFF, "-1.#SNAN0", "-7340033", "0xff8fffff", "-1.#SNAN0"),
            (0x7F80_0001, "1.#SNAN0", "0x7f800001", "0x7f800001", "1.#SNAN0"),
            (0xFFC0_0000, "-1.#IND00", "-4194304", "0xffc00000", "-4194304"),
            (0x8000_0000, "-0.000000", "-2147483648", "0x80000000", "-0.000000"),
        ] {
            assert_eq!(text(bits, Class::Float), float, "{bits:x}");
            assert_eq!(text(bits, Class::Int), int, "{bits:x}");
            assert_eq!(text(bits, Class::Uint), uint, "{bits:x}");
            assert_eq!(text(bits, Class::Untyped), untyped, "{bits:x}");
        }
    }

    #[test]
    fn ties_round_away_from_zero() {
        let text = |value: f32| Value(value.to_bits(), Class::Float, Compiler::V10).to_string();
        assert_eq!(text(0.007_812_5), "0.007813");
        assert_eq!(text(-3.007_812_5), "-3.007813");
        assert_eq!(text(0.023_437_5), "0.023438");
        assert_eq!(text(255.992_19), "255.992188");
        assert_eq!(text(0.5), "0.500000");
        assert_eq!(text(0.1), "0.100000");
        let text = |value: f64| double(value.to_bits(), Compiler::V10);
        assert_eq!(text(0.992_187_5), "0.992188l");
        assert_eq!(text(0.007_812_5), "0.007813l");
        // Doubles of this magnitude are 0.0000019 apart.
        assert_eq!(text(1e10 + 0.007_812_5), "10000000000.007813l");
        assert_eq!(text(-1e10 - 0.007_812_5), "-10000000000.007813l");
        assert_eq!(text(6e13 + 0.007_812_5), "60000000000000.007813l");
    }

    #[test]
    fn negative_integers_of_version_10_have_hexadecimal_digits() {
        let text = |value: i32| {
            let bits = value.cast_unsigned();
            [Compiler::V9, Compiler::V10].map(|own| Value(bits, Class::Int, own).to_string())
        };
        let untyped = Value((-40_i32).cast_unsigned(), Class::Untyped, Compiler::V10);
        assert_eq!(untyped.to_string(), "-40");
        assert_eq!(text(-40), ["-40", "-40"]);
        assert_eq!(text(-10_000), ["-10000", "-10000"]);
        assert_eq!(text(-10_001), ["-10001", "0xffffd8ef"]);
        assert_eq!(text(-939_524_096), ["-939524096", "0xc8000000"]);
    }

    #[test]
    fn great_floats_have_seventeen_digits() {
        let text = |value: f32| Value(value.to_bits(), Class::Float, Compiler::V9).to_string();
        assert_eq!(text(1e17), "99999998430674944.000000");
        assert_eq!(text(1.0e18), "999999984306749440.000000");
        assert_eq!(text(-6.492_113_5e32), "-649211347377382870000000000000000.000000");
        assert_eq!(text(f32::INFINITY), "1.#INF00");
    }

    #[test]
    fn doubles_have_a_letter_behind_them() {
        let text = |bits| double(bits, Compiler::V9);
        assert_eq!(text(2.5f64.to_bits()), "2.500000l");
        assert_eq!(text((-1e300f64).to_bits()).len(), 1 + 301 + 7 + 1);
        assert_eq!(text(f64::NEG_INFINITY.to_bits()), "-1.#INF00l");
        assert_eq!(text(0xFFF8_0000_0000_0000), "-1.#IND00l");
        assert_eq!(text(0x7FF0_0000_0000_0001), "1.#SNAN0l");
    }
}
