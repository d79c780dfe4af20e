//! Register values.

use pica200_machine::Program;
use pica200_objfmt::isa::register::Bank;
use toml::de::DeValue;

use super::super::registers::RegisterName;
use super::super::row::Row;
use super::rows::{number, row, rows};
use crate::document::{Item, TomlError, array, boolean, whole};

/// Returns one register: a number, or an array of up to four.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn one_row(item: &Item<'_>) -> Result<Row, TomlError> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(number(item)?.into()),
        _ => row(item),
    }
}

/// Returns registers: a number, a row, or an array of rows.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn vectors(item: &Item<'_>) -> Result<Vec<Row>, TomlError> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(vec![one_row(item)?]),
        _ => rows(item),
    }
}

/// Returns the values of registers of a bank.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn bank_rows(bank: Bank, item: &Item<'_>) -> Result<Vec<Row>, TomlError> {
    match bank {
        Bank::Boolean => Ok(vec![u32::from(boolean(item)?).into()]),
        Bank::Integer => Ok(vec![bytes(item)?]),
        _ => vectors(item),
    }
}

/// Returns the bank and the values of a uniform of a PICA200 shader. The name determines the bank.
///
/// # Errors
///
/// Returns an error if the value is invalid for the bank.
pub fn uniform(name: &str, value: &Item<'_>, program: &Program) -> Result<(Bank, Vec<Row>), TomlError> {
    let target = RegisterName::parse(name, Bank::Float).ok();
    let found = target.and_then(|target| target.found(program));
    let bank = match (found, value.get_ref()) {
        (Some(bank @ (Bank::Integer | Bank::Boolean)), _) => bank,
        (None, DeValue::Boolean(_)) => Bank::Boolean,
        _ => Bank::Float,
    };
    Ok((bank, bank_rows(bank, value)?))
}

/// Returns the value of an integer uniform.
fn bytes(item: &Item<'_>) -> Result<Row, TomlError> {
    let byte = |item: &Item<'_>| {
        let number = whole(item).ok().and_then(|n| u8::try_from(n).ok());
        number
            .map(u32::from)
            .ok_or_else(|| TomlError::new(item, "has an element that is not an integer from 0 to 255"))
    };
    let numbers: Vec<_> = array(item)?.iter().map(byte).collect::<Result<_, _>>()?;
    let numbers = Some(numbers).filter(|numbers| matches!(numbers.len(), 3 | 4));
    let row = numbers.and_then(|numbers| Row::new(&numbers));
    row.ok_or_else(|| TomlError::new(item, "does not have 3 or 4 numbers"))
}
