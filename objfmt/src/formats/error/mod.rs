//! Errors of reading and writing files.
//!
//! Each error names its place: the structure, the table, the entry. Errors of reading add the offset in the file.

mod place;
mod violation;

use std::fmt;

pub use place::{RecordPlace, Structure, Table};
pub use violation::Violation;
pub(crate) use violation::a_uniform;

/// The reason why bytes are not a file of the format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}, at byte {offset:X}h: {fault}")]
pub struct ReadError {
    /// The offset in the file.
    pub offset: usize,
    /// The structure, table and entry.
    pub place: RecordPlace,
    /// The fault.
    pub fault: ReadFault,
}

/// A fault in the bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// A structure does not begin with its magic.
    #[error("begins with `{}`; expected `{}`", found.escape_ascii(), expected.escape_ascii())]
    Magic {
        /// The bytes there.
        found: [u8; 4],
        /// The bytes that the structure begins with.
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
        /// The version that this crate reads.
        supported: u16,
    },
    /// A header or a table reaches beyond the file.
    #[error("takes {needed} bytes, but the file has {left} left")]
    OutOfFile {
        /// The bytes that it needs.
        needed: u64,
        /// The bytes from its offset to the end of the file.
        left: usize,
    },
    /// The headers and tables up to this one are longer than the file, so some overlap.
    #[error("takes {needed} bytes, but only {left} are not part of another table")]
    Overlap {
        /// The bytes that it needs.
        needed: usize,
        /// The bytes that belong to no table or header.
        left: usize,
    },
    /// So many names share bytes that they would take far more memory than the file.
    #[error("the names so far are more than {multiple} times as large as the file")]
    NamesTooLong {
        /// The limit, as a multiple of the size of the file.
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
    /// A name has no NUL at its end.
    #[error("the name at {offset:X}h of the symbol table has no NUL at its end")]
    NameNotEnded {
        /// The name's offset in the symbol table.
        offset: u32,
    },
    /// A name of an object is not UTF-8.
    #[error("the name at {offset:X}h of the symbol table is not UTF-8")]
    NameNotUtf8 {
        /// The name's offset in the symbol table.
        offset: u32,
    },
    /// A line's file name offset is not the start of a file name.
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
    /// The value of a field is not allowed.
    #[error("the {field} is {found:X}h; expected {allowed}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The values that are allowed.
        allowed: Allowed,
    },
    /// Two parallel tables differ in length.
    #[error("has {found} entries, but the {other} has {expected}")]
    Count {
        /// The number of entries.
        found: usize,
        /// The number of entries of the other table.
        expected: usize,
        /// The other table.
        other: Table,
    },
    /// The last register comes before the first.
    #[error("the last register is {last:X}h, but the first is {first:X}h")]
    LastBeforeFirst {
        /// The first register.
        first: u16,
        /// The last register.
        last: u16,
    },
    /// The object that the file holds contradicts itself.
    #[error(transparent)]
    Violation(#[from] Violation),
}

/// The values that a field may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Allowed {
    /// One value: the field is derived from others or is not in use.
    Exactly(u32),
    /// Any value up to this.
    UpTo(u32),
    /// A description of the values.
    Words(&'static str),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value:X}h"),
            Self::UpTo(value) => write!(f, "0h to {value:X}h"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// The reason why a model cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct WriteError {
    /// The location of the entry.
    pub place: RecordPlace,
    /// The fault.
    pub fault: WriteFault,
}

/// A fault in a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteFault {
    /// The file would be too long for its 32-bit offsets.
    #[error("ends at byte {end}, but offsets end at {}", u32::MAX)]
    TooLong {
        /// The end of the structure, table or name.
        end: u64,
    },
    /// There are more entries than the field that counts or numbers them can hold.
    #[error("has {found} entries; at most {allowed} can be numbered")]
    TooMany {
        /// The number of entries.
        found: usize,
        /// The limit.
        allowed: usize,
    },
    /// A name contains a NUL, which would end it.
    #[error("the name `{}` contains a NUL", name.escape_ascii())]
    NulInName {
        /// The name.
        name: Vec<u8>,
    },
    /// A line's file does not exist.
    #[error("the file is number {file}, but there are {count}")]
    FileIndex {
        /// The index.
        file: u32,
        /// The number of files.
        count: usize,
    },
    /// The last register comes before the first.
    #[error("the last register is {last:X}h, but the first is {first:X}h")]
    LastBeforeFirst {
        /// The first register.
        first: u16,
        /// The last register.
        last: u16,
    },
    /// The size of a label is the number that stands for no size.
    #[error("the size is {}, which stands for no size", u32::MAX)]
    LabelSize,
    /// The object contradicts itself.
    #[error(transparent)]
    Violation(#[from] Violation),
}
