//! The records of the file, field by field, shared by the reader, the writer and the tables of `SHARCFB.md`.
//!
//! Numbers have four bytes in the byte order of the file. The source of each fact is *certain* (several independent
//! readers of such files agree), *probable* (one reader shows it) or *unknown* (the field is kept, but its meaning is
//! not known).

use pica200_objfmt::formats::layout::{Record, record};

/// The records of archives and GX2 structures.
pub const RECORDS: &[&Record] = &[
    &ArchiveHeader::RECORD,
    &ArrayHeader::RECORD,
    &BinaryHeader::RECORD,
    &ProgramHeader::RECORD,
    &MacroHeader::RECORD,
    &SymbolHeader::RECORD,
    &VertexRecord::RECORD,
    &PixelRecord::RECORD,
    &GeometryRecord::RECORD,
    &CodeRecord::RECORD,
    &TablesRecord::RECORD,
    &RangeRecord::RECORD,
    &StreamRecord::RECORD,
    &BlockRecord::RECORD,
    &VariableRecord::RECORD,
    &InitialRecord::RECORD,
    &LoopRecord::RECORD,
    &SamplerRecord::RECORD,
    &AttributeRecord::RECORD,
];

/// A number in the byte order of the file.
pub(crate) type Word = [u8; 4];

record! {
    /// The header of an archive. The name follows.
    "archive header" ArchiveHeader: 0x18 {
        0x00 signature: Word = "signature", "53484142: `SHAB` in a big-endian file, `BAHS` in a little-endian one", "certain";
        0x04 version: Word = "version", "8", "certain";
        0x08 size: Word = "size", "the size of the file in bytes", "certain";
        0x0C endian: Word = "endian", "0 big, 1 little; agrees with the signature", "certain";
        0x10 resolved: Word = "resolved", "0; 1 in memory, where offsets are replaced by addresses", "certain";
        0x14 name: Word = "name length", "the size of the name in bytes, including its NUL", "certain";
    }
}

record! {
    /// The header of an array. The entries follow without gaps.
    "array header" ArrayHeader: 0x08 {
        0x00 size: Word = "size", "the size of the array in bytes, including this header", "certain";
        0x04 count: Word = "count", "the number of entries", "certain";
    }
}

record! {
    /// The header of a shader binary. The data follows.
    "shader binary" BinaryHeader: 0x10 {
        0x00 size: Word = "size", "the size of the entry in bytes, including this header", "certain";
        0x04 kind: Word = "type", "the stage: 0 vertex, 1 pixel, 2 geometry", "certain";
        0x08 offset: Word = "data offset", "the offset of the data from the end of this header, signed; 0 in known files", "certain";
        0x0C data: Word = "data size", "the size of the data in bytes", "certain";
    }
}

record! {
    /// The header of a program. The name and six arrays follow.
    "shader program" ProgramHeader: 0x10 {
        0x00 size: Word = "size", "the size of the entry in bytes, including this header", "certain";
        0x04 name: Word = "name length", "the size of the name in bytes, including its NUL", "certain";
        0x08 kind: Word = "kind", "the stages, as bits: 1 vertex, 2 pixel, 4 geometry", "certain";
        0x0C base: Word = "base index", "the index of the first binary in the array of binaries", "certain";
    }
}

record! {
    /// The header of a macro. The name, the values and the id follow.
    "macro" MacroHeader: 0x10 {
        0x00 size: Word = "size", "the size of the entry in bytes, including this header", "certain";
        0x04 name: Word = "name length", "the size of the name in bytes, including its NUL", "certain";
        0x08 values: Word = "value count", "the number of values; 1 in the array of defaults", "certain";
        0x0C id: Word = "id length", "the size of the id in bytes, including its NUL", "certain";
    }
}

record! {
    /// The header of a symbol. The name, the id, the default value and a one-byte flag for each variation follow.
    "symbol" SymbolHeader: 0x18 {
        0x00 size: Word = "size", "the size of the entry in bytes, including this header", "certain";
        0x04 offset: Word = "offset", "a signed number, often -1", "unknown";
        0x08 name: Word = "name length", "the size of the name in bytes, including its NUL", "certain";
        0x0C id: Word = "id length", "the size of the id in bytes, including its NUL", "certain";
        0x10 default: Word = "default size", "the size of the default value in bytes", "certain";
        0x14 variations: Word = "variation count", "the number of flags: one for each variation", "probable";
    }
}

record! {
    /// The structure of a vertex shader.
    "vertex shader" VertexRecord: 0x134 {
        0x000 sq_pgm_resources_vs: Word = "sq_pgm_resources_vs", "register `sq_pgm_resources_vs`", "certain";
        0x004 vgt_primitiveid_en: Word = "vgt_primitiveid_en", "register `vgt_primitiveid_en`", "certain";
        0x008 spi_vs_out_config: Word = "spi_vs_out_config", "register `spi_vs_out_config`", "certain";
        0x00C num_spi_vs_out_id: Word = "num_spi_vs_out_id", "`num_spi_vs_out_id`: the number of registers that are used in the next field", "certain";
        0x010 spi_vs_out_id: [u8; 0x28] = "spi_vs_out_id", "10 registers `spi_vs_out_id`", "certain";
        0x038 pa_cl_vs_out_cntl: Word = "pa_cl_vs_out_cntl", "register `pa_cl_vs_out_cntl`", "certain";
        0x03C sq_vtx_semantic_clear: Word = "sq_vtx_semantic_clear", "register `sq_vtx_semantic_clear`", "certain";
        0x040 num_sq_vtx_semantic: Word = "num_sq_vtx_semantic", "`num_sq_vtx_semantic`: the number of registers that are used in the next field", "certain";
        0x044 sq_vtx_semantic: [u8; 0x80] = "sq_vtx_semantic", "32 registers `sq_vtx_semantic`", "certain";
        0x0C4 vgt_strmout_buffer_en: Word = "vgt_strmout_buffer_en", "register `vgt_strmout_buffer_en`", "certain";
        0x0C8 vgt_vertex_reuse_block_cntl: Word = "vgt_vertex_reuse_block_cntl", "register `vgt_vertex_reuse_block_cntl`", "certain";
        0x0CC vgt_hos_reuse_depth: Word = "vgt_hos_reuse_depth", "register `vgt_hos_reuse_depth`", "certain";
        0x0D0 code: CodeRecord = "code", "the code", "certain";
        0x0D8 tables: TablesRecord = "tables", "the mode and the tables of all stages", "certain";
        0x104 attributes: RangeRecord = "attributes", "the table of attributes", "certain";
        0x10C stream: StreamRecord = "stream", "the ring and the stream output", "certain";
        0x124 buffer: [u8; 0x10] = "buffer", "a resource that describes the code in memory; 0 in files", "certain";
    }
}

record! {
    /// The structure of a pixel shader.
    "pixel shader" PixelRecord: 0xE8 {
        0x00 sq_pgm_resources_ps: Word = "sq_pgm_resources_ps", "register `sq_pgm_resources_ps`", "certain";
        0x04 sq_pgm_exports_ps: Word = "sq_pgm_exports_ps", "register `sq_pgm_exports_ps`", "certain";
        0x08 spi_ps_in_control_0: Word = "spi_ps_in_control_0", "register `spi_ps_in_control_0`", "certain";
        0x0C spi_ps_in_control_1: Word = "spi_ps_in_control_1", "register `spi_ps_in_control_1`", "certain";
        0x10 num_spi_ps_input_cntl: Word = "num_spi_ps_input_cntl", "`num_spi_ps_input_cntl`: the number of registers that are used in the next field", "certain";
        0x14 spi_ps_input_cntls: [u8; 0x80] = "spi_ps_input_cntls", "32 registers `spi_ps_input_cntls`", "certain";
        0x94 cb_shader_mask: Word = "cb_shader_mask", "register `cb_shader_mask`", "certain";
        0x98 cb_shader_control: Word = "cb_shader_control", "register `cb_shader_control`", "certain";
        0x9C db_shader_control: Word = "db_shader_control", "register `db_shader_control`", "certain";
        0xA0 spi_input_z: Word = "spi_input_z", "register `spi_input_z`", "certain";
        0xA4 code: CodeRecord = "code", "the code", "certain";
        0xAC tables: TablesRecord = "tables", "the mode and the tables of all stages", "certain";
        0xD8 buffer: [u8; 0x10] = "buffer", "a resource that describes the code in memory; 0 in files", "certain";
    }
}

record! {
    /// The structure of a geometry shader.
    "geometry shader" GeometryRecord: 0xC0 {
        0x00 sq_pgm_resources_gs: Word = "sq_pgm_resources_gs", "register `sq_pgm_resources_gs`", "certain";
        0x04 vgt_gs_out_prim_type: Word = "vgt_gs_out_prim_type", "register `vgt_gs_out_prim_type`", "certain";
        0x08 vgt_gs_mode: Word = "vgt_gs_mode", "register `vgt_gs_mode`", "certain";
        0x0C pa_cl_vs_out_cntl: Word = "pa_cl_vs_out_cntl", "register `pa_cl_vs_out_cntl`", "certain";
        0x10 sq_pgm_resources_vs: Word = "sq_pgm_resources_vs", "register `sq_pgm_resources_vs`", "certain";
        0x14 sq_gs_vert_itemsize: Word = "sq_gs_vert_itemsize", "register `sq_gs_vert_itemsize`", "certain";
        0x18 spi_vs_out_config: Word = "spi_vs_out_config", "register `spi_vs_out_config`", "certain";
        0x1C num_spi_vs_out_id: Word = "num_spi_vs_out_id", "`num_spi_vs_out_id`: the number of registers that are used in the next field", "certain";
        0x20 spi_vs_out_id: [u8; 0x28] = "spi_vs_out_id", "10 registers `spi_vs_out_id`", "certain";
        0x48 vgt_strmout_buffer_en: Word = "vgt_strmout_buffer_en", "register `vgt_strmout_buffer_en`", "certain";
        0x4C code: CodeRecord = "code", "the code", "certain";
        0x54 copy_code: CodeRecord = "copy code", "the code of the copy shader", "certain";
        0x5C tables: TablesRecord = "tables", "the mode and the tables of all stages", "certain";
        0x88 stream: StreamRecord = "stream", "the ring and the stream output", "certain";
        0xA0 buffer: [u8; 0x10] = "buffer", "a resource that describes the code in memory; 0 in files", "certain";
        0xB0 copy_buffer: [u8; 0x10] = "copy buffer", "a resource that describes the copy shader in memory; 0 in files", "certain";
    }
}

record! {
    /// The location of code.
    "code" CodeRecord as Record: 0x08 {
        0x00 size: Word = "size", "the size of the code in bytes", "certain";
        0x04 pointer: Word = "pointer", "the offset of the code in the data; 0 without code", "certain";
    }
}

record! {
    /// The mode and the tables of all stages.
    "tables" TablesRecord as Record: 0x2C {
        0x00 mode: Word = "mode", "the mode: 0 uniform registers, 1 uniform blocks, 2 geometry shader, 3 compute shader", "certain";
        0x04 blocks: RangeRecord = "uniform blocks", "the table of uniform blocks", "certain";
        0x0C variables: RangeRecord = "uniform variables", "the table of uniform variables", "certain";
        0x14 initial: RangeRecord = "initial values", "the table of initial values", "certain";
        0x1C loops: RangeRecord = "loop variables", "the table of loop variables", "certain";
        0x24 samplers: RangeRecord = "sampler variables", "the table of sampler variables", "certain";
    }
}

record! {
    /// The location of a table.
    "table" RangeRecord as Record: 0x08 {
        0x00 count: Word = "count", "the number of entries", "certain";
        0x04 pointer: Word = "pointer", "the offset of the first entry in the data; 0 without entries", "certain";
    }
}

record! {
    /// The ring and stream output.
    "stream output" StreamRecord as Record: 0x18 {
        0x00 ring_item_size: Word = "ring item size", "the size of an item in the ring", "certain";
        0x04 has_stream_out: Word = "has stream out", "1 if the shader writes to streams, else 0", "certain";
        0x08 strides: [u8; 0x10] = "strides", "the stride of each of four streams", "certain";
    }
}

record! {
    /// An entry of the table of uniform blocks.
    "uniform block" BlockRecord: 0x0C {
        0x00 name: Word = "name", "the offset of the name in the data", "certain";
        0x04 binding: Word = "offset", "the binding", "certain";
        0x08 size: Word = "size", "the size in bytes", "certain";
    }
}

record! {
    /// An entry of the table of uniform variables.
    "uniform variable" VariableRecord: 0x14 {
        0x00 name: Word = "name", "the offset of the name in the data", "certain";
        0x04 kind: Word = "type", "the type: see below", "certain";
        0x08 count: Word = "count", "the number of elements", "certain";
        0x0C offset: Word = "offset", "the first register, or the offset in the block", "certain";
        0x10 block: Word = "block", "the index of the uniform block; -1 if there is none", "certain";
    }
}

record! {
    /// An entry of the table of initial values.
    "initial value" InitialRecord: 0x14 {
        0x00 value: [u8; 0x10] = "value", "four floats", "certain";
        0x10 offset: Word = "offset", "the register", "certain";
    }
}

record! {
    /// An entry of the table of loop variables: always big-endian.
    "loop variable" LoopRecord: 0x08 {
        0x00 offset: Word = "offset", "the register", "certain";
        0x04 value: Word = "value", "the value of the register", "certain";
    }
}

record! {
    /// An entry of the table of sampler variables.
    "sampler variable" SamplerRecord: 0x0C {
        0x00 name: Word = "name", "the offset of the name in the data", "certain";
        0x04 kind: Word = "type", "the type: see below", "certain";
        0x08 location: Word = "location", "the index of the sampler", "certain";
    }
}

record! {
    /// An entry of the table of attributes.
    "attribute" AttributeRecord: 0x10 {
        0x00 name: Word = "name", "the offset of the name in the data", "certain";
        0x04 kind: Word = "type", "the type: see below", "certain";
        0x08 count: Word = "count", "the number of elements; 0 if it is not an array", "certain";
        0x0C location: Word = "location", "the index of the attribute", "certain";
    }
}
