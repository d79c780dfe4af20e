//! Byte-by-byte views of files whose readers report the parts that they recognize.

use std::cmp::Reverse;

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::layout::{FieldContent, Record};

use super::raw::{characters, show};
use pica200::text::page::{Page, truncated_name};

/// Returns the record of a format with a name.
pub fn record(records: &[&'static Record], name: &str) -> &'static Record {
    /// An empty record.
    const EMPTY_RECORD: Record = Record {
        name: "",
        size: 0,
        fields: &[],
    };
    let found = records.iter().find(|record| record.name == name);
    debug_assert!(found.is_some(), "no record {name}");
    found.copied().unwrap_or(&EMPTY_RECORD)
}

/// A recognized part of a file.
#[derive(Clone, Debug)]
struct Claim {
    offset: usize,
    size: usize,
    /// A heading before the part.
    title: Option<String>,
    meaning: Meaning,
}

#[derive(Clone, Debug)]
enum Meaning {
    /// A record, shown as one field per line.
    Record(&'static Record, ByteOrder),
    /// A text for all of the bytes.
    Text(String),
}

/// The recognized parts of a file, in any order. Of overlapping parts, the first one wins; of two at one offset, the
/// larger one.
#[derive(Debug, Default)]
pub struct Claims {
    list: Vec<Claim>,
    /// The heading of the next claim.
    title: Option<String>,
}

impl Claims {
    /// Sets the heading of the next claim.
    pub fn title(&mut self, title: String) {
        self.title = Some(title);
    }

    /// Claims a record.
    pub fn record(&mut self, offset: usize, record: &'static Record) {
        self.ordered(offset, record, ByteOrder::Little);
    }

    /// Claims a record with a byte order.
    pub fn ordered(&mut self, offset: usize, record: &'static Record, order: ByteOrder) {
        self.add(offset, record.size, Meaning::Record(record, order));
    }

    /// Claims bytes with a text.
    pub fn text(&mut self, offset: usize, size: usize, text: impl Into<String>) {
        self.add(offset, size, Meaning::Text(text.into()));
    }

    /// Claims a name with its NUL.
    pub fn name(&mut self, file: &[u8], offset: usize) {
        let rest = file.get(offset..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == 0);
        if let Some(length) = length {
            let name = rest.get(..length).unwrap_or_default();
            self.text(offset, length + 1, truncated_name(name));
        }
    }

    fn add(&mut self, offset: usize, size: usize, meaning: Meaning) {
        let title = self.title.take();
        if size > 0 {
            self.list.push(Claim {
                offset,
                size,
                title,
                meaning,
            });
        }
    }

    /// Shows all bytes of a file. Unclaimed bytes are padding or unknown.
    pub fn show(mut self, page: &mut Page, file: &[u8]) {
        // A record may begin with another record.
        self.list.sort_by_key(|claim| (claim.offset, Reverse(claim.size)));
        let mut at = 0;
        for claim in &self.list {
            let end = claim.offset.saturating_add(claim.size);
            let bytes = file.get(claim.offset..end);
            // Overlapping parts were already shown, and parts outside the file were reported.
            let (true, Some(bytes)) = (claim.offset >= at, bytes) else {
                continue;
            };
            unclaimed(page, file, at, claim.offset);
            if let Some(title) = &claim.title {
                page.heading(&format!("{title} at {:#x}", claim.offset));
            }
            match &claim.meaning {
                Meaning::Record(record, order) => {
                    let owner = match claim.title {
                        Some(_) => String::new(),
                        None => format!("{}, ", record.name),
                    };
                    fields(page, claim.offset, bytes, record, *order, &owner);
                }
                Meaning::Text(text) => show(page, claim.offset, bytes, text),
            }
            at = end;
        }
        unclaimed(page, file, at, file.len());
    }
}

/// Shows the unclaimed bytes between two offsets.
fn unclaimed(page: &mut Page, file: &[u8], start: usize, end: usize) {
    let Some(bytes) = file.get(start..end).filter(|bytes| !bytes.is_empty()) else {
        return;
    };
    // Direct3D compilers pad with ABh.
    if bytes.iter().all(|byte| *byte == 0) || bytes.iter().all(|byte| *byte == 0xAB) {
        show(page, start, bytes, "padding");
    } else {
        page.heading(&format!("Unknown at {start:#x}"));
        characters(page, start, bytes);
    }
}

/// Shows the fields of a record, one per line, with `owner` before their names.
fn fields(page: &mut Page, start: usize, bytes: &[u8], record: &'static Record, order: ByteOrder, owner: &str) {
    for field in record.fields {
        let (offset, own) = (start + field.offset, field.bytes(bytes));
        let name = format!("{owner}{}", field.name);
        match field.content {
            FieldContent::Table(inner) | FieldContent::Record(inner) => {
                fields(page, offset, own, inner, order, &format!("{name}, "));
            }
            FieldContent::Magic => {
                show(page, offset, own, &format!("\"{}\"", own.escape_ascii()));
            }
            FieldContent::Number | FieldContent::Bytes => {
                show(page, offset, own, &format!("{name}{}", value(own, order)));
            }
        }
    }
}

/// Returns the number in a field of at most eight bytes.
fn value(bytes: &[u8], order: ByteOrder) -> String {
    if bytes.len() > 8 {
        return String::new();
    }
    let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    let number = match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, join),
        ByteOrder::Big => bytes.iter().fold(0, join),
    };
    format!(": {number:#x}")
}
