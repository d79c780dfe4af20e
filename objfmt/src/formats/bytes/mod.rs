//! Bounds-checked access to untrusted bytes. The only module that slices them.
//!
//! Formats with their own error types, including those in other crates, read bytes and numbers from [`ByteView`].
//! Shader binaries and objects are read with a `FileReader`, which reports the errors of
//! [`error`](crate::formats::error). It accounts for the bytes that were read, so that the memory and time of reading
//! are bounded by the size of the file, for any counts and offsets.
//!
//! A strict reader stops at the first fault. A tolerant reader records each fault and substitutes empty data for
//! damaged data. The documentation of each method says whether it tolerates faults.

mod byte_view;
mod log;
mod names;
pub(crate) mod region;
mod view;

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::formats::error::{ReadError, ReadErrorKind, RecordLocation, Structure, Table};
use crate::formats::layout::TableRange;

pub use byte_view::{ByteOrder, ByteView, NameError, OutOfBounds};
pub(crate) use log::ReadLog;
pub(crate) use region::{Region, RegionKind};
pub(crate) use view::{FileLocation, TableView};

/// The maximum memory of all names together, as a multiple of the file size. Each name has a fixed cost.
///
/// Names that do not share bytes never reach the limit, because even an empty name has its NUL. Names that share bytes
/// reach it if they are longer than some hundred bytes on average.
pub const MAX_NAMES_MULTIPLE: usize = 24;

/// A type for which any bytes at any alignment are valid: the records that [`record!`](crate::formats::layout::record)
/// declares, and arrays of bytes.
pub trait Plain: FromBytes + KnownLayout + Immutable + Unaligned {}
impl<T: FromBytes + KnownLayout + Immutable + Unaligned> Plain for T {}

/// A reader of a file.
pub(crate) struct FileReader<'a> {
    file: &'a [u8],
    /// The number of bytes that do not belong to any header or table yet.
    unclaimed: usize,
    /// The remaining memory for names.
    names_left: usize,
    /// The highest end offset of a header or table.
    end: usize,
    /// The faults and regions of a tolerant reader; `None` for a strict reader.
    log: Option<ReadLog>,
    /// True if structures overlap, so that additional bytes were allowed.
    overlap: bool,
}

impl<'a> FileReader<'a> {
    /// Creates a reader that stops at the first fault.
    pub(crate) fn strict(file: &'a [u8]) -> Self {
        Self {
            file,
            unclaimed: file.len(),
            names_left: file.len().saturating_mul(MAX_NAMES_MULTIPLE),
            end: 0,
            log: None,
            overlap: false,
        }
    }

    /// Creates a strict reader of the file's bytes after an offset.
    pub(crate) fn strict_from(file: &'a [u8], offset: usize) -> Self {
        Self::strict(file.get(offset..).unwrap_or_default())
    }

    /// Creates a reader that records faults, headers and tables.
    pub(crate) fn tolerant(file: &'a [u8]) -> Self {
        Self {
            log: Some(ReadLog::default()),
            ..Self::strict(file)
        }
    }

    /// Returns the records of a tolerant reader; empty for a strict reader.
    pub(crate) fn into_log(self) -> ReadLog {
        self.log.unwrap_or_default()
    }

    /// Reports a fault. A strict reader returns it as an error. A tolerant reader records it, and continues without the
    /// damaged data.
    pub(crate) fn report(&mut self, fault: ReadError) -> Result<(), ReadError> {
        let Some(log) = &mut self.log else {
            return Err(fault);
        };
        log.faults.add(fault);
        Ok(())
    }

    /// Returns true if the maximum number of faults has been recorded.
    pub(crate) fn is_full(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.faults.is_full())
    }

    /// Returns the size of the structure at the start of the file: up to the end of its last header or table, including
    /// any zero padding to a multiple of 4. `None` if its headers and tables overlap.
    pub(crate) fn extent(&self) -> Option<usize> {
        let claimed = self.file.len() - self.unclaimed;
        let size = self.end + self.zeros_after(self.end, self.file.len());
        // A structure without padding to a multiple of 4 is followed by something else.
        let size = if size.is_multiple_of(4) { size } else { self.end };
        (claimed <= size).then_some(size)
    }

    /// Returns the number of zeros from an offset to the next multiple of 4 or to `limit`, whichever is lower; 0 if any
    /// of these bytes is not zero.
    pub(crate) fn zeros_after(&self, offset: usize, limit: usize) -> usize {
        let end = offset.next_multiple_of(4).min(limit);
        self.file
            .get(offset..end)
            .filter(|bytes| bytes.iter().all(|&byte| byte == 0))
            .map_or(0, <[u8]>::len)
    }

    /// Returns the number of words from an offset to the first occurrence of `magic`.
    pub(crate) fn words_before(&self, offset: usize, magic: [u8; 4]) -> Option<u32> {
        let mut words = self.file.get(offset..)?.chunks_exact(4);
        u32::try_from(words.position(|word| word == magic)?).ok()
    }

    /// Checks the first four bytes of a structure. Does not tolerate faults.
    pub(crate) fn magic(&self, offset: usize, structure: Structure, expected: [u8; 4]) -> Result<(), ReadError> {
        let at = header_at(offset, structure);
        let found = *self.peek(offset, structure)?;
        if found == expected {
            Ok(())
        } else {
            Err(at.error(ReadErrorKind::Magic { found, expected }))
        }
    }

    /// Returns the first bytes of a structure without recording them as read. Does not tolerate faults.
    pub(crate) fn peek<T: Plain>(&self, offset: usize, structure: Structure) -> Result<&'a T, ReadError> {
        self.file
            .get(offset..)
            .and_then(|rest| T::ref_from_prefix(rest).ok())
            .map(|(record, _)| record)
            .ok_or_else(|| self.out_of_file(header_at(offset, structure), size_of::<T>() as u64))
    }

    /// Reads the header of a structure. Does not tolerate faults.
    pub(crate) fn header<T: Plain>(&mut self, offset: usize, structure: Structure) -> Result<&'a T, ReadError> {
        self.claim(header_at(offset, structure), size_of::<T>())?;
        self.peek(offset, structure)
    }

    /// Returns the existing bytes of the header at the start of the file, at most `most` bytes.
    pub(crate) fn start(&mut self, structure: Structure, most: usize) -> &'a [u8] {
        let size = most.min(self.file.len());
        self.claim(header_at(0, structure), size).unwrap_or_default()
    }

    /// Reads the header of a structure that begins with `magic`. Tolerates faults: returns `None` if the header is
    /// missing.
    pub(crate) fn structure<T: Plain>(
        &mut self,
        offset: usize,
        structure: Structure,
        magic: [u8; 4],
    ) -> Result<Option<&'a T>, ReadError> {
        let found = self
            .magic(offset, structure, magic)
            .and_then(|()| self.header(offset, structure));
        match found {
            Ok(header) => Ok(Some(header)),
            Err(fault) => self.report(fault).map(|()| None),
        }
    }

    /// Reads a table of a structure that begins at `base`. Tolerates faults: for a table that extends past the file, it
    /// returns an empty table that is marked as lost.
    pub(crate) fn table<T: Plain>(
        &mut self,
        base: usize,
        range: TableRange,
        structure: Structure,
        table: Table,
    ) -> Result<TableView<'a, T>, ReadError> {
        let count = range.count.get();
        let location = RecordLocation::table(structure, table);
        let at = table_at(base, range.offset.get(), location);
        if count == 0 {
            // The offsets of empty tables have no meaning.
            return Ok(TableView::new(&[], at));
        }
        match self.claim_records(at, count) {
            Ok(records) => Ok(TableView::new(records, at)),
            Err(fault) => self.report(fault).map(|()| TableView::lost(at)),
        }
    }

    /// Reads a table that loaders find by dividing its offset by 4. Tolerates faults like [`Self::table`].
    pub(crate) fn word_table<T: Plain>(
        &mut self,
        base: usize,
        range: TableRange,
        structure: Structure,
        table: Table,
    ) -> Result<TableView<'a, T>, ReadError> {
        let offset = range.offset.get();
        if range.count.get() == 0 || offset.is_multiple_of(4) {
            return self.table(base, range, structure, table);
        }
        let at = table_at(base, offset, RecordLocation::table(structure, table));
        self.report(at.misaligned(offset)).map(|()| TableView::lost(at))
    }

    fn claim_records<T: Plain>(&mut self, at: FileLocation, count: u32) -> Result<&'a [T], ReadError> {
        let size = u64::from(count) * size_of::<T>() as u64;
        let bytes = match usize::try_from(size) {
            Ok(size) => self.claim(at, size)?,
            Err(_) => return Err(self.out_of_file(at, size)),
        };
        <[T]>::ref_from_bytes(bytes).map_err(|_| self.out_of_file(at, size))
    }

    /// Returns the bytes of a header or table, and marks them as read.
    fn claim(&mut self, at: FileLocation, needed: usize) -> Result<&'a [u8], ReadError> {
        let end = at.offset.checked_add(needed);
        let (end, bytes) = end
            .and_then(|end| Some((end, self.file.get(at.offset..end)?)))
            .ok_or_else(|| self.out_of_file(at, needed as u64))?;
        let left = self.unclaimed;
        let rest = match left.checked_sub(needed) {
            Some(rest) => rest,
            None => self.allow_overlap(at.error(ReadErrorKind::Overlap { needed, left }), needed)?,
        };
        self.unclaimed = rest;
        self.end = self.end.max(end);
        if let Some(log) = &mut self.log {
            log.claims.push(Region {
                offset: at.offset,
                size: needed,
                kind: RegionKind::from_location(at.location),
            });
        }
        Ok(bytes)
    }

    /// Returns the number of unread bytes after the first overlap that a tolerant reader finds. The overlap must not
    /// hide later tables, so headers and tables may use the size of the file a second time.
    fn allow_overlap(&mut self, fault: ReadError, needed: usize) -> Result<usize, ReadError> {
        let more = self.unclaimed.saturating_add(self.file.len());
        match more.checked_sub(needed) {
            Some(rest) if !self.overlap => {
                self.report(fault)?;
                self.overlap = true;
                Ok(rest)
            }
            _ => Err(fault),
        }
    }

    /// Reverts the reading of a table whose range was wrong, if no header or table was read after it.
    pub(crate) fn unclaim<T>(&mut self, table: &TableView<'a, T>) {
        let Some(log) = &mut self.log else {
            return;
        };
        let at = table.location(None);
        let size = size_of_val(table.records());
        let last = log.claims.last();
        if last.is_some_and(|last| last.offset == at.offset && last.size == size) {
            log.claims.pop();
            self.unclaimed = self.unclaimed.saturating_add(size);
        }
    }

    fn out_of_file(&self, at: FileLocation, needed: u64) -> ReadError {
        at.error(ReadErrorKind::OutOfFile {
            needed,
            left: self.file.len().saturating_sub(at.offset),
        })
    }
}

fn header_at(offset: usize, structure: Structure) -> FileLocation {
    FileLocation {
        offset,
        location: RecordLocation::header(structure),
    }
}

/// Returns the location of a table from its offset in a structure that begins at `base`. An offset that overflows is
/// outside any file.
fn table_at(base: usize, offset: u32, location: RecordLocation) -> FileLocation {
    let offset = usize::try_from(offset).ok().and_then(|offset| base.checked_add(offset));
    FileLocation {
        offset: offset.unwrap_or(usize::MAX),
        location,
    }
}
