//! Required features: the chunk `SFI0`.

use crate::chunk::Reader;
use crate::container::Chunk;
use crate::error::{Error, FourCc};
use crate::layout::FeaturesRecord;
use pica200_objfmt::formats::numbers::flags;

/// The name of the chunk.
pub const ID: FourCc = FourCc(*b"SFI0");

flags! {
    /// The required features.
    Features: u64 {
        DOUBLES 0x1 "doubles",
        RAW_AND_STRUCTURED_BUFFERS 0x2 "raw and structured buffers in model 4",
        VIEWS_AT_EVERY_STAGE 0x4 "UAVs at every stage",
        VIEWS_64 0x8 "64 UAVs",
        MIN_PRECISION 0x10 "minimum precision",
        DOUBLE_EXTENSIONS 0x20 "double extensions of 11.1",
        SHADER_EXTENSIONS 0x40 "shader extensions of 11.1",
        LEVEL_9_COMPARISON 0x80 "comparison filters of level 9",
        TILED_RESOURCES 0x100 "tiled resources",
        STENCIL_REFERENCE 0x200 "stencil reference",
        INNER_COVERAGE 0x400 "inner coverage",
        TYPED_LOADS 0x800 "loads from typed UAVs",
        RASTERIZER_ORDERED_VIEWS 0x1000 "rasterizer ordered views",
        ARRAY_INDEX_AT_EVERY_STAGE 0x2000 "array index from any stage",
    }
}

impl Features {
    /// Reads the chunk.
    ///
    /// # Errors
    ///
    /// Fails if the chunk is shorter than 8 bytes.
    pub fn read(chunk: &Chunk<'_>) -> Result<Self, Error> {
        let record: &FeaturesRecord = Reader::new(chunk).record(0, "the set of flags")?;
        Ok(Self(u64::from_le_bytes(record.flags)))
    }
}
