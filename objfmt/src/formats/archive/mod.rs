//! Archives: several objects in one file, in the common `ar` format.
//!
//! An archive is a sequence of *members*, each a file with a name. Members are slices of the archive's bytes, and
//! unused members are not parsed. A *symbol index* lists the global procedures with the members that define them.
//!
//! Archives that this crate writes are deterministic: they have no timestamps and no owners. The reader also accepts
//! archives of other tools: long names and indices of System V, GNU and BSD, and archives without an index. An index of
//! another tool does not list DVOJ objects; [`Archive::symbols`] returns the index unchanged.
//!
//! `FORMAT.md` describes the file field by field.

mod error;
pub(super) mod header;
mod index;
mod read;
mod write;

pub use error::{ArchiveError, ArchiveErrorKind, ArchivePart, ArchiveWriteError};
pub use header::RECORDS;
pub use write::{NewMember, write};

use bstr::BStr;

use crate::formats::object::layout::DVOJ;

/// An archive: its members and its symbol index. Borrows the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive<'a> {
    members: Vec<Member<'a>>,
    symbols: Option<Vec<Symbol<'a>>>,
}

/// A member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// The member name. It can be any string, even a path, and need not be unique.
    pub name: &'a BStr,
    /// The offset of the header in the archive.
    pub offset: usize,
    /// The contents.
    pub bytes: &'a [u8],
}

/// An entry of a symbol index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol<'a> {
    /// The name of the symbol.
    pub name: &'a BStr,
    /// The member that defines the symbol, as an index into [`Archive::members`].
    pub member: usize,
}

impl<'a> Archive<'a> {
    /// Reads an archive: the headers of all members, and the index. The contents of members are not parsed.
    ///
    /// Memory use is bounded by a small multiple of the number of headers and index entries.
    ///
    /// # Errors
    ///
    /// Returns the first error. Thin archives are rejected.
    pub fn read(file: &'a [u8]) -> Result<Self, ArchiveError> {
        read::read(file, true)
    }

    /// Like [`Self::read`], but skips the index, which may be damaged.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::read`], except for errors in the index.
    pub fn read_members(file: &'a [u8]) -> Result<Self, ArchiveError> {
        read::read(file, false)
    }

    /// Returns the members in the order of the file.
    pub fn members(&self) -> &[Member<'a>] {
        &self.members
    }

    /// Returns the entries of the index in order; `None` if there is no index.
    pub fn symbols(&self) -> Option<&[Symbol<'a>]> {
        self.symbols.as_deref()
    }
}

impl Member<'_> {
    /// Returns true if the member begins with the magic of an object.
    pub fn is_object(&self) -> bool {
        self.bytes.starts_with(&DVOJ)
    }
}
