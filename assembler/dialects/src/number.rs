//! Numbers of both dialects.

use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The smallest number that exceeds the console's floats: 2^64.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// Converts an unsigned number to a float in picasm syntax. `tool` is the name of the old tool.
pub(crate) fn float(
    text: &str,
    is_negative: bool,
    tool: &str,
    place: Place,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    let sign = if is_negative { "-" } else { "" };
    let value = text.parse::<f64>().unwrap_or(f64::INFINITY);
    if value.is_nan() {
        let message = "the console's floats have no `nan`: it is infinity here";
        diagnostics.push(diagnose(Code::DialectNumber, place, message));
        return format!("{sign}inf");
    }
    if text != "inf" && value >= TOO_LARGE {
        let message = format!("`{text}` is infinity on the console; {tool}'s file has another number");
        diagnostics.push(diagnose(Code::DialectNumber, place, message));
        return format!("{sign}inf");
    }
    let text = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => format!("{}e{exponent}", whole(digits)),
        None => whole(text),
    };
    format!("{sign}{text}")
}

/// Formats digits with one after the decimal point, and without leading zeros.
fn whole(digits: &str) -> String {
    let stripped = digits.trim_start_matches('0');
    let digits = match stripped.starts_with(|first: char| first.is_ascii_digit()) {
        true => stripped.to_owned(),
        false if digits.starts_with('0') || stripped.starts_with('.') => format!("0{stripped}"),
        false => stripped.to_owned(),
    };
    if digits.ends_with('.') {
        format!("{digits}0")
    } else {
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn digits_have_the_form_of_our_language() {
        for (text, ours) in [
            ("1", "1"),
            ("01", "1"),
            ("0", "0"),
            ("00", "0"),
            ("0.5", "0.5"),
            (".5", "0.5"),
            ("1.", "1.0"),
            ("00.", "0.0"),
            ("inf", "inf"),
        ] {
            assert_eq!(whole(text), ours);
        }
    }
}
