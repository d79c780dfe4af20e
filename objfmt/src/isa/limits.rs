//! Hardware limits: sizes of memories, numbers of registers, ranges of fields.

/// The maximum number of code words of a geometry shader. Word offsets have 12 bits.
pub const CODE_WORDS: usize = 4096;

/// The maximum number of code words of a vertex shader.
pub const VERTEX_CODE_WORDS: usize = 512;

/// The number of operand descriptors.
pub const DESCRIPTORS: usize = 128;

/// The number of operand descriptors that `mad` can address.
pub const MAD_DESCRIPTORS: usize = 32;

/// The maximum length in words of a called procedure or an else-body: the hardware reads 8 bits.
pub const MAX_BLOCK_WORDS: usize = 255;

/// The maximum number of output registers with a property other than `dummy`.
pub const PROPERTY_OUTPUTS: u8 = 7;

/// The number of output registers of a geometry shader.
pub const GEOMETRY_OUTPUTS: u8 = 7;
