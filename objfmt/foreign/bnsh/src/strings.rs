//! The string table: block `_STR`.
//!
//! A string consists of a two-byte length, its characters and a NUL. String offsets point to the length.

use bstr::BStr;

pub use crate::error::StringError;
use crate::error::{ErrorKind, Structure};
use crate::layout::StringsHeader;
use crate::reader::{Field, Reader};

/// Magic of the block.
pub const MAGIC: [u8; 4] = *b"_STR";

/// The alignment of strings in bytes.
pub const ALIGNMENT: usize = 2;

/// The string table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strings<'a> {
    /// File offset of the block.
    pub offset: usize,
    /// Size of the block in bytes, including padding.
    pub size: u32,
    /// The strings, sorted by offset. The first one is empty.
    pub list: Vec<TableString<'a>>,
    /// Offset after the last string.
    pub end: usize,
}

/// A string of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableString<'a> {
    /// File offset of its length.
    pub offset: usize,
    /// The characters, without the NUL.
    pub text: &'a BStr,
}

impl<'a> Strings<'a> {
    /// Reads the strings of the block at `block` of `size` bytes. Strings after an unreadable one are missing.
    pub(crate) fn read(reader: &mut Reader<'a>, block: usize, size: u32) -> Option<Self> {
        let header: &StringsHeader = reader.record(Structure::Strings, block, "the header")?;
        let mut at = block.saturating_add(size_of::<StringsHeader>());
        let end = block as u64 + u64::from(size);
        let mut list = Vec::new();
        // The count does not include the empty string.
        for number in 0..=header.count.get() {
            if at as u64 >= end {
                let kind = ErrorKind::StringCount {
                    found: header.count.get(),
                    held: list.len().saturating_sub(1),
                };
                let count_at = std::mem::offset_of!(StringsHeader, count);
                reader.note(Structure::Strings, block + count_at, kind);
                break;
            }
            match reader.string_at(at) {
                Ok(text) => {
                    list.push(TableString { offset: at, text });
                    let behind = at + size_of::<u16>() + text.len() + 1;
                    at = behind.next_multiple_of(ALIGNMENT);
                }
                // A dictionary may have reported it already.
                Err(_) if !reader.is_first_use(at) => break,
                Err(reason) => {
                    let kind = ErrorKind::String {
                        what: if number == 0 { "the first one" } else { "the next one" },
                        found: at as u64,
                        reason,
                    };
                    reader.report(Structure::Strings, at.min(reader.len()), kind);
                    break;
                }
            }
        }
        if let Some(first) = list.first().filter(|first| !first.text.is_empty()) {
            let kind = ErrorKind::Field {
                field: "length of the first string",
                found: i64::try_from(first.text.len()).unwrap_or(i64::MAX),
                allowed: "0, because the empty string is the first",
            };
            reader.note(Structure::Strings, first.offset, kind);
        }
        Some(Self {
            offset: block,
            size,
            list,
            end: at,
        })
    }

    /// Returns the string whose length is at an offset, or `None` if no string of the table begins there.
    pub fn at(&self, offset: usize) -> Option<&'a BStr> {
        let place = self.list.binary_search_by_key(&offset, |one| one.offset);
        place.ok().and_then(|place| self.list.get(place)).map(|one| one.text)
    }
}

/// Reads the file name. Its offset points to the characters, not the length.
pub(crate) fn file_name<'a>(reader: &mut Reader<'a>, field: Field, at: u32) -> Option<(usize, &'a BStr)> {
    let found = u64::from(at);
    let characters = reader.offset(field, found)?;
    let Some(offset) = characters.checked_sub(size_of::<u16>()) else {
        let kind = ErrorKind::Field {
            field: "offset of the name",
            found: i64::from(at),
            allowed: "0, or at least 2, because the length is in front",
        };
        reader.report(field.structure, field.offset, kind);
        return None;
    };
    Some((offset, reader.string(field, offset)?))
}
