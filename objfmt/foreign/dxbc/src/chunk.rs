//! Chunks, and the common parts of their readers: checked records, tables and names, and limits.

use bstr::BStr;
use pica200_objfmt::formats::bytes::{OutOfBytes, Pieces, Plain};

use crate::error::{Error, Fault, FourCc};

/// A chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// Its name.
    pub id: FourCc,
    /// The offset of its data in the file, in bytes.
    pub offset: usize,
    /// Its data.
    pub data: &'a [u8],
}

/// How many times the size of the chunk its records together may take. In valid files few records share their bytes.
const RECORDS_MULTIPLE: usize = 4;

/// A chunk that is being read. Offsets count from the first byte of its data; those in errors are offsets in the file.
pub(crate) struct Reader<'a> {
    id: FourCc,
    /// The offset of the data in the file.
    start: usize,
    pieces: Pieces<'a>,
    /// The bytes that records may still take.
    left: usize,
}

/// The offset and the number of rows of a table, as a record states them.
pub(crate) type Table = (u32, u32);

/// The offsets of the rows of a table.
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
    /// How many rows are left.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn of(chunk: &Chunk<'a>) -> Self {
        Self {
            id: chunk.id,
            start: chunk.offset,
            pieces: Pieces::of(chunk.data),
            left: chunk.data.len().saturating_mul(RECORDS_MULTIPLE),
        }
    }

    /// The offset in the file of an offset in the data.
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.start.saturating_add(at)
    }

    /// The size of the data in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// A fault at an offset in the data.
    pub(crate) fn fault(&self, at: usize, fault: Fault) -> Error {
        Error::new(Some(self.id), self.offset(at), fault)
    }

    fn out_of_bytes(&self, what: &'static str, fault: OutOfBytes) -> Error {
        let fault = OutOfBytes {
            offset: self.offset(fault.offset),
            ..fault
        };
        Error::out_of_bytes(Some(self.id), what, fault)
    }

    /// Checks that something begins within the data. `owner` is the offset of the record that says where it begins.
    fn check_start(&self, owner: usize, at: usize, what: &'static str) -> Result<(), Error> {
        let size = self.len();
        if at <= size {
            return Ok(());
        }
        let fault = Fault::Outside { what, found: at, size };
        Err(self.fault(owner, fault))
    }

    /// Subtracts the bytes of records from the limit for all records.
    fn claim(&mut self, at: usize, size: usize) -> Result<(), Error> {
        let left = self.left.checked_sub(size).ok_or_else(|| {
            let multiple = RECORDS_MULTIPLE;
            self.fault(at, Fault::Shared { multiple })
        })?;
        self.left = left;
        Ok(())
    }

    /// A record.
    pub(crate) fn record<T: Plain>(&mut self, at: usize, what: &'static str) -> Result<&'a T, Error> {
        let record = self.peek(at, what)?;
        self.claim(at, size_of::<T>())?;
        Ok(record)
    }

    /// A record whose bytes are not counted, because those of its table have been.
    pub(crate) fn peek<T: Plain>(&self, at: usize, what: &'static str) -> Result<&'a T, Error> {
        self.pieces.record(at).map_err(|fault| self.out_of_bytes(what, fault))
    }

    /// A record to which the record at `owner` leads.
    pub(crate) fn record_of<T: Plain>(&mut self, owner: usize, at: usize, what: &'static str) -> Result<&'a T, Error> {
        self.check_start(owner, at, what)?;
        self.record(at, what)
    }

    /// A number of bytes to which the record at `owner` leads.
    pub(crate) fn bytes(
        &mut self,
        owner: usize,
        at: usize,
        size: usize,
        what: &'static str,
    ) -> Result<&'a [u8], Error> {
        self.check_start(owner, at, what)?;
        let bytes = self.pieces.piece(at, size);
        let bytes = bytes.map_err(|fault| self.out_of_bytes(what, fault))?;
        self.claim(at, size)?;
        Ok(bytes)
    }

    /// The offsets of the rows of a table to which the record at `owner` leads. Each takes `stride` bytes. The bytes
    /// are there, so that [`peek`](Self::peek) reads a row. The offset of an empty table means nothing.
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
            let bytes = bytes.map_err(|fault| self.out_of_bytes(what, fault))?;
            self.claim(at, bytes.len())?;
            offset(count)
        } else {
            0
        };
        Ok(Rows { at, stride, count })
    }

    /// A name, without its NUL.
    pub(crate) fn name(&mut self, owner_at: usize, found: u32, what: &'static str) -> Result<&'a BStr, Error> {
        let table = self.pieces.bytes();
        let name = self.pieces.name(table, u64::from(found), 0);
        name.map(BStr::new).map_err(|reason| {
            let fault = Fault::Name { what, found, reason };
            self.fault(owner_at, fault)
        })
    }
}

/// An offset that a file holds. One that no memory has room for is beyond every end.
pub(crate) fn offset(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
