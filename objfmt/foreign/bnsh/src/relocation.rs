//! The relocation table: the pointers that the loader turns into addresses.
//!
//! A section is a part of the file that pointers refer to; its entries list the locations of these pointers.

use crate::error::{ErrorKind, Structure};
use crate::layout::{RelocationEntryRecord, RelocationSectionRecord, RelocationsHeader};
use crate::reader::{Field, Reader};

/// Magic of the table.
pub const MAGIC: [u8; 4] = *b"_RLT";

/// The size of a pointer in bytes.
pub const POINTER: usize = 8;

/// The relocation table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocations {
    /// Byte offset in the file.
    pub offset: usize,
    /// The sections.
    pub sections: Vec<RelocationSection>,
}

/// A part of the file that pointers refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelocationSection {
    /// Byte offset in the file.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Index of its first entry in the table.
    pub first: u32,
    /// The number of entries, according to the table.
    pub count: u32,
    /// The entries.
    pub entries: Vec<RelocationEntry>,
    /// The pointers that the entries list, in order, without those outside the file.
    pub pointers: Vec<RelocatedPointer>,
}

/// Runs of pointers at equal distances.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RelocationEntry {
    /// File offset of the first pointer.
    pub offset: u32,
    /// The number of runs.
    pub runs: u16,
    /// The number of pointers in each run.
    pub pointers: u8,
    /// The number of fields of 8 bytes between two runs.
    pub gap: u8,
}

/// A pointer that the loader changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RelocatedPointer {
    /// Byte offset in the file.
    pub offset: usize,
    /// The offset that it holds. The loader skips 0.
    pub value: u64,
}

impl RelocationEntry {
    /// Returns the file offsets of the pointers.
    pub fn offsets(self) -> impl Iterator<Item = u64> {
        let Self {
            offset,
            runs,
            pointers,
            gap,
        } = self;
        let stride = u64::from(pointers) + u64::from(gap);
        // Empty runs take no time.
        let runs = if pointers == 0 { 0 } else { runs };
        (0..u64::from(runs)).flat_map(move |run| {
            let fields = (0..u64::from(pointers)).map(move |field| run * stride + field);
            fields.map(move |field| u64::from(offset) + field * POINTER as u64)
        })
    }
}

impl Relocations {
    /// Reads the table at the offset that a header field states.
    pub(crate) fn read(reader: &mut Reader<'_>, field: Field, found: u32) -> Option<Self> {
        const TABLE: Structure = Structure::Relocations;
        if found == 0 {
            let kind = ErrorKind::Missing {
                what: "relocation table",
            };
            reader.note(field.structure, field.offset, kind);
            return None;
        }
        let offset = reader.offset(field, found.into())?;
        let header: &RelocationsHeader = reader.record(TABLE, offset, "the header")?;
        if !reader.magic(TABLE, offset, header.magic.0, MAGIC) {
            return None;
        }
        let own_at = offset + std::mem::offset_of!(RelocationsHeader, offset);
        let own = header.offset.get();
        reader.expect(TABLE, own_at, "offset of the table", own.into(), offset as u64);
        let count_at = offset + std::mem::offset_of!(RelocationsHeader, sections);
        let Ok(count) = u32::try_from(header.sections.get()) else {
            let kind = ErrorKind::Field {
                field: "number of sections",
                found: header.sections.get().into(),
                allowed: "a number that is not negative",
            };
            reader.report(TABLE, count_at, kind);
            return None;
        };
        let first = offset + size_of::<RelocationsHeader>();
        let list = Field {
            structure: TABLE,
            offset: count_at,
            target: "the list of sections",
        };
        let records: &[RelocationSectionRecord] = reader.table(list, Some(first), count)?;
        let entries_at = first + size_of_val(records);
        let mut pointers_left = Some(reader.len());
        let mut sections = Vec::with_capacity(records.len());
        for (number, record) in records.iter().enumerate() {
            let at = first + number * size_of::<RelocationSectionRecord>();
            sections.push(section(reader, at, entries_at, record, &mut pointers_left));
        }
        Some(Self { offset, sections })
    }
}

/// Reads a section, without its entries after an error. `left` is the number of pointers that sections may still have;
/// it becomes `None` after the error for too many pointers.
fn section(
    reader: &mut Reader<'_>,
    at: usize,
    entries_at: usize,
    record: &RelocationSectionRecord,
    left: &mut Option<usize>,
) -> RelocationSection {
    let mut section = RelocationSection {
        offset: record.offset.get(),
        size: record.size.get(),
        first: record.first.get(),
        count: record.entries.get(),
        entries: Vec::new(),
        pointers: Vec::new(),
    };
    let (end, size) = (u64::from(section.offset) + u64::from(section.size), reader.len());
    if end > size as u64 {
        let kind = ErrorKind::Outside {
            what: "the end of the section",
            found: end,
            size,
        };
        reader.note(Structure::Relocations, at, kind);
    }
    let before = u64::from(section.first) * size_of::<RelocationEntryRecord>() as u64;
    let start = usize::try_from(before).unwrap_or(usize::MAX).saturating_add(entries_at);
    let field = Field {
        structure: Structure::Relocations,
        offset: at,
        target: "the list of the section's entries",
    };
    let records: &[RelocationEntryRecord] = reader.table(field, Some(start), section.count).unwrap_or_default();
    for (number, record) in records.iter().enumerate() {
        let entry = RelocationEntry {
            offset: record.offset.get(),
            runs: record.runs.get(),
            pointers: record.pointers,
            gap: record.gap,
        };
        section.entries.push(entry);
        let at = start + number * size_of::<RelocationEntryRecord>();
        if pointers(reader, at, entry, left, &mut section.pointers).is_none() {
            break;
        }
    }
    section
}

/// Adds the pointers of an entry. Returns `None` after the error for too many pointers, which is reported once.
fn pointers(
    reader: &mut Reader<'_>,
    at: usize,
    entry: RelocationEntry,
    left: &mut Option<usize>,
    found: &mut Vec<RelocatedPointer>,
) -> Option<()> {
    for offset in entry.offsets() {
        let Some(rest) = (*left)?.checked_sub(1) else {
            *left = None;
            let max = reader.len();
            reader.report(Structure::Relocations, at, ErrorKind::TooManyPointers { max });
            return None;
        };
        *left = Some(rest);
        let value = usize::try_from(offset)
            .ok()
            .and_then(|offset| Some((offset, reader.pieces().u64(offset).ok()?)));
        let Some((offset, value)) = value else {
            let kind = ErrorKind::Outside {
                what: "the end of a relocated pointer",
                found: offset.saturating_add(POINTER as u64),
                size: reader.len(),
            };
            reader.note(Structure::Relocations, at, kind);
            // The remaining pointers are after it.
            break;
        };
        found.push(RelocatedPointer { offset, value });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_name_runs_of_pointers() {
        let entry = RelocationEntry {
            offset: 0x10,
            runs: 2,
            pointers: 2,
            gap: 3,
        };
        let offsets: Vec<_> = entry.offsets().collect();
        assert_eq!(offsets, [0x10, 0x18, 0x38, 0x40]);
        assert_eq!(RelocationEntry { runs: 0, ..entry }.offsets().count(), 0);
        assert_eq!(RelocationEntry { pointers: 0, ..entry }.offsets().count(), 0);
    }
}
