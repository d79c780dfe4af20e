//! Chunks, and shared parts of their readers: checked records, tables and names, and limits.

use bstr::BStr;
use pica200_objfmt::formats::bytes::{ByteView, OutOfBounds, Plain};

use crate::error::{Error, ErrorKind, FourCc};

/// A chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// The chunk name.
    pub id: FourCc,
    /// File offset of the data in bytes.
    pub offset: usize,
    /// The data.
    pub data: &'a [u8],
}

/// Limit for the total size of the records, as a multiple of the chunk size. In valid files few records overlap.
const RECORDS_MULTIPLE: usize = 4;

/// A chunk being read. Offsets are relative to the start of its data; offsets in errors are file offsets.
pub(crate) struct Reader<'a> {
    id: FourCc,
    /// File offset of the data.
    start: usize,
    pieces: ByteView<'a>,
    /// The byte budget left for records.
    left: usize,
}

/// Offset and number of rows of a table, as a record states them.
pub(crate) type Table = (u32, u32);

/// An iterator over the offsets of a table's rows.
pub(crate) struct Rows {
    at: usize,
    stride: usize,
    count: usize,
}

impl Iterator for Rows {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.count = self.count.checked_sub(1)?;
        let at = self.at;
        self.at = at.saturating_add(self.stride);
        Some(at)
    }
}

impl Rows {
    /// Returns the number of remaining rows.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(chunk: &Chunk<'a>) -> Self {
        Self {
            id: chunk.id,
            start: chunk.offset,
            pieces: ByteView::new(chunk.data),
            left: chunk.data.len().saturating_mul(RECORDS_MULTIPLE),
        }
    }

    /// Converts an offset in the data to a file offset.
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.start.saturating_add(at)
    }

    /// Returns the size of the data in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Creates an error at an offset in the data.
    pub(crate) fn error(&self, at: usize, kind: ErrorKind) -> Error {
        Error::new(Some(self.id), self.offset(at), kind)
    }

    fn out_of_bytes(&self, what: &'static str, out: OutOfBounds) -> Error {
        let out = OutOfBounds {
            offset: self.offset(out.offset),
            ..out
        };
        Error::out_of_bytes(Some(self.id), what, out)
    }

    /// Checks that an object begins within the data. `owner` is the offset of the record that refers to it.
    fn check_start(&self, owner: usize, at: usize, what: &'static str) -> Result<(), Error> {
        let size = self.len();
        if at <= size {
            return Ok(());
        }
        let kind = ErrorKind::Outside { what, found: at, size };
        Err(self.error(owner, kind))
    }

    /// Subtracts `size` from the byte budget of records.
    fn claim(&mut self, at: usize, size: usize) -> Result<(), Error> {
        let left = self.left.checked_sub(size).ok_or_else(|| {
            let multiple = RECORDS_MULTIPLE;
            self.error(at, ErrorKind::Shared { multiple })
        })?;
        self.left = left;
        Ok(())
    }

    /// Reads a record.
    pub(crate) fn record<T: Plain>(&mut self, at: usize, what: &'static str) -> Result<&'a T, Error> {
        let record = self.peek(at, what)?;
        self.claim(at, size_of::<T>())?;
        Ok(record)
    }

    /// Reads a record without charging the budget: the bytes of its table were charged.
    pub(crate) fn peek<T: Plain>(&self, at: usize, what: &'static str) -> Result<&'a T, Error> {
        self.pieces.record(at).map_err(|out| self.out_of_bytes(what, out))
    }

    /// Reads a record that the record at `owner` points to.
    pub(crate) fn record_of<T: Plain>(&mut self, owner: usize, at: usize, what: &'static str) -> Result<&'a T, Error> {
        self.check_start(owner, at, what)?;
        self.record(at, what)
    }

    /// Reads bytes that the record at `owner` points to.
    pub(crate) fn bytes(
        &mut self,
        owner: usize,
        at: usize,
        size: usize,
        what: &'static str,
    ) -> Result<&'a [u8], Error> {
        self.check_start(owner, at, what)?;
        let bytes = self.pieces.slice(at, size);
        let bytes = bytes.map_err(|out| self.out_of_bytes(what, out))?;
        self.claim(at, size)?;
        Ok(bytes)
    }

    /// Returns the offsets of the rows, of `stride` bytes each, of a table that the record at `owner` points to. The
    /// bytes are bounds-checked, so that [`peek`](Self::peek) can read a row. The offset of an empty table is ignored.
    pub(crate) fn rows(
        &mut self,
        owner: usize,
        (at, count): Table,
        stride: usize,
        what: &'static str,
    ) -> Result<Rows, Error> {
        let at = offset(at);
        let count = if count > 0 {
            self.check_start(owner, at, what)?;
            let bytes = self.pieces.table(at, count, stride);
            let bytes = bytes.map_err(|out| self.out_of_bytes(what, out))?;
            self.claim(at, bytes.len())?;
            offset(count)
        } else {
            0
        };
        Ok(Rows { at, stride, count })
    }

    /// Reads a name, without its NUL.
    pub(crate) fn name(&mut self, owner_at: usize, found: u32, what: &'static str) -> Result<&'a BStr, Error> {
        let table = self.pieces.bytes();
        let name = self.pieces.name(table, u64::from(found), 0);
        name.map(BStr::new).map_err(|reason| {
            let kind = ErrorKind::Name { what, found, reason };
            self.error(owner_at, kind)
        })
    }
}

/// Converts an offset of the file. On hosts with a small `usize`, an offset that does not fit saturates.
pub(crate) fn offset(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
