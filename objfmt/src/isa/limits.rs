//! Sizes of the machine: memories, registers, counts.

/// The words of program memory that a geometry shader can have; word offsets have 12 bits.
pub const CODE_WORDS: usize = 4096;

/// The words of program memory that a vertex shader can have.
pub const VERTEX_CODE_WORDS: usize = 512;

/// The number of operand descriptors.
pub const DESCRIPTORS: usize = 128;

/// The number of operand descriptors that `mad` can use.
pub const MAD_DESCRIPTORS: usize = 32;

/// The maximum length of a called procedure or an else-body in words: the hardware reads 8 bits of it.
pub const COUNT: usize = 255;

/// The number of output registers that can have a property other than `dummy`.
pub const PROPERTY_OUTPUTS: u8 = 7;

/// The number of output registers of a geometry shader.
pub const GEOMETRY_OUTPUTS: u8 = 7;
