//! File writer: plans the positions of tables, then writes the bytes in that order.

use zerocopy::{Immutable, IntoBytes};

use crate::formats::error::{RecordLocation, WriteError, WriteErrorKind};
use crate::formats::layout::TableRange;

/// The layout of a structure's tables, which follow each other.
pub(crate) struct Plan {
    /// The end of the last table, in bytes from the start of the structure.
    end: u64,
}

impl Plan {
    /// Creates the plan of a structure with a header and no tables.
    pub(crate) fn after_header<T>() -> Self {
        Self {
            end: size_of::<T>() as u64,
        }
    }

    /// Reserves space for a table with `count` records.
    pub(crate) fn table<T>(&mut self, count: usize, location: RecordLocation) -> Result<TableRange, WriteError> {
        let offset = self.offset(location)?;
        self.end = (count as u64)
            .checked_mul(size_of::<T>() as u64)
            .and_then(|size| self.end.checked_add(size))
            .ok_or_else(|| too_long(u64::MAX, location))?;
        // A table that ends below 4 GiB has fewer entries than that.
        self.offset(location)?;
        let count = u32::try_from(count).map_err(|_| too_long(self.end, location))?;
        Ok(TableRange {
            offset: offset.into(),
            count: count.into(),
        })
    }

    /// Aligns the next table to a multiple of 4.
    pub(crate) fn align(&mut self) {
        self.end = self.end.next_multiple_of(4);
    }

    /// Returns the offset of the next table.
    pub(crate) fn offset(&self, location: RecordLocation) -> Result<u32, WriteError> {
        u32::try_from(self.end).map_err(|_| too_long(self.end, location))
    }
}

fn too_long(end: u64, location: RecordLocation) -> WriteError {
    WriteError {
        location,
        kind: WriteErrorKind::TooLong { end },
    }
}

/// Allocates the offsets of consecutive names.
pub(crate) struct Names {
    next: u32,
}

impl Names {
    pub(crate) fn starting_at(offset: u32) -> Self {
        Self { next: offset }
    }

    /// Returns the offset of a name and advances past it. The plan has checked that the total size fits into 32 bits.
    pub(crate) fn allocate(&mut self, name: &[u8]) -> u32 {
        let offset = self.next;
        let size = u32::try_from(name.len()).unwrap_or(u32::MAX);
        self.next = offset.saturating_add(size).saturating_add(1);
        offset
    }
}

/// The bytes of a file, written front to back.
pub(crate) struct Image {
    bytes: Vec<u8>,
}

impl Image {
    /// Creates an empty file with capacity for `size` bytes.
    pub(crate) fn with_capacity(size: u32) -> Self {
        Self {
            bytes: Vec::with_capacity(size as usize),
        }
    }

    pub(crate) fn record(&mut self, record: &(impl IntoBytes + Immutable + ?Sized)) {
        self.bytes.extend_from_slice(record.as_bytes());
    }

    pub(crate) fn table<T: IntoBytes + Immutable>(&mut self, records: impl IntoIterator<Item = T>) {
        for record in records {
            self.record(&record);
        }
    }

    pub(crate) fn words(&mut self, words: &[u32]) {
        self.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }

    pub(crate) fn name(&mut self, name: &[u8]) {
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
    }

    /// Pads to a multiple of 4, as loaders expect.
    pub(crate) fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Returns the total size of names, each with its terminating NUL.
pub(crate) fn size_of_names<'n>(names: impl IntoIterator<Item = &'n [u8]>) -> usize {
    names.into_iter().map(|name| name.len() + 1).sum()
}

/// Checks that a name does not contain a NUL.
pub(crate) fn check_name(name: &[u8], location: RecordLocation) -> Result<(), WriteError> {
    use bstr::ByteSlice;
    if name.find_byte(0).is_none() {
        return Ok(());
    }
    Err(WriteError {
        location,
        kind: WriteErrorKind::NulInName { name: name.to_vec() },
    })
}
