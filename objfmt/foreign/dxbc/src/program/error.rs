//! The faults of programs, and what cannot be encoded.

use std::fmt;

use super::opcode::Opcode;

/// An instruction, for a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionPlace {
    /// Its opcode.
    pub opcode: Opcode,
    /// Its offset in dwords from the start of the chunk's data.
    pub at: u32,
}

impl fmt::Display for InstructionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at dword {}", self.opcode, self.at)
    }
}

/// A part of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The dword with its length.
    Length,
    /// Its extended tokens.
    ExtendedTokens,
    /// An operand, numbered from 1.
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

/// A fault in the bytes of a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramFault {
    /// The chunk has no room for the version and the length.
    #[error("the program has {found} bytes; its version and its length take 8")]
    Header {
        /// The bytes of the chunk.
        found: usize,
    },
    /// The length of the program is impossible.
    #[error("the length of the program is {found} dwords; expected 2 to {most}, the end of the chunk")]
    Length {
        /// The length in the file.
        found: u32,
        /// The dwords of the chunk.
        most: usize,
    },
    /// The length of an instruction is impossible.
    #[error("the length of {instruction} is {found} dwords; expected {least} to {most}, the end of the program")]
    InstructionLength {
        /// The instruction.
        instruction: InstructionPlace,
        /// The length in the file.
        found: u32,
        /// The dwords that it has at the least.
        least: u32,
        /// The dwords up to the end of the program.
        most: usize,
    },
    /// The length of an instruction leaves no room for one of its parts.
    #[error("{instruction} is too short for {part}")]
    Short {
        /// The instruction.
        instruction: InstructionPlace,
        /// The part without room.
        part: Part,
    },
    /// Operands are nested in indices of operands too deeply.
    #[error("{instruction}: indices of {part} are nested more than {most} deep")]
    Nesting {
        /// The instruction.
        instruction: InstructionPlace,
        /// The operand.
        part: Part,
        /// The allowed depth.
        most: usize,
    },
    /// The form of an index is not known.
    #[error("{instruction}: the form of an index of {part} is {found}; expected 0 to 4")]
    IndexForm {
        /// The instruction.
        instruction: InstructionPlace,
        /// The operand.
        part: Part,
        /// The form.
        found: u32,
    },
    /// The number of components of a literal is not known, so that its length is not.
    #[error("{instruction}: {part} is a literal with an unknown number of components")]
    Literal {
        /// The instruction.
        instruction: InstructionPlace,
        /// The operand.
        part: Part,
    },
    /// The operands of a message take another number of dwords than it states.
    #[error("the operands of {instruction} take {taken} dwords, but their stated size is {stated}")]
    MessageOperands {
        /// The instruction.
        instruction: InstructionPlace,
        /// The dwords that the operands take.
        taken: usize,
        /// The dwords that the message states.
        stated: u32,
    },
}

/// An instruction that has no form in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The length does not fit into its field.
    #[error("instruction {number}, `{opcode}`, takes {dwords} dwords; the most is {most}")]
    TooLong {
        /// The number of the instruction in the program, from 0.
        number: usize,
        /// Its opcode.
        opcode: Opcode,
        /// The dwords that it takes.
        dwords: usize,
        /// The dwords that it may take.
        most: u32,
    },
    /// An operand has more than three indices.
    #[error("instruction {number}, `{opcode}`, has an operand with {found} indices; the most is 3")]
    Indices {
        /// The number of the instruction in the program, from 0.
        number: usize,
        /// Its opcode.
        opcode: Opcode,
        /// The indices of the operand.
        found: usize,
    },
    /// The length of the program does not fit into its field.
    #[error("the program takes {dwords} dwords; the most is {most}", most = u32::MAX)]
    ProgramTooLong {
        /// The dwords that it takes.
        dwords: usize,
    },
}
