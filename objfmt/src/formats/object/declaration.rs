//! Declarations of uniforms, constants, values and outputs.

use super::{Position, Reference};
use crate::formats::shbin::OutputEntry;
use crate::isa::constant::ConstantValue;
use crate::isa::descriptor::Mask;
use crate::isa::register::UniformKind;

/// The owner of the declaration of a uniform or constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Linkage {
    /// The file that contains the declaration.
    #[default]
    Own,
    /// A library that was linked into the object of a shader. The declaration is dropped if no code reads it.
    Library,
    /// Another object (`.extern`), which has a declaration with the same name.
    Extern {
        /// True if the numbers of registers must be equal; otherwise the other object can have more.
        exact: bool,
    },
}

impl Linkage {
    /// Returns true if another object owns the declaration.
    pub const fn is_extern(self) -> bool {
        matches!(self, Self::Extern { .. })
    }
}

/// The class of an entry of the uniform table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UniformClass {
    /// An input (`.in`): it keeps its register.
    Input,
    /// A uniform, whose register the linker allocates.
    Uniform(UniformKind),
}

/// An input or a uniform, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    /// The name as in the source, with `$` not replaced.
    pub name: String,
    /// The class.
    pub class: UniformClass,
    /// The first register, as if the object were linked alone; the register from the source if `pinned`.
    pub first: u8,
    /// The number of registers, at least 1.
    pub len: u8,
    /// True if the source chooses the register.
    pub pinned: bool,
    /// The owner of the declaration. Inputs always belong to the file that contains them.
    pub linkage: Linkage,
    /// The position of the declaration.
    pub position: Position,
}

impl Uniform {
    /// Returns true if linked shaders do not list the uniform, because its name begins with `_`.
    pub fn is_hidden(&self) -> bool {
        self.class != UniformClass::Input && self.name.starts_with('_')
    }
}

/// A named constant or array of constants, in source order. Its values are entries of
/// [`Object::values`](super::Object::values); a constant that another object declares has none here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The name.
    pub name: String,
    /// Float or integer.
    pub kind: UniformKind,
    /// The first register, as if the object were linked alone; the register from the source if `pinned`; 0 if the file
    /// has more constants than registers, and the linker decides.
    pub first: u8,
    /// The number of registers, at least 1.
    pub len: u8,
    /// True if the source chooses the register.
    pub pinned: bool,
    /// The owner of the declaration.
    pub linkage: Linkage,
    /// The position of the declaration.
    pub position: Position,
}

impl Constant {
    /// Returns true if the constant is unnamed in its source. Its name is then its value as text: `(0.5, 0, 0, 1)`.
    pub fn is_unnamed(&self) -> bool {
        self.name.starts_with('(')
    }
}

/// The value of one register, in source order: from a constant, an element of an array, `.setf`, `.seti` or `.setb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegisterValue {
    /// The register.
    pub register: Reference,
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
    /// The components of the register that the output uses.
    pub mask: Mask,
    /// The last halfword of the output table entry, whose meaning is unknown; 0 unless the source states it.
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
