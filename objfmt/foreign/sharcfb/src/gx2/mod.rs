//! The data of a binary: a GX2 structure with its registers, tables, names and code.
//!
//! Pointers are offsets from the start of the data; 0 is null. All numbers have the byte order of the archive, except
//! in loop variables, which the console's loader never converts: they are big-endian in every file.

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
    /// Returns the structure of this stage, or `None` for an unknown stage.
    pub const fn record(self) -> Option<&'static Record> {
        match self {
            Self::VERTEX => Some(&VertexRecord::RECORD),
            Self::PIXEL => Some(&PixelRecord::RECORD),
            Self::GEOMETRY => Some(&GeometryRecord::RECORD),
            _ => None,
        }
    }
}

/// A shader: a view of the data of a binary.
#[derive(Clone, PartialEq, Debug)]
pub struct Shader<'a> {
    /// Its stage.
    pub stage: Stage,
    /// The registers, in structure order.
    pub registers: Vec<Register>,
    /// The code.
    pub code: Code<'a>,
    /// The code of the copy shader; only in geometry shaders.
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
    /// The attributes; only in vertex shaders.
    pub attributes: Vec<Attribute<'a>>,
    /// The ring and stream output; `None` in a pixel shader.
    pub stream_out: Option<StreamOut>,
    /// The resources that describe the code in memory: 0 in files. A geometry shader has two, other shaders one.
    pub buffers: Vec<[u32; 4]>,
}

/// A register of the structure, or an array of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// The name.
    pub name: &'static str,
    /// The value, or the values of the array.
    pub values: Vec<u32>,
    /// True for an array.
    pub is_row: bool,
}

/// Code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code<'a> {
    /// Byte offset in the data; 0 without code.
    pub offset: u32,
    /// The bytes in console order, whatever the byte order of the archive.
    pub bytes: &'a [u8],
}

/// A uniform block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformBlock<'a> {
    /// The name; empty if its pointer is null.
    pub name: &'a BStr,
    /// The binding.
    pub offset: u32,
    /// Size in bytes.
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
    /// The index of the block; -1 if there is none.
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
    /// The sampler index.
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
    /// The attribute index.
    pub location: u32,
}

/// The ring and stream output of a vertex or geometry shader.
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
    /// Fails if the stage has no known structure, the data is too small for it, or a table, a name or code is outside
    /// the data. Offsets in errors are relative to the start of the data.
    pub fn read(stage: Stage, data: &'a [u8], order: ByteOrder) -> Result<Self, Error> {
        read::read(stage, data, order)
    }
}
