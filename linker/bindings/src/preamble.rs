/// The processor that runs a shader.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The vertex shader processors.
    Vertex,
    /// The geometry shader processor.
    Geometry,
}

/// The form of the primitives of a geometry shader.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GeometryMode {
    /// Primitives of one size, in the inputs.
    Point,
    /// Primitives of different sizes, in float uniforms.
    Variable {
        /// The number of fully defined vertices of a primitive.
        vertices: u8,
    },
    /// Primitives of one size, in an array of float uniforms.
    Fixed {
        /// The first register of the array.
        first: u8,
        /// The number of vertices of a primitive.
        vertices: u8,
    },
}

/// A float uniform: one register `c`, or an array of them.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatUniform {
    /// Its name in the shader binary.
    pub name: &'static str,
    /// The first register, 0 to 95.
    pub first: u8,
    /// The number of registers.
    pub len: u8,
}

#[allow(dead_code, unreachable_pub)]
impl FloatUniform {
    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: floats from 0x00 on.
    pub const fn location(self) -> u8 {
        self.first
    }
}

/// An integer uniform: one register `i`, or an array of them.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntegerUniform {
    /// Its name in the shader binary.
    pub name: &'static str,
    /// The first register, 0 to 3.
    pub first: u8,
    /// The number of registers.
    pub len: u8,
}

#[allow(dead_code, unreachable_pub)]
impl IntegerUniform {
    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: integers from 0x60 on.
    pub const fn location(self) -> u8 {
        0x60 + self.first
    }
}

/// A boolean uniform: one register `b`, or an array of them.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BooleanUniform {
    /// Its name in the shader binary.
    pub name: &'static str,
    /// The first register, 0 to 15.
    pub first: u8,
    /// The number of registers.
    pub len: u8,
}

#[allow(dead_code, unreachable_pub)]
impl BooleanUniform {
    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: booleans from 0x68 on.
    pub const fn location(self) -> u8 {
        0x68 + self.first
    }

    /// All its registers, `b0` at bit 0.
    pub const fn mask(self) -> u16 {
        let [low, high, ..] = (((1_u32 << self.len) - 1) << self.first).to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

/// An input: one register `v`, or an array of them.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    /// Its name in the shader binary.
    pub name: &'static str,
    /// The first register, 0 to 15.
    pub first: u8,
    /// The number of registers.
    pub len: u8,
}

/// An output register.
#[allow(dead_code, unreachable_pub)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Output {
    /// The name of its property: `position`, `color` and so on.
    pub name: &'static str,
    /// The number of its property.
    pub property: u8,
    /// The number of the register, 0 to 15.
    pub number: u8,
    /// The components that it has, `x` at bit 0.
    pub mask: u8,
}
