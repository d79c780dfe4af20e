//! Errors of reading and writing files.
//!
//! Each error has a location: the structure, the table, the entry. Read errors also have the file offset.

mod location;
mod violation;

use std::fmt;

pub use location::{RecordLocation, Structure, Table};
pub use violation::Violation;
pub(crate) use violation::a_uniform;

/// An error in the bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}, at byte {offset:X}h: {kind}")]
pub struct ReadError {
    /// The file offset.
    pub offset: usize,
    /// The structure, table and entry.
    pub location: RecordLocation,
    /// The fault.
    pub kind: ReadErrorKind,
}

/// A fault in the bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// A structure does not begin with its magic.
    #[error("begins with `{}`; expected `{}`", found.escape_ascii(), expected.escape_ascii())]
    Magic {
        /// The bytes found.
        found: [u8; 4],
        /// The expected magic.
        expected: [u8; 4],
    },
    /// An object of another tool, or of another revision of the format.
    #[error(
        "version {found:04X}h cannot be linked, only {supported:04X}h: the meaning of relocations in other \
         versions is not published"
    )]
    Version {
        /// The version of the file.
        found: u16,
        /// The supported version.
        supported: u16,
    },
    /// A header or a table extends past the end of the file.
    #[error("takes {needed} bytes, but the file has {left} left")]
    OutOfFile {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes from the offset to the end of the file.
        left: usize,
    },
    /// The headers and tables up to this one are longer than the file, so some overlap.
    #[error("takes {needed} bytes, but only {left} are not part of another table")]
    Overlap {
        /// The number of bytes needed.
        needed: usize,
        /// The number of bytes that belong to no table or header.
        left: usize,
    },
    /// So many names share bytes that they would take far more memory than the file.
    #[error("the names so far are more than {multiple} times as large as the file")]
    NamesTooLong {
        /// The limit, as a multiple of the file size.
        multiple: usize,
    },
    /// A name begins outside the symbol table.
    #[error("the name is at {offset:X}h of the symbol table, which has {size:X}h bytes")]
    NameOffset {
        /// The name's offset in the symbol table.
        offset: u32,
        /// The size of the symbol table.
        size: usize,
    },
    /// A name is not terminated by a NUL.
    #[error("the name at {offset:X}h of the symbol table is not NUL-terminated")]
    UnterminatedName {
        /// The name's offset in the symbol table.
        offset: u32,
    },
    /// A name of an object is not UTF-8.
    #[error("the name at {offset:X}h of the symbol table is not UTF-8")]
    NonUtf8Name {
        /// The name's offset in the symbol table.
        offset: u32,
    },
    /// A file name offset of a line table entry is not the start of a file name.
    #[error("the file name's offset is {offset:X}h, but no file name begins there")]
    FileNameOffset {
        /// The offset.
        offset: u32,
    },
    /// The file names of an object are not in ascending order.
    #[error("the file name's offset is {offset:X}h; expected more than {previous:X}h")]
    FileNameOrder {
        /// The offset.
        offset: u32,
        /// The offset of the preceding file name.
        previous: u32,
    },
    /// A field has an invalid value.
    #[error("the {field} is {found:X}h; expected {allowed}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The value found.
        found: u32,
        /// The allowed values.
        allowed: AllowedValues,
    },
    /// Two parallel tables differ in length.
    #[error("has {found} entries, but the {other} has {expected}")]
    Count {
        /// The number of entries.
        found: usize,
        /// The number of entries in the other table.
        expected: usize,
        /// The other table.
        other: Table,
    },
    /// The last register precedes the first.
    #[error("the last register is {last:X}h, but the first is {first:X}h")]
    LastBeforeFirst {
        /// The first register.
        first: u16,
        /// The last register.
        last: u16,
    },
    /// The object in the file is inconsistent.
    #[error(transparent)]
    Violation(#[from] Violation),
}

/// The allowed values of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AllowedValues {
    /// One value: the field is redundant or unused.
    Exactly(u32),
    /// Any value up to and including this one.
    UpTo(u32),
    /// A description of the allowed values.
    Description(&'static str),
}

impl fmt::Display for AllowedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value:X}h"),
            Self::UpTo(value) => write!(f, "0h to {value:X}h"),
            Self::Description(words) => f.write_str(words),
        }
    }
}

/// An error in a model that is to be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}: {kind}")]
pub struct WriteError {
    /// The location of the entry.
    pub location: RecordLocation,
    /// The fault.
    pub kind: WriteErrorKind,
}

/// A fault in a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// The file would be too long for its 32-bit offsets.
    #[error("ends at byte {end}, but offsets end at {}", u32::MAX)]
    TooLong {
        /// The end of the structure, table or name.
        end: u64,
    },
    /// There are more entries than the field for their number can hold.
    #[error("has {found} entries; at most {allowed} can be numbered")]
    TooMany {
        /// The number of entries.
        found: usize,
        /// The limit.
        allowed: usize,
    },
    /// A name contains a NUL, which would terminate it.
    #[error("the name `{}` contains a NUL", name.escape_ascii())]
    NulInName {
        /// The name.
        name: Vec<u8>,
    },
    /// The file index of a line does not exist.
    #[error("the file is number {file}, but there are {count}")]
    FileIndex {
        /// The index.
        file: u32,
        /// The number of files.
        count: usize,
    },
    /// The last register precedes the first.
    #[error("the last register is {last:X}h, but the first is {first:X}h")]
    LastBeforeFirst {
        /// The first register.
        first: u16,
        /// The last register.
        last: u16,
    },
    /// The size of a label is the number that means "no size".
    #[error("the size is {}, which means no size", u32::MAX)]
    LabelSize,
    /// The object is inconsistent.
    #[error(transparent)]
    Violation(#[from] Violation),
}
