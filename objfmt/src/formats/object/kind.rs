//! Kinds of shaders.

use crate::formats::shbin::{GeometryBytes, GeometryMode};
use crate::isa::register::{RegisterSet, UniformKind};

/// The kind of shader that a source produces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShaderKind {
    /// A vertex shader.
    Vertex,
    /// A geometry shader of the old form (`.gsh` without parameters, or `setemit`), which shares the registers of the
    /// vertex shaders.
    SharedGeometry,
    /// A geometry shader with separate registers.
    Geometry {
        /// The geometry mode.
        mode: GeometryMode,
        /// The first float uniform to allocate.
        first_uniform: u8,
    },
}

impl ShaderKind {
    /// Returns true for geometry shaders of either kind.
    pub const fn is_geometry(self) -> bool {
        !matches!(self, Self::Vertex)
    }

    /// Returns the registers of a bank that are reserved for a shader of this kind unless the source chooses them: the
    /// first register and the number of registers.
    pub const fn reserved_range(self, kind: UniformKind) -> Option<(u8, u8)> {
        let Self::Geometry { first_uniform, .. } = self else {
            return None;
        };
        match kind {
            UniformKind::Float if first_uniform > 0 => Some((0, first_uniform)),
            // The hardware sets it after each run.
            UniformKind::Boolean => Some((UniformKind::Boolean.bank().size() - 1, 1)),
            _ => None,
        }
    }

    /// Returns the registers of a bank that the console fills for a shader of this kind: the first register and the
    /// number of registers.
    pub const fn set_by_console(self, kind: UniformKind) -> Option<(u8, u8)> {
        match (self, kind) {
            (
                Self::Geometry {
                    mode: GeometryMode::Fixed { start, .. },
                    first_uniform,
                },
                UniformKind::Float,
            ) if start < first_uniform => Some((start, first_uniform - start)),
            (_, UniformKind::Boolean) => self.reserved_range(kind),
            _ => None,
        }
    }

    /// Returns all registers that are reserved for a shader of this kind; see [`Self::reserved_range`].
    pub fn reserved(self) -> RegisterSet {
        let mut set = RegisterSet::default();
        for kind in UniformKind::ALL {
            if let Some((first, len)) = self.reserved_range(kind) {
                set.insert(kind, first, len);
            }
        }
        set
    }

    /// Returns the geometry bytes of the file header for a shader of this kind.
    pub fn geometry_bytes(self) -> GeometryBytes {
        match self {
            Self::Geometry { mode, .. } => mode.into(),
            Self::Vertex | Self::SharedGeometry => GeometryBytes::default(),
        }
    }

    /// Returns true if uniforms of a shader of this kind are allocated in the space that the vertex shaders of a link
    /// share, unless its file is private.
    pub const fn shares_uniforms(self) -> bool {
        !matches!(self, Self::Geometry { .. })
    }
}
