//! Direct3D 9 code for feature level 9, and its use of the shader's resources: the chunk `Aon9`.
//!
//! Compilers for the profiles `*_4_0_level_9_x` emit this chunk in addition to the program of model 4.0.

mod mapping;
mod opcode;
mod text;

use zerocopy::little_endian::U32;

use crate::chunk::{Reader, offset};
use crate::container::Chunk;
use crate::error::{Error, FourCc};
use crate::layout::{Level9ConstantRecord, Level9Header, Level9RuntimeRecord, Level9SamplerRecord, Level9TableRecord};
pub use mapping::Mappings;
pub use text::Assembly;

/// The name of the chunk.
pub const ID: FourCc = FourCc(*b"Aon9");

/// The contents of the chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level9 {
    /// File offset of the chunk's data.
    pub offset: usize,
    /// The version token, which is also the first token of the code.
    pub version: u32,
    /// The constant registers that hold parts of constant buffers.
    pub constants: Vec<Constants>,
    /// The samplers, each with its texture.
    pub samplers: Vec<Sampler>,
    /// The constants computed by the runtime.
    pub runtime: Vec<Runtime>,
    /// The numbers of entries in the two tables of unknown contents.
    pub unknown: [u16; 2],
    /// The tokens of the code, starting with the version.
    pub tokens: Vec<u32>,
}

/// Constant registers that hold a part of a constant buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Constants {
    /// The buffer slot.
    pub buffer: u16,
    /// The first register of the buffer.
    pub start: u16,
    /// The number of registers.
    pub count: u16,
    /// The first register that holds them.
    pub target: u16,
    /// The conversion of each component. 0, the only value in known files, means none.
    pub conversion: [u8; 4],
}

/// A Direct3D 9 sampler, which samples one texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sampler {
    /// The Direct3D 9 sampler number.
    pub target: u8,
    /// The sampler of the shader.
    pub sampler: u8,
    /// The texture of the shader.
    pub resource: u8,
}

/// A constant computed by the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Runtime {
    /// The kind. 0, the only value in known files, is the half-pixel offset of positions.
    pub kind: u16,
    /// The register that holds it.
    pub target: u16,
}

impl Runtime {
    /// The offset that a vertex shader adds to positions.
    pub const POSITION_OFFSET: u16 = 0;
}

impl Level9 {
    /// Reads the chunk.
    ///
    /// # Errors
    ///
    /// Fails if the header, a table or the code is outside the chunk.
    pub fn read(chunk: &Chunk<'_>) -> Result<Self, Error> {
        let mut reader = Reader::new(chunk);
        let header: &Level9Header = reader.record(0, "the header")?;
        let mut constants = Vec::new();
        for at in rows::<Level9ConstantRecord>(&mut reader, &header.constants)? {
            let record: &Level9ConstantRecord = reader.peek(at, "a constant")?;
            constants.push(Constants {
                buffer: record.buffer.get(),
                start: record.start.get(),
                count: record.count.get(),
                target: record.target.get(),
                conversion: record.conversion,
            });
        }
        let mut samplers = Vec::new();
        for at in rows::<Level9SamplerRecord>(&mut reader, &header.samplers)? {
            let record: &Level9SamplerRecord = reader.peek(at, "a sampler")?;
            samplers.push(Sampler {
                target: record.target,
                sampler: record.sampler,
                resource: record.resource,
            });
        }
        let mut runtime = Vec::new();
        for at in rows::<Level9RuntimeRecord>(&mut reader, &header.runtime)? {
            let record: &Level9RuntimeRecord = reader.peek(at, "a constant of the runtime")?;
            runtime.push(Runtime {
                kind: record.kind.get(),
                target: record.target.get(),
            });
        }
        let (at, size) = (offset(header.code.get()), offset(header.code_size.get()));
        let code = reader.bytes(0, at, size, "the code")?;
        let (quads, _) = code.as_chunks();
        Ok(Self {
            offset: chunk.offset,
            version: header.version.get(),
            constants,
            samplers,
            runtime,
            unknown: [header.unknown_a.count.get(), header.unknown_b.count.get()],
            tokens: quads.iter().map(|quad| u32::from_le_bytes(*quad)).collect(),
        })
    }
}

/// Returns the offsets of a table's entries.
fn rows<T>(reader: &mut Reader<'_>, table: &Level9TableRecord) -> Result<impl Iterator<Item = usize> + use<T>, Error> {
    let table = (U32::from(table.at).get(), U32::from(table.count).get());
    reader.rows(0, table, size_of::<T>(), "the table")
}
