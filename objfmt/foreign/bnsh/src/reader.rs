//! Shared parts of the structure readers: checked records, offsets and strings, limits, and the list of all pointers.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};
use pica200_objfmt::formats::bytes::{ByteView, MAX_NAMES_MULTIPLE, OutOfBounds, Plain};
use pica200_objfmt::formats::layout::{Described, Record};
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use crate::error::{Error, ErrorKind, StringError, Structure};

/// Limit for the total size of the structures, as a multiple of the file size. In valid files few structures overlap.
const RECORD_BUDGET_MULTIPLE: usize = 4;

/// Limit for the total size of the code, as a multiple of the file size. Programs may share code.
const CODE_BUDGET_MULTIPLE: usize = 64;

/// The maximum number of errors listed.
const MAX_ERRORS: usize = 500;

/// A field that refers to another structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// The structure.
    pub structure: Structure,
    /// File offset of the field.
    pub offset: usize,
    /// The name of the referenced object, with its article.
    pub target: &'static str,
}

/// An eight-byte field with a nonzero offset, which the loader turns into an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    /// The field.
    pub field: Field,
    /// The offset that it holds.
    pub value: u64,
}

/// The start of a parsed structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Start {
    /// Byte offset in the file.
    pub(crate) offset: usize,
    pub(crate) structure: Structure,
    /// The name of the part of the structure, with its article.
    pub(crate) what: &'static str,
}

/// A parsed record or table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordSpan {
    /// The structure that it belongs to.
    pub structure: Structure,
    /// The name of the part, with its article.
    pub what: &'static str,
    /// Byte offset in the file.
    pub offset: usize,
    /// Entry size in bytes.
    pub size: usize,
    /// The number of entries.
    pub count: usize,
    /// The fields of an entry; `None` for a plain number.
    pub layout: Option<&'static Record>,
}

/// Data collected while reading, in addition to the structures.
pub(crate) struct ReaderOutput {
    pub(crate) faults: Vec<Error>,
    pub(crate) notes: Vec<Error>,
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) starts: Vec<Start>,
    pub(crate) record_spans: Vec<RecordSpan>,
}

/// Adds an error to a list, up to the limit.
fn push(list: &mut Vec<Error>, structure: Structure, offset: usize, kind: ErrorKind) {
    if list.len() < MAX_ERRORS {
        list.push(Error {
            structure,
            offset,
            kind,
        });
    }
}

/// A file that is being read.
pub(crate) struct Reader<'a> {
    pieces: ByteView<'a>,
    /// The byte budget left for records.
    left: usize,
    /// The byte budget left for code.
    code_left: usize,
    /// The byte budget left for strings.
    names_left: usize,
    faults: Vec<Error>,
    /// Unexpected values that do not prevent reading.
    notes: Vec<Error>,
    /// Offsets of unreadable strings that were already reported.
    lost_strings: HashSet<usize>,
    pointers: Vec<Pointer>,
    starts: Vec<Start>,
    record_spans: Vec<RecordSpan>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(file: &'a [u8]) -> Self {
        Self {
            pieces: ByteView::new(file),
            left: file.len().saturating_mul(RECORD_BUDGET_MULTIPLE),
            code_left: file.len().saturating_mul(CODE_BUDGET_MULTIPLE),
            names_left: file.len().saturating_mul(MAX_NAMES_MULTIPLE),
            faults: Vec::new(),
            notes: Vec::new(),
            lost_strings: HashSet::new(),
            pointers: Vec::new(),
            starts: Vec::new(),
            record_spans: Vec::new(),
        }
    }

    pub(crate) fn into_parts(self) -> ReaderOutput {
        ReaderOutput {
            faults: self.faults,
            notes: self.notes,
            pointers: self.pointers,
            starts: self.starts,
            record_spans: self.record_spans,
        }
    }

    /// Returns the file size in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the bytes of the file.
    pub(crate) fn pieces(&self) -> &ByteView<'a> {
        &self.pieces
    }

    /// Reports an error that prevents reading a part of the file.
    pub(crate) fn report(&mut self, structure: Structure, offset: usize, kind: ErrorKind) {
        push(&mut self.faults, structure, offset, kind);
    }

    /// Notes an unexpected value that does not prevent reading. Verification reports it.
    pub(crate) fn note(&mut self, structure: Structure, offset: usize, kind: ErrorKind) {
        push(&mut self.notes, structure, offset, kind);
    }

    fn report_out_of_file(&mut self, structure: Structure, what: &'static str, out: OutOfBounds) {
        let OutOfBounds { offset, needed, left } = out;
        self.report(structure, offset, ErrorKind::OutOfFile { what, needed, left });
    }

    /// Subtracts `size` from the byte budget of records. Returns `None` after an error.
    pub(crate) fn claim(&mut self, structure: Structure, at: usize, size: usize) -> Option<()> {
        match self.left.checked_sub(size) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => {
                let multiple = RECORD_BUDGET_MULTIPLE;
                self.report(structure, at, ErrorKind::Shared { multiple });
                None
            }
        }
    }

    /// Subtracts `size` from the byte budget of code. Returns `None` after an error.
    pub(crate) fn claim_code(&mut self, structure: Structure, at: usize, size: usize) -> Option<()> {
        match self.code_left.checked_sub(size) {
            Some(left) => {
                self.code_left = left;
                Some(())
            }
            None => {
                let multiple = CODE_BUDGET_MULTIPLE;
                self.report(structure, at, ErrorKind::SharedCode { multiple });
                None
            }
        }
    }

    /// Reads the record at the start of a structure or a part of one. Returns `None` after an error.
    pub(crate) fn record<T: Plain + Described>(
        &mut self,
        structure: Structure,
        at: usize,
        what: &'static str,
    ) -> Option<&'a T> {
        match self.pieces.record(at) {
            Ok(record) => {
                self.claim(structure, at, size_of::<T>())?;
                self.start(structure, at, what);
                self.record_spans.push(RecordSpan {
                    structure,
                    what,
                    offset: at,
                    size: size_of::<T>(),
                    count: 1,
                    layout: T::DESCRIPTION,
                });
                Some(record)
            }
            Err(out) => {
                self.report_out_of_file(structure, what, out);
                None
            }
        }
    }

    /// Records where a structure begins. Verification checks its alignment.
    pub(crate) fn start(&mut self, structure: Structure, offset: usize, what: &'static str) {
        self.starts.push(Start {
            offset,
            structure,
            what,
        });
    }

    /// Reads the records of a table. Returns `None` after an error. The offset of an empty table is ignored.
    pub(crate) fn table<T: Plain + Described>(
        &mut self,
        field: Field,
        at: Option<usize>,
        count: u32,
    ) -> Option<&'a [T]> {
        let bytes = self.bytes(field, at, count, size_of::<T>())?;
        self.claim(field.structure, at.unwrap_or(field.offset), bytes.len())?;
        self.record_spans.push(RecordSpan {
            structure: field.structure,
            what: field.target,
            offset: at.unwrap_or_default(),
            size: size_of::<T>(),
            count: bytes.len() / size_of::<T>().max(1),
            layout: T::DESCRIPTION,
        });
        <[T] as FromBytes>::ref_from_bytes(bytes).ok()
    }

    /// Reads `count * size` bytes. Returns `None` after an error. They are not subtracted from the budget of
    /// structures. The offset of an empty range is ignored.
    pub(crate) fn bytes(&mut self, field: Field, at: Option<usize>, count: u32, size: usize) -> Option<&'a [u8]> {
        let Field {
            structure,
            offset,
            target: what,
        } = field;
        if count == 0 {
            return Some(&[]);
        }
        let Some(at) = at else {
            let size = u64::from(count).saturating_mul(size as u64);
            self.report(structure, offset, ErrorKind::NoOffset { what, size });
            return None;
        };
        self.offset(field, at as u64)?;
        match self.pieces.table(at, count, size) {
            Ok(bytes) => Some(bytes),
            Err(out) => {
                self.report_out_of_file(structure, what, out);
                None
            }
        }
    }

    /// Follows a pointer and adds it to the list of all pointers. Returns the offset that it holds, or `None` for 0 and
    /// for a pointer out of the file, which is an error.
    pub(crate) fn follow(&mut self, field: Field, value: U64) -> Option<usize> {
        let value = value.get();
        if value == 0 {
            return None;
        }
        self.pointers.push(Pointer { field, value });
        self.offset(field, value)
    }

    /// Checks a pointer to an object that is not read here. Notes a pointer out of the file.
    pub(crate) fn check_pointer(&mut self, field: Field, value: U64, bytes: u32) {
        let value = value.get();
        if value == 0 {
            return;
        }
        self.pointers.push(Pointer { field, value });
        let size = self.len();
        let end = value.checked_add(bytes.into());
        if end.is_some_and(|end| end <= size as u64) {
            return;
        }
        let Field {
            structure,
            offset,
            target: what,
        } = field;
        let left = usize::try_from(value).ok().and_then(|at| size.checked_sub(at));
        let kind = match left {
            None => ErrorKind::Outside {
                what,
                found: value,
                size,
            },
            Some(left) => ErrorKind::OutOfFile {
                what,
                needed: bytes.into(),
                left,
            },
        };
        self.note(structure, offset, kind);
    }

    /// Checks that an offset is in the file.
    pub(crate) fn offset(&mut self, field: Field, found: u64) -> Option<usize> {
        let size = self.len();
        let offset = usize::try_from(found).ok().filter(|&at| at <= size);
        if offset.is_none() {
            let what = field.target;
            self.report(field.structure, field.offset, ErrorKind::Outside { what, found, size });
        }
        offset
    }

    /// Notes a pointer that does not refer to the parent structure.
    pub(crate) fn parent(&mut self, field: Field, name: &'static str, value: U64, parent: usize) {
        let (found, expected) = (value.get(), parent as u64);
        if found != 0 {
            let pointer = Pointer { field, value: found };
            self.pointers.push(pointer);
        }
        self.expect(field.structure, field.offset, name, found, expected);
    }

    /// Notes a field that disagrees with other data.
    pub(crate) fn expect(
        &mut self,
        structure: Structure,
        offset: usize,
        field: &'static str,
        found: u64,
        expected: u64,
    ) {
        if found != expected {
            let kind = ErrorKind::Differs { field, found, expected };
            self.note(structure, offset, kind);
        }
    }

    /// Checks the magic of a structure.
    pub(crate) fn magic(&mut self, structure: Structure, at: usize, found: [u8; 4], expected: [u8; 4]) -> bool {
        if found != expected {
            self.report(structure, at, ErrorKind::Magic { found, expected });
        }
        found == expected
    }

    /// Returns true if no earlier use of this unreadable string was reported. Many names may share one string.
    pub(crate) fn is_first_use(&mut self, at: usize) -> bool {
        self.lost_strings.insert(at)
    }

    /// Reads the string at an offset, which points to its length. Returns `None` after an error.
    pub(crate) fn string(&mut self, field: Field, at: usize) -> Option<&'a BStr> {
        match self.string_at(at) {
            Ok(text) => Some(text),
            Err(_) if !self.is_first_use(at) => None,
            Err(reason) => {
                let (what, found) = (field.target, at as u64);
                let kind = ErrorKind::String { what, found, reason };
                self.report(field.structure, field.offset, kind);
                None
            }
        }
    }

    /// Reads the string whose length is at an offset.
    pub(crate) fn string_at(&mut self, at: usize) -> Result<&'a BStr, StringError> {
        let length = self.pieces.u16(at).map_err(StringError::OutOfFile)?;
        let start = at.saturating_add(size_of::<u16>());
        // One more byte for the NUL.
        let size = usize::from(length).saturating_add(1);
        let bytes = self.pieces.slice(start, size);
        let bytes = bytes.map_err(StringError::OutOfFile)?;
        self.names_left = self.names_left.checked_sub(size).ok_or(StringError::TooLong)?;
        match bytes.find_byte(0) {
            Some(end) if end == usize::from(length) => Ok(bytes[..end].as_bstr()),
            end => Err(StringError::Nul { length, end }),
        }
    }
}
