//! Build options in documents.

use toml::de::DeTable;

use super::{BuildOption, Job, Kind, Value};
use crate::document::{DocumentReport, Item, boolean, entries, string, strings, table};

/// Sets options of a table in a job. Errors go to `report`.
pub(crate) fn set_options(
    of: &DeTable<'_>,
    options: impl Iterator<Item = &'static BuildOption>,
    job: &mut Job,
    report: &mut DocumentReport<'_>,
) {
    for option in options {
        if let Some(item) = of.get(option.name) {
            set(option, item, job, report);
        }
    }
}

fn set(option: &BuildOption, item: &Item<'_>, job: &mut Job, report: &mut DocumentReport<'_>) {
    let mut values = Vec::new();
    let read = match option.kind {
        Kind::Switch => boolean(item).map(|given| {
            if let Err(message) = option.set(job, Value::Switch(given)) {
                report.wrong(item.span(), message);
            }
        }),
        Kind::Text { .. } | Kind::Choice { .. } | Kind::Path { .. } => {
            string(item).map(|text| values.push((text.to_owned(), item.span())))
        }
        Kind::List { .. } | Kind::Lengths { .. } | Kind::Paths { .. } => strings(item).map(|texts| {
            values.extend(texts.into_iter().map(|(text, span)| (text.to_owned(), span)));
        }),
        Kind::Map { .. } => table(item).map(|table| {
            for (name, value) in entries(table) {
                let name = name.get_ref();
                match string(value) {
                    Ok(of) => values.push((format!("{name}={of}"), value.span())),
                    Err(toml_error) => report.toml_error(name, toml_error),
                }
            }
        }),
    };
    if let Err(toml_error) = read {
        report.toml_error(option.name, toml_error);
    }
    for (text, span) in values {
        if let Err(message) = option.set(job, Value::Text(&text)) {
            report.wrong(span, message);
        }
    }
}
