//! Errors of reading and writing archives.

use std::fmt;

/// A part of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The first eight bytes.
    Start,
    /// A member, counted from 0 without index and long names.
    Member(usize),
    /// The symbol index, or an entry of it, counted from 0.
    Index(Option<usize>),
    /// The table of long names.
    LongNames,
}

impl fmt::Display for Part {
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

/// The reason why bytes are not an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{part}, at byte {offset:X}h: {fault}")]
pub struct ArchiveError {
    /// The offset in the file.
    pub offset: usize,
    /// The part of the archive.
    pub part: Part,
    /// The fault.
    pub fault: ArchiveFault,
}

/// A fault in the bytes of an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveFault {
    /// It does not begin with the magic.
    #[error("begins with `{}`; expected `!<arch>\\n`", found.escape_ascii())]
    Magic {
        /// The bytes there, at most eight.
        found: Vec<u8>,
    },
    /// It holds the names of its members instead of their bytes.
    #[error("is a thin archive, which names files but does not contain them")]
    Thin,
    /// A header or a member reaches beyond the file.
    #[error("takes {needed} bytes, but the file has {left} left")]
    OutOfFile {
        /// The bytes that it needs.
        needed: u64,
        /// The bytes from its offset to the end of the file.
        left: usize,
    },
    /// A header does not end in a backquote and a line end.
    #[error("the header ends in `{}`; expected `` `\\n ``", found.escape_ascii())]
    HeaderEnd {
        /// The bytes there.
        found: [u8; 2],
    },
    /// A field is not a decimal number.
    #[error("the {field} is `{}`; expected a decimal number", found.escape_ascii())]
    Number {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: Vec<u8>,
    },
    /// A name at the head of a member is longer than the member.
    #[error("the name takes {length} bytes, but the member has {size}")]
    NameInside {
        /// The length of the name.
        length: u64,
        /// The size of the member.
        size: usize,
    },
    /// A long name is not in the table.
    #[error("the name is at {offset} of the long names, but no name begins and ends there")]
    LongName {
        /// The offset in the table.
        offset: u64,
    },
    /// The tables of the index are larger than the index.
    #[error("takes {needed} bytes, but the index has {size}")]
    IndexSize {
        /// The bytes that they need.
        needed: u64,
        /// The size of the index.
        size: usize,
    },
    /// A name of the index is not in its names.
    #[error("the name begins or ends outside the index")]
    IndexName,
    /// An entry of the index leads to a place where no member begins.
    #[error("`{}` is in the member at byte {offset:X}h, but no member begins there", name.escape_ascii())]
    IndexOffset {
        /// The name of the entry.
        name: Vec<u8>,
        /// The offset in the file.
        offset: u64,
    },
    /// Names overlap to such an extent that reading them would take too long.
    #[error("the names so far are more than {multiple} times as large as the file")]
    NamesTooLong {
        /// The limit, as a multiple of the size of the file.
        multiple: usize,
    },
}

/// The reason why members cannot be written as an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveWriteError {
    /// A member has no name, or a name that would end too early.
    #[error("the name `{}` is empty, or contains a line ending or a NUL", name.escape_ascii())]
    Name {
        /// The name.
        name: Vec<u8>,
    },
    /// The name of a symbol contains a NUL, which would end it.
    #[error("the name `{}` contains a NUL", name.escape_ascii())]
    Symbol {
        /// The name.
        name: Vec<u8>,
    },
    /// The file would be too long for the 32-bit offsets of the symbol index.
    #[error("takes {size} bytes, but the symbol index reaches only {}", u32::MAX)]
    TooLong {
        /// The size that it would have.
        size: u64,
    },
}
