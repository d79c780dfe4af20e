//! What ends a run before its `end`.

use std::fmt;

/// Where in a program something is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The word offset.
    pub word: u16,
    /// The innermost procedure around it, where the file has labels.
    pub procedure: Option<String>,
    /// The source file and the line, from 1, where the file has a line table.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for Place {
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

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Execution left the code.
    OutsideCode {
        /// Where it went.
        target: u16,
        /// How many words the shader sees.
        words: usize,
    },
    /// The word's opcode is not known.
    UnknownOpcode {
        /// The word.
        bits: u32,
    },
    /// The descriptor table ends before the instruction's descriptor.
    MissingDescriptor {
        /// The descriptor's number.
        descriptor: u8,
    },
    /// As many instructions as allowed were executed, and none of them was `end`.
    BudgetUsedUp {
        /// How many were allowed.
        budget: u64,
    },
    /// `emit` or `setemit` in a vertex shader. What the machine does there is not known.
    GeometryOnly,
    /// A vertex more than [`crate::MOST_VERTICES`] was emitted, and none were taken
    /// ([`crate::Machine::take_emitted`]).
    TooManyVertices,
    /// Who looked on wants no more ([`crate::Observer::stops`]).
    Stopped,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideCode { target, words } => write!(
                f,
                "execution goes on at word {target}, outside of the code, which has {words} words"
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
            Self::GeometryOnly => f.write_str(
                "`emit` and `setemit` are for geometry shaders; this is a vertex shader",
            ),
            Self::TooManyVertices => write!(
                f,
                "more than {} vertices were emitted, and no more are kept",
                crate::MOST_VERTICES
            ),
            Self::Stopped => f.write_str("the run was stopped from outside"),
        }
    }
}

/// What ended a run, and where: the word whose execution failed, or that went where no code is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where. For [`FaultKind::OutsideCode`] the instruction executed last.
    pub place: Place,
    /// How many instructions were executed, the failing one not counted.
    pub instructions: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for Fault {}
