//! Archives: several objects in one file, in the format that `ar` tools share.
//!
//! An archive is a sequence of *members*, each a file with a name. Members are slices of the archive's bytes, and a
//! member that is not needed is not read. A *symbol index* lists the global procedures with the members that define
//! them.
//!
//! Archives that this crate writes depend only on the members: they have no times and no owners. It also reads archives
//! of other tools: long names and indices of System V, GNU and BSD, and archives without an index. An index of another
//! tool does not list DVOJ objects; [`Archive::symbols`] returns the index as it is.
//!
//! `FORMAT.md` describes the file field by field.

mod error;
pub(super) mod header;
mod index;
mod read;
mod write;

pub use error::{ArchiveError, ArchiveFault, ArchiveWriteError, Part};
pub use header::RECORDS;
pub use write::{NewMember, write};

use bstr::BStr;

use crate::formats::object::layout::DVOJ;

/// An archive: the list of its members, and its index. Borrows the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive<'a> {
    members: Vec<Member<'a>>,
    symbols: Option<Vec<Symbol<'a>>>,
}

/// A member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Its name. It may be anything, even a path, and several members may have the same.
    pub name: &'a BStr,
    /// The offset of its header in the archive.
    pub offset: usize,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// An entry of a symbol index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol<'a> {
    /// The defined name.
    pub name: &'a BStr,
    /// The member that defines it, as an index of [`Archive::members`].
    pub member: usize,
}

impl<'a> Archive<'a> {
    /// Reads an archive: the headers of all members, and the index. The members themselves are not looked into.
    ///
    /// The memory that this takes stays within a small multiple of the number of headers and index entries.
    ///
    /// # Errors
    ///
    /// The first fault. Thin archives are refused.
    pub fn read(file: &'a [u8]) -> Result<Self, ArchiveError> {
        read::read(file, true)
    }

    /// Reads an archive as [`Self::read`] does, but without its index, which may be damaged.
    ///
    /// # Errors
    ///
    /// The same, apart from those about the index.
    pub fn read_members(file: &'a [u8]) -> Result<Self, ArchiveError> {
        read::read(file, false)
    }

    /// The members in the order of the file.
    pub fn members(&self) -> &[Member<'a>] {
        &self.members
    }

    /// The entries of the index, in order; `None` if there is no index.
    pub fn symbols(&self) -> Option<&[Symbol<'a>]> {
        self.symbols.as_deref()
    }
}

impl Member<'_> {
    /// Whether the member begins like an object.
    pub fn is_object(&self) -> bool {
        self.bytes.starts_with(&DVOJ)
    }
}
