//! The data of a binary: a GX2 structure with its registers, its tables, its names and its code.
//!
//! Pointers are offsets from the start of the data; 0 is null. All numbers have the byte order of the archive, except
//! those of loop variables, which the console's loader never converts: they are big endian in every file.

mod convert;
mod read;

use bstr::BStr;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::layout::Record;

use crate::error::Error;
use crate::layout::{GeometryRecord, PixelRecord, VertexRecord};

pub use crate::numbers::{Mode, SamplerType, Stage, VariableType};
pub(crate) use convert::{are_tables_scattered, convert};

impl Stage {
    /// The structure of this stage, `None` for an unknown one.
    pub const fn record(self) -> Option<&'static Record> {
        match self {
            Self::VERTEX => Some(&VertexRecord::RECORD),
            Self::PIXEL => Some(&PixelRecord::RECORD),
            Self::GEOMETRY => Some(&GeometryRecord::RECORD),
            _ => None,
        }
    }
}

/// A shader, as a view of the data of a binary.
#[derive(Clone, PartialEq, Debug)]
pub struct Shader<'a> {
    /// Its stage.
    pub stage: Stage,
    /// The registers, in the order of the structure.
    pub registers: Vec<Register>,
    /// The code.
    pub code: Code<'a>,
    /// The code of the copy shader, which only a geometry shader has.
    pub copy_code: Option<Code<'a>>,
    /// The mode.
    pub mode: Mode,
    /// The uniform blocks.
    pub uniform_blocks: Vec<UniformBlock<'a>>,
    /// The uniform variables.
    pub uniform_variables: Vec<UniformVariable<'a>>,
    /// The initial values of registers.
    pub initial_values: Vec<InitialValue>,
    /// The loop variables.
    pub loop_variables: Vec<LoopVariable>,
    /// The sampler variables.
    pub sampler_variables: Vec<SamplerVariable<'a>>,
    /// The attributes, which only a vertex shader has.
    pub attributes: Vec<Attribute<'a>>,
    /// The ring and the stream output, `None` in a pixel shader.
    pub stream_out: Option<StreamOut>,
    /// The resources that describe the code in memory: 0 in files. A geometry shader has two, other shaders have one.
    pub buffers: Vec<[u32; 4]>,
}

/// A register of the structure, or a row of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its name, or the name of the row.
    pub name: &'static str,
    /// Its value, or those of the row.
    pub values: Vec<u32>,
    /// Whether it is a row.
    pub is_row: bool,
}

/// Code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code<'a> {
    /// The offset in the data, in bytes; 0 without code.
    pub offset: u32,
    /// The bytes, in the order of the console, whatever the byte order of the archive.
    pub bytes: &'a [u8],
}

/// A uniform block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformBlock<'a> {
    /// The name; empty if its pointer is null.
    pub name: &'a BStr,
    /// The binding.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
}

/// A uniform variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformVariable<'a> {
    /// The name; empty if its pointer is null.
    pub name: &'a BStr,
    /// The type.
    pub kind: VariableType,
    /// The number of elements.
    pub count: u32,
    /// The first register, or the offset in the block.
    pub offset: u32,
    /// The index of the block, -1 without one.
    pub block: i32,
}

/// The initial value of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InitialValue {
    /// The four components.
    pub value: [f32; 4],
    /// The register.
    pub offset: u32,
}

/// A loop variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopVariable {
    /// The register.
    pub offset: u32,
    /// Its value.
    pub value: u32,
}

/// A sampler variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SamplerVariable<'a> {
    /// The name; empty if its pointer is null.
    pub name: &'a BStr,
    /// The type.
    pub kind: SamplerType,
    /// The index of the sampler.
    pub location: u32,
}

/// An attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute<'a> {
    /// The name; empty if its pointer is null.
    pub name: &'a BStr,
    /// The type.
    pub kind: VariableType,
    /// The number of elements; 0 if it is not an array.
    pub count: u32,
    /// The index of the attribute.
    pub location: u32,
}

/// The ring and the stream output of a vertex or geometry shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamOut {
    /// The size of an item in the ring.
    pub ring_item_size: u32,
    /// 1 if the shader writes to streams, else 0.
    pub has_stream_out: u32,
    /// The stride of each stream.
    pub strides: [u32; 4],
}

impl<'a> Shader<'a> {
    /// Reads the data of a binary.
    ///
    /// # Errors
    ///
    /// The stage has no known structure, the data are too small for it, or a table, a name or code is not in the data.
    /// Offsets in errors count from the start of the data.
    pub fn read(stage: Stage, data: &'a [u8], order: ByteOrder) -> Result<Self, Error> {
        read::read(stage, data, order)
    }
}
