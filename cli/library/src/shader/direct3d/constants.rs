//! Constants: variables by name, or constant buffer registers.

use pica200_dxbc::resources::BaseType;
use pica200_dxbc_machine::{Machine, VariableError, Vector};
use pica200_objfmt::isa::register::Bank;

use super::semantic::is_named;
use crate::shader::numbers::{MISSING, Number};
use crate::shader::registers::{check_count, suggestion};
use crate::shader::row::Row;
use crate::shader::value_error::ValueError;

/// Sets a variable (`light[1].power`), or consecutive registers (`cb0[3]`).
pub(super) fn set(machine: &mut Machine<'_>, name: &str, bank: Bank, rows: &[Row]) -> Result<(), ValueError> {
    match machine.program().variable(name) {
        Ok(variable) => {
            check_type(name, variable.base, bank)?;
            let values = |row: &Row| -> Vec<f64> { row.numbers().iter().map(|number| number.to_f64()).collect() };
            let values: Vec<_> = rows.iter().map(values).collect();
            let set = machine.set_variable(name, &values);
            set.map_err(|error| ValueError::new(error.to_string()))
        }
        Err(error) => match register(name) {
            Some((slot, first)) => set_registers(machine, (slot, first), bank, rows),
            None => Err(unknown(machine, name, error)),
        },
    }
}

/// Checks that integers and booleans are assigned to variables of such types. Other numbers are converted to the
/// variable's type, if possible.
fn check_type(name: &str, base: BaseType, bank: Bank) -> Result<(), ValueError> {
    const INTEGERS: [BaseType; 5] = [
        BaseType::INT,
        BaseType::UINT,
        BaseType::MIN_12_INT,
        BaseType::MIN_16_INT,
        BaseType::MIN_16_UINT,
    ];
    let (fits, given) = match bank {
        Bank::Integer => (INTEGERS.contains(&base), "integers"),
        Bank::Boolean => (base == BaseType::BOOL, "booleans"),
        _ => (true, "numbers"),
    };
    if fits {
        return Ok(());
    }
    let message = format!("`{name}` is of the type {base}, but {given} are given");
    let value_error = ValueError::new(message);
    Err(match base {
        BaseType::BOOL => value_error.with_found(Bank::Boolean),
        base if INTEGERS.contains(&base) => value_error.with_found(Bank::Integer),
        _ => value_error.with_found(Bank::Float),
    })
}

/// Returns the slot and the number of a register: `cb0[3]`; `cb0` is the first register of its buffer.
fn register(name: &str) -> Option<(u32, u32)> {
    let text = name.strip_prefix("cb")?;
    let (slot, number) = match text.strip_suffix(']') {
        Some(text) => text.split_once('[')?,
        None => (text, "0"),
    };
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(slot) || !is_number(number) {
        return None;
    }
    Some((slot.parse().ok()?, number.parse().ok()?))
}

/// Sets registers to floats, or to integers if given as integers. Missing components are taken from (0, 0, 0, 1).
fn set_registers(
    machine: &mut Machine<'_>,
    (slot, first): (u32, u32),
    bank: Bank,
    rows: &[Row],
) -> Result<(), ValueError> {
    let count = machine.program().constants(slot);
    if count == 0 {
        return Err(ValueError::new(format!(
            "the program has no constant buffer `cb{slot}`"
        )));
    }
    let left = count.saturating_sub(first);
    if left == 0 {
        return Err(ValueError::new(format!(
            "there is no register {first}; `cb{slot}` has {count}, counted from 0"
        )));
    }
    check_count(rows, usize::try_from(left).unwrap_or(usize::MAX))?;
    let vectors: Vec<_> = rows
        .iter()
        .map(|row| match bank {
            Bank::Integer | Bank::Boolean => integers(row),
            _ => Ok(row.vector().map(f32::to_bits)),
        })
        .collect::<Result<_, _>>()?;
    let set = machine.set_constants(slot, first, &vectors);
    set.map_err(|error| ValueError::new(error.to_string()))
}

/// Returns the bits of integers.
fn integers(row: &Row) -> Result<Vector, ValueError> {
    let mut vector = MISSING.map(|lane| u32::from(lane != 0.0));
    for (lane, number) in vector.iter_mut().zip(row.numbers()) {
        let bits = match number {
            Number::Integer(integer) => u32::try_from(*integer)
                .or_else(|_| i32::try_from(*integer).map(i32::cast_unsigned))
                .ok(),
            Number::Float(_) => None,
        };
        *lane = bits.ok_or_else(|| ValueError::new(format!("{number} is not a 32-bit integer")))?;
    }
    Ok(vector)
}

/// Returns the error about a name that is neither a variable nor a register.
fn unknown(machine: &Machine<'_>, name: &str, error: VariableError) -> ValueError {
    let VariableError::UnknownName {
        what,
        name: missing,
        known,
    } = error
    else {
        return ValueError::new(error.to_string());
    };
    let value_error = ValueError::new(format!("unknown {what} `{missing}`"));
    if machine.program().inputs().iter().any(|port| is_named(port, name)) {
        return value_error.with_found(Bank::Input);
    }
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let all = known.iter().copied();
    let nothing = match what {
        "member" => "it has no members",
        _ => "the container describes no variables; use registers such as `cb0[3]`",
    };
    value_error.with_help(suggestion(&missing, all, &known, nothing))
}
