//! Kinds of programs and symbols, and a limit.

use std::fmt;

use crate::numbers::Stage;

/// The limit of the console's loader for the macros of a program, and for the values of a macro.
pub const MAX_MACROS: usize = 1024;

/// The stages of a program: a bit set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind(pub u32);

impl Kind {
    /// Returns the union of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// A vertex shader.
    pub const VERTEX: Self = Self(1);
    /// A pixel shader.
    pub const PIXEL: Self = Self(2);
    /// A geometry shader.
    pub const GEOMETRY: Self = Self(4);

    /// Returns true if all of these bits are set.
    pub const fn contains(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// Returns the stages of each variation's binaries: vertex and pixel even if the kind lacks them, and geometry if
    /// the kind has it.
    pub const fn stages(self) -> &'static [Stage] {
        if self.contains(Self::GEOMETRY) {
            &[Stage::VERTEX, Stage::PIXEL, Stage::GEOMETRY]
        } else {
            &[Stage::VERTEX, Stage::PIXEL]
        }
    }
}

/// Formats the stages, or the number if it has unnamed bits: `vertex, pixel`, `0x8`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [(Kind, &str); 3] = [
            (Kind::VERTEX, "vertex"),
            (Kind::PIXEL, "pixel"),
            (Kind::GEOMETRY, "geometry"),
        ];
        let known = NAMES.iter().fold(0, |all, (bit, _)| all | bit.0);
        if self.0 == 0 || self.0 & !known != 0 {
            return write!(f, "{:#x}", self.0);
        }
        let named = NAMES.iter().filter(|(bit, _)| self.contains(*bit));
        let names: Vec<_> = named.map(|(_, name)| *name).collect();
        f.write_str(&names.join(", "))
    }
}

/// A symbol kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolKind {
    /// Uniforms.
    Uniform,
    /// Uniform blocks.
    UniformBlock,
    /// Samplers.
    Sampler,
    /// Attributes.
    Attribute,
}

impl SymbolKind {
    /// All kinds, in file order.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::UniformBlock, Self::Sampler, Self::Attribute];

    /// Returns the name of the kind.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::UniformBlock => "uniform block",
            Self::Sampler => "sampler",
            Self::Attribute => "attribute",
        }
    }

    /// Returns the name of the kind in the plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Uniform => "uniforms",
            Self::UniformBlock => "uniform blocks",
            Self::Sampler => "samplers",
            Self::Attribute => "attributes",
        }
    }
}
