//! Numbers, and rows of numbers, in TOML.

use pica200_machine::Vector;
use toml::de::{DeArray, DeFloat, DeInteger, DeValue};

use pica200::document::{Flaw, Item, noun};
use pica200::shader::numbers::vector;

/// An array of rows, or one row.
pub(crate) fn rows(value: &Item<'_>) -> Result<Vec<Vector>, Flaw> {
    let items = array_of("rows", value)?;
    if items.is_empty() {
        return Err(Flaw::new(value, "has no rows"));
    }
    if !items.iter().any(|item| item.get_ref().is_array()) {
        return Ok(vec![filled(value)?]);
    }
    let row_of = |item: &Item<'_>| match item.get_ref() {
        DeValue::Array(_) => filled(item),
        _ => {
            let why = format!("has {} among its rows", noun(item));
            Err(Flaw::new(item, why))
        }
    };
    items.iter().map(row_of).collect()
}

/// A row as a vector.
fn filled(item: &Item<'_>) -> Result<Vector, Flaw> {
    let numbers = row(item)?;
    vector(&numbers).ok_or_else(|| wrong_length(item, numbers.len()))
}

/// A row of 1 to 4 numbers.
pub(crate) fn row(item: &Item<'_>) -> Result<Vec<f32>, Flaw> {
    let items = array_of("numbers", item)?;
    if !(1..=4).contains(&items.len()) {
        return Err(wrong_length(item, items.len()));
    }
    items.iter().map(number).collect()
}

/// The items of an array. `items` is what they should be.
fn array_of<'v, 'i>(items: &str, value: &'v Item<'i>) -> Result<&'v DeArray<'i>, Flaw> {
    value.get_ref().as_array().ok_or_else(|| {
        let why = format!("is {}; expected an array of {items}", noun(value));
        Flaw::new(value, why)
    })
}

fn wrong_length(item: &Item<'_>, found: usize) -> Flaw {
    let why = format!("has a row of {found} numbers; expected 1 to 4");
    Flaw::new(item, why)
}

/// A number.
pub(crate) fn number(item: &Item<'_>) -> Result<f32, Flaw> {
    let number = match item.get_ref() {
        DeValue::Integer(integer) => from_integer(integer),
        DeValue::Float(float) => from_float(float),
        _ => {
            let why = format!("has {} in the place of a number", noun(item));
            return Err(Flaw::new(item, why));
        }
    };
    number.ok_or_else(|| Flaw::new(item, "has a number that is too large for a register"))
}

fn from_integer(integer: &DeInteger<'_>) -> Option<f32> {
    if integer.radix() == 10 {
        return integer
            .as_str()
            .parse()
            .ok()
            .filter(|n: &f32| n.is_finite());
    }
    let number = u32::from_str_radix(integer.as_str(), integer.radix()).ok()?;
    f64::from(number).to_string().parse().ok()
}

/// Numbers that do not fit into 32 bits are invalid; `inf` and `nan` are valid.
fn from_float(float: &DeFloat<'_>) -> Option<f32> {
    let number: f32 = float.as_str().parse().ok()?;
    (!number.is_infinite() || float.as_str().contains("inf")).then_some(number)
}
