//! Read errors, with the structure, the file offset, the bytes found and the allowed values.

use std::fmt;

use pica200_objfmt::formats::bytes::{MAX_NAMES_MULTIPLE, OutOfBounds};

use crate::kinds::{ProgramKind, ResourceKind, Stage};

/// A program of a variation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramId {
    /// Zero-based index of the variation.
    pub variation: usize,
    /// The kind of program.
    pub kind: ProgramKind,
}

/// Formats it as `variation 3, binary program`.
impl fmt::Display for ProgramId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variation {}, {} program", self.variation, self.kind)
    }
}

/// A structure of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Structure {
    /// The header of the file.
    Header,
    /// A block, by index.
    Block(usize),
    /// The shader container: the first block.
    Container,
    /// The memory pool.
    MemoryPool,
    /// The string block.
    Strings,
    /// The relocation table.
    Relocations,
    /// A variation, by index.
    Variation(usize),
    /// A program.
    Program(ProgramId),
    /// The code of a stage.
    Code(ProgramId, Stage),
    /// The reflection of a program.
    Reflection(ProgramId),
    /// The reflection of a stage.
    Stage(ProgramId, Stage),
    /// A dictionary: the names of one kind in a stage.
    Dictionary(ProgramId, Stage, ResourceKind),
}

/// Formats it as `variation 3, binary program, vertex code`.
impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Block(number) => write!(f, "block {number}"),
            Self::Container => f.write_str("shader container"),
            Self::MemoryPool => f.write_str("memory pool"),
            Self::Strings => f.write_str("strings"),
            Self::Relocations => f.write_str("relocation table"),
            Self::Variation(number) => write!(f, "variation {number}"),
            Self::Program(program) => write!(f, "{program}"),
            Self::Code(program, stage) => write!(f, "{program}, {stage} code"),
            Self::Reflection(program) => write!(f, "{program}, reflection"),
            Self::Stage(program, stage) => write!(f, "{program}, {stage} reflection"),
            Self::Dictionary(program, stage, kind) => write!(f, "{program}, {stage} {kind}"),
        }
    }
}

/// An error that prevents reading a part of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{structure}, at byte {offset:X}h: {kind}")]
pub struct Error {
    /// The structure.
    pub structure: Structure,
    /// Byte offset in the file.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The kinds of errors in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file magic is wrong.
    #[error("begins with `{}`; expected `BNSH` and four zeros", found.escape_ascii())]
    FileMagic {
        /// The bytes found.
        found: [u8; 8],
    },
    /// The file is big-endian. No such file is known.
    #[error("the byte order mark is FE FF; big-endian files are not supported")]
    BigEndian,
    /// The byte order mark is invalid.
    #[error("the byte order mark is {:02X} {:02X}; expected FF FE", found[0], found[1])]
    ByteOrder {
        /// The bytes found.
        found: [u8; 2],
    },
    /// The file is a dump of process memory.
    #[error("the file is relocated: it is a memory dump, whose offsets are addresses")]
    Relocated,
    /// The file is truncated.
    #[error("the size is {found}, but the file has {size} bytes")]
    Size {
        /// The size that the header states.
        found: u32,
        /// The size of the file in bytes.
        size: usize,
    },
    /// The magic of a structure is wrong.
    #[error("begins with `{}`; expected `{}`", found.escape_ascii(), expected.escape_ascii())]
    Magic {
        /// The bytes found.
        found: [u8; 4],
        /// The allowed bytes.
        expected: [u8; 4],
    },
    /// The value of a field is not allowed.
    #[error("the {field} is {found}; expected {allowed}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: i64,
        /// The allowed values.
        allowed: &'static str,
    },
    /// A field disagrees with other data.
    #[error("the {field} is {found:X}h; expected {expected:X}h")]
    Differs {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: u64,
        /// The value derived from the other data.
        expected: u64,
    },
    /// The file ends before the end of an object.
    #[error("{what} takes {needed} bytes, but {left} are left")]
    OutOfFile {
        /// The name of the object, with its article.
        what: &'static str,
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes from its offset to the end of the file.
        left: usize,
    },
    /// An object begins after the end of the file.
    #[error("{what} is at {found:X}h, but the file has {size:X}h bytes")]
    Outside {
        /// The name of the object, with its article.
        what: &'static str,
        /// Its offset.
        found: u64,
        /// The size of the file in bytes.
        size: usize,
    },
    /// A required object is missing.
    #[error("there is no {what}")]
    Missing {
        /// The name of the object, without an article.
        what: &'static str,
    },
    /// An object has a size, but no offset.
    #[error("{what} has {size} bytes, but no offset")]
    NoOffset {
        /// The name of the object, with its article.
        what: &'static str,
        /// The size in bytes.
        size: u64,
    },
    /// An offset does not point to a string.
    #[error("{what} is the string at {found:X}h, but {reason}")]
    String {
        /// The name of the string, with its article.
        what: &'static str,
        /// The offset of the string.
        found: u64,
        /// The reason.
        reason: StringError,
    },
    /// The string block ends before its last string.
    #[error("the number of strings is {found}, but the block has {held}")]
    StringCount {
        /// The number of strings that the block states.
        found: u32,
        /// The number of strings up to the end of the block.
        held: usize,
    },
    /// A dictionary node links to a node that does not exist.
    #[error("node {node} links to node {found}, but the last node is {last}")]
    Child {
        /// Index of the node.
        node: usize,
        /// Index of the missing node.
        found: u16,
        /// Index of the last node.
        last: usize,
    },
    /// Records overlap so much that reading them would take too much memory.
    #[error("the structures so far take more than {multiple} times the size of the file")]
    Shared {
        /// The limit, as a multiple of the size of the file.
        multiple: usize,
    },
    /// Programs share so much code that extracting it would take too much memory.
    #[error("the code so far takes more than {multiple} times the size of the file")]
    SharedCode {
        /// The limit, as a multiple of the size of the file.
        multiple: usize,
    },
    /// There are more relocated pointers than bytes in the file.
    #[error("the relocations so far list more than {max} pointers, but the file has {max} bytes")]
    TooManyPointers {
        /// The size of the file in bytes.
        max: usize,
    },
}

/// An error for an offset without a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StringError {
    /// The file ends before the end of the string.
    #[error("only {} of its {} bytes are in the file", .0.left, .0.needed)]
    OutOfFile(OutOfBounds),
    /// The terminating NUL is not where the length says.
    #[error("it has a length of {length} and {}", NulPosition(*end))]
    Nul {
        /// The length that the string states.
        length: u16,
        /// The number of characters before the first NUL, if there is one within the length.
        end: Option<usize>,
    },
    /// Strings overlap so much that reading them would take too much time.
    #[error("the strings so far are more than {MAX_NAMES_MULTIPLE} times as large as the file")]
    TooLong,
}

/// Formats the position of a NUL.
struct NulPosition(Option<usize>);

impl std::fmt::Display for NulPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(characters) => write!(f, "a NUL behind {characters} characters"),
            None => f.write_str("no NUL behind its characters"),
        }
    }
}
