//! TOML values.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Error};

/// A TOML value and its span.
pub type Item<'t> = Spanned<DeValue<'t>>;

/// An invalid value in a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TomlError {
    /// Byte range.
    pub span: Range<usize>,
    /// The problem, as a predicate of the key: `has no rows`.
    pub why: String,
}

impl TomlError {
    /// Creates an error for a value.
    pub fn new(item: &Item<'_>, why: impl Into<String>) -> Self {
        Self {
            span: item.span(),
            why: why.into(),
        }
    }
}

/// Returns the parser's error in the style of this crate's messages.
pub fn parse_error(error: &Error) -> String {
    error.message().replace('\n', ", ")
}

/// Returns the error for a value of the wrong type; `what` is the expected type with its article.
pub fn needed(item: &Item<'_>, what: &str) -> TomlError {
    let why = format!("is {}; expected {what}", noun(item));
    TomlError::new(item, why)
}

/// Returns the value of a string.
///
/// # Errors
///
/// Returns an error for another type.
pub fn string<'t>(item: &'t Item<'_>) -> Result<&'t str, TomlError> {
    item.get_ref().as_str().ok_or_else(|| needed(item, "a string"))
}

/// Returns the value of a boolean.
///
/// # Errors
///
/// Returns an error for another type.
pub fn boolean(item: &Item<'_>) -> Result<bool, TomlError> {
    item.get_ref().as_bool().ok_or_else(|| needed(item, "a boolean"))
}

/// Returns a table.
///
/// # Errors
///
/// Returns an error for another type.
pub fn table<'t, 'i>(item: &'t Item<'i>) -> Result<&'t DeTable<'i>, TomlError> {
    item.get_ref().as_table().ok_or_else(|| needed(item, "a table"))
}

/// Returns an array.
///
/// # Errors
///
/// Returns an error for another type.
pub fn array<'t, 'i>(item: &'t Item<'i>) -> Result<&'t DeArray<'i>, TomlError> {
    item.get_ref().as_array().ok_or_else(|| needed(item, "an array"))
}

/// Returns the value of a non-negative integer.
///
/// # Errors
///
/// Returns an error for anything else.
pub fn whole(item: &Item<'_>) -> Result<u64, TomlError> {
    let integer = item.get_ref().as_integer();
    let integer = integer.ok_or_else(|| match item.get_ref() {
        DeValue::Float(_) => TomlError::new(item, "is not an integer"),
        _ => needed(item, "an integer"),
    })?;
    let number = u64::from_str_radix(integer.as_str(), integer.radix());
    number.map_err(|_| TomlError::new(item, format!("is not in the range 0 to {}", u64::MAX)))
}

/// Returns a string, or the strings of an array, each with its span.
///
/// # Errors
///
/// Returns an error unless the value is a string or a non-empty array of strings.
pub fn strings<'t>(item: &'t Item<'_>) -> Result<Vec<(&'t str, Range<usize>)>, TomlError> {
    let one = |item: &'t Item<'_>| Ok((string(item)?, item.span()));
    match item.get_ref().as_array() {
        None => Ok(vec![one(item)?]),
        Some(items) if items.is_empty() => Err(TomlError::new(item, "names nothing")),
        Some(items) => items.iter().map(one).collect(),
    }
}

/// Returns the name of a value's type in messages.
pub fn noun(value: &Item<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
