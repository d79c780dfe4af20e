//! Sizes of the machine: memories, registers, counts.

/// Words of program memory that geometry shaders see; word offsets are 12 bits.
pub const CODE_WORDS: usize = 4096;

/// Words of program memory that vertex shaders see.
pub const VERTEX_CODE_WORDS: usize = 512;

/// Operand descriptors.
pub const DESCRIPTORS: usize = 128;

/// Operand descriptors that `mad` reaches.
pub const MAD_DESCRIPTORS: usize = 32;

/// The longest procedure to call, or else-body, in words: the hardware takes 8 bits of the length.
pub const COUNT: usize = 255;

/// Output registers that can carry a property other than `dummy`.
pub const PROPERTY_OUTPUTS: u8 = 7;

/// Output registers of a geometry shader.
pub const GEOMETRY_OUTPUTS: u8 = 7;
