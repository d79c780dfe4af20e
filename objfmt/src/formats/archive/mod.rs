//! Archives: several objects in one file, in the format that `ar` tools share.
//!
//! An archive is a row of *members*, each a file with a name. Members are handed out as pieces of the archive's bytes:
//! nobody looks into one that is not needed. A *symbol index* says which member defines which global procedure.
//!
//! What this crate writes depends on the members alone: no time, no owner. It reads what other tools write, too: long
//! names and indices in the ways of System V, GNU and BSD, and archives without an index. An index of another tool
//! knows nothing of DVOJ objects; [`Archive::symbols`] says what the index says, no more.
//!
//! `FORMAT.md` describes the file field by field.

mod error;
pub(super) mod header;
mod index;
mod read;
mod write;

pub use error::{ArchiveError, ArchiveFault, ArchiveWriteError, Part};
pub use write::{NewMember, write};

use bstr::BStr;

use crate::formats::{FileKind, recognise};

/// An archive: the list of its members, and its index. Borrows the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive<'a> {
    members: Vec<Member<'a>>,
    symbols: Option<Vec<Symbol<'a>>>,
}

/// A member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Its name. Several members may have the same; it may be anything, also a path.
    pub name: &'a BStr,
    /// Where its header begins in the archive.
    pub offset: usize,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// An entry of a symbol index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol<'a> {
    /// The name of what is defined.
    pub name: &'a BStr,
    /// The member that defines it, by its place in [`Archive::members`].
    pub member: usize,
}

impl<'a> Archive<'a> {
    /// Reads an archive: the headers of all members, and the index. The members themselves are not looked into.
    ///
    /// The memory that this takes stays within a small multiple of the number of headers and index entries.
    ///
    /// # Errors
    ///
    /// The first thing that makes the file unreadable. Thin archives are refused.
    pub fn read(file: &'a [u8]) -> Result<Self, ArchiveError> {
        read::read(file, true)
    }

    /// Reads an archive as [`Self::read`] does, as if it had no index: the one that it has may be damaged.
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

    /// What the index says, in its order, `None` if there is none.
    pub fn symbols(&self) -> Option<&[Symbol<'a>]> {
        self.symbols.as_deref()
    }
}

impl Member<'_> {
    /// Whether the member begins as an object does.
    pub fn is_object(&self) -> bool {
        recognise(self.bytes) == Some(FileKind::Object)
    }
}
