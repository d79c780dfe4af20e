//! Parsing of compiler options, shared by programs, test files and builds.

use pica200_compile::OutputMapping;
use pica200_diagnostics::most_similar;
use pica200_objfmt::isa::property::{PROPERTIES, by_name};

use crate::text::lists::listed;

/// Maps an output to a property, given by its name or short name. With the prefix `+`, the output is added to the one
/// that has the property.
///
/// # Errors
///
/// Returns an error if there is no such property.
pub fn property(name: impl Into<String>, property: &str) -> Result<OutputMapping, String> {
    let (is_added, property) = match property.strip_prefix('+') {
        Some(property) => (true, property),
        None => (false, property),
    };
    let found = by_name(property).ok_or_else(|| {
        let names: Vec<_> = PROPERTIES.iter().map(|property| property.name).collect();
        match most_similar(property, names.iter().copied()) {
            Some(similar) => format!("unknown property `{property}`; did you mean `{similar}`?"),
            None => format!("unknown property `{property}`; the properties are {}", listed(&names)),
        }
    })?;
    Ok(OutputMapping {
        name: name.into(),
        property: found,
        is_added,
    })
}

/// Parses the value of `--vertex-id`: `attribute`.
///
/// # Errors
///
/// Returns an error for any other value.
pub fn vertex_id(value: &str) -> Result<bool, String> {
    match value {
        "attribute" => Ok(true),
        _ => Err(format!(
            "`{value}` is not a source of vertex indices; expected `attribute`"
        )),
    }
}
