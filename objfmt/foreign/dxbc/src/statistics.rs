//! Instruction and register counts: the chunk `STAT`.

use crate::container::Chunk;
use crate::error::FourCc;
use pica200_objfmt::formats::numbers::numbers;

/// The name of the chunk.
pub const ID: FourCc = FourCc(*b"STAT");

numbers! {
    /// A statistics field, by its index.
    Statistic {
        INSTRUCTIONS 0 "instructions",
        TEMPS 1 "temps",
        DEFINES 2 "defines",
        DECLARATIONS 3 "declarations",
        FLOAT_INSTRUCTIONS 4 "float_instructions",
        INT_INSTRUCTIONS 5 "int_instructions",
        UINT_INSTRUCTIONS 6 "uint_instructions",
        STATIC_FLOW_CONTROL 7 "static_flow_control",
        DYNAMIC_FLOW_CONTROL 8 "dynamic_flow_control",
        MACRO_INSTRUCTIONS 9 "macro_instructions",
        TEMP_ARRAYS 10 "temp_arrays",
        ARRAY_INSTRUCTIONS 11 "array_instructions",
        CUT_INSTRUCTIONS 12 "cut_instructions",
        EMIT_INSTRUCTIONS 13 "emit_instructions",
        TEXTURE_NORMAL 14 "texture_normal",
        TEXTURE_LOAD 15 "texture_load",
        TEXTURE_COMPARISON 16 "texture_comparison",
        TEXTURE_BIAS 17 "texture_bias",
        TEXTURE_GRADIENT 18 "texture_gradient",
        MOV_INSTRUCTIONS 19 "mov_instructions",
        MOVC_INSTRUCTIONS 20 "movc_instructions",
        CONVERSION_INSTRUCTIONS 21 "conversion_instructions",
        BITWISE_INSTRUCTIONS 22 "bitwise_instructions",
        INPUT_PRIMITIVE 23 "input_primitive",
        GS_OUTPUT_TOPOLOGY 24 "gs_output_topology",
        GS_MAX_OUTPUT_VERTICES 25 "gs_max_output_vertices",
        UNKNOWN_26 26 "unknown26",
        UNKNOWN_27 27 "unknown27",
        SAMPLE_FREQUENCY 28 "sample_frequency",
        GS_INSTANCES 29 "gs_instances",
        CONTROL_POINTS 30 "control_points",
        HS_OUTPUT_PRIMITIVE 31 "hs_output_primitive",
        HS_PARTITIONING 32 "hs_partitioning",
        TESSELLATOR_DOMAIN 33 "tessellator_domain",
        BARRIER_INSTRUCTIONS 34 "barrier_instructions",
        INTERLOCKED_INSTRUCTIONS 35 "interlocked_instructions",
        TEXTURE_STORE_INSTRUCTIONS 36 "texture_store_instructions",
    }
}

/// The statistics of a program. Files have 28, 29 or 37 fields. All present fields are kept.
///
/// The fields `input_primitive`, `gs_output_topology`, `hs_output_primitive`, `hs_partitioning` and
/// `tessellator_domain` use the numbers of the program's declarations; 0 means none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// File offset of the first field.
    pub offset: usize,
    /// The fields in file order.
    pub values: Vec<u32>,
}

impl Statistics {
    /// Reads the chunk, whatever its size. Bytes after the last whole field are ignored.
    pub fn read(chunk: &Chunk<'_>) -> Self {
        let words = chunk.data.as_chunks().0.iter().copied();
        Self {
            offset: chunk.offset,
            values: words.map(u32::from_le_bytes).collect(),
        }
    }

    /// Returns the value of a field, or `None` if the chunk ends before it.
    pub fn get(&self, field: Statistic) -> Option<u32> {
        let index = usize::try_from(field.0).ok()?;
        self.values.get(index).copied()
    }

    /// Returns the fields and their values.
    pub fn iter(&self) -> impl Iterator<Item = (Statistic, u32)> + '_ {
        (0..).map(Statistic).zip(self.values.iter().copied())
    }
}
