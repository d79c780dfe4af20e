//! The facts that problems carry, and how messages show them.

use std::fmt;

use pica200_objfmt::isa::register::UniformKind;

/// What a declaration of a uniform says beside the name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The kind of register.
    pub kind: UniformKind,
    /// How many registers.
    pub len: u8,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directive = match self.kind {
            UniformKind::Float => ".fvec",
            UniformKind::Integer => ".ivec",
            UniformKind::Boolean => ".bool",
        };
        write!(f, "`{directive}` of {}", Count(self.len.into(), "register"))
    }
}

/// Why several objects cannot be made one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// There are none.
    #[error("there is no object")]
    NoObjects,
    /// One has uniforms of its own.
    #[error("a private file or a geometry shader with parameters has uniforms of its own")]
    OwnUniforms,
    /// A library gives values to registers or uniforms.
    #[error(
        "a value that a library sets is loaded where the library's code reads it, and a shader's always"
    )]
    LibraryValues,
    /// An object gives values to registers or uniforms that another one's code may read.
    #[error(
        "a value of a register or uniform is for the code of its own file, and another file may read it"
    )]
    OtherValues,
    /// Several begin with empty procedures, some of which are to be padded.
    #[error("of the empty procedures at the beginning some want padding and some do not")]
    Padding,
    /// Of the label or procedure that the shader starts at, another object has one of the name before it.
    #[error("another object has a label or procedure of the name that the shader starts at")]
    EntryLabel,
    /// A table has more entries than can be counted.
    #[error("a table has more than 65536 entries")]
    TooMany,
    /// The object contradicts itself.
    #[error("{why}")]
    Invalid {
        /// How.
        why: String,
    },
}

/// Whether a name is that of a uniform or of a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A uniform: programs set it.
    Uniform,
    /// A constant: loaded with the shader.
    Constant,
}

impl Role {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Constant => "constant",
        }
    }

    /// A shape, by the word that `.extern` has for it.
    pub(super) fn shown(self, shape: Shape, exact: bool) -> String {
        let word = match (self, shape.kind) {
            (Self::Uniform, UniformKind::Float) => "fvec",
            (Self::Uniform, UniformKind::Integer) => "ivec",
            (Self::Uniform, UniformKind::Boolean) => "bool",
            (Self::Constant, UniformKind::Float) if shape.len == 1 && exact => "constf",
            (Self::Constant, UniformKind::Float) => "constfa",
            (Self::Constant, _) => "consti",
        };
        let least = if exact { "" } else { "at least " };
        format!("`{word}` of {least}{}", Count(shape.len.into(), "register"))
    }
}

/// Who holds registers of a space that is used up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The name of the uniform or constant; `None` for registers that a geometry shader keeps free.
    pub name: Option<String>,
    /// The first register.
    pub first: u8,
    /// How many registers.
    pub len: u8,
    /// The path of the object that declares it first.
    pub object: String,
}

/// How much of a limit an object takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The path of the object.
    pub object: String,
    /// How many descriptors it needs that no earlier object had made.
    pub descriptors: usize,
    /// How many of all descriptors its `mad` instructions use that no earlier object's had used.
    pub mads: usize,
}

/// A number of things.
pub(super) struct Count(pub(super) usize, pub(super) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, noun) = self;
        let plural = if *number == 1 { "" } else { "s" };
        write!(f, "{number} {noun}{plural}")
    }
}

/// A run of registers: `c4`, or `c4-c7`.
pub(super) struct Run(pub(super) UniformKind, pub(super) u8, pub(super) u8);

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kind, first, len) = *self;
        let letter = kind.bank().letter();
        write!(f, "{letter}{first}")?;
        if len > 1 {
            write!(f, "-{letter}{}", u16::from(first) + u16::from(len) - 1)?;
        }
        Ok(())
    }
}
