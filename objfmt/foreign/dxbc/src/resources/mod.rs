//! Constant buffers with their variables, and resource bindings: the chunk `RDEF`.
//!
//! The layout of variables in a buffer:
//!
//! - A variable of up to 16 bytes does not cross a 16-byte boundary. Arrays, structs and matrices begin at one.
//! - Each array element takes a multiple of 16 bytes, except the last.
//! - A matrix of class [`TypeClass::MATRIX_COLUMNS`] takes a register for each column, a matrix of class
//!   [`TypeClass::MATRIX_ROWS`] one for each row.
//! - The register `cbN[k]` of a program is byte 16k of the buffer that is bound to slot N: see [`Resources::bound`].

mod read;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use bstr::BStr;

use crate::container::{Chunk, WriteError};
use crate::error::{Error, FourCc};

pub use crate::numbers::{
    BaseType, BindingDimension, BindingFlags, BindingKind, BindingReturn, BufferFlags, BufferKind, CompileFlags, Stage,
    TypeClass, VariableFlags,
};

/// The name of the chunk.
pub const ID: FourCc = FourCc(*b"RDEF");

/// The maximum nesting of types.
pub const MAX_NESTING: usize = 64;

/// The resources of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resources<'a> {
    /// File offset of the chunk's data. Ignored when writing.
    pub offset: usize,
    /// The shader model. From 5.0 on, records have more fields.
    pub model: Model,
    /// The stage.
    pub stage: Stage,
    /// The compilation flags.
    pub flags: CompileFlags,
    /// The name of the compiler.
    pub creator: &'a BStr,
    /// The number of interface slots; 0 before model 5.0.
    pub interface_slots: u32,
    /// The buffers.
    pub buffers: Vec<Buffer<'a>>,
    /// The bindings.
    pub bindings: Vec<Binding<'a>>,
}

/// A shader model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Model {
    /// The major version.
    pub major: u8,
    /// The minor version.
    pub minor: u8,
}

impl Model {
    /// Returns true if records have the fields of model 5.0.
    pub const fn has_details(self) -> bool {
        self.major >= 5
    }

    /// Returns true if bindings have the fields of model 5.1.
    pub const fn has_spaces(self) -> bool {
        self.major > 5 || self.major == 5 && self.minor > 0
    }
}

/// Formats it as `5.0`.
impl std::fmt::Display for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A binding of a resource to registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding<'a> {
    /// File offset of the record. Ignored when writing.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The kind.
    pub kind: BindingKind,
    /// The value type.
    pub return_type: BindingReturn,
    /// The dimension.
    pub dimension: BindingDimension,
    /// The number of samples of a multisampled texture, or the stride in bytes of a structured buffer; else 0 or
    /// `u32::MAX`.
    pub samples: u32,
    /// The first register.
    pub bind_point: u32,
    /// The number of registers.
    pub bind_count: u32,
    /// The flags.
    pub flags: BindingFlags,
    /// The register space; only in model 5.1.
    pub space: Option<Space>,
}

/// The register space of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Space {
    /// The number of the space.
    pub space: u32,
    /// The id of the register range in the program.
    pub id: u32,
}

/// A buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer<'a> {
    /// File offset of the record. Ignored when writing.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// Size in bytes.
    pub size: u32,
    /// The flags.
    pub flags: BufferFlags,
    /// The kind.
    pub kind: BufferKind,
    /// The variables.
    pub variables: Vec<Variable<'a>>,
}

/// A variable of a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'a> {
    /// File offset of the record. Ignored when writing.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// Byte offset in the buffer.
    pub start: u32,
    /// Size in bytes.
    pub size: u32,
    /// The flags.
    pub flags: VariableFlags,
    /// The type.
    pub base: Arc<Type<'a>>,
    /// The default value, of the size of the variable.
    pub default: Option<&'a [u8]>,
    /// The textures and samplers of the variable; from model 5.0 on.
    pub slots: Option<Slots>,
}

/// The textures and samplers of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slots {
    /// The first texture; `u32::MAX` or 0 if there is none.
    pub first_texture: u32,
    /// The number of textures.
    pub textures: u32,
    /// The first sampler; `u32::MAX` or 0 if there is none.
    pub first_sampler: u32,
    /// The number of samplers.
    pub samplers: u32,
}

/// A type. Variables and members share types as their records do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type<'a> {
    /// File offset of the record. Ignored when writing.
    pub offset: usize,
    /// The class.
    pub class: TypeClass,
    /// The component type, or the object kind.
    pub base: BaseType,
    /// The number of rows, as in the source: 4 for `float4x3`; 1 for a vector.
    pub rows: u16,
    /// The number of columns, as in the source: 3 for `float4x3`; the length of a vector.
    pub columns: u16,
    /// The number of array elements; 0 if it is not an array.
    pub elements: u16,
    /// The members of a struct.
    pub members: Vec<Member<'a>>,
    /// The name and other fields; from model 5.0 on.
    pub detail: Option<TypeDetail<'a>>,
}

/// The type fields added in model 5.0. Their meaning is only probable, except for the name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeDetail<'a> {
    /// The name, if the type has one.
    pub name: Option<&'a BStr>,
    /// Offset of the parent type in the chunk, or 0.
    pub parent: u32,
    /// Offset of the base class in the chunk, or 0.
    pub base_class: u32,
    /// The number of interfaces.
    pub interfaces: u32,
    /// Offset of the interfaces in the chunk.
    pub interfaces_at: u32,
}

/// A member of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// File offset of the record. Ignored when writing.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// Byte offset in the parent.
    pub start: u32,
    /// The type.
    pub base: Arc<Type<'a>>,
}

impl<'a> Resources<'a> {
    /// Reads the chunk.
    ///
    /// Memory and time are linear in the size of the chunk, and so is a walk over the types of all variables and their
    /// members.
    ///
    /// # Errors
    ///
    /// Fails with the first error: a record, name or default value outside the chunk, types that contain themselves or
    /// are nested too deeply, or records that overlap too much.
    pub fn read(chunk: &Chunk<'a>) -> Result<Self, Error> {
        read::read(chunk)
    }

    /// Returns the data of the chunk, padded to a multiple of 4 bytes. Shared types are written once.
    ///
    /// # Errors
    ///
    /// Fails if a value has no field in this model or is missing, if a type has a parent, a base class or interfaces,
    /// whose records would move, if a name contains a NUL, or if a table or the chunk is too large.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        write::write(self)
    }

    /// Returns the bound constant and texture buffers, each with the first binding of its kind and name.
    pub fn bound(&self) -> Vec<(&Buffer<'a>, &Binding<'a>)> {
        let mut bindings = BTreeMap::new();
        for binding in &self.bindings {
            let key = (binding.kind, binding.name);
            bindings.entry(key).or_insert(binding);
        }
        let bound = self.buffers.iter().filter_map(|buffer| {
            let kind = match buffer.kind {
                BufferKind::CBUFFER => BindingKind::CBUFFER,
                BufferKind::TBUFFER => BindingKind::TBUFFER,
                _ => return None,
            };
            let binding = bindings.get(&(kind, buffer.name))?;
            Some((buffer, *binding))
        });
        bound.collect()
    }
}
