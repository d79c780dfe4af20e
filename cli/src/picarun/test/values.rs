//! Parsing of values in test files.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_objfmt::isa::register::Bank;
use toml::de::DeValue;

use pica200::document::{Item, TomlError, array, needed, whole};
use pica200::shader::document::registers::{bank_rows, vectors};
use pica200::shader::document::rows::{number, rows, rows_of_any};
use pica200::testing::{Limits, Row};

/// Parses a number of registers.
pub(super) fn stride(item: &Item<'_>) -> Result<NonZeroU8, TomlError> {
    let number = u8::try_from(whole(item)?).ok().and_then(NonZeroU8::new);
    number.ok_or_else(|| TomlError::new(item, "is not in the range 1 to 255"))
}

/// Parses a number of vertices.
pub(super) fn primitive(item: &Item<'_>) -> Result<NonZeroUsize, TomlError> {
    let number = usize::try_from(whole(item)?).unwrap_or(usize::MAX);
    NonZeroUsize::new(number).ok_or_else(|| TomlError::new(item, "is less than 1"))
}

/// Parses a number for a register.
pub(super) fn float(item: &Item<'_>) -> Result<f32, TomlError> {
    match item.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(number(item)?.to_f32()),
        _ => Err(needed(item, "a number")),
    }
}

/// Parses the vertices to feed: the rows of each.
pub(super) fn vertices(item: &Item<'_>) -> Result<Vec<Vec<Row>>, TomlError> {
    array(item)?.iter().map(rows).collect()
}

/// Parses the values of a container's variable, which has any type: numbers or booleans.
pub(super) fn variable_rows(item: &Item<'_>) -> Result<(Bank, Vec<Row>), TomlError> {
    match item.get_ref() {
        DeValue::Boolean(_) => Ok((Bank::Boolean, bank_rows(Bank::Boolean, item)?)),
        DeValue::Integer(_) | DeValue::Float(_) => Ok((Bank::Float, vectors(item)?)),
        _ => rows_of_any(item),
    }
}

/// Parses the vertices at the corners of a triangle.
pub(super) fn corners(item: &Item<'_>) -> Result<[usize; 3], TomlError> {
    let vertex = |item: &Item<'_>| Ok(usize::try_from(whole(item)?).unwrap_or(usize::MAX));
    let vertices: Vec<_> = array(item)?.iter().map(vertex).collect::<Result<_, TomlError>>()?;
    let found = vertices.len();
    let corners = vertices.try_into();
    corners.map_err(|_| TomlError::new(item, format!("has {found} vertices; expected 3")))
}

/// Parses a limit on the number of instructions. The keys of a table are checked elsewhere.
pub(super) fn limits(item: &Item<'_>) -> Result<Limits, TomlError> {
    let Some(table) = item.get_ref().as_table() else {
        return Ok(Limits::from(whole(item)?));
    };
    let bound = |key: &str| {
        let toml_error = |toml_error: TomlError| TomlError {
            why: format!("has a `{key}` that {}", toml_error.why),
            ..toml_error
        };
        table.get(key).map(whole).transpose().map_err(toml_error)
    };
    let (min, max) = (bound("min")?, bound("max")?);
    if min.is_none() && max.is_none() {
        return Err(TomlError::new(item, "has neither `min` nor `max`"));
    }
    Ok(Limits {
        min: min.unwrap_or(0),
        max: max.unwrap_or(u64::MAX),
    })
}
