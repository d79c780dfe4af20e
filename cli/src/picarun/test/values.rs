//! Values of test files.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_objfmt::isa::register::Bank;
use toml::de::DeValue;

use crate::rows::{number, row, rows, rows_of_any};
use pica200::document::{Flaw, Item, array, boolean, needed, whole};
use pica200::testing::{Limits, Row};

/// A number of registers.
pub(super) fn stride(item: &Item<'_>) -> Result<NonZeroU8, Flaw> {
    let number = u8::try_from(whole(item)?).ok().and_then(NonZeroU8::new);
    number.ok_or_else(|| Flaw::new(item, "is not in the range 1 to 255"))
}

/// A number of vertices.
pub(super) fn primitive(item: &Item<'_>) -> Result<NonZeroUsize, Flaw> {
    let number = usize::try_from(whole(item)?).unwrap_or(usize::MAX);
    NonZeroUsize::new(number).ok_or_else(|| Flaw::new(item, "is less than 1"))
}

/// A number for a register.
pub(super) fn float(item: &Item<'_>) -> Result<f32, Flaw> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(number(item)?.to_f32()),
        _ => Err(needed(item, "a number")),
    }
}

/// One register: a number, or an array of up to four.
pub(super) fn one_row(item: &Item<'_>) -> Result<Row, Flaw> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(number(item)?.into()),
        _ => row(item),
    }
}

/// Registers: a number, a row, or an array of rows.
fn vectors(item: &Item<'_>) -> Result<Vec<Row>, Flaw> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(vec![one_row(item)?]),
        _ => rows(item),
    }
}

/// The vertices to feed: the rows of each.
pub(super) fn vertices(item: &Item<'_>) -> Result<Vec<Vec<Row>>, Flaw> {
    array(item)?.iter().map(rows).collect()
}

/// The values of registers of a bank.
pub(super) fn of_bank(bank: Bank, item: &Item<'_>) -> Result<Vec<Row>, Flaw> {
    match bank {
        Bank::Boolean => Ok(vec![u32::from(boolean(item)?).into()]),
        Bank::Integer => Ok(vec![bytes(item)?]),
        _ => vectors(item),
    }
}

/// The values of a variable of a container, which is of any type: numbers or booleans.
pub(super) fn of_variable(item: &Item<'_>) -> Result<(Bank, Vec<Row>), Flaw> {
    match item.get_ref() {
        DeValue::Boolean(_) => Ok((Bank::Boolean, of_bank(Bank::Boolean, item)?)),
        DeValue::Integer(_) | DeValue::Float(_) => Ok((Bank::Float, vectors(item)?)),
        _ => rows_of_any(item),
    }
}

/// An integer uniform.
fn bytes(item: &Item<'_>) -> Result<Row, Flaw> {
    let byte = |item: &Item<'_>| {
        let number = whole(item).ok().and_then(|n| u8::try_from(n).ok());
        number.map(u32::from).ok_or_else(|| {
            Flaw::new(
                item,
                "has an element that is not a whole number from 0 to 255",
            )
        })
    };
    let numbers: Vec<_> = array(item)?.iter().map(byte).collect::<Result<_, _>>()?;
    let numbers = Some(numbers).filter(|numbers| matches!(numbers.len(), 3 | 4));
    let row = numbers.and_then(|numbers| Row::new(&numbers));
    row.ok_or_else(|| Flaw::new(item, "does not have 3 or 4 numbers"))
}

/// The vertices at the corners of a triangle.
pub(super) fn corners(item: &Item<'_>) -> Result<[usize; 3], Flaw> {
    let vertex = |item: &Item<'_>| Ok(usize::try_from(whole(item)?).unwrap_or(usize::MAX));
    let vertices: Vec<_> = array(item)?
        .iter()
        .map(vertex)
        .collect::<Result<_, Flaw>>()?;
    let found = vertices.len();
    let corners = vertices.try_into();
    corners.map_err(|_| Flaw::new(item, format!("has {found} vertices; expected 3")))
}

/// A number of instructions. The keys of a table are checked elsewhere.
pub(super) fn limits(item: &Item<'_>) -> Result<Limits, Flaw> {
    let Some(table) = item.get_ref().as_table() else {
        return Ok(Limits::from(whole(item)?));
    };
    let bound = |key: &str| {
        let flaw = |flaw: Flaw| Flaw {
            why: format!("has a `{key}` that {}", flaw.why),
            ..flaw
        };
        table.get(key).map(whole).transpose().map_err(flaw)
    };
    let (min, max) = (bound("min")?, bound("max")?);
    if min.is_none() && max.is_none() {
        return Err(Flaw::new(item, "has neither `min` nor `max`"));
    }
    Ok(Limits {
        min: min.unwrap_or(0),
        max: max.unwrap_or(u64::MAX),
    })
}
