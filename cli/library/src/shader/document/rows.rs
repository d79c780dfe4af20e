//! Numbers and rows of numbers in TOML.

use pica200_objfmt::isa::register::Bank;
use toml::de::{DeArray, DeFloat, DeInteger, DeValue};

use super::super::numbers::Number;
use super::super::row::Row;
use crate::document::{Item, TomlError, noun};

/// A function that reads a number or a boolean.
type Read = fn(&Item<'_>) -> Result<Number, TomlError>;

/// Returns an array of rows, or one row.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn rows(value: &Item<'_>) -> Result<Vec<Row>, TomlError> {
    rows_of(value, number)
}

/// Returns an array of rows, or one row, of numbers or of booleans, with its bank, which is floats for all numbers.
/// Booleans are 1 and 0.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn rows_of_any(value: &Item<'_>) -> Result<(Bank, Vec<Row>), TomlError> {
    let (bank, read): (_, Read) = match first(value).get_ref() {
        DeValue::Boolean(_) => (Bank::Boolean, boolean),
        _ => (Bank::Float, number),
    };
    Ok((bank, rows_of(value, read)?))
}

/// Returns the first value that is not an array. It determines the type, because all values must have the same type.
fn first<'v, 'i>(value: &'v Item<'i>) -> &'v Item<'i> {
    let mut item = value;
    while let Some(inner) = item.get_ref().as_array().and_then(|items| items.first()) {
        item = inner;
    }
    item
}

fn rows_of(value: &Item<'_>, read: Read) -> Result<Vec<Row>, TomlError> {
    let items = array_of("rows", value)?;
    if items.is_empty() {
        return Err(TomlError::new(value, "has no rows"));
    }
    if !items.iter().any(|item| item.get_ref().is_array()) {
        return Ok(vec![row_of(value, read)?]);
    }
    let row = |item: &Item<'_>| match item.get_ref() {
        DeValue::Array(_) => row_of(item, read),
        _ => {
            let why = format!("contains {} in its rows", noun(item));
            Err(TomlError::new(item, why))
        }
    };
    items.iter().map(row).collect()
}

/// Returns a row of 1 to 4 numbers.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn row(item: &Item<'_>) -> Result<Row, TomlError> {
    row_of(item, number)
}

fn row_of(item: &Item<'_>, read: Read) -> Result<Row, TomlError> {
    let items = array_of("numbers", item)?;
    let wrong_length = || {
        let why = format!("has a row of {} numbers; expected 1 to 4", items.len());
        TomlError::new(item, why)
    };
    if !(1..=4).contains(&items.len()) {
        return Err(wrong_length());
    }
    let numbers: Vec<_> = items.iter().map(read).collect::<Result<_, _>>()?;
    Row::new(&numbers).ok_or_else(wrong_length)
}

/// Returns the items of an array. `items` is the expected content in messages.
fn array_of<'v, 'i>(items: &str, value: &'v Item<'i>) -> Result<&'v DeArray<'i>, TomlError> {
    value.get_ref().as_array().ok_or_else(|| {
        let why = format!("is {}; expected an array of {items}", noun(value));
        TomlError::new(value, why)
    })
}

/// Returns a number.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn number(item: &Item<'_>) -> Result<Number, TomlError> {
    let number = match item.get_ref() {
        DeValue::Integer(integer) => from_integer(integer),
        DeValue::Float(float) => from_float(float),
        _ => {
            let why = format!("has {} instead of a number", noun(item));
            return Err(TomlError::new(item, why));
        }
    };
    number.ok_or_else(|| TomlError::new(item, "has a number that is too large for a register"))
}

/// Returns a boolean as 1 or 0.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn boolean(item: &Item<'_>) -> Result<Number, TomlError> {
    match item.get_ref() {
        DeValue::Boolean(value) => Ok(u32::from(*value).into()),
        _ => {
            let why = format!("has {} instead of a boolean", noun(item));
            Err(TomlError::new(item, why))
        }
    }
}

fn from_integer(integer: &DeInteger<'_>) -> Option<Number> {
    if integer.radix() == 10 {
        return Number::parse(integer.as_str()).filter(|number| number.to_f32().is_finite());
    }
    let number = u32::from_str_radix(integer.as_str(), integer.radix()).ok()?;
    Some(number.into())
}

/// Converts a float. Numbers that do not fit into 32 bits are invalid; `inf` and `nan` are valid.
fn from_float(float: &DeFloat<'_>) -> Option<Number> {
    let number: f32 = float.as_str().parse().ok()?;
    (!number.is_infinite() || float.as_str().contains("inf")).then_some(number.into())
}
