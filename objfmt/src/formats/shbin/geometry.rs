//! The geometry mode of shaders.

/// The parameters of a `.gsh` with a mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GeometryMode {
    /// Primitives of fixed size, whose vertices follow each other.
    Point,
    /// Primitives of variable size.
    Variable {
        /// The number of fully defined vertices.
        vertices: u8,
    },
    /// Primitives of fixed size, in an array of float uniforms.
    Fixed {
        /// The array's first register.
        start: u8,
        /// The number of vertices.
        vertices: u8,
    },
}

/// The geometry mode as encoded in headers: bytes 14h to 17h of a DVLE.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct GeometryBytes {
    /// 0 point, 1 variable, 2 fixed.
    pub mode: u8,
    /// Fixed mode: the array's first float uniform.
    pub fixed_start: u8,
    /// Variable mode: the number of fully defined vertices.
    pub variable_vertices: u8,
    /// Fixed mode: the number of vertices.
    pub fixed_vertices: u8,
}

impl GeometryBytes {
    /// Decodes the geometry mode; `None` for an unknown mode.
    pub const fn geometry_mode(self) -> Option<GeometryMode> {
        match self.mode {
            0 => Some(GeometryMode::Point),
            1 => Some(GeometryMode::Variable {
                vertices: self.variable_vertices,
            }),
            2 => Some(GeometryMode::Fixed {
                start: self.fixed_start,
                vertices: self.fixed_vertices,
            }),
            _ => None,
        }
    }
}

impl From<GeometryMode> for GeometryBytes {
    fn from(mode: GeometryMode) -> Self {
        match mode {
            GeometryMode::Point => Self::default(),
            GeometryMode::Variable { vertices } => Self {
                mode: 1,
                variable_vertices: vertices,
                ..Self::default()
            },
            GeometryMode::Fixed { start, vertices } => Self {
                mode: 2,
                fixed_start: start,
                fixed_vertices: vertices,
                ..Self::default()
            },
        }
    }
}
