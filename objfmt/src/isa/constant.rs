//! Values of registers at the start of a program.

use crate::isa::float24::Float24;
use crate::isa::register::UniformKind;

/// The value that a register has when the program starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// A boolean register's value.
    Boolean(bool),
    /// An integer register's x, y, z, w.
    Integer([u8; 4]),
    /// A float register's x, y, z, w.
    Float([Float24; 4]),
}

impl ConstantValue {
    /// The kind of register that takes the value.
    pub const fn kind(&self) -> UniformKind {
        match self {
            Self::Boolean(_) => UniformKind::Boolean,
            Self::Integer(_) => UniformKind::Integer,
            Self::Float(_) => UniformKind::Float,
        }
    }
}
