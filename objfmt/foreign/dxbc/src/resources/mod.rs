//! Constant buffers with their variables, and bound resources: the chunk `RDEF`.
//!
//! The layout of variables in a buffer:
//!
//! - A variable of up to 16 bytes does not cross a multiple of 16 bytes. Arrays, structs and matrices begin at one.
//! - Each element of an array takes a multiple of 16 bytes, except for the last.
//! - A matrix of the class [`TypeClass::MATRIX_COLUMNS`] takes a register for each column, one of the class
//!   [`TypeClass::MATRIX_ROWS`] for each row.
//! - The register `cbN[k]` of a program is byte 16k of the buffer that is bound to N: see [`Resources::bound`].

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

/// How deeply types may be nested.
pub const NESTING: usize = 64;

/// The resources of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resources<'a> {
    /// The offset of the chunk's data in the file. Writing ignores it.
    pub offset: usize,
    /// The shader model. From 5.0 on, records have more fields.
    pub model: Model,
    /// The stage.
    pub stage: Stage,
    /// How the shader was compiled.
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
    /// The number before the point.
    pub major: u8,
    /// The number behind the point.
    pub minor: u8,
}

impl Model {
    /// Whether records have the fields of model 5.0.
    pub const fn has_details(self) -> bool {
        self.major >= 5
    }

    /// Whether bindings have the fields of model 5.1.
    pub const fn has_spaces(self) -> bool {
        self.major > 5 || self.major == 5 && self.minor > 0
    }
}

/// `5.0`.
impl std::fmt::Display for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A binding of a resource to registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding<'a> {
    /// The offset of the record in the file. Writing ignores it.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The kind.
    pub kind: BindingKind,
    /// The type of the values.
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
    /// Its flags.
    pub flags: BindingFlags,
    /// The space of its registers: model 5.1 has it.
    pub space: Option<Space>,
}

/// The space of the registers of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Space {
    /// The number of the space.
    pub space: u32,
    /// The number by which the program names the range of registers.
    pub id: u32,
}

/// A buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer<'a> {
    /// The offset of the record in the file. Writing ignores it.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The size in bytes.
    pub size: u32,
    /// Its flags.
    pub flags: BufferFlags,
    /// The kind.
    pub kind: BufferKind,
    /// The variables.
    pub variables: Vec<Variable<'a>>,
}

/// A variable of a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'a> {
    /// The offset of the record in the file. Writing ignores it.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The offset in the buffer, in bytes.
    pub start: u32,
    /// The size in bytes.
    pub size: u32,
    /// Its flags.
    pub flags: VariableFlags,
    /// The type.
    pub base: Arc<Type<'a>>,
    /// The default value, with as many bytes as the variable.
    pub default: Option<&'a [u8]>,
    /// The textures and samplers of the variable: models from 5.0 on have them.
    pub slots: Option<Slots>,
}

/// The textures and samplers of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slots {
    /// The first texture. Without textures it is `u32::MAX` or 0.
    pub first_texture: u32,
    /// The number of textures.
    pub textures: u32,
    /// The first sampler. Without samplers it is `u32::MAX` or 0.
    pub first_sampler: u32,
    /// The number of samplers.
    pub samplers: u32,
}

/// A type. Variables and members share the types that their records share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type<'a> {
    /// The offset of the record in the file. Writing ignores it.
    pub offset: usize,
    /// The class.
    pub class: TypeClass,
    /// The type of the components, or the kind of object.
    pub base: BaseType,
    /// The number of rows, as in the source: 4 of `float4x3`; 1 of a vector.
    pub rows: u16,
    /// The number of columns, as in the source: 3 of `float4x3`; the length of a vector.
    pub columns: u16,
    /// The number of elements of an array; 0 if it is not one.
    pub elements: u16,
    /// The members of a struct.
    pub members: Vec<Member<'a>>,
    /// The name and other fields: models from 5.0 on have them.
    pub detail: Option<TypeDetail<'a>>,
}

/// The fields of a type that models from 5.0 on have. Except for the name, they are numbers whose meaning is probable
/// only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeDetail<'a> {
    /// The name, if the type has one.
    pub name: Option<&'a BStr>,
    /// The offset of the parent type in the chunk, or 0.
    pub parent: u32,
    /// The offset of the base class in the chunk, or 0.
    pub base_class: u32,
    /// The number of interfaces.
    pub interfaces: u32,
    /// The offset of the interfaces in the chunk.
    pub interfaces_at: u32,
}

/// A member of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// The offset of the record in the file. Writing ignores it.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The offset in the parent, in bytes.
    pub start: u32,
    /// The type.
    pub base: Arc<Type<'a>>,
}

impl<'a> Resources<'a> {
    /// Reads the chunk.
    ///
    /// Memory and time are limited by the size of the chunk times a constant, and so are those of a walk over the
    /// types of all variables with all their members.
    ///
    /// # Errors
    ///
    /// The first fault: a record, a name or a default value outside the chunk, types that contain themselves or are
    /// nested too deeply, records that share too many bytes.
    pub fn read(chunk: &Chunk<'a>) -> Result<Self, Error> {
        read::read(chunk)
    }

    /// The data of the chunk, padded to a multiple of 4 bytes. Types that are shared are written once.
    ///
    /// # Errors
    ///
    /// A value has no field in this model, or misses; a type has a parent, a base class or interfaces, whose records
    /// would move; a name contains a NUL; a table or the chunk would be too large.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        write::write(self)
    }

    /// The constant and texture buffers that are bound, each with the first binding of its kind and name.
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
