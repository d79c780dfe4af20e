//! Number literals: conversion of text to `f64`, float24 and integers, with the rounding steps of the language.

use pica200_objfmt::isa::float24::{Float24, RAW_PREFIX};

use super::value::Number;

/// The reason why a text is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberError {
    /// It is not a number at all.
    Malformed,
    /// It is an integer with a leading zero, which means octal in some languages.
    LeadingZero,
    /// It is a number but not an integer.
    NotInteger,
    /// It is too large for 64 bits, or for a double.
    TooLarge,
}

/// Parses a float24: a number, or its bit pattern. `negated` inverts the sign.
pub(crate) fn parse_float24(text: &str, negated: bool) -> Result<Float24, NumberError> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix(RAW_PREFIX) {
        let bits = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6);
        let bits = bits.ok_or(NumberError::Malformed)?;
        return Float24::from_bits(bits ^ u32::from(negated) << 23).ok_or(NumberError::Malformed);
    }
    let number = parse_float(text)?;
    Ok(Float24::from_f64(if negated { -number } else { number }))
}

/// Parses an unsigned floating-point number: decimal, with or without an exponent, hexadecimal, `inf`, `nan`.
fn parse_float(text: &str) -> Result<f64, NumberError> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => return Ok(f64::INFINITY),
        "nan" => return Ok(f64::NAN),
        _ => {}
    }
    if let Some(hex) = lower.strip_prefix("0x") {
        return parse_hex_float(hex).ok_or(NumberError::Malformed);
    }
    if !lower.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(NumberError::Malformed);
    }
    lower.parse().map_err(|_| NumberError::Malformed)
}

/// Parses the part of a hexadecimal float after `0x`: digits, optionally with a point, and optionally `p` with a
/// decimal exponent.
fn parse_hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once('p') {
        Some((digits, exponent)) => (digits, parse_exponent(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // The first 60 bits of the digits. Later digits only set the sticky bit.
    let (mut mantissa, mut scale, mut sticky) = (0u64, exponent, false);
    for (digit, in_fraction) in whole
        .chars()
        .map(|c| (c, false))
        .chain(fraction.chars().map(|c| (c, true)))
    {
        let digit = digit.to_digit(16)?;
        if mantissa >> 56 == 0 {
            mantissa = mantissa << 4 | u64::from(digit);
            scale -= i64::from(in_fraction) * 4;
        } else {
            sticky |= digit != 0;
            scale += i64::from(!in_fraction) * 4;
        }
    }
    Some(scale_exactly(mantissa << 1 | u64::from(sticky), scale - 1))
}

/// Parses a decimal exponent, clamped to a range beyond that supported by doubles.
fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX).min(1 << 40);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// Computes `mantissa * 2^exponent`, rounded once, to nearest, ties to even.
fn scale_exactly(mantissa: u64, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - i64::from(mantissa.leading_zeros());
    // Exponent of the last bit that the double keeps: fewer bits for subnormal numbers.
    let unit = (exponent + top - 52).max(-1074);
    let dropped = unit - exponent;
    let kept = if dropped <= 0 {
        mantissa << (-dropped).min(63)
    } else if dropped > 64 {
        0
    } else {
        let whole = mantissa.checked_shr(u32::try_from(dropped).unwrap_or(64)).unwrap_or(0);
        let rest = mantissa - whole.checked_shl(u32::try_from(dropped).unwrap_or(64)).unwrap_or(0);
        let half = 1u64 << (dropped - 1);
        whole + u64::from(rest > half || rest == half && whole & 1 == 1)
    };
    // Both factors are exact, and so is the product unless it overflows to infinity.
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits are kept")]
    let kept = kept as f64;
    let unit = i32::try_from(unit.min(2000)).unwrap_or(i32::MAX);
    kept * 2f64.powi(unit / 2) * 2f64.powi(unit - unit / 2)
}

/// Parses an unsigned integer: decimal or `0x`.
pub(crate) fn parse_integer(text: &str) -> Result<u32, NumberError> {
    // Most indices are a single digit.
    if let [digit @ b'0'..=b'9'] = text.as_bytes() {
        return Ok(u32::from(digit - b'0'));
    }
    let (digits, radix) = integer_digits(text)?;
    u32::from_str_radix(digits, radix).map_err(|_| NumberError::TooLarge)
}

/// Returns the digits of an unsigned integer, and their radix.
fn integer_digits(text: &str) -> Result<(&str, u32), NumberError> {
    let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    if digits.is_empty() || !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
        return Err(parse_float(text).map_or_else(|error| error, |_| NumberError::NotInteger));
    }
    if radix == 10 && digits.len() > 1 && digits.starts_with('0') {
        return Err(NumberError::LeadingZero);
    }
    Ok((digits, radix))
}

/// Parses an unsigned number in an expression: an integer if it is written as one.
pub(crate) fn parse_number(text: &str) -> Result<Number, NumberError> {
    match integer_digits(text) {
        Ok((digits, radix)) => {
            let number = i64::from_str_radix(digits, radix);
            number.map(Number::Integer).map_err(|_| NumberError::TooLarge)
        }
        Err(NumberError::NotInteger) => match parse_float(text)? {
            number if number.is_infinite() && !is_infinite_word(text) => Err(NumberError::TooLarge),
            number => Ok(Number::Float(number)),
        },
        Err(error) => Err(error),
    }
}

/// Returns true if an infinite number is intended.
fn is_infinite_word(text: &str) -> bool {
    text.starts_with(['i', 'I'])
}

/// Returns true if a word is the bit pattern of a float24.
pub(crate) fn is_pattern(word: &str) -> bool {
    let prefix = word.get(..RAW_PREFIX.len());
    prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(RAW_PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        for (text, value) in [
            ("1", 1.0),
            ("1.", 1.0),
            (".5", 0.5),
            ("1e-5", 1e-5),
            ("2.5E2", 250.0),
            ("0x10", 16.0),
            ("0x1.8p1", 3.0),
            ("0X.8P-1", 0.25),
            ("0x1.00000000000008p0", 1.0),
            ("0x1.00000000000018p0", 1.000_000_000_000_000_4),
            ("0x1.000000000000080000000000001p0", 1.000_000_000_000_000_2),
            ("0x1p-1074", 5e-324),
            ("0x1p-1075", 0.0),
            ("0x1p1023", 2f64.powi(1023)),
            ("0x1p1024", f64::INFINITY),
            ("0x1p99999999999999999999", f64::INFINITY),
            ("0x1p-99999999999999999999", 0.0),
            ("INF", f64::INFINITY),
        ] {
            assert_eq!(parse_float(text), Ok(value), "{text}");
        }
        assert!(parse_float("nan").is_ok_and(f64::is_nan));
        for text in [
            "2.0x", "three", "1e", "0x", "0x.", "0x1p", "1.2.3", "1_0", "+1", "infinit",
        ] {
            assert_eq!(parse_float(text), Err(NumberError::Malformed), "{text}");
        }
    }

    #[test]
    fn integers() {
        assert_eq!(parse_integer("0"), Ok(0));
        assert_eq!(parse_integer("255"), Ok(255));
        assert_eq!(parse_integer("0xFF"), Ok(255));
        assert_eq!(parse_integer("010"), Err(NumberError::LeadingZero));
        assert_eq!(parse_integer("1.0"), Err(NumberError::NotInteger));
        assert_eq!(parse_integer("1e2"), Err(NumberError::NotInteger));
        assert_eq!(parse_integer("2x"), Err(NumberError::Malformed));
        assert_eq!(parse_integer("99999999999"), Err(NumberError::TooLarge));
    }
}
