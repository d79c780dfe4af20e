//! Relocation table of a written file.

use std::ops::Range;

use pica200_objfmt::formats::layout::Magic;
use zerocopy::little_endian::U64;

use super::output::{Output, count};
use crate::layout::{RelocationEntryRecord, RelocationSectionRecord, RelocationsHeader};
use crate::relocation::{MAGIC, POINTER, RelocationEntry};

/// The sections that pointers refer to.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// All structures, from the start of the file.
    Structures = 0,
    /// The bytes of loaded programs.
    Objects = 1,
    /// The byte code.
    Code = 4,
    /// The strings.
    Strings = 5,
}

/// The number of sections. Sections 2 and 3 are empty, at the end of the loaded programs.
const SECTIONS: i32 = 6;

/// The sections and their entries.
#[derive(Default)]
pub(super) struct Table {
    sections: [(Range<usize>, Vec<RelocationEntry>); SECTIONS as usize],
}

impl Table {
    /// Sets the byte range of a section.
    pub(super) fn set_range(&mut self, section: Section, range: Range<usize>) {
        let end = range.end..range.end;
        let ranges = match section {
            Section::Objects => vec![(1, range), (2, end.clone()), (3, end)],
            _ => vec![(section as usize, range)],
        };
        for (number, range) in ranges {
            if let Some((own, _)) = self.sections.get_mut(number) {
                *own = range;
            }
        }
    }

    /// Adds pointers into a section: `runs` runs of `pointers` pointers, starting at `offset`, with a gap of `gap`
    /// eight-byte fields between runs.
    pub(super) fn add(&mut self, section: Section, mut offset: usize, [mut runs, pointers, gap]: [usize; 3]) {
        let Some((_, entries)) = self.sections.get_mut(section as usize) else {
            return;
        };
        while runs > 0 {
            let some = u16::try_from(runs).unwrap_or(u16::MAX);
            entries.push(RelocationEntry {
                // The file size is checked at the end.
                offset: u32::try_from(offset).unwrap_or(u32::MAX),
                runs: some,
                pointers: u8::try_from(pointers).unwrap_or(u8::MAX),
                gap: u8::try_from(gap).unwrap_or(u8::MAX),
            });
            runs -= usize::from(some);
            offset += usize::from(some) * (pointers + gap) * POINTER;
        }
    }

    /// Writes the table. Returns its offset.
    pub(super) fn write(mut self, output: &mut Output) -> usize {
        let table = output.reserve::<RelocationsHeader>();
        let header = RelocationsHeader {
            magic: Magic(MAGIC),
            offset: count(table),
            sections: SECTIONS.into(),
            reserved: 0.into(),
        };
        output.set(table, &header);
        let mut first = 0;
        for (range, entries) in &mut self.sections {
            entries.sort_by_key(|entry| entry.offset);
            let record = RelocationSectionRecord {
                address: U64::ZERO,
                offset: count(range.start),
                size: count(range.len()),
                first: count(first),
                entries: count(entries.len()),
            };
            first += entries.len();
            let offset = output.reserve::<RelocationSectionRecord>();
            output.set(offset, &record);
        }
        for entry in self.sections.iter().flat_map(|(_, entries)| entries) {
            let record = RelocationEntryRecord {
                offset: entry.offset.into(),
                runs: entry.runs.into(),
                pointers: entry.pointers,
                gap: entry.gap,
            };
            let offset = output.reserve::<RelocationEntryRecord>();
            output.set(offset, &record);
        }
        table
    }
}
