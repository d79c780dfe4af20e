//! Uniforms, constants, values and outputs.

use super::{Position, Reference};
use crate::isa::constant::ConstantValue;
use crate::isa::descriptor::Mask;
use crate::isa::register::UniformKind;

/// Whose a declaration of a uniform or constant is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Linkage {
    /// The file's own.
    #[default]
    Own,
    /// That of a library which was linked into the object of a shader: what no code reads of it counts for nothing.
    Library,
    /// Another object's (`.extern`): one of its declarations has the name.
    Extern {
        /// Whether that one has as many registers; else it has at least as many.
        exact: bool,
    },
}

impl Linkage {
    /// Whether another object declares it.
    pub const fn is_extern(self) -> bool {
        matches!(self, Self::Extern { .. })
    }
}

/// What an entry of the uniform table stands for.
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
    /// Its name as the source writes it: `$` is still `$`.
    pub name: String,
    /// Input, or which kind of uniform.
    pub class: UniformClass,
    /// The first register, as if the object were linked alone; the chosen one if `pinned`.
    pub first: u8,
    /// How many registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// Whose declaration it is. An input's is the file's own.
    pub linkage: Linkage,
    /// Where it is declared.
    pub position: Position,
}

impl Uniform {
    /// Whether the name stays out of the uniform table of a linked shader: uniforms whose names begin with `_`.
    pub fn is_hidden(&self) -> bool {
        self.class != UniformClass::Input && self.name.starts_with('_')
    }
}

/// A named constant or array of constants, in source order. Its values are entries of [`Object::values`];
/// one that another object declares has none here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Float or integer.
    pub kind: UniformKind,
    /// The first register, as if the object were linked alone; the chosen one if `pinned`.
    pub first: u8,
    /// How many registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// Whose declaration it is. An input's is the file's own.
    pub linkage: Linkage,
    /// Where it is declared.
    pub position: Position,
}

impl Constant {
    /// Whether the constant has no name in its source. Its name is then its value as text: `(0.5, 0, 0, 1)`.
    pub fn is_unnamed(&self) -> bool {
        self.name.starts_with('(')
    }
}

/// One register's value: of a constant, of an array's element, or from `.setf`, `.seti`, `.setb`; in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// The register that takes it.
    pub place: Reference,
    /// The value.
    pub value: ConstantValue,
    /// Where the source states it.
    pub position: Position,
}

/// An output (`.out`), in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name, `None` for `-`.
    pub name: Option<String>,
    /// What the rasteriser takes it for; see [`crate::isa::property`].
    pub property: u8,
    /// The output register.
    pub register: u8,
    /// The components that belong to it.
    pub mask: Mask,
    /// Where it is declared.
    pub position: Position,
}
