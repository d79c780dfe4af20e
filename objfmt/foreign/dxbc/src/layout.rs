//! The records of the chunks, field by field, shared by readers, writers and the tables of `DXBC.md`.
//!
//! All numbers are little-endian. Offsets in records are relative to the start of the chunk's data. The source of each
//! fact is *files* (seen in files of several compilers) or *probable* (few or none show it).

use pica200_objfmt::formats::layout::{Magic, Record, record};
use zerocopy::little_endian::{U16, U32};

/// The records of containers and chunks.
pub const RECORDS: &[&Record] = &[
    &ContainerHeader::RECORD,
    &ChunkHeader::RECORD,
    &ResourcesHeader::RECORD,
    &StridesRecord::RECORD,
    &BindingRecord::RECORD,
    &SpaceRecord::RECORD,
    &BufferRecord::RECORD,
    &VariableRecord::RECORD,
    &SlotsRecord::RECORD,
    &TypeRecord::RECORD,
    &TypeDetailRecord::RECORD,
    &MemberRecord::RECORD,
    &SignatureHeader::RECORD,
    &ElementRecord::RECORD,
    &InterfacesHeader::RECORD,
    &ClassRecord::RECORD,
    &InstanceRecord::RECORD,
    &SlotRecord::RECORD,
    &FeaturesRecord::RECORD,
    &Level9Header::RECORD,
    &Level9TableRecord::RECORD,
    &Level9ConstantRecord::RECORD,
    &Level9SamplerRecord::RECORD,
    &Level9RuntimeRecord::RECORD,
];

record! {
    /// The header of a container.
    "container header" ContainerHeader: 0x20 {
        0x00 magic: Magic = "magic", "`DXBC`", "files";
        0x04 checksum: [u8; 16] = "checksum", "the checksum of all bytes from 14 on; zeros in an unsigned container", "files";
        0x14 version: U32 = "version", "1", "files";
        0x18 size: U32 = "size", "the size of the container in bytes", "files";
        0x1C chunks: U32 = "chunks", "the number of chunks; that many offsets of chunks in the container follow", "files";
    }
}

record! {
    /// The header of a chunk.
    "chunk header" ChunkHeader: 0x08 {
        0x00 id: Magic = "name", "the name", "files";
        0x04 size: U32 = "size", "the size of the data, which follows, in bytes", "files";
    }
}

record! {
    /// The header of the chunk `RDEF`.
    "resources header" ResourcesHeader: 0x1C {
        0x00 buffers: U32 = "buffers", "the number of buffers", "files";
        0x04 buffers_at: U32 = "buffers offset", "the offset of the buffers", "files";
        0x08 bindings: U32 = "bindings", "the number of bindings", "files";
        0x0C bindings_at: U32 = "bindings offset", "the offset of the bindings", "files";
        0x10 minor: u8 = "minor", "the minor version of the shader model", "files";
        0x11 major: u8 = "major", "the major version of the shader model", "files";
        0x12 stage: U16 = "stage", "the stage: see below", "files";
        0x14 flags: U32 = "flags", "the compilation flags: see below", "files";
        0x18 creator: U32 = "creator", "the offset of the compiler name", "files";
    }
}

record! {
    /// The fields after the resources header, from model 5.0 on.
    "resources strides" StridesRecord: 0x20 {
        0x00 tag: Magic = "tag", "`RD11`; in model 5.1 also `13 13 44 25`", "files; 5.1: probable";
        0x04 header: U32 = "header", "the size of the header with this record: 3C", "files";
        0x08 buffer: U32 = "buffer", "the size of a buffer's record: 18", "files";
        0x0C binding: U32 = "binding", "the size of a binding's record: 20, in model 5.1 28", "files";
        0x10 variable: U32 = "variable", "the size of a variable's record: 28", "files";
        0x14 base: U32 = "type", "the size of a type's record: 24", "files";
        0x18 member: U32 = "member", "the size of a member's record: 0C", "files";
        0x1C interface_slots: U32 = "interface slots", "the number of interface slots", "files";
    }
}

record! {
    /// A binding.
    "binding" BindingRecord: 0x20 {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 kind: U32 = "kind", "the kind: see below", "files";
        0x08 return_type: U32 = "return type", "the value type: see below", "files";
        0x0C dimension: U32 = "dimension", "the dimension: see below", "files";
        0x10 samples: U32 = "samples", "the number of samples of a multisampled texture, the stride in bytes of a structured buffer; else 0 or FFFFFFFF", "files";
        0x14 bind_point: U32 = "bind point", "the first register", "files";
        0x18 bind_count: U32 = "bind count", "the number of registers", "files";
        0x1C flags: U32 = "flags", "flags: see below", "files";
    }
}

record! {
    /// The fields after a binding, in model 5.1.
    "binding space" SpaceRecord: 0x08 {
        0x00 space: U32 = "space", "the register space", "files";
        0x04 id: U32 = "id", "the id of the register range in the program", "files";
    }
}

record! {
    /// A buffer.
    "buffer" BufferRecord: 0x18 {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 variables: U32 = "variables", "the number of variables", "files";
        0x08 variables_at: U32 = "variables offset", "the offset of the variables", "files";
        0x0C size: U32 = "size", "the size in bytes", "files";
        0x10 flags: U32 = "flags", "flags: see below", "files";
        0x14 kind: U32 = "kind", "the kind: see below", "files";
    }
}

record! {
    /// A variable of a buffer.
    "variable" VariableRecord: 0x18 {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 start: U32 = "start", "the offset in the buffer, in bytes", "files";
        0x08 size: U32 = "size", "the size in bytes", "files";
        0x0C flags: U32 = "flags", "flags: see below", "files";
        0x10 base: U32 = "type", "the offset of the type", "files";
        0x14 default: U32 = "default", "the offset of the default value, which has as many bytes as the variable; 0 if there is none", "files";
    }
}

record! {
    /// The fields after a variable, from model 5.0 on.
    "variable slots" SlotsRecord: 0x10 {
        0x00 first_texture: U32 = "first texture", "the first texture; FFFFFFFF or 0 without textures", "files";
        0x04 textures: U32 = "textures", "the number of textures", "files";
        0x08 first_sampler: U32 = "first sampler", "the first sampler; FFFFFFFF or 0 without samplers", "files";
        0x0C samplers: U32 = "samplers", "the number of samplers", "files";
    }
}

record! {
    /// A type.
    "type" TypeRecord: 0x10 {
        0x00 class: U16 = "class", "the class: see below", "files";
        0x02 base: U16 = "base", "the component type, or the object kind: see below", "files";
        0x04 rows: U16 = "rows", "the number of rows, as in the source: 4 for `float4x3`; 1 for a vector", "files";
        0x06 columns: U16 = "columns", "the number of columns, as in the source: 3 for `float4x3`; the length of a vector", "files";
        0x08 elements: U16 = "elements", "the number of array elements; 0 if it is not an array", "files";
        0x0A members: U16 = "members", "the number of members", "files";
        0x0C members_at: U32 = "members offset", "the offset of the members", "files";
    }
}

record! {
    /// The fields after a type, from model 5.0 on.
    "type detail" TypeDetailRecord: 0x14 {
        0x00 parent: U32 = "parent", "the offset of the parent type, or 0", "probable";
        0x04 base_class: U32 = "base class", "the offset of the base class, or 0", "probable";
        0x08 interfaces: U32 = "interfaces", "the number of interfaces", "probable";
        0x0C interfaces_at: U32 = "interfaces offset", "the offset of the interfaces", "probable";
        0x10 name: U32 = "name", "the offset of the name, or 0", "files";
    }
}

record! {
    /// A member of a type.
    "member" MemberRecord: 0x0C {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 base: U32 = "type", "the offset of the type", "files";
        0x08 start: U32 = "start", "the offset in the parent, in bytes", "files";
    }
}

record! {
    /// The header of a signature.
    "signature header" SignatureHeader: 0x08 {
        0x00 elements: U32 = "elements", "the number of elements", "files";
        0x04 elements_at: U32 = "elements offset", "the offset of the elements: 8", "files";
    }
}

record! {
    /// An element of a signature.
    "element" ElementRecord: 0x18 {
        0x00 name: U32 = "name", "the offset of the semantic name", "files";
        0x04 index: U32 = "index", "the semantic index", "files";
        0x08 system_value: U32 = "system value", "the system value: see below", "files";
        0x0C component_type: U32 = "component type", "the component type: see below", "files";
        0x10 register: U32 = "register", "the register; FFFFFFFF if it has none, such as depth", "files";
        0x14 mask: u8 = "mask", "the component mask: 1 for x to 8 for w", "files";
        0x15 rw_mask: u8 = "read/write mask", "for inputs, the components that are read; for outputs, the components that are never written", "files";
        0x16 zero: U16 = "zero", "0", "files";
    }
}

record! {
    /// The header of the chunk `IFCE`.
    "interfaces header" InterfacesHeader: 0x24 {
        0x00 instances: U32 = "instances", "the number of instances", "files";
        0x04 classes: U32 = "types", "the number of class types", "files";
        0x08 slots: U32 = "slot records", "the number of slot records", "files";
        0x0C slot_count: U32 = "slots", "the number of slots", "files";
        0x10 instances_at: U32 = "instances offset", "the offset of the instances", "files";
        0x14 classes_at: U32 = "types offset", "the offset of the class types", "files";
        0x18 slots_at: U32 = "slot records offset", "the offset of the slot records", "files";
        0x1C tag: Magic = "tag", "`OSGN`; meaning unknown", "files";
        0x20 unknown: U32 = "unknown", "00100020; meaning unknown", "files";
    }
}

record! {
    /// A class type.
    "class type" ClassRecord: 0x0C {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 id: U16 = "id", "0; types are identified by their index", "files";
        0x06 stride: U16 = "stride", "the size in bytes of an instance in a constant buffer", "files";
        0x08 texture: U16 = "texture", "the number of textures", "files";
        0x0A sampler: U16 = "sampler", "the number of samplers", "files";
    }
}

record! {
    /// An instance of a class type.
    "class instance" InstanceRecord: 0x10 {
        0x00 name: U32 = "name", "the offset of the name", "files";
        0x04 class: U16 = "type", "the index of the class type", "files";
        0x06 unknown: U16 = "unknown", "1; meaning unknown", "files";
        0x08 buffer: U16 = "buffer", "the constant buffer; FFFF if there is none", "files";
        0x0A buffer_start: U16 = "buffer start", "the offset in the constant buffer; FFFF if there is none", "files";
        0x0C texture: U16 = "texture", "the first texture; FFFF if there is none", "files";
        0x0E sampler: U16 = "sampler", "the first sampler; FFFF if there is none", "files";
    }
}

record! {
    /// A run of interface slots.
    "slot record" SlotRecord: 0x10 {
        0x00 span: U32 = "span", "the number of slots, which follow the slots of the previous record", "files";
        0x04 count: U32 = "count", "the number of types, and of tables", "files";
        0x08 classes_at: U32 = "types offset", "the offset of the class type indices, 2 bytes each", "files";
        0x0C tables_at: U32 = "tables offset", "the offset of the function table numbers, 4 bytes each", "files";
    }
}

record! {
    /// The chunk `SFI0`.
    "features" FeaturesRecord: 0x08 {
        0x00 flags: [u8; 8] = "flags", "the required features: see below", "files";
    }
}

record! {
    /// The header of the chunk `Aon9`.
    "level 9 header" Level9Header: 0x24 {
        0x00 size: U32 = "size", "the size of the chunk's data in bytes", "files";
        0x04 version: U32 = "version", "the version token of the code: FFFE0200 for vs_2_0, FFFF0200 for ps_2_0", "files";
        0x08 code_size: U32 = "code size", "the size of the code in bytes", "files";
        0x0C code: U32 = "code", "the offset of the code", "files";
        0x10 constants: Level9TableRecord = "constants", "the table of constants", "files";
        0x14 unknown_a: Level9TableRecord = "unknown 14", "a table without entries in known files; probably integer constants", "probable";
        0x18 unknown_b: Level9TableRecord = "unknown 18", "a table without entries in known files; probably bool constants", "probable";
        0x1C samplers: Level9TableRecord = "samplers", "the table of samplers", "files";
        0x20 runtime: Level9TableRecord = "runtime constants", "the table of runtime constants", "files";
    }
}

record! {
    /// The location of a table of the chunk `Aon9`.
    "level 9 table" Level9TableRecord as Record: 0x04 {
        0x00 count: U16 = "count", "the number of entries", "files";
        0x02 at: U16 = "offset", "the offset of the first entry", "files";
    }
}

record! {
    /// Constant registers that hold a part of a constant buffer.
    "level 9 constant" Level9ConstantRecord: 0x0C {
        0x00 buffer: U16 = "buffer", "the slot of the buffer", "files";
        0x02 start: U16 = "start", "the first register of the buffer", "files";
        0x04 count: U16 = "count", "the number of registers", "files";
        0x06 target: U16 = "target", "the first constant register that holds them", "files";
        0x08 conversion: [u8; 4] = "conversion", "the conversion of each component: 0 for none", "files";
    }
}

record! {
    /// A Direct3D 9 sampler.
    "level 9 sampler" Level9SamplerRecord: 0x04 {
        0x00 target: u8 = "target", "the Direct3D 9 sampler", "files";
        0x01 sampler: u8 = "sampler", "the sampler of the shader", "files";
        0x02 resource: u8 = "texture", "the texture of the shader", "files";
        0x03 reserved: u8 = "reserved", "0", "files";
    }
}

record! {
    /// A constant computed by the runtime.
    "level 9 runtime constant" Level9RuntimeRecord: 0x04 {
        0x00 kind: U16 = "kind", "the kind: 0 for the offset that a vertex shader adds to positions", "files";
        0x02 target: U16 = "target", "the register that holds it", "files";
    }
}
