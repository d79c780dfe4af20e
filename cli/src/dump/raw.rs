//! Annotated hex dump of every byte of a file.

use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::inspect::{Region, RegionKind};
use pica200_objfmt::formats::layout::Field;
use pica200_objfmt::formats::records;

use super::contents::{Contents, InspectedFile, index};
use super::page::{Page, counted, truncated_name, word_offset};
use super::records::{Names, RawRecord, field_text};
use pica200_report::view::raw::{characters, show};

/// Writes all regions, in file order.
pub(crate) fn raw(page: &mut Page, subject: &InspectedFile<'_>, contents: &Contents<'_>) {
    let tables = index(&subject.inspection.regions);
    let find = |structure, table| -> &[u8] {
        let found = tables.get(&RegionKind::Table(structure, table));
        found.and_then(|region| bytes_of(subject, region)).unwrap_or_default()
    };
    for region in &subject.inspection.regions {
        let title = match region.kind {
            RegionKind::Header(structure) => format!("{structure} header"),
            RegionKind::Table(structure, table) => format!("{structure}, {table}"),
            RegionKind::Padding => "Padding".to_owned(),
            RegionKind::Unknown => "Unknown".to_owned(),
        };
        let size = counted(region.size, "byte");
        page.heading(&format!("{title} at {:#x}, {size}", region.offset));
        let Some(bytes) = bytes_of(subject, region) else {
            continue;
        };
        match region.kind {
            RegionKind::Header(structure) => header(page, region.offset, bytes, structure),
            RegionKind::Table(structure, kind) => {
                let names = Names {
                    symbols: find(structure, Table::Symbols),
                    files: match structure {
                        Structure::Dvlp => find(structure, Table::FileNames),
                        _ => find(structure, Table::Symbols),
                    },
                };
                match records::entry(structure, kind) {
                    Some(layout) => {
                        let text = |number, bytes| {
                            let record = RawRecord { layout, bytes, names };
                            let text = record.text(kind, contents);
                            match kind {
                                Table::Code | Table::Lines => {
                                    format!("{}: {text}", word_offset(number))
                                }
                                _ => format!("{number}: {text}"),
                            }
                        };
                        table(page, region.offset, bytes, layout.size, text);
                    }
                    None => strings(page, region.offset, bytes),
                }
            }
            RegionKind::Padding => show(page, region.offset, bytes, ""),
            RegionKind::Unknown => characters(page, region.offset, bytes),
        }
    }
}

fn bytes_of<'a>(subject: &InspectedFile<'a>, region: &Region) -> Option<&'a [u8]> {
    let rest = subject.bytes.get(region.offset..)?;
    rest.get(..region.size)
}

fn header(page: &mut Page, start: usize, bytes: &[u8], structure: Structure) {
    let layout = records::header(structure);
    let fields = layout.fields.iter();
    // The header of another version may be shorter or longer.
    let whole = |field: &&Field| field.offset + field.size <= bytes.len();
    let mut end = 0;
    for field in fields.take_while(whole) {
        let offset = start + field.offset;
        show(page, offset, field.bytes(bytes), &field_text(field, bytes));
        end = field.offset + field.size;
    }
    if let Some(rest) = bytes.get(end..).filter(|rest| !rest.is_empty()) {
        characters(page, start + end, rest);
    }
}

/// Writes the entries of a table, each with its index and meaning.
fn table<'a>(page: &mut Page, start: usize, bytes: &'a [u8], size: usize, text: impl Fn(usize, &'a [u8]) -> String) {
    for (n, entry) in bytes.chunks(size).enumerate() {
        let text = if entry.len() == size {
            text(n, entry)
        } else {
            "incomplete".to_owned()
        };
        show(page, start + n * size, entry, &text);
    }
}

/// Writes NUL-terminated names.
fn strings(page: &mut Page, start: usize, bytes: &[u8]) {
    let mut at = start;
    for name in bytes.split_inclusive(|&byte| byte == 0) {
        let text = name.strip_suffix(b"\0").unwrap_or(name);
        show(page, at, name, &truncated_name(text));
        at += name.len();
    }
}
