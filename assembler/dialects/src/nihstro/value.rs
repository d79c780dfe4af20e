//! Values of constants.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use super::ast::Number;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::number::float;

/// Parses the value of a constant: four numbers in parentheses, or `true` or `false`.
///
/// # Errors
///
/// Returns an error if the number of values is not the register's, or if they are out of its range.
pub(super) fn value(
    register: Register,
    numbers: &[Number<'_>],
    line: u32,
    place: Place,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<String, Diagnostic> {
    let wanted = match register.bank {
        Bank::Boolean => 1,
        Bank::Float | Bank::Integer => 4,
        _ => {
            let message = format!("`{register}` cannot have a value");
            let diagnostic = diagnose(Code::ConstantForm, place, message);
            return Err(diagnostic.with_help("constants are in c0 to c95, i0 to i3 and b0 to b15"));
        }
    };
    if numbers.len() != wanted {
        let message = match wanted {
            1 => format!("`{register}` has one value, 0 or 1"),
            _ => format!("`{register}` has four numbers, not {}", numbers.len()),
        };
        return Err(diagnose(Code::ConstantForm, place, message));
    }
    let texts: Result<Vec<String>, Diagnostic> = numbers
        .iter()
        .map(|number| match register.bank {
            Bank::Float => {
                let place = Place::part(line, &number.columns);
                let text = float(number.text, number.is_negative, "nihstro", place, diagnostics);
                Ok(text)
            }
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

fn integer(number: &Number<'_>, line: u32) -> Result<String, Diagnostic> {
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
    Err(diagnose(Code::ConstantForm, place, message))
}

fn boolean(number: &Number<'_>, line: u32) -> Result<String, Diagnostic> {
    let value = number.text.parse::<f64>().unwrap_or(f64::NAN);
    if value == 0.0 {
        return Ok("false".to_owned());
    }
    if value == 1.0 && !number.is_negative {
        return Ok("true".to_owned());
    }
    let place = Place::part(line, &number.columns);
    let message = format!("`{}` is neither 0 nor 1", number.text);
    Err(diagnose(Code::ConstantForm, place, message))
}
