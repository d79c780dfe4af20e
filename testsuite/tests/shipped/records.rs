//! The tables of `FORMAT.md`: the fields of each record, generated from their descriptions in code.

use std::fmt::Write;
use std::fs;

use pica200_objfmt::formats::layout::{RECORDS, Record};
use pica200_testsuite::corpus::workspace;

use super::Files;

const PAGE: &str = "objfmt/FORMAT.md";
const START: &str = "<!-- record: ";
const END: &str = "<!-- end of record -->";

/// Adds the page, with the table of each record between its markers.
pub(super) fn add(files: &mut Files) {
    let page = fs::read_to_string(workspace().join(PAGE)).unwrap();
    let mut unused: Vec<&Record> = RECORDS.to_vec();
    let mut parts = page.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").unwrap();
        let (_, rest) = rest.split_once(END).unwrap();
        let index = unused.iter().position(|record| record.name == name);
        let index = index.expect("a record of this name, which has one table");
        let table = table(unused.remove(index));
        let _ = write!(text, "{START}{name} -->\n\n{table}\n{END}{rest}");
    }
    let missing: Vec<_> = unused.iter().map(|record| record.name).collect();
    assert!(missing.is_empty(), "{PAGE} has no tables of {missing:?}");
    files.insert(PAGE.to_owned(), text.into_bytes());
}

/// The size, and a row for each field. The sources have no column if the project chose all of the record.
fn table(record: &Record) -> String {
    let chosen = record.fields.iter().all(|field| field.source == "chosen");
    let mut text = format!("Size: {:X}.\n\n| Offset | Size | Meaning |", record.size);
    text.push_str(if chosen {
        "\n|---|---|---|\n"
    } else {
        " Source |\n|---|---|---|---|\n"
    });
    for field in record.fields {
        let (offset, size, meaning) = (field.offset, field.size, field.meaning);
        let _ = write!(text, "| {offset:02X} | {size:X} | {meaning} |");
        if !chosen {
            let _ = write!(text, " {} |", field.source);
        }
        text.push('\n');
    }
    text
}
