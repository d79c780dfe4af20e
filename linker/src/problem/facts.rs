//! Data that problems carry, and its formatting in messages.

use std::fmt;

use pica200_objfmt::isa::register::UniformKind;

/// The kind and length in a declaration of a uniform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    /// The kind of register.
    pub kind: UniformKind,
    /// The number of registers.
    pub len: u8,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directive = self.kind.directive();
        write!(f, "`{directive}` of {}", Quantity(self.len.into(), "register"))
    }
}

/// A reason why objects cannot be combined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CombineObstacle {
    /// There are no objects.
    #[error("there are no objects")]
    NoObjects,
    /// An object has separate uniforms.
    #[error("a private file or a geometry shader with parameters has separate uniforms")]
    OwnUniforms,
    /// A library gives values to registers or uniforms.
    #[error(
        "a value set by a library is loaded where the library's code reads it, but a value set by a shader is always loaded"
    )]
    LibraryValues,
    /// An object gives values to registers or uniforms that the code of another object may read.
    #[error("the value of a register or uniform applies to the code of one file, but another file may read it")]
    OtherValues,
    /// Several objects begin with empty procedures, only some of which are to be padded.
    #[error("only some of the empty procedures at the beginning need padding")]
    Padding,
    /// An earlier object has a label or procedure with the name of the shader's entry point.
    #[error("another object has a label or procedure with the name of the shader's entry point")]
    EntryLabel,
    /// A table has more entries than can be indexed.
    #[error("a table has more than 65536 entries")]
    TooMany,
    /// The object is inconsistent.
    #[error("{why}")]
    Invalid {
        /// The inconsistency.
        why: String,
    },
}

/// The kind of a declared name: uniform or constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A uniform, which programs set.
    Uniform,
    /// A constant, which is loaded with the shader.
    Constant,
}

impl Role {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Constant => "constant",
        }
    }

    /// Returns the other role.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Uniform => Self::Constant,
            Self::Constant => Self::Uniform,
        }
    }

    /// Returns the type keywords of this role in `.extern`.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Uniform => "`fvec`, `ivec` or `bool`",
            Self::Constant => "`constf`, `consti` or `constfa`",
        }
    }

    /// Formats a shape with its keyword in `.extern`.
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
        format!("`{word}` of {least}{}", Quantity(shape.len.into(), "register"))
    }
}

/// A declaration that holds registers of a full space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Holder {
    /// The name of the uniform or constant; `None` for registers that a geometry shader keeps free.
    pub name: Option<String>,
    /// The first register.
    pub first: u8,
    /// The number of registers.
    pub len: u8,
    /// The path of the object with its first declaration.
    pub object: String,
}

/// An object's share of a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DescriptorUsage {
    /// The path of the object.
    pub object: String,
    /// The number of descriptors that it adds to the total of earlier objects.
    pub descriptors: usize,
    /// The number of descriptors that its `mad` instructions add to the total of earlier objects.
    pub mads: usize,
}

/// A number with its noun.
pub(super) struct Quantity(pub(super) usize, pub(super) &'static str);

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, noun) = self;
        let plural = if *number == 1 { "" } else { "s" };
        write!(f, "{number} {noun}{plural}")
    }
}

/// A range of registers: `c4`, or `c4-c7`.
pub(super) struct DisplayRange(pub(super) UniformKind, pub(super) u8, pub(super) u8);

impl fmt::Display for DisplayRange {
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
