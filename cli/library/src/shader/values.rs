//! Conversion of rows to values of a register bank.

use pica200_machine::Value;
use pica200_objfmt::isa::register::Bank;

use super::numbers::Number;
use super::row::Row;

/// Returns the values of registers of a bank. Booleans are rows of one number, which is 1 or 0.
///
/// # Errors
///
/// Returns the reason if a row does not fit into a register of the bank.
pub fn to_values(bank: Bank, rows: &[Row]) -> Result<Vec<Value>, String> {
    rows.iter().map(|row| value(bank, row)).collect()
}

fn value(bank: Bank, row: &Row) -> Result<Value, String> {
    match bank {
        Bank::Boolean => Ok(Value::Boolean(row.numbers() == [Number::Integer(1)])),
        Bank::Integer => bytes(row).map(Value::Integer),
        _ => Ok(Value::Vector(row.vector())),
    }
}

/// Returns the numbers of a loop.
fn bytes(row: &Row) -> Result<[u8; 4], String> {
    let byte = |number: &Number| match number {
        Number::Integer(integer) => u8::try_from(*integer).ok(),
        Number::Float(_) => None,
    };
    let numbers = row
        .numbers()
        .iter()
        .map(|number| byte(number).ok_or_else(|| format!("`{number}` is not an integer from 0 to 255")));
    match *numbers.collect::<Result<Vec<_>, _>>()?.as_slice() {
        [x, y, z] => Ok([x, y, z, 0]),
        [x, y, z, w] => Ok([x, y, z, w]),
        _ => {
            let given: Vec<_> = row.numbers().iter().map(ToString::to_string).collect();
            let given = given.join(",");
            Err(format!("`{given}` does not have 3 or 4 numbers"))
        }
    }
}
