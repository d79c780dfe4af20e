//! The values of constants.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use super::ast::Number;
use crate::finding::{Finding, Place};

/// The least number that the console's floats cannot have: 2^64.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// The value of a constant: four numbers in parentheses, or `true` or `false`.
///
/// # Errors
///
/// If there are not as many numbers as the register has, or they are out of its range.
pub(super) fn value(
    register: Register,
    numbers: &[Number<'_>],
    line: u32,
    place: Place,
    findings: &mut Vec<Finding>,
) -> Result<String, Finding> {
    let wanted = match register.bank {
        Bank::Boolean => 1,
        Bank::Float | Bank::Integer => 4,
        _ => {
            let message = format!("`{register}` cannot have a value");
            let finding = Finding::new(Code::ConstantForm, place, message);
            return Err(finding.with_help("constants are in c0 to c95, i0 to i3 and b0 to b15"));
        }
    };
    if numbers.len() != wanted {
        let message = match wanted {
            1 => format!("`{register}` has one value, 0 or 1"),
            _ => format!("`{register}` has four numbers, not {}", numbers.len()),
        };
        return Err(Finding::new(Code::ConstantForm, place, message));
    }
    let texts: Result<Vec<String>, Finding> = numbers
        .iter()
        .map(|number| match register.bank {
            Bank::Float => Ok(float(number, line, findings)),
            Bank::Integer => integer(number, line),
            _ => boolean(number, line),
        })
        .collect();
    let texts = texts?;
    Ok(match register.bank {
        Bank::Boolean => texts.concat(),
        _ => format!("({})", texts.join(", ")),
    })
}

/// A number as a float that our language reads.
fn float(number: &Number<'_>, line: u32, findings: &mut Vec<Finding>) -> String {
    let sign = if number.is_negative { "-" } else { "" };
    let value = number.text.parse::<f64>().unwrap_or(f64::INFINITY);
    if value.is_nan() {
        let message = "the console's floats have no `nan`: it is infinity here";
        let place = Place::part(line, &number.columns);
        findings.push(Finding::new(Code::DialectNumber, place, message));
        return format!("{sign}inf");
    }
    if number.text != "inf" && value >= TOO_LARGE {
        let message = format!(
            "`{}` is infinity on the console; nihstro's file has another number",
            number.text
        );
        let place = Place::part(line, &number.columns);
        findings.push(Finding::new(Code::DialectNumber, place, message));
        return format!("{sign}inf");
    }
    let text = match number.text.split_once(['e', 'E']) {
        Some((digits, exponent)) => format!("{}e{exponent}", whole(digits)),
        None => whole(number.text),
    };
    format!("{sign}{text}")
}

/// Digits with one behind the point, and without zeros in front.
fn whole(digits: &str) -> String {
    let stripped = digits.trim_start_matches('0');
    let digits = match stripped.starts_with(|first: char| first.is_ascii_digit()) {
        true => stripped.to_owned(),
        false if digits.starts_with('0') || stripped.starts_with('.') => format!("0{stripped}"),
        false => stripped.to_owned(),
    };
    match digits.ends_with('.') {
        true => format!("{digits}0"),
        false => digits,
    }
}

fn integer(number: &Number<'_>, line: u32) -> Result<String, Finding> {
    let value = number.text.parse::<f64>().unwrap_or(f64::NAN);
    let value = if number.is_negative { -value } else { value };
    let cut = value.trunc();
    if (0.0..=255.0).contains(&cut) {
        // A zero has no sign.
        return Ok(format!("{}", cut.abs()));
    }
    let place = Place::part(line, &number.columns);
    let sign = if number.is_negative { "-" } else { "" };
    let message = format!("`{sign}{}` is not in the range from 0 to 255", number.text);
    Err(Finding::new(Code::ConstantForm, place, message))
}

fn boolean(number: &Number<'_>, line: u32) -> Result<String, Finding> {
    let value = number.text.parse::<f64>().unwrap_or(f64::NAN);
    if value == 0.0 {
        return Ok("false".to_owned());
    }
    if value == 1.0 && !number.is_negative {
        return Ok("true".to_owned());
    }
    let place = Place::part(line, &number.columns);
    let message = format!("`{}` is neither 0 nor 1", number.text);
    Err(Finding::new(Code::ConstantForm, place, message))
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
            ("nan", "nan"),
        ] {
            assert_eq!(whole(text), ours);
        }
    }
}
