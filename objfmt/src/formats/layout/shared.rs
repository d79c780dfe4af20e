//! Records that DVLP, DVLE and DVOJ share.

use zerocopy::little_endian::{U16, U32};

use crate::formats::layout::record;
use crate::isa::descriptor::{Descriptor, DescriptorEntry};

/// The value of an absent offset or size: the size of a label (tools, documents), other fields (chosen).
pub const NONE: u32 = u32::MAX;

record! {
    /// The offset and the number of entries of a table.
    #[derive(Default)]
    "pair" TableRange as Table: 0x08 {
        0x00 offset: U32 = "offset", "bytes from the start of the structure. If the count is 0, the offset has no meaning; this project writes the position where the table would be", "documents, tools";
        0x04 count: U32 = "count", "the number of entries; for names, the number of bytes", "documents, tools";
    }
}

record! {
    /// An entry of a descriptor table.
    "descriptor" DescriptorRecord: 0x08 {
        0x00 descriptor: U32 = "descriptor", "destination mask, then sign and selectors of three sources; bit 31 has no known meaning and is kept", "documents, tools";
        0x04 flags: U32 = "flags", "unknown: 0 in files of picasso; F, 7 or 3 in commercial files; kept", "documents, tools";
    }
}

record! {
    /// An entry of a line table, one for each word of the code.
    "line" LineRecord: 0x08 {
        0x00 file: U32 = "file name", "the name of the file: bytes from the start of the file names (DVLP) or of the symbol table (DVOJ). The name of a file must begin there", "documents (guess); must: chosen";
        0x04 line: U32 = "line", "the line, from 1; 0 if a line marker states it", "documents (guess), chosen";
    }
}

record! {
    /// An entry of a constant table.
    "constant" ConstantRecord: 0x14 {
        0x00 kind: U16 = "kind", "0 boolean, 1 integer, 2 float; others are kept in a DVLE", "documents, tools";
        0x02 register: U16 = "register", "the number of the register in its bank", "documents, tools";
        0x04 data: [u8; 16] = "value", "boolean: one byte, 0 or 1. Integer: bytes x y z w. Float: words x y z w, a float24 in the low 24 bits of each. The rest is 0", "documents, tools";
    }
}

record! {
    /// An entry of a label table.
    "label" LabelRecord: 0x10 {
        0x00 id: U16 = "number", "a number, ascending from 0", "documents";
        0x02 reserved: U16 = "unexplained", "unknown meaning; 1", "documents";
        0x04 word: U32 = "word", "the location: words from the start of the code", "documents";
        0x08 size: U32 = "size", "the size in words; FFFFFFFF if there is none", "documents";
        0x0C name: U32 = "name", "the name: bytes from the start of the symbol table", "documents";
    }
}

record! {
    /// An entry of an output table.
    "output" OutputRecord: 0x08 {
        0x00 property: U16 = "property", "0 position, 1 normalquat, 2 color, 3 texcoord0, 4 texcoord0w, 5 texcoord1, 6 texcoord2, 8 view, 9 dummy", "documents, tools; 9: tools";
        0x02 register: U16 = "register", "the number of the output register", "documents, tools";
        0x04 mask: U16 = "components", "its components, `x` at bit 0", "documents, tools";
        0x06 reserved: U16 = "unexplained", "unknown meaning; 0; kept in a DVLE", "documents, tools";
    }
}

record! {
    /// An entry of a uniform table.
    "uniform" UniformRecord as Record: 0x08 {
        0x00 name: U32 = "name", "the name: bytes from the start of the symbol table", "documents, tools";
        0x04 first: U16 = "first register", "the first register in the unified numbering", "documents, tools";
        0x06 last: U16 = "last register", "the last register, not below the first", "documents, tools";
    }
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
