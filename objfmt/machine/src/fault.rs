//! Faults: the reasons why a run stops before `end`.

use std::fmt;

/// A location in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultLocation {
    /// The word offset.
    pub word: u16,
    /// The innermost procedure that contains it, if the file has labels.
    pub procedure: Option<String>,
    /// The source file and the line, numbered from 1, if the file has a line table.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for FaultLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}", self.word)?;
        if let Some(procedure) = &self.procedure {
            write!(f, " in `{procedure}`")?;
        }
        if let Some((file, line)) = &self.source {
            write!(f, " ({file}:{line})")?;
        }
        Ok(())
    }
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// Execution left the code.
    OutsideCode {
        /// The word offset at which execution would continue.
        target: u16,
        /// The number of words that the shader can execute.
        words: usize,
    },
    /// The opcode of the word is unknown.
    UnknownOpcode {
        /// The word.
        bits: u32,
    },
    /// The descriptor table ends before the instruction's descriptor.
    MissingDescriptor {
        /// The descriptor's number.
        descriptor: u8,
    },
    /// The run used up its budget without reaching `end`.
    BudgetUsedUp {
        /// The budget, in instructions.
        budget: u64,
    },
    /// `emit` or `setemit` in a vertex shader, whose effect on the hardware is unknown.
    GeometryOnly,
    /// More than [`crate::MAX_VERTICES`] vertices were emitted without being taken ([`crate::Machine::take_emitted`]).
    TooManyVertices,
    /// The observer stopped the run ([`crate::Observer::should_stop`]).
    Stopped,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideCode { target, words } => write!(
                f,
                "execution continues at word {target}, but the code has {words} words"
            ),
            Self::UnknownOpcode { bits } => {
                write!(f, "the word {bits:08X} has no known opcode")
            }
            Self::MissingDescriptor { descriptor } => {
                write!(f, "descriptor {descriptor} is not in the descriptor table")
            }
            Self::BudgetUsedUp { budget } => {
                write!(f, "the program did not end within {budget} instructions")
            }
            Self::GeometryOnly => f.write_str("`emit` and `setemit` are for geometry shaders; this is a vertex shader"),
            Self::TooManyVertices => write!(
                f,
                "more than {} vertices were emitted; further vertices are dropped",
                crate::MAX_VERTICES
            ),
            Self::Stopped => f.write_str("the observer stopped the run"),
        }
    }
}

/// A fault: why and where a run stopped. The location is the word whose execution failed, or that led outside the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// The location. For [`FaultKind::OutsideCode`], the location of the last executed instruction.
    pub location: FaultLocation,
    /// The number of executed instructions, without the failing one.
    pub instructions: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.kind)
    }
}

impl std::error::Error for Fault {}
