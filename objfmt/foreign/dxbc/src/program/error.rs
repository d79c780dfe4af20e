//! Decode and encode errors of programs.

use std::fmt;

use super::opcode::Opcode;

/// An instruction in a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionLocation {
    /// The opcode.
    pub opcode: Opcode,
    /// Offset in dwords from the start of the chunk's data.
    pub at: u32,
}

impl fmt::Display for InstructionLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at dword {}", self.opcode, self.at)
    }
}

/// A part of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The length dword.
    Length,
    /// The extended tokens.
    ExtendedTokens,
    /// An operand, by one-based index.
    Operand(usize),
    /// The dwords that are not operands.
    Values,
    /// The header of custom data.
    DataHeader,
    /// The text of a message.
    Text,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the dword with its length"),
            Self::ExtendedTokens => f.write_str("its extended tokens"),
            Self::Operand(number) => write!(f, "its operand {number}"),
            Self::Values => f.write_str("its values"),
            Self::DataHeader => f.write_str("the header of its data"),
            Self::Text => f.write_str("its text"),
        }
    }
}

/// A decode error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The chunk is too short for the version and the length.
    #[error("the program has {found} bytes; its version and its length take 8")]
    Header {
        /// Size of the chunk in bytes.
        found: usize,
    },
    /// The program length is invalid.
    #[error("the length of the program is {found} dwords; expected 2 to {max}, the end of the chunk")]
    Length {
        /// The stored length.
        found: u32,
        /// Size of the chunk in dwords.
        max: usize,
    },
    /// The length of an instruction is invalid.
    #[error("the length of {instruction} is {found} dwords; expected {min} to {max}, the end of the program")]
    InstructionLength {
        /// The instruction.
        instruction: InstructionLocation,
        /// The stored length.
        found: u32,
        /// The minimum length in dwords.
        min: u32,
        /// The number of dwords up to the end of the program.
        max: usize,
    },
    /// An instruction is too short for one of its parts.
    #[error("{instruction} is too short for {part}")]
    Short {
        /// The instruction.
        instruction: InstructionLocation,
        /// The part that does not fit.
        part: Part,
    },
    /// Operands are nested too deeply in indices.
    #[error("{instruction}: indices of {part} are nested more than {max} deep")]
    Nesting {
        /// The instruction.
        instruction: InstructionLocation,
        /// The operand.
        part: Part,
        /// The maximum depth.
        max: usize,
    },
    /// An index representation is unknown.
    #[error("{instruction}: the representation of an index of {part} is {found}; expected 0 to 4")]
    IndexForm {
        /// The instruction.
        instruction: InstructionLocation,
        /// The operand.
        part: Part,
        /// The representation.
        found: u32,
    },
    /// The number of components of a literal, and hence its length, is unknown.
    #[error("{instruction}: {part} is a literal with an unknown number of components")]
    Literal {
        /// The instruction.
        instruction: InstructionLocation,
        /// The operand.
        part: Part,
    },
    /// The size of a message's operands differs from the stated size.
    #[error("the operands of {instruction} take {taken} dwords, but their stated size is {stated}")]
    MessageOperands {
        /// The instruction.
        instruction: InstructionLocation,
        /// The actual size in dwords.
        taken: usize,
        /// The stated size in dwords.
        stated: u32,
    },
}

/// An encode error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The length of an instruction does not fit in its field.
    #[error("instruction {number}, `{opcode}`, takes {dwords} dwords; the maximum is {max}")]
    TooLong {
        /// Zero-based index of the instruction in the program.
        number: usize,
        /// The opcode.
        opcode: Opcode,
        /// The length in dwords.
        dwords: usize,
        /// The maximum length in dwords.
        max: u32,
    },
    /// An operand has more than three indices.
    #[error("instruction {number}, `{opcode}`, has an operand with {found} indices; the maximum is 3")]
    Indices {
        /// Zero-based index of the instruction in the program.
        number: usize,
        /// The opcode.
        opcode: Opcode,
        /// The number of indices.
        found: usize,
    },
    /// The length of the program does not fit in its field.
    #[error("the program takes {dwords} dwords; the maximum is {max}", max = u32::MAX)]
    ProgramTooLong {
        /// The length in dwords.
        dwords: usize,
    },
}
