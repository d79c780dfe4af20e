//! The errors of reading, with the chunk, the place in the file, the bytes found and the values allowed.

use std::fmt;

use bstr::BStr;
use pica200_objfmt::formats::bytes::{NoName, OutOfBytes};

use crate::program::ProgramFault;

/// The four characters that name a chunk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCc(pub [u8; 4]);

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", BStr::new(&self.0))
    }
}

/// The reason why bytes cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}, at byte {offset:X}h: {fault}", Owner(*chunk))]
pub struct Error {
    /// The chunk, or `None` in the header of the container.
    pub chunk: Option<FourCc>,
    /// The offset in the file, in bytes.
    pub offset: usize,
    /// The fault.
    pub fault: Fault,
}

impl Error {
    /// An error at an offset in the file.
    pub(crate) fn new(chunk: Option<FourCc>, offset: usize, fault: Fault) -> Self {
        Self { chunk, offset, fault }
    }

    /// The error of something that reaches beyond its data.
    pub(crate) fn out_of_bytes(chunk: Option<FourCc>, what: &'static str, out: OutOfBytes) -> Self {
        let fault = Fault::OutOfData {
            what,
            needed: out.needed,
            left: out.left,
        };
        Self::new(chunk, out.offset, fault)
    }
}

/// The words for the part of the file that an error or a violation is about.
pub(crate) struct Owner(pub(crate) Option<FourCc>);

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(chunk) => write!(f, "chunk `{chunk}`"),
            None => f.write_str("container"),
        }
    }
}

/// A fault in the bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file does not begin with the magic.
    #[error("begins with `{}`; expected `DXBC`", found.escape_ascii())]
    Magic {
        /// The bytes there.
        found: [u8; 4],
    },
    /// The container is larger than the file.
    #[error("the size is {found}, but the file has {size} bytes")]
    Size {
        /// The size that the header states.
        found: u32,
        /// The size of the file.
        size: usize,
    },
    /// The container is smaller than its chunks together.
    #[error("the size is {found}, but the list of chunks and the chunks end at {behind}")]
    SizeTooSmall {
        /// The size that the header states.
        found: u32,
        /// The offset behind the last of them.
        behind: usize,
    },
    /// The header of a chunk is not in the file.
    #[error("chunk {index} is at byte {found:X}h, but the file has {size:X}h bytes, and a chunk takes at least 8")]
    ChunkOffset {
        /// The number of the chunk, counted from 0.
        index: usize,
        /// The offset that the list of chunks states.
        found: u32,
        /// The size of the file.
        size: usize,
    },
    /// A chunk begins before the end of another one, or of the list of chunks.
    #[error("overlaps the bytes before it, which end at byte {behind:X}h")]
    Overlap {
        /// The end of the bytes before it.
        behind: usize,
    },
    /// Records share their bytes to such an extent that reading them would take too much memory.
    #[error("the records so far take more than {multiple} times the size of the chunk")]
    Shared {
        /// The limit, as a multiple of the size of the chunk.
        multiple: usize,
    },
    /// Types share each other to such an extent that a walk over them would take too long.
    #[error(
        "the types of the variables so far, with all their members and names, are more than {multiple} times as large as the chunk"
    )]
    Walk {
        /// The limit, as a multiple of the size of the chunk.
        multiple: usize,
    },
    /// The sizes of the records do not follow the header of resources.
    #[error("begins with `{}`; expected `RD11`, or `\\x13\\x13D%` in model 5.1", found.escape_ascii())]
    ResourcesTag {
        /// The bytes there.
        found: [u8; 4],
    },
    /// The records of resources are smaller than their fields.
    #[error("a {field} takes {found} bytes; the fields of this model take {least}")]
    Stride {
        /// The kind of record.
        field: &'static str,
        /// The size of the record.
        found: u32,
        /// The least size.
        least: usize,
    },
    /// The chunk holds no signature.
    #[error("chunks with this name do not hold signatures")]
    NotASignature,
    /// The offset of a name does not lead to one.
    #[error("the name of {what} is at {found:X}h, but {reason}")]
    Name {
        /// The thing that has the name, with its article.
        what: &'static str,
        /// The offset in the data of the chunk.
        found: u32,
        /// The reason.
        reason: NoName,
    },
    /// Something reaches beyond the data that it is part of.
    #[error("{what} takes {needed} bytes, but {left} are left")]
    OutOfData {
        /// The name of the thing, with its article.
        what: &'static str,
        /// The bytes that it takes.
        needed: u64,
        /// The bytes from its offset to the end of the data.
        left: usize,
    },
    /// Something begins behind the data of its chunk.
    #[error("{what} is at {found:X}h, but the chunk has {size:X}h bytes")]
    Outside {
        /// The name of the thing, with its article.
        what: &'static str,
        /// The offset in the data of the chunk.
        found: usize,
        /// The size of the data in bytes.
        size: usize,
    },
    /// A field holds a value that it cannot hold.
    #[error("the {field} is {found}; expected {allowed}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The allowed values.
        allowed: &'static str,
    },
    /// A fault in a program.
    #[error(transparent)]
    Program(#[from] ProgramFault),
    /// Things are nested too deeply.
    #[error("{what} are nested more than {most} deep")]
    Nesting {
        /// The name of the things, in the plural.
        what: &'static str,
        /// The allowed depth.
        most: usize,
    },
}
