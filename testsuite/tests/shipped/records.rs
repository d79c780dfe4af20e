//! Tables in format pages: the fields of each record, generated from their descriptions in code.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs;

use pica200_objfmt::formats::layout::Record;
use pica200_testsuite::corpus::workspace;
use pica200_testsuite::formats::formats;

use super::Files;

const START: &str = "<!-- record: ";
const END: &str = "<!-- end of record -->";

/// Returns the pages, each with the records of its formats.
pub(super) fn pages() -> BTreeMap<&'static str, Vec<&'static Record>> {
    let mut pages = BTreeMap::new();
    for format in formats() {
        let records: &mut Vec<_> = pages.entry(format.page).or_default();
        records.extend(format.records);
    }
    pages
}

/// Adds the pages, with the table of each record between its markers.
pub(super) fn add(files: &mut Files) {
    for (page, records) in pages() {
        let text = fs::read_to_string(workspace().join(page)).unwrap();
        let text = with_tables(page, &text, records);
        files.insert(page.to_owned(), text.into_bytes());
    }
}

fn with_tables(page: &str, old: &str, mut unused: Vec<&Record>) -> String {
    let mut parts = old.split(START);
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
    assert!(missing.is_empty(), "{page} has no tables of {missing:?}");
    text
}

#[test]
fn fields_fill_their_records_and_have_names_of_their_own() {
    for (page, records) in pages() {
        for record in &records {
            let mut end = 0;
            let mut names = HashSet::new();
            for field in record.fields {
                assert_eq!(field.offset, end, "{}, {}", record.name, field.name);
                assert!(names.insert(field.name), "{}, {}", record.name, field.name);
                end += field.size;
            }
            assert_eq!(end, record.size, "{}", record.name);
        }
        let names: HashSet<_> = records.iter().map(|record| record.name).collect();
        assert_eq!(names.len(), records.len(), "{page}");
    }
}

/// Formats the size, and a row for each field. The column of sources is omitted if the project defined the whole
/// record.
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
