//! Values in the syntax of sources.

use crate::isa::constant::ConstantValue;
use crate::isa::float24::{Float24, RAW_PREFIX};

/// Formats a value in source syntax, to follow a name or register: ` true`, `(3, 0, 1, 0)`, `(0.1, 0, 0, 1)`.
pub fn vector(value: ConstantValue) -> String {
    match value {
        ConstantValue::Boolean(on) => format!(" {on}"),
        ConstantValue::Integer(components) => list(components.map(|component| component.to_string())),
        ConstantValue::Float(components) => list(components.map(float)),
    }
}

/// Formats four components in source syntax.
pub(super) fn list(components: [String; 4]) -> String {
    format!("({})", components.join(", "))
}

/// Formats the shortest number that reads back to the same bits.
///
/// Reading truncates, so all numbers from a float24 up to the next one read as that float24. The text of the stored
/// number 0.09999847 is therefore `0.1`.
fn float(value: Float24) -> String {
    let bits = value.to_bits();
    let (exponent, mantissa) = (bits >> 16 & 0x7F, bits & 0xFFFF);
    let sign = if bits >> 23 == 0 { "" } else { "-" };
    match (exponent, mantissa) {
        (0, 0) => return format!("{sign}0"),
        (0x7F, 0) => return format!("{sign}inf"),
        (0x7F, _) => return raw(bits),
        _ => {}
    }
    let magnitude = Float24::from_bits(bits & 0x7F_FFFF).unwrap_or_default();
    let lowest = (1.0 + f64::from(mantissa) / 65536.0) * 2f64.powi(exponent.cast_signed() - 63);
    let step = 2f64.powi(exponent.cast_signed() - 63 - 16);
    (0..20)
        .flat_map(|digits| [lowest, lowest + step / 2.0].map(|number| format!("{number:.digits$e}")))
        .filter_map(|text| text.parse::<f64>().ok())
        .find(|&number| Float24::from_f64(number) == magnitude)
        .map_or_else(|| raw(bits), |number| format!("{sign}{}", plain(number)))
}

/// Formats the bits of a value that no number reads as.
fn raw(bits: u32) -> String {
    format!("{RAW_PREFIX}{bits:06X}")
}

/// Formats a number in decimal digits, with an exponent if there would be many.
fn plain(number: f64) -> String {
    if (1e-5..1e15).contains(&number) {
        format!("{number}")
    } else {
        format!("{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (-0.3333, "-0.3333"),
            (255.0, "255"),
            (1e-9, "1e-9"),
            (1.5e-19, "1.5e-19"),
            (f32::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(float(Float24::from_f32(number)), text);
        }
    }

    #[test]
    fn every_bit_pattern_reads_back() {
        // All exponents and signs, with mantissas from the whole range.
        for high in 0..0x100u32 {
            for low in [0, 1, 2, 0x7FFF, 0x8000, 0x8001, 0xABCD, 0xFFFE, 0xFFFF] {
                let value = Float24::from_bits(high << 16 | low).unwrap_or_default();
                let text = float(value);
                let back = match text.trim_start_matches('-').strip_prefix(RAW_PREFIX) {
                    Some(digits) => u32::from_str_radix(digits, 16).ok().and_then(Float24::from_bits),
                    None => text.parse().ok().map(Float24::from_f64),
                };
                assert_eq!(back, Some(value), "{text}");
            }
        }
    }
}
