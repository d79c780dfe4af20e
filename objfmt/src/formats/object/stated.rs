//! Shader binary fields whose values a source states.

use super::Position;
use crate::isa::descriptor::DescriptorEntry;

/// A field of the linked shader binary whose value the source states (`.version`, `.descriptor`), overriding the
/// linker's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StatedValue {
    /// The field and its value.
    pub field: StatedField,
    /// The position of the directive.
    pub position: Position,
}

/// A field and its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StatedField {
    /// The version of the shader (DVLE) that the object produces. It has no effect in a library.
    ShaderVersion(u16),
    /// The version of the program (DVLP).
    ProgramVersion(u16),
    /// The halfword after the version of the program.
    ProgramReserved(u16),
    /// An entry of the operand descriptor table.
    Descriptor {
        /// The descriptor number, below [`DESCRIPTORS`](crate::isa::limits::DESCRIPTORS).
        number: u8,
        /// The entry.
        entry: DescriptorEntry,
    },
}

impl StatedField {
    /// Returns the sort key of the field in the order in which directives state them: shader version, program version,
    /// the halfword after it, descriptors. The order has no effect on a link.
    pub const fn order(self) -> u8 {
        match self {
            Self::ShaderVersion(_) => 0,
            Self::ProgramVersion(_) => 1,
            Self::ProgramReserved(_) => 2,
            Self::Descriptor { .. } => 3,
        }
    }
}
