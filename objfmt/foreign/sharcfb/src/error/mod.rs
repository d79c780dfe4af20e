//! Read errors, with the part of the file, the offset, the value found and the allowed values.

pub(crate) mod edit;

use std::fmt;

use pica200_objfmt::formats::bytes::{NameError, OutOfBounds};

use crate::kind::SymbolKind;
use crate::numbers::Stage;

/// The part of an archive that an error refers to. All numbers are zero-based.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Location {
    /// The header of the archive.
    Header,
    /// The array of binaries.
    Binaries,
    /// A binary.
    Binary(usize),
    /// The data of a binary: the structure, or one of its tables and the index of the entry.
    Shader {
        /// The binary; `None` if the data was read without an archive.
        binary: Option<usize>,
        /// The table, `None` for the structure.
        table: Option<Table>,
        /// The entry of the table.
        entry: Option<usize>,
    },
    /// The array of programs.
    Programs,
    /// A program.
    Program(usize),
    /// The macros of a program, or one of them.
    Macros {
        /// The program.
        program: usize,
        /// True for the array of defaults.
        defaults: bool,
        /// The macro; `None` for the array.
        entry: Option<usize>,
    },
    /// The symbols of a kind in a program, or one of them.
    Symbols {
        /// The program.
        program: usize,
        /// The kind.
        kind: SymbolKind,
        /// The symbol; `None` for the array.
        entry: Option<usize>,
    },
}

/// A part of GX2 data that the structure points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Table {
    /// The code.
    Code,
    /// The code of the copy shader.
    CopyCode,
    /// Uniform blocks.
    UniformBlocks,
    /// Uniform variables.
    UniformVariables,
    /// Initial values.
    InitialValues,
    /// Loop variables.
    LoopVariables,
    /// Sampler variables.
    SamplerVariables,
    /// Attributes.
    Attributes,
}

impl Table {
    /// Returns the name of the whole part.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::CopyCode => "copy code",
            Self::UniformBlocks => "uniform blocks",
            Self::UniformVariables => "uniform variables",
            Self::InitialValues => "initial values",
            Self::LoopVariables => "loop variables",
            Self::SamplerVariables => "sampler variables",
            Self::Attributes => "attributes",
        }
    }

    /// Returns the name with its article.
    pub(crate) const fn with_article(self) -> &'static str {
        match self {
            Self::Code => "the code",
            Self::CopyCode => "the copy code",
            Self::UniformBlocks => "the table of uniform blocks",
            Self::UniformVariables => "the table of uniform variables",
            Self::InitialValues => "the table of initial values",
            Self::LoopVariables => "the table of loop variables",
            Self::SamplerVariables => "the table of sampler variables",
            Self::Attributes => "the table of attributes",
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let array = |f: &mut fmt::Formatter<'_>, program: &usize, name, entry: &Option<usize>| {
            write!(f, "program {program}, {name}")?;
            entry.map_or(Ok(()), |entry| write!(f, ", entry {entry}"))
        };
        match self {
            Self::Header => f.write_str("header"),
            Self::Binaries => f.write_str("array of binaries"),
            Self::Binary(index) => write!(f, "binary {index}"),
            Self::Shader { binary, table, entry } => {
                match binary {
                    Some(binary) => write!(f, "binary {binary}")?,
                    None => f.write_str("shader")?,
                }
                if let Some(table) = table {
                    write!(f, ", {}", table.name())?;
                }
                entry.map_or(Ok(()), |entry| write!(f, ", entry {entry}"))
            }
            Self::Programs => f.write_str("array of programs"),
            Self::Program(index) => write!(f, "program {index}"),
            Self::Macros {
                program,
                defaults,
                entry,
            } => {
                let name = if *defaults { "default macros" } else { "macros" };
                array(f, program, name, entry)
            }
            Self::Symbols { program, kind, entry } => array(f, program, kind.plural(), entry),
        }
    }
}

/// An error for bytes that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}, at byte {offset:X}h: {kind}")]
pub struct Error {
    /// The part of the archive.
    pub location: Location,
    /// Byte offset in the file, or in GX2 data that was read without an archive.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

impl Error {
    pub(crate) fn new(location: Location, offset: usize, kind: ErrorKind) -> Self {
        Self { location, offset, kind }
    }

    /// Creates an error for an object that extends past the end of its container.
    pub(crate) fn out_of_bytes(location: Location, what: &'static str, out: OutOfBounds) -> Self {
        let OutOfBounds { offset, needed, left } = out;
        Self::new(location, offset, ErrorKind::OutOfBounds { what, needed, left })
    }

    /// Returns the error with the index of the binary, whose data starts at a file offset.
    pub(crate) fn in_binary(mut self, index: usize, start: usize) -> Self {
        if let Location::Shader { binary, .. } = &mut self.location {
            *binary = Some(index);
        }
        self.offset = self.offset.saturating_add(start);
        self
    }
}

/// The kinds of errors in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The signature is wrong.
    #[error("begins with `{}`; expected `SHAB` (big endian) or `BAHS` (little endian)", found.escape_ascii())]
    Signature {
        /// The bytes found.
        found: [u8; 4],
    },
    /// The version is not supported, so the archive cannot be changed.
    #[error("the version is {found}; only archives of version 8 can be converted or extended")]
    Version {
        /// The version.
        found: u32,
    },
    /// The file is a memory dump.
    #[error("`resolved` is {found}; expected 0 (the file is a memory dump, with addresses instead of offsets)")]
    Resolved {
        /// The loader's word.
        found: u32,
    },
    /// The file is truncated.
    #[error("the size is {found}, but the file has {size} bytes")]
    FileSize {
        /// The size that the header states.
        found: u32,
        /// The size of the file.
        size: usize,
    },
    /// An object extends past the end of its container.
    #[error("{what} takes {needed} bytes, but {left} are left")]
    OutOfBounds {
        /// The name of the object, with its article.
        what: &'static str,
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// A size is smaller than the fixed part of its record.
    #[error("the size is {found}; the fields take {min} bytes")]
    Size {
        /// The size.
        found: u32,
        /// The minimum size.
        min: usize,
    },
    /// A text is not terminated.
    #[error("{what} is not NUL-terminated")]
    Unterminated {
        /// The name of the text, with its article.
        what: &'static str,
    },
    /// The data of a binary begin before the end of its header.
    #[error("the data offset is {found}; expected 0 or more")]
    DataOffset {
        /// The offset.
        found: i32,
    },
    /// A macro has no values.
    #[error("the macro has no values; expected at least 1")]
    NoValues,
    /// The binaries of a program are outside the array of binaries.
    #[error("the binaries of the program are {base} to {}, but the archive has {count}", last(*.base, *.taken))]
    Binaries {
        /// The first binary.
        base: u32,
        /// The number of binaries of the program.
        taken: u64,
        /// The number of binaries in the archive.
        count: usize,
    },
    /// A pointer is null, although the table has entries or the code has bytes.
    #[error("the pointer is null, but the count is {count}")]
    NullPointer {
        /// The number of entries or bytes.
        count: u32,
    },
    /// A table or code is outside the data.
    #[error("{what} is at {found:X}h of the data and takes {needed} bytes, but {left} are left")]
    Table {
        /// The name of the table, with its article.
        what: &'static str,
        /// The pointer.
        found: u32,
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes left at the pointer.
        left: usize,
    },
    /// A name pointer does not point to a name.
    #[error("the name is at {found:X}h of the data, but {reason}")]
    Name {
        /// The offset in the data.
        found: u32,
        /// The reason.
        reason: NameError,
    },
    /// The binary has a type of unknown structure.
    #[error("the type is {}; expected 0 (vertex), 1 (pixel) or 2 (geometry)", found.0)]
    Stage {
        /// The type.
        found: Stage,
    },
    /// The tables of a shader are not where the console's loader expects them, or other data overlap them.
    #[error(
        "the tables do not follow the structure without gaps, or other data overlap them, so the byte order cannot be converted"
    )]
    Scattered,
}

/// Returns the index of the last of some binaries.
fn last(base: u32, taken: u64) -> u64 {
    u64::from(base).saturating_add(taken.saturating_sub(1))
}
