//! Kinds of programs and of symbols, and a limit.

use std::fmt;

use crate::numbers::Stage;

/// The most macros of a program, and the most values of a macro, in the console's loader.
pub const MOST_MACROS: usize = 1024;

/// The stages of a program, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind(pub u32);

impl Kind {
    /// The kind with all bits of both.
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

    /// Whether all of these bits are set.
    pub const fn contains(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// The stages of the binaries of each variation: vertex and pixel even where the kind lacks them, and geometry
    /// where the kind has it.
    pub const fn stages(self) -> &'static [Stage] {
        if self.contains(Self::GEOMETRY) {
            &[Stage::VERTEX, Stage::PIXEL, Stage::GEOMETRY]
        } else {
            &[Stage::VERTEX, Stage::PIXEL]
        }
    }
}

/// The stages, or the number if it has bits without a name: `vertex, pixel`, `0x8`.
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

/// A kind of symbols.
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
    /// All kinds, in the order of the file.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::UniformBlock, Self::Sampler, Self::Attribute];

    /// The name of the kind.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::UniformBlock => "uniform block",
            Self::Sampler => "sampler",
            Self::Attribute => "attribute",
        }
    }

    /// The name of the kind in the plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Uniform => "uniforms",
            Self::UniformBlock => "uniform blocks",
            Self::Sampler => "samplers",
            Self::Attribute => "attributes",
        }
    }
}
