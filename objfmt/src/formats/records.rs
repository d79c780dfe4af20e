//! Records on disk that DVLP, DVLE and DVOJ share. All numbers are little endian; no record needs alignment.
//!
//! Each field says its offset and unit, what it is relative to, and how sure that is: "documents" for what published
//! descriptions of the formats say, "tools" for what the incumbent writes and loaders read, "chosen" for what this
//! project decided.

use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::formats::shbin::ConstantEntry;
use crate::isa::descriptor::{Descriptor, DescriptorEntry};

/// An offset or a size that says that there is nothing. Tools and documents: a label's size; chosen: elsewhere.
pub(crate) const NONE: u32 = u32::MAX;

/// Where a table is: 8 bytes.
#[derive(Clone, Copy, Default, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct TableRange {
    /// 00: bytes, from the start of the structure (documents; tools). With a count of 0 it says nothing; this project
    /// writes where the table would stand.
    pub(crate) offset: U32,
    /// 04: entries; bytes for symbols and file names (documents; tools).
    pub(crate) count: U32,
}

/// An entry of a constant table: 20 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct ConstantRecord {
    /// 00: 0 boolean, 1 integer, 2 float (documents; tools). Documents take it for one byte with another unused.
    pub(crate) kind: U16,
    /// 02: the register's number in its bank (documents; tools), as wide as the kind.
    pub(crate) register: U16,
    /// 04: boolean: one byte, 0 or 1; integer: bytes x y z w; float: four words x y z w, a float24 in the low 24 bits
    /// of each; the rest 0 (documents; tools).
    pub(crate) data: [u8; 16],
}

/// An entry of a label table: 16 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct LabelRecord {
    /// 00: a number, ascending from 0 (documents).
    pub(crate) id: U16,
    /// 02: 1, unexplained (documents).
    pub(crate) reserved: U16,
    /// 04: words, from the start of the code (documents).
    pub(crate) word: U32,
    /// 08: words; FFFFFFFF if it has no size (documents).
    pub(crate) size: U32,
    /// 0C: the name: bytes, from the start of the symbol table (documents).
    pub(crate) name: U32,
}

/// An entry of an output table: 8 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct OutputRecord {
    /// 00: the property (documents; tools; 9, dummy, from tools alone).
    pub(crate) property: U16,
    /// 02: the output register (documents; tools).
    pub(crate) register: U16,
    /// 04: the components, `x` at bit 0 (documents; tools).
    pub(crate) mask: U16,
    /// 06: unexplained; 0 (tools).
    pub(crate) reserved: U16,
}

/// An entry of a uniform table: 8 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct UniformRecord {
    /// 00: the name: bytes, from the start of the symbol table (documents; tools).
    pub(crate) name: U32,
    /// 04: the first register in the unified numbering: 00-0F v, 10-6F c, 70-73 i, 78-87 b (documents; tools).
    pub(crate) first: U16,
    /// 06: the last register (documents; tools).
    pub(crate) last: U16,
}

/// An entry of a line table, which has one for each word of the code: 8 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct LineRecord {
    /// 00: the file's name: bytes, from the start of the file name table of a DVLP, of the symbol table of a DVOJ
    /// (documents, as a guess).
    pub(crate) file: U32,
    /// 04: the line (documents, as a guess), from 1 (chosen).
    pub(crate) line: U32,
}

/// An entry of a descriptor table: 8 bytes.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(crate) struct DescriptorRecord {
    /// 00: the word that the machine takes (documents; tools).
    pub(crate) descriptor: U32,
    /// 04: unexplained; 0 (tools).
    pub(crate) flags: U32,
}

impl From<&DescriptorEntry> for DescriptorRecord {
    fn from(entry: &DescriptorEntry) -> Self {
        Self {
            descriptor: entry.descriptor.to_bits().into(),
            flags: entry.flags.into(),
        }
    }
}

impl From<&DescriptorRecord> for DescriptorEntry {
    fn from(record: &DescriptorRecord) -> Self {
        Self {
            descriptor: Descriptor::from_bits(record.descriptor.get()),
            flags: record.flags.get(),
        }
    }
}

impl From<&ConstantEntry> for ConstantRecord {
    fn from(entry: &ConstantEntry) -> Self {
        Self {
            kind: entry.kind.into(),
            register: entry.register.into(),
            data: entry.data,
        }
    }
}

impl From<&ConstantRecord> for ConstantEntry {
    fn from(record: &ConstantRecord) -> Self {
        Self {
            kind: record.kind.get(),
            register: record.register.get(),
            data: record.data,
        }
    }
}
