//! Initial values of registers.

use crate::isa::float24::Float24;
use crate::isa::register::UniformKind;

/// The initial value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// The value of a boolean register.
    Boolean(bool),
    /// The x, y, z, w of an integer register.
    Integer([u8; 4]),
    /// The x, y, z, w of a float register.
    Float([Float24; 4]),
}

impl ConstantValue {
    /// Returns the kind of register that holds the value.
    pub const fn kind(&self) -> UniformKind {
        match self {
            Self::Boolean(_) => UniformKind::Boolean,
            Self::Integer(_) => UniformKind::Integer,
            Self::Float(_) => UniformKind::Float,
        }
    }
}
