//! The errors of reading: the chunk, the place in the file, what is there, and what is allowed.

use std::fmt;

use bstr::BStr;

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

/// The words for the part of the file that an error is in.
struct Owner(Option<FourCc>);

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
pub enum Fault {
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
    /// Things are nested too deeply.
    #[error("{what} are nested more than {most} deep")]
    Nesting {
        /// The name of the things, in the plural.
        what: &'static str,
        /// The allowed depth.
        most: usize,
    },
}
