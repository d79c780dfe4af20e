//! Errors of reading and writing archives.

use std::fmt;

/// A part of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ArchivePart {
    /// The magic: the first eight bytes.
    Start,
    /// A member, numbered from 0, not counting the symbol index and the long names.
    Member(usize),
    /// The symbol index, or an entry of it, numbered from 0.
    Index(Option<usize>),
    /// The long name table.
    LongNames,
}

impl fmt::Display for ArchivePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Member(number) => write!(f, "member {number}"),
            Self::Index(None) => f.write_str("symbol index"),
            Self::Index(Some(entry)) => write!(f, "symbol index, entry {entry}"),
            Self::LongNames => f.write_str("long names"),
        }
    }
}

/// An error in the bytes of an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{part}, at byte {offset:X}h: {kind}")]
pub struct ArchiveError {
    /// The offset in the file.
    pub offset: usize,
    /// The affected part of the archive.
    pub part: ArchivePart,
    /// The fault.
    pub kind: ArchiveErrorKind,
}

/// A fault in the bytes of an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveErrorKind {
    /// The file does not begin with the archive magic.
    #[error("begins with `{}`; expected `!<arch>\\n`", found.escape_ascii())]
    Magic {
        /// The bytes found, at most eight.
        found: Vec<u8>,
    },
    /// A thin archive, which has the names of its members instead of their bytes.
    #[error("is a thin archive, which refers to files but does not contain them")]
    Thin,
    /// A header or a member extends past the end of the file.
    #[error("takes {needed} bytes, but the file has {left} left")]
    OutOfFile {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes from the offset to the end of the file.
        left: usize,
    },
    /// A header does not end in a backquote and a newline.
    #[error("the header ends in `{}`; expected `` `\\n ``", found.escape_ascii())]
    HeaderEnd {
        /// The bytes found.
        found: [u8; 2],
    },
    /// A field is not a decimal number.
    #[error("the {field} is `{}`; expected a decimal number", found.escape_ascii())]
    Number {
        /// The name of the field.
        field: &'static str,
        /// The value of the field.
        found: Vec<u8>,
    },
    /// A name stored in the member's data is longer than the member.
    #[error("the name takes {length} bytes, but the member has {size}")]
    NameInside {
        /// The length of the name.
        length: u64,
        /// The size of the member.
        size: usize,
    },
    /// A long name is not in the long name table.
    #[error("the name is at {offset} of the long names, but no name begins and ends there")]
    LongName {
        /// The offset in the long name table.
        offset: u64,
    },
    /// The tables of the index are larger than the index.
    #[error("takes {needed} bytes, but the index has {size}")]
    IndexSize {
        /// The number of bytes needed.
        needed: u64,
        /// The size of the index.
        size: usize,
    },
    /// A name of the index is outside its string table.
    #[error("the name begins or ends outside the index")]
    IndexName,
    /// An entry of the index refers to an offset where no member begins.
    #[error("`{}` is in the member at byte {offset:X}h, but no member begins there", name.escape_ascii())]
    IndexOffset {
        /// The name of the entry.
        name: Vec<u8>,
        /// The offset in the file.
        offset: u64,
    },
    /// Names overlap so much that reading them would take too long.
    #[error("the names so far are more than {multiple} times as large as the file")]
    NamesTooLong {
        /// The limit, as a multiple of the size of the file.
        multiple: usize,
    },
}

/// An error in members that are to be written as an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveWriteError {
    /// A member has no name, or a name that would be truncated.
    #[error("the name `{}` is empty, or contains a line ending or a NUL", name.escape_ascii())]
    Name {
        /// The name.
        name: Vec<u8>,
    },
    /// The name of a symbol contains a NUL, which would terminate it.
    #[error("the name `{}` contains a NUL", name.escape_ascii())]
    Symbol {
        /// The name.
        name: Vec<u8>,
    },
    /// The file would be too long for the 32-bit offsets of the symbol index.
    #[error("takes {size} bytes, but the symbol index reaches only {}", u32::MAX)]
    TooLong {
        /// The size that the file would have.
        size: u64,
    },
}
