//! What can be wrong with an archive, or with members that are to become one.

use std::fmt;

/// A part of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The eight bytes that it begins with.
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

/// Why bytes are not an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{part}, at byte {offset:X}h: {fault}")]
pub struct ArchiveError {
    /// The offset in the file.
    pub offset: usize,
    /// The part of the archive.
    pub part: Part,
    /// What is wrong there.
    pub fault: ArchiveFault,
}

/// What is wrong with the bytes of an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// It begins with other bytes.
    #[error("begins with `{}`, where `!<arch>\\n` is needed", found.escape_ascii())]
    Magic {
        /// The bytes there, at most eight.
        found: Vec<u8>,
    },
    /// It holds the names of its members and not their bytes.
    #[error("is a thin archive, which names files and does not hold them")]
    Thin,
    /// A header or a member reaches beyond the file.
    #[error("takes {needed} bytes, where the file has {left}")]
    OutOfFile {
        /// The bytes that it takes.
        needed: u64,
        /// The bytes from its offset to the end of the file.
        left: usize,
    },
    /// A header does not end as headers do.
    #[error("the header ends in `{}`, where `` `\\n `` is needed", found.escape_ascii())]
    HeaderEnd {
        /// The bytes there.
        found: [u8; 2],
    },
    /// A field is no decimal number.
    #[error("the {field} is `{}`, where a decimal number is needed", found.escape_ascii())]
    Number {
        /// What the field is called.
        field: &'static str,
        /// What it holds.
        found: Vec<u8>,
    },
    /// A name at the head of a member is longer than the member.
    #[error("the name takes {length} bytes, where the member has {size}")]
    NameInside {
        /// The length of the name.
        length: u64,
        /// The size of the member.
        size: usize,
    },
    /// A long name is not in the table.
    #[error("the name is at {offset} of the long names, where none begins and ends")]
    LongName {
        /// The offset in the table.
        offset: u64,
    },
    /// The tables of the index take more than the index has.
    #[error("takes {needed} bytes, where the index has {size}")]
    IndexSize {
        /// The bytes that they take.
        needed: u64,
        /// The size of the index.
        size: usize,
    },
    /// A name of the index is not in its names.
    #[error("the name begins or ends outside of the index")]
    IndexName,
    /// An entry of the index leads to where no member begins.
    #[error("`{}` is in the member at byte {offset:X}h, where none begins", name.escape_ascii())]
    IndexOffset {
        /// The name of the entry.
        name: Vec<u8>,
        /// The offset in the file.
        offset: u64,
    },
    /// Names share their bytes to such an extent that reading them would take too long.
    #[error("the names up to here take more than {multiple} times the size of the file")]
    NamesTooLong {
        /// How many times the file's size names may take.
        multiple: usize,
    },
}

/// Why members cannot become an archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchiveWriteError {
    /// A member has no name, or one that would end too early.
    #[error("the name `{}` is empty, or has a line end or a NUL in it", name.escape_ascii())]
    Name {
        /// The name.
        name: Vec<u8>,
    },
    /// A symbol's name has a NUL in it, which would end it.
    #[error("the name `{}` has a NUL in it", name.escape_ascii())]
    Symbol {
        /// The name.
        name: Vec<u8>,
    },
    /// The file would be too long for the 32-bit offsets of the symbol index.
    #[error(
        "takes {size} bytes, where {} are what the symbol index reaches",
        u32::MAX
    )]
    TooLong {
        /// How long it would be.
        size: u64,
    },
}
