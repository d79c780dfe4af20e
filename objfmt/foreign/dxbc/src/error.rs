//! Read errors, with the chunk, the file offset, the bytes found and the allowed values.

use std::fmt;

use bstr::BStr;
use pica200_objfmt::formats::bytes::{NameError, OutOfBounds};

use crate::program::DecodeError;

/// A four-character chunk name.
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

/// An error for bytes that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}, at byte {offset:X}h: {kind}", Owner(*chunk))]
pub struct Error {
    /// The chunk; `None` for the container header.
    pub chunk: Option<FourCc>,
    /// Byte offset in the file.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

impl Error {
    /// Creates an error at a file offset.
    pub(crate) fn new(chunk: Option<FourCc>, offset: usize, kind: ErrorKind) -> Self {
        Self { chunk, offset, kind }
    }

    /// Creates an error for an object that extends past the end of its data.
    pub(crate) fn out_of_bytes(chunk: Option<FourCc>, what: &'static str, out: OutOfBounds) -> Self {
        let kind = ErrorKind::OutOfData {
            what,
            needed: out.needed,
            left: out.left,
        };
        Self::new(chunk, out.offset, kind)
    }
}

/// Formats the part of the file that an error or a violation refers to.
pub(crate) struct Owner(pub(crate) Option<FourCc>);

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(chunk) => write!(f, "chunk `{chunk}`"),
            None => f.write_str("container"),
        }
    }
}

/// The kinds of errors in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The magic is wrong.
    #[error("begins with `{}`; expected `DXBC`", found.escape_ascii())]
    Magic {
        /// The bytes found.
        found: [u8; 4],
    },
    /// The file is truncated.
    #[error("the size is {found}, but the file has {size} bytes")]
    Size {
        /// The size that the header states.
        found: u32,
        /// The size of the file.
        size: usize,
    },
    /// The container is too small for its chunks.
    #[error("the size is {found}, but the list of chunks and the chunks end at {end}")]
    SizeTooSmall {
        /// The size that the header states.
        found: u32,
        /// The end offset of the last chunk.
        end: usize,
    },
    /// The header of a chunk is outside the file.
    #[error("chunk {index} is at byte {found:X}h, but the file has {size:X}h bytes, and a chunk takes at least 8")]
    ChunkOffset {
        /// Zero-based index of the chunk.
        index: usize,
        /// The offset in the chunk list.
        found: u32,
        /// The size of the file.
        size: usize,
    },
    /// A chunk overlaps another chunk or the chunk list.
    #[error("overlaps the bytes before it, which end at byte {end:X}h")]
    Overlap {
        /// The end offset of the preceding bytes.
        end: usize,
    },
    /// Records overlap so much that reading them would take too much memory.
    #[error("the records so far take more than {multiple} times the size of the chunk")]
    Shared {
        /// The limit, as a multiple of the size of the chunk.
        multiple: usize,
    },
    /// Types are shared so much that a walk over them would take too long.
    #[error(
        "the types of the variables so far, with all their members and names, are more than {multiple} times as large as the chunk"
    )]
    Walk {
        /// The limit, as a multiple of the size of the chunk.
        multiple: usize,
    },
    /// The record sizes do not follow the resources header.
    #[error("begins with `{}`; expected `RD11`, or `\\x13\\x13D%` in model 5.1", found.escape_ascii())]
    ResourcesTag {
        /// The bytes found.
        found: [u8; 4],
    },
    /// Resource records are smaller than their fields.
    #[error("a {field} takes {found} bytes; the fields of this model take {min}")]
    Stride {
        /// The kind of record.
        field: &'static str,
        /// The size of the record.
        found: u32,
        /// The minimum size.
        min: usize,
    },
    /// The chunk does not contain a signature.
    #[error("chunks with this name do not contain signatures")]
    NotASignature,
    /// A name offset does not point to a name.
    #[error("the name of {what} is at {found:X}h, but {reason}")]
    Name {
        /// The owner of the name, with its article.
        what: &'static str,
        /// The offset in the data of the chunk.
        found: u32,
        /// The reason.
        reason: NameError,
    },
    /// An object extends past the end of its data.
    #[error("{what} takes {needed} bytes, but {left} are left")]
    OutOfData {
        /// The name of the object, with its article.
        what: &'static str,
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes from its offset to the end of the data.
        left: usize,
    },
    /// An object begins after the end of its chunk's data.
    #[error("{what} is at {found:X}h, but the chunk has {size:X}h bytes")]
    Outside {
        /// The name of the object, with its article.
        what: &'static str,
        /// The offset in the data of the chunk.
        found: usize,
        /// The size of the data in bytes.
        size: usize,
    },
    /// The value of a field is not allowed.
    #[error("the {field} is {found}; expected {allowed}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The allowed values.
        allowed: &'static str,
    },
    /// An error in a program.
    #[error(transparent)]
    Program(#[from] DecodeError),
    /// Objects are nested too deeply.
    #[error("{what} are nested more than {max} deep")]
    Nesting {
        /// The name of the objects, in the plural.
        what: &'static str,
        /// The maximum depth.
        max: usize,
    },
}
