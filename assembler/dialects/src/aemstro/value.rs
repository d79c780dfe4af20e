//! Numbers, and values of constants.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use super::line::{Fragment, Line};
use crate::diagnostic::{Diagnostic, diagnose};
use crate::number::float;

/// Parses an integer: decimal, or with `0x`, `0b` or `0o`, and an optional sign.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, digits.get(2..)?),
        Some("0b") => (2, digits.get(2..)?),
        Some("0o") => (8, digits.get(2..)?),
        _ => (10, digits),
    };
    // `from_str_radix` would accept another sign.
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let number = is_number.then(|| i64::from_str_radix(digits, radix).ok())??;
    Some(sign * number)
}

/// Parses the value of a constant: four numbers in parentheses, or `true` or `false`.
///
/// # Errors
///
/// Returns an error if there are too few numbers, or if they are invalid for the register.
pub(super) fn value(
    line: &Line<'_>,
    register: Register,
    arguments: &[Fragment<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<String, Diagnostic> {
    if register.bank == Bank::Boolean {
        return match arguments.first().map(|first| (first, integer(first.text))) {
            Some((_, Some(0))) => Ok("false".to_owned()),
            Some((_, Some(1))) => Ok("true".to_owned()),
            Some((word, _)) => {
                let message = format!("`{}` is neither 0 nor 1", word.text);
                Err(diagnose(Code::ConstantForm, line.place(word), message))
            }
            None => Err(missing(line, register, "one value, 0 or 1")),
        };
    }
    let Some(four) = arguments.get(..4) else {
        return Err(missing(line, register, "four numbers"));
    };
    let numbers = four.iter().zip(0..).map(|(word, place)| match register.bank {
        Bank::Integer => byte(line, word, place < 3, diagnostics),
        _ => decimal(line, word, diagnostics),
    });
    let numbers: Result<Vec<_>, _> = numbers.collect();
    Ok(format!("({})", numbers?.join(", ")))
}

fn missing(line: &Line<'_>, register: Register, wanted: &str) -> Diagnostic {
    let message = format!("`{register}` has {wanted}, separated by commas");
    diagnose(Code::ConstantForm, crate::Place::line(line.number), message)
}

/// Parses a component of an integer, of which the tool keeps the low byte.
fn byte(
    line: &Line<'_>,
    word: &Fragment<'_>,
    is_cut: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<String, Diagnostic> {
    let place = line.place(word);
    let text = word.text;
    let number = integer(text).ok_or_else(|| {
        let message = format!("`{text}` is not an integer");
        diagnose(Code::ConstantForm, place, message)
    })?;
    if !(0..=255).contains(&number) {
        if !is_cut {
            let message = format!("`{text}` is not in the range from 0 to 255");
            return Err(diagnose(Code::ConstantForm, place, message));
        }
        let cut = number & 0xFF;
        let message = format!("aemstro truncates `{text}` to a byte, {cut}; converted as that");
        diagnostics.push(diagnose(Code::DialectNumber, place, message));
        return Ok(cut.to_string());
    }
    Ok(number.to_string())
}

/// Parses a component of a float.
fn decimal(line: &Line<'_>, word: &Fragment<'_>, diagnostics: &mut Vec<Diagnostic>) -> Result<String, Diagnostic> {
    let (is_negative, digits) = match word.text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.text.strip_prefix('+').unwrap_or(word.text)),
    };
    let lower = digits.to_ascii_lowercase();
    let digits = match lower.as_str() {
        "infinity" => "inf",
        known => known,
    };
    let is_signed = digits.starts_with(['+', '-']);
    if is_signed || digits.parse::<f64>().is_err() {
        let message = format!("`{}` is not a number", word.text);
        return Err(diagnose(Code::ConstantForm, line.place(word), message));
    }
    let place = line.place(word);
    Ok(float(digits, is_negative, "aemstro", place, diagnostics))
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn whole_numbers_have_any_base() {
        for (text, number) in [
            ("15", Some(15)),
            ("-1", Some(-1)),
            ("0x1F", Some(31)),
            ("0b1111", Some(15)),
            ("0o17", Some(15)),
            ("0X0", Some(0)),
            ("", None),
            ("0x", None),
            ("0x-1", None),
            ("1.5", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(integer(text), number, "{text}");
        }
    }
}
