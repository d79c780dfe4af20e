//! On-disk layout of the headers of shader binaries.

use zerocopy::little_endian::{U16, U32};

use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, Magic, OutputRecord, Record, TableRange, UniformRecord,
    record,
};

/// The records of shader binaries, including those shared with objects.
pub const RECORDS: &[&Record] = &[
    &TableRange::RECORD,
    &DvlbHeader::RECORD,
    &DvlpHeader::RECORD,
    &ShortDvlpHeader::RECORD,
    &DvleHeader::RECORD,
    &DescriptorRecord::RECORD,
    &LineRecord::RECORD,
    &ConstantRecord::RECORD,
    &LabelRecord::RECORD,
    &OutputRecord::RECORD,
    &UniformRecord::RECORD,
];

/// The magic of a shader binary.
pub(crate) const DVLB: [u8; 4] = *b"DVLB";
/// The magic of a program.
pub(crate) const DVLP: [u8; 4] = *b"DVLP";
/// The magic of a shader.
pub(crate) const DVLE: [u8; 4] = *b"DVLE";

record! {
    /// The header of the file. The offsets of the DVLEs follow, in bytes from the start of the file, then the DVLP
    /// (documents, tools).
    "DVLB header" DvlbHeader: 0x08 {
        0x00 magic: Magic = "magic", "`DVLB`", "documents, tools";
        0x04 shaders: U32 = "DVLEs", "N, the number of DVLEs", "documents, tools";
    }
}

record! {
    /// The header of the program. Offsets are in bytes from its start.
    "DVLP header" DvlpHeader: 0x28 {
        0x00 magic: Magic = "magic", "`DVLP`", "documents, tools";
        0x04 version: U16 = "version", "a version; 0 in files of picasso; kept", "documents (guess), tools";
        0x06 reserved: U16 = "unexplained", "unknown meaning; 0; kept", "documents, tools";
        0x08 code: TableRange = "code", "pair: code, in words of 4 bytes", "documents, tools";
        0x10 descriptors: TableRange = "descriptors", "pair: operand descriptors, 8 bytes each", "documents, tools";
        0x18 lines: TableRange = "lines", "pair: lines, 8 bytes each. Without lines, the offset is the position where the table would be; in files of picasso, it is the size of the DVLP", "documents (one of them, guess), tools";
        0x20 files: TableRange = "file names", "pair: file names; the size in bytes, without padding. Offset and size are 0 if there are none", "documents; zeros: tools; padding: chosen";
    }
}

record! {
    /// The header of the program in files of nihstro, which the first DVLE directly follows. Offsets are in bytes from
    /// its start. It has neither lines nor file names.
    "short DVLP header" ShortDvlpHeader: 0x1C {
        0x00 magic: Magic = "magic", "`DVLP`", "tools";
        0x04 version: U16 = "version", "a version; 0; kept", "tools";
        0x06 reserved: U16 = "unexplained", "unknown meaning; 0; kept", "tools";
        0x08 code: TableRange = "code", "pair: code, in words of 4 bytes", "tools";
        0x10 descriptors: TableRange = "descriptors", "pair: operand descriptors, 8 bytes each", "tools";
        0x18 unread: U32 = "unread", "unknown meaning; 0; not read", "tools";
    }
}

impl From<&ShortDvlpHeader> for DvlpHeader {
    /// Returns the full header, without lines and file names.
    fn from(header: &ShortDvlpHeader) -> Self {
        let none = TableRange {
            offset: 0.into(),
            count: 0.into(),
        };
        Self {
            magic: header.magic,
            version: header.version,
            reserved: header.reserved,
            code: header.code,
            descriptors: header.descriptors,
            lines: none,
            files: none,
        }
    }
}

record! {
    /// The header of a shader. Offsets are in bytes from its start; word offsets are relative to the DVLP's code.
    "DVLE header" DvleHeader: 0x40 {
        0x00 magic: Magic = "magic", "`DVLE`", "documents, tools";
        0x04 version: U16 = "version", "a version; 1002 in files of picasso; kept", "documents (guess), tools";
        0x06 kind: u8 = "kind", "0 vertex shader, 1 geometry shader; other bits may be flags and are kept", "documents, tools";
        0x07 merge: u8 = "outputs merged", "1 if the outputs of a geometry shader are merged with the outputs of the vertex shader", "documents, tools";
        0x08 entry: U32 = "entry point", "the word at which execution starts", "documents, tools";
        0x0C end: U32 = "end of the entry procedure", "the word after the entry procedure. Loaders do not read it", "documents, tools";
        0x10 inputs_used: U16 = "inputs in use", "input registers in use, register n at bit n; picasso derives it from declarations", "documents, tools";
        0x12 outputs_used: U16 = "outputs in use", "output registers in use, register n at bit n", "documents, tools";
        0x14 geometry_mode: u8 = "geometry mode", "geometry shaders: 0 point, 1 variable, 2 fixed", "documents, tools";
        0x15 fixed_start: u8 = "fixed: first uniform of the array", "fixed mode: the first float uniform of the array of vertices", "documents, tools";
        0x16 variable_vertices: u8 = "variable: fully defined vertices", "variable mode: the number of fully defined vertices", "documents, tools";
        0x17 fixed_vertices: u8 = "fixed: vertices", "fixed mode: the number of vertices", "documents, tools";
        0x18 constants: TableRange = "constants", "pair: constants, 14 bytes each", "documents, tools";
        0x20 labels: TableRange = "labels", "pair: labels, 10 bytes each; none in files of picasso", "documents, tools";
        0x28 outputs: TableRange = "outputs", "pair: outputs, 8 bytes each", "documents, tools";
        0x30 uniforms: TableRange = "inputs and uniforms", "pair: inputs and uniforms, 8 bytes each", "documents, tools";
        0x38 symbols: TableRange = "symbols", "pair: symbols; the size in bytes, without padding", "documents, tools";
    }
}
