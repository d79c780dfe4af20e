//! Uniforms, constants, values and outputs.

use super::{Position, Reference};
use crate::formats::shbin::OutputEntry;
use crate::isa::constant::ConstantValue;
use crate::isa::descriptor::Mask;
use crate::isa::register::UniformKind;

/// The owner of a declaration of a uniform or constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Linkage {
    /// The file itself.
    #[default]
    Own,
    /// A library that was linked into the object of a shader: the declaration is dropped if no code reads it.
    Library,
    /// Another object (`.extern`), which has a declaration of the same name.
    Extern {
        /// Whether the numbers of registers must be equal; otherwise the other object can have more.
        exact: bool,
    },
}

impl Linkage {
    /// Whether another object declares it.
    pub const fn is_extern(self) -> bool {
        matches!(self, Self::Extern { .. })
    }
}

/// The class of an entry of the uniform table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UniformClass {
    /// An input (`.in`): it keeps its register.
    Input,
    /// A uniform that linking gives a register.
    Uniform(UniformKind),
}

/// An input or a uniform, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    /// The name as in the source, with `$` not replaced.
    pub name: String,
    /// The class.
    pub class: UniformClass,
    /// The first register, as if the object were linked alone; the register that the source chose if `pinned`.
    pub first: u8,
    /// The number of registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// The owner of the declaration. Inputs always belong to the file itself.
    pub linkage: Linkage,
    /// The position of the declaration.
    pub position: Position,
}

impl Uniform {
    /// Whether linked shaders do not list the uniform: its name begins with `_`.
    pub fn is_hidden(&self) -> bool {
        self.class != UniformClass::Input && self.name.starts_with('_')
    }
}

/// A named constant or array of constants, in source order. Its values are entries of
/// [`Object::values`](super::Object::values); a constant that another object declares has none here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Float or integer.
    pub kind: UniformKind,
    /// The first register, as if the object were linked alone; the register that the source chose if `pinned`; 0 if the
    /// file has more constants than registers, and the linker decides.
    pub first: u8,
    /// The number of registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// The owner of the declaration. Inputs always belong to the file itself.
    pub linkage: Linkage,
    /// The position of the declaration.
    pub position: Position,
}

impl Constant {
    /// Whether the constant has no name in its source. Its name is then its value as text: `(0.5, 0, 0, 1)`.
    pub fn is_unnamed(&self) -> bool {
        self.name.starts_with('(')
    }
}

/// The value of one register: a constant, an element of an array, or from `.setf`, `.seti` or `.setb`; in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegisterValue {
    /// The register that takes it.
    pub place: Reference,
    /// The value.
    pub value: ConstantValue,
    /// The position of the value.
    pub position: Position,
}

/// An output (`.out`), in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The name; `None` for `-`.
    pub name: Option<String>,
    /// The number of its [property](crate::isa::property).
    pub property: u8,
    /// The output register.
    pub register: u8,
    /// The components that belong to it.
    pub mask: Mask,
    /// The last halfword of the entry in the output table, which is unexplained; 0 unless the source states it.
    pub reserved: u16,
    /// The position of the declaration.
    pub position: Position,
}

impl From<&Output> for OutputEntry {
    fn from(output: &Output) -> Self {
        Self {
            property: output.property.into(),
            register: output.register.into(),
            mask: output.mask.to_table_bits().into(),
            reserved: output.reserved,
        }
    }
}
