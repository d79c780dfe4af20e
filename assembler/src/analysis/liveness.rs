//! What temporaries hold: liveness, and the writes that reach a place.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::register::{Bank, Register};

use super::Analysis;
use super::ids::InstructionId;
use crate::program::Components;
use crate::program::liveness::Liveness;

pub use crate::program::liveness::Callers;

/// What temporaries hold at places of a source.
///
/// The flow of control is that of the source: conditions may hold or not, loops run at least once, and a call continues
/// after it. Calls of other files, calls of labels with a count, blocks whose end is a label, `.word`, jumps to another
/// procedure and instructions with errors may read and write every temporary. [`Callers`] states what is known about
/// the callers of procedures. Nothing is live after `end`.
#[derive(Clone, Copy, Debug)]
pub struct TemporaryLiveness<'a> {
    liveness: &'a Liveness,
    callers: Callers,
}

/// The writes of a component of a temporary that reach a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachingWrites {
    /// The instructions that write the component, or may do so, in source order.
    pub instructions: Vec<InstructionId>,
    /// Whether the value can also come from before: from a caller in another file, or from nowhere, if nothing has
    /// written the component.
    pub is_from_outside: bool,
}

impl Analysis {
    /// What temporaries hold, for callers of procedures.
    pub fn liveness(&self, callers: Callers) -> TemporaryLiveness<'_> {
        let program = &self.resolved.program;
        TemporaryLiveness {
            liveness: self.liveness.get_or_init(|| Liveness::of(program)),
            callers,
        }
    }
}

impl TemporaryLiveness<'_> {
    /// The components of a temporary that may be read after an instruction, before they are written.
    pub fn live_after(&self, instruction: InstructionId, temporary: u8) -> Mask {
        self.after(instruction).of_temporary(temporary)
    }

    fn before(&self, instruction: InstructionId) -> Components {
        self.liveness.before(index(instruction), self.callers)
    }

    fn after(&self, instruction: InstructionId) -> Components {
        self.liveness.after(index(instruction), self.callers)
    }

    /// The temporaries of which nothing reads a value that they have before an instruction: code before it can use
    /// them.
    pub fn free_before(&self, instruction: InstructionId) -> Vec<Register> {
        self.before(instruction).free().collect()
    }

    /// The temporaries of which nothing reads a value that they have after an instruction.
    pub fn free_after(&self, instruction: InstructionId) -> Vec<Register> {
        self.after(instruction).free().collect()
    }

    /// The writes of a component of a temporary that reach the place before an instruction.
    pub fn reaching(&self, instruction: InstructionId, temporary: u8, component: Component) -> ReachingWrites {
        let register = Register {
            bank: Bank::Temporary,
            number: temporary,
        };
        let component = Components::of(register, component);
        let found = self.liveness.reaching(index(instruction), component, self.callers);
        ReachingWrites {
            instructions: found.writes.into_iter().map(InstructionId::new).collect(),
            is_from_outside: found.is_from_outside,
        }
    }
}

fn index(instruction: InstructionId) -> u32 {
    u32::try_from(instruction.index()).unwrap_or(u32::MAX)
}
