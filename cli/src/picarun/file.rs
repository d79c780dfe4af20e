//! Values of inputs and uniforms in TOML files.

use std::ops::Range;
use std::path::Path;

use pica200_asm::Files;
use pica200_machine::Value;
use pica200_objfmt::similar::most_similar;
use toml::de::DeTable;

use crate::report::Report;
use crate::shader::rows::{self, parse_error};

/// The key of the rows in a file that is for one uniform.
const ANY_NAME: &str = "value";

/// The rows of a file for the input or uniform `name`: those under its name, else those under `value`.
pub(super) fn rows(path: &Path, name: &str, files: &dyn Files) -> Result<Vec<Value>, Report> {
    let file = path.display().to_string();
    let bytes = files
        .read(path)
        .map_err(|error| Report::of_io("cannot-read", "cannot read", &file, &error))?;
    let unreadable =
        |why: String| Report::of_file("unreadable-values", &file, format!("`{file}`: {why}"));
    let text = std::str::from_utf8(&bytes).map_err(|_| unreadable("it is no UTF-8".into()))?;
    let table = DeTable::parse(text).map_err(|error| {
        let why = parse_error(&error);
        unreadable(in_line(text, error.span().unwrap_or_default(), &why))
    })?;
    let table = table.get_ref();
    let Some((key, value)) = table
        .get_key_value(name)
        .or_else(|| table.get_key_value(ANY_NAME))
    else {
        let report = unreadable(format!("it has neither `{name}` nor `{ANY_NAME}`"));
        let keys = table.keys().map(|key| key.get_ref().as_ref());
        return Err(match most_similar(name, keys) {
            Some(key) => report.with_help(format!("did you mean `{key}`?")),
            None => report,
        });
    };
    let key = key.get_ref();
    let rows = rows::rows(value).map_err(|flaw| {
        let form = format!("`{key} = [[1, 0, 0, 0], [0, 1, 0, 0]]` would be two rows");
        let why = format!("`{key}` {}", flaw.why);
        unreadable(in_line(text, flaw.span, &why)).with_help(form)
    })?;
    Ok(rows.into_iter().map(Value::Vector).collect())
}

/// With the line that it is about.
fn in_line(text: &str, span: Range<usize>, why: &str) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    format!("line {line}: {why}")
}
