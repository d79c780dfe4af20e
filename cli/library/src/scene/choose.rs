//! Enumerated values.

use std::ops::Range;

use toml::de::DeTable;

use crate::document::{DocumentReport, string};
use crate::text::lists::listed;
use pica200_diagnostics::most_similar;

/// Returns the value for the name under a key; `None` without the key. Errors go to `report`.
pub(super) fn enum_value<T: Copy>(
    table: &DeTable<'_>,
    key: &str,
    all: &[(&'static str, T)],
    report: &mut DocumentReport<'_>,
) -> Option<T> {
    let item = table.get(key)?;
    let name = report.get(table, key, string)?;
    let found = by_name(name, all);
    if found.is_none() {
        let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        unknown(key, name, &names, item.span(), report);
    }
    found
}

/// Returns the value with a name.
pub(super) fn by_name<T: Copy>(name: &str, all: &[(&'static str, T)]) -> Option<T> {
    let mut all = all.iter();
    all.find(|(other, _)| *other == name).map(|(_, value)| *value)
}

/// Adds the error about an unknown name.
pub(super) fn unknown(key: &str, name: &str, names: &[&str], span: Range<usize>, report: &mut DocumentReport<'_>) {
    let message = format!("`{key}` has no value `{name}`");
    let help = match most_similar(name, names.iter().copied()) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("there are {}", listed(names)),
    };
    report.wrong(span, message).help = Some(help);
}
