//! Values of inputs and uniforms in TOML files.

use std::path::Path;

use pica200_asm::Files;
use pica200_machine::{Value, Vector};
use pica200_objfmt::similar::most_similar;
use toml::{Table, Value as Toml};

use super::values::vector;
use crate::report::Report;

/// The key of the rows in a file that is for one uniform.
const ANY_NAME: &str = "value";

/// The key of the vertices.
const VERTICES: &str = "vertices";

/// The vertices of a file, each by its rows.
pub(super) fn vertices(path: &Path, files: &dyn Files) -> Result<Vec<Vec<Vector>>, Report> {
    let table = table(path, files)?;
    let report = |why: &str| {
        let form = "`vertices = [[[1, 2, 3], [0.5, 0.5]]]` would be a vertex of two outputs";
        unreadable(path, why).with_help(form)
    };
    let Some(value) = table.get(VERTICES) else {
        return Err(report(&format!("it has no `{VERTICES}`")));
    };
    let Some(items) = value.as_array().filter(|items| !items.is_empty()) else {
        return Err(report(&format!("`{VERTICES}` is no array of vertices")));
    };
    let vertices = items.iter().enumerate().map(|(number, item)| {
        rows_of(item).map_err(|why| report(&format!("`{VERTICES}[{number}]` {why}")))
    });
    vertices.collect()
}

/// The table of a file.
fn table(path: &Path, files: &dyn Files) -> Result<Table, Report> {
    let bytes = files.read(path).map_err(|error| {
        let file = path.display().to_string();
        Report::of_io("cannot-read", "cannot read", &file, &error)
    })?;
    let text = std::str::from_utf8(&bytes).map_err(|_| unreadable(path, "it is no UTF-8"))?;
    text.parse::<Table>()
        .map_err(|error| unreadable(path, &parse_error(text, &error)))
}

fn unreadable(path: &Path, why: &str) -> Report {
    let file = path.display().to_string();
    let message = format!("`{file}`: {why}");
    Report::of_file("unreadable-values", file, message)
}

/// The rows of a file for the input or uniform `name`: those under its name, else those under `value`.
pub(super) fn rows(path: &Path, name: &str, files: &dyn Files) -> Result<Vec<Value>, Report> {
    let table = table(path, files)?;
    let Some((key, value)) = table
        .get_key_value(name)
        .or_else(|| table.get_key_value(ANY_NAME))
    else {
        let report = unreadable(path, &format!("it has neither `{name}` nor `{ANY_NAME}`"));
        let keys = table.keys().map(String::as_str);
        return Err(match most_similar(name, keys) {
            Some(key) => report.with_help(format!("did you mean `{key}`?")),
            None => report,
        });
    };
    let rows = rows_of(value).map_err(|why| {
        let form = format!("`{key} = [[1, 0, 0, 0], [0, 1, 0, 0]]` would be two rows");
        unreadable(path, &format!("`{key}` {why}")).with_help(form)
    })?;
    Ok(rows.into_iter().map(Value::Vector).collect())
}

/// What the parser says, in the form of our own messages.
fn parse_error(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    format!("line {line}: {}", error.message().replace('\n', ", "))
}

/// An array of rows, or one row.
fn rows_of(value: &Toml) -> Result<Vec<Vector>, String> {
    let Toml::Array(items) = value else {
        return Err(format!(
            "is {}, and an array of rows is needed",
            noun(value)
        ));
    };
    if items.is_empty() {
        return Err("has no rows".to_owned());
    }
    if !items.iter().any(Toml::is_array) {
        return Ok(vec![row(items)?]);
    }
    let row_of = |item: &Toml| match item {
        Toml::Array(numbers) => row(numbers),
        other => Err(format!("has {} among its rows", noun(other))),
    };
    items.iter().map(row_of).collect()
}

fn row(items: &[Toml]) -> Result<Vector, String> {
    let number = |item: &Toml| match item {
        Toml::Integer(_) | Toml::Float(_) => item.clone().try_into::<f32>().ok(),
        _ => None,
    };
    let numbers = items.iter().map(|item| {
        number(item).ok_or_else(|| format!("has {} where a number is needed", noun(item)))
    });
    let numbers: Vec<_> = numbers.collect::<Result<_, _>>()?;
    let found = numbers.len();
    vector(&numbers).ok_or_else(|| format!("has a row of {found} numbers; 1 to 4 are needed"))
}

const fn noun(value: &Toml) -> &'static str {
    match value {
        Toml::String(_) => "a string",
        Toml::Integer(_) | Toml::Float(_) => "a number",
        Toml::Boolean(_) => "a boolean",
        Toml::Datetime(_) => "a date",
        Toml::Array(_) => "an array",
        Toml::Table(_) => "a table",
    }
}
