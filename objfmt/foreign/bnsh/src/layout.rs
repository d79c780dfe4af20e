//! The records of the file, field by field, shared by the reader and the tables of `BNSH.md`.
//!
//! All numbers are little-endian. Eight-byte fields named offsets are relative to the start of the file; 0 means none.
//! The source of each fact is *certain* (documentation agrees with programs that read and write such files) or
//! *probable* (only one of them says so).

use pica200_objfmt::formats::layout::{Magic, Record, record};
use zerocopy::little_endian::{I32, U16, U32, U64};

/// The records of the file.
pub const RECORDS: &[&Record] = &[
    &FileHeader::RECORD,
    &BlockHeader::RECORD,
    &ContainerRecord::RECORD,
    &VariationRecord::RECORD,
    &ProgramRecord::RECORD,
    &BinaryCodeRecord::RECORD,
    &SourceCodeRecord::RECORD,
    &SourceArrayRecord::RECORD,
    &ReflectionRecord::RECORD,
    &StageRecord::RECORD,
    &PoolRecord::RECORD,
    &StringsHeader::RECORD,
    &DictionaryHeader::RECORD,
    &NodeRecord::RECORD,
    &RelocationsHeader::RECORD,
    &RelocationSectionRecord::RECORD,
    &RelocationEntryRecord::RECORD,
];

record! {
    /// The file header.
    "file header" FileHeader: 0x60 {
        0x00 magic: [u8; 8] = "magic", "`BNSH` and four zeros", "certain";
        0x08 micro: u8 = "micro version", "the micro version: 11 in 2.1.11", "certain";
        0x09 minor: u8 = "minor version", "the minor version", "certain";
        0x0A major: U16 = "major version", "the major version", "certain";
        0x0C byte_order: [u8; 2] = "byte order mark", "FEFF in the byte order of the file: the bytes FF FE", "certain";
        0x0E alignment: u8 = "alignment shift", "log2 of the file alignment in bytes", "certain";
        0x0F address_size: u8 = "address size", "the size of an address in bits: 40 (64), or 0", "certain";
        0x10 name: U32 = "name", "the offset of the first character of the file's name, whose length is 2 bytes before; 0 without a name", "certain";
        0x14 flags: U16 = "flags", "bit 0: set by the loader when it relocates the file", "certain";
        0x16 first_block: U16 = "first block", "the offset of the first block: 60", "certain";
        0x18 relocations: U32 = "relocation table", "the offset of the relocation table", "certain";
        0x1C size: U32 = "size", "the size of the file in bytes", "certain";
        0x20 reserved: [u8; 64] = "reserved", "0", "certain";
    }
}

record! {
    /// The header of a block.
    "block" BlockHeader: 0x10 {
        0x00 magic: Magic = "magic", "`grsc` or `_STR`", "certain";
        0x04 next: U32 = "next", "the distance in bytes to the start of the next block; 0 in the last", "certain";
        0x08 size: U32 = "size", "the size in bytes: of `grsc` up to `_STR`, of `_STR` with its padding", "certain; of `_STR` probable";
        0x0C reserved: U32 = "reserved", "0", "certain";
    }
}

record! {
    /// The first block.
    "shader container" ContainerRecord: 0x60 {
        0x00 magic: Magic = "magic", "`grsc`", "certain";
        0x04 next: U32 = "next", "as in every block", "certain";
        0x08 size: U32 = "size", "as in every block", "certain";
        0x0C reserved: U32 = "reserved", "0", "certain";
        0x10 api: U16 = "API", "the graphics API: 4 for NVN", "certain";
        0x12 api_version: U16 = "API version", "the version of the graphics API", "certain";
        0x14 code_type: u8 = "code type", "the code type: see below", "certain";
        0x15 reserved_a: [u8; 3] = "reserved 15", "0", "certain";
        0x18 compiler: U32 = "compiler version", "the compiler version", "certain";
        0x1C variations: U32 = "variations", "the number of variations", "certain";
        0x20 variations_at: U64 = "variations offset", "the offset of the variations", "certain";
        0x28 pool: U64 = "memory pool", "the offset of the memory pool", "certain";
        0x30 low_level_compiler: U64 = "low level compiler version", "the version of the machine-code compiler", "certain";
        0x38 reserved_b: [u8; 40] = "reserved 38", "0", "certain";
    }
}

record! {
    /// A variation.
    "variation" VariationRecord: 0x40 {
        0x00 source: U64 = "source program", "the offset of the program as source text, or 0", "certain";
        0x08 intermediate: U64 = "intermediate program", "the offset of the program in an intermediate language, or 0", "certain";
        0x10 binary: U64 = "binary program", "the offset of the program as machine code, or 0", "certain";
        0x18 container: U64 = "shader container", "the offset of the shader container", "certain";
        0x20 reserved: [u8; 32] = "reserved", "0", "certain";
    }
}

record! {
    /// A program.
    "program" ProgramRecord: 0xA0 {
        0x00 flags: u8 = "flags", "bit 1: the program has the extended interface", "certain; bit 1: probable";
        0x01 code_type: u8 = "code type", "the code type: see below", "certain";
        0x02 source_format: u8 = "source format", "the language of source text: 0 for GLSL", "certain";
        0x03 reserved_a: u8 = "reserved 3", "0", "certain";
        0x04 binary_format: U32 = "binary format", "the machine-code format", "certain";
        0x08 vertex: U64 = "vertex code", "the offset of the code of the vertex stage, or 0", "certain";
        0x10 hull: U64 = "hull code", "the offset of the code of the hull stage, or 0", "certain";
        0x18 domain: U64 = "domain code", "the offset of the code of the domain stage, or 0", "certain";
        0x20 geometry: U64 = "geometry code", "the offset of the code of the geometry stage, or 0", "certain";
        0x28 pixel: U64 = "pixel code", "the offset of the code of the pixel stage, or 0", "certain";
        0x30 compute: U64 = "compute code", "the offset of the code of the compute stage, or 0", "certain";
        0x38 reserved_b: [u8; 40] = "reserved 38", "0", "certain";
        0x60 object_size: U32 = "object size", "the size of the loaded program in bytes", "certain";
        0x64 reserved_c: U32 = "reserved 64", "0", "certain";
        0x68 object: U64 = "object", "the offset of these bytes, which are zeros in the file", "certain";
        0x70 variation: U64 = "variation", "the offset of the variation that the program belongs to", "certain";
        0x78 reflection: U64 = "reflection", "the offset of the reflection, or 0", "certain";
        0x80 reserved_d: [u8; 32] = "reserved 80", "0", "certain";
    }
}

record! {
    /// Code of type 0.
    "binary code" BinaryCodeRecord: 0x40 {
        0x00 runtime: U64 = "runtime", "0; the loader uses it", "certain";
        0x08 control: U64 = "control code", "the offset of the control code", "certain";
        0x10 code: U64 = "byte code", "the offset of the byte code", "certain";
        0x18 code_size: U32 = "byte code size", "the size of the byte code in bytes", "certain";
        0x1C control_size: U32 = "control code size", "the size of the control code in bytes", "certain";
        0x20 control_extra: U64 = "control extra", "the offset of additional control-code data, or 0", "certain";
        0x28 scratch: U32 = "scratch size", "the size of the scratch memory", "certain";
        0x2C scratch_more: U32 = "second scratch size", "a second size of the scratch memory", "certain";
        0x30 extra: U64 = "extra", "the offset of additional byte-code data, or 0", "certain";
        0x38 reserved: [u8; 8] = "reserved", "the last four are 0 in files", "probable";
    }
}

record! {
    /// Code of type 2.
    "source code" SourceCodeRecord: 0x40 {
        0x00 unknown: U64 = "unknown", "unknown", "probable";
        0x08 first: U64 = "first data", "the offset of the first data blob", "probable";
        0x10 second: U64 = "second data", "the offset of the second data blob", "probable";
        0x18 second_size: U32 = "second data size", "the size of the second data blob in bytes", "probable";
        0x1C first_size: U32 = "first data size", "the size of the first data blob in bytes", "probable";
        0x20 reserved: [u8; 32] = "reserved", "padding", "probable";
    }
}

record! {
    /// Code of type 3.
    "source array" SourceArrayRecord: 0x20 {
        0x00 texts: U16 = "texts", "the number of texts", "certain";
        0x02 reserved_a: [u8; 6] = "reserved 2", "0", "certain";
        0x08 sizes: U64 = "sizes", "the offset of the sizes of the texts in bytes, 4 bytes each", "certain";
        0x10 texts_at: U64 = "texts offset", "the offset of the offsets of the texts, 8 bytes each", "certain";
        0x18 reserved_b: [u8; 8] = "reserved 18", "0", "probable";
    }
}

record! {
    /// A reflection.
    "reflection" ReflectionRecord: 0x40 {
        0x00 vertex: U64 = "vertex", "the offset of the vertex stage, or 0", "certain";
        0x08 hull: U64 = "hull", "the offset of the hull stage, or 0", "certain";
        0x10 domain: U64 = "domain", "the offset of the domain stage, or 0", "certain";
        0x18 geometry: U64 = "geometry", "the offset of the geometry stage, or 0", "certain";
        0x20 pixel: U64 = "pixel", "the offset of the pixel stage, or 0", "certain";
        0x28 compute: U64 = "compute", "the offset of the compute stage, or 0", "certain";
        0x30 reserved: [u8; 16] = "reserved", "0", "certain";
    }
}

record! {
    /// The reflection of a stage.
    "stage" StageRecord: 0x60 {
        0x00 inputs: U64 = "inputs", "the offset of the dictionary of inputs, or 0", "certain";
        0x08 outputs: U64 = "outputs", "the offset of the dictionary of outputs, or 0", "certain";
        0x10 samplers: U64 = "samplers", "the offset of the dictionary of samplers, or 0", "certain";
        0x18 constant_buffers: U64 = "constant buffers", "the offset of the dictionary of constant buffers, or 0", "certain";
        0x20 access_buffers: U64 = "unordered access buffers", "the offset of the dictionary of unordered access buffers, or 0", "certain";
        0x28 first_output: I32 = "first output", "the index of the first output slot; undefined without outputs", "certain";
        0x2C first_sampler: I32 = "first sampler", "the index of the first sampler slot", "certain";
        0x30 first_constant_buffer: I32 = "first constant buffer", "the index of the first constant buffer slot", "certain";
        0x34 first_access_buffer: I32 = "first unordered access buffer", "the index of the first unordered access buffer slot", "certain";
        0x38 slots: U64 = "slots", "the offset of the slots, 4 bytes each", "certain";
        0x40 work_group_x: U32 = "work group x", "the width of a work group of the compute stage", "certain";
        0x44 work_group_y: U32 = "work group y", "its height", "certain";
        0x48 work_group_z: U32 = "work group z", "its depth", "certain";
        0x4C first_image: I32 = "first image", "the index of the first image slot; undefined without images", "certain";
        0x50 images: U64 = "images", "the offset of the dictionary of images, or 0", "certain";
        0x58 extra: U64 = "extra", "the offset of additional data about the stage, or 0", "certain";
    }
}

record! {
    /// The memory pool.
    "memory pool" PoolRecord: 0x50 {
        0x00 property: U32 = "property", "61", "certain";
        0x04 size: U32 = "size", "the size of the byte code of all programs in bytes", "certain";
        0x08 code: U64 = "byte code", "the offset of the byte code of all programs", "certain";
        0x10 reserved_a: [u8; 16] = "reserved 10", "0", "certain";
        0x20 pool: U64 = "pool", "the offset of 140 zero bytes, which the loader uses", "certain";
        0x28 reserved_b: [u8; 40] = "reserved 28", "0; the loader uses 8 of these bytes", "certain";
    }
}

record! {
    /// The header of the string block.
    "strings" StringsHeader: 0x14 {
        0x00 magic: Magic = "magic", "`_STR`", "certain";
        0x04 next: U32 = "next", "as in every block", "certain";
        0x08 size: U32 = "size", "as in every block", "certain";
        0x0C reserved: U32 = "reserved", "0", "certain";
        0x10 count: U32 = "strings", "the number of strings, not including the empty one, which is the first", "certain";
    }
}

record! {
    /// The header of a dictionary.
    "dictionary" DictionaryHeader: 0x08 {
        0x00 magic: Magic = "magic", "`_DIC`; zeros in some files", "certain";
        0x04 entries: I32 = "entries", "the number of entries; one more node follows", "certain";
    }
}

record! {
    /// A node of a dictionary.
    "node" NodeRecord: 0x10 {
        0x00 bit: I32 = "bit", "the key bit that selects a child; -1 in the root", "certain";
        0x04 left: U16 = "left", "the index of the child if the bit is 0", "certain";
        0x06 right: U16 = "right", "the index of the child if the bit is 1; 0 in the root", "certain";
        0x08 key: U64 = "key", "the offset of the key's string, which is empty for the root", "certain";
    }
}

record! {
    /// The header of the relocation table.
    "relocation table" RelocationsHeader: 0x10 {
        0x00 magic: Magic = "magic", "`_RLT`", "certain";
        0x04 offset: U32 = "offset", "the offset of the table itself", "certain";
        0x08 sections: I32 = "sections", "the number of sections", "certain";
        0x0C reserved: U32 = "reserved", "0", "certain";
    }
}

record! {
    /// A section of the relocation table.
    "relocation section" RelocationSectionRecord: 0x18 {
        0x00 address: U64 = "address", "0; the loader uses it", "certain";
        0x08 offset: U32 = "offset", "the offset of the section", "certain";
        0x0C size: U32 = "size", "the size of the section in bytes", "certain";
        0x10 first: U32 = "first entry", "the index of the first entry with pointers into the section", "certain";
        0x14 entries: U32 = "entries", "the number of these entries", "certain";
    }
}

record! {
    /// An entry of the relocation table.
    "relocation" RelocationEntryRecord: 0x08 {
        0x00 offset: U32 = "offset", "the offset of the first pointer", "certain";
        0x04 runs: U16 = "runs", "the number of runs of pointers", "certain";
        0x06 pointers: u8 = "pointers", "the number of pointers in each run", "certain";
        0x07 gap: u8 = "gap", "the number of 8-byte fields between two runs", "certain";
    }
}

/// Returns the file offset of a field, given the offset of its record.
macro_rules! at {
    ($offset:expr, $record:ident.$field:ident) => {
        $offset + std::mem::offset_of!($record, $field)
    };
}
pub(crate) use at;
