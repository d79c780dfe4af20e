//! Liveness of temporaries, and reaching definitions.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::register::{Bank, Register};

use super::Analysis;
use super::ids::InstructionId;
use crate::program::Components;
use crate::program::liveness::Liveness;

pub use crate::program::liveness::Callers;

/// Liveness of the temporaries of a source.
///
/// Control flow is taken from the source: conditions can go either way, loops run at least once, and execution
/// continues after a call. Calls into other files, calls of labels with a count, blocks that end at a label, `.word`,
/// jumps to another procedure, and instructions with errors may read and write every temporary. [`Callers`] states what
/// is known about the callers of procedures. Nothing is live after `end`.
#[derive(Clone, Copy, Debug)]
pub struct TemporaryLiveness<'a> {
    liveness: &'a Liveness,
    callers: Callers,
}

/// The definitions of a temporary's component that reach a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachingWrites {
    /// The instructions that write, or may write, the component, in source order.
    pub instructions: Vec<InstructionId>,
    /// True if the value can also come from outside: from a caller in another file, or because the component may be
    /// uninitialized.
    pub is_from_outside: bool,
}

impl Analysis {
    /// Returns the liveness of temporaries, given the callers of procedures.
    pub fn liveness(&self, callers: Callers) -> TemporaryLiveness<'_> {
        let program = &self.resolved.program;
        TemporaryLiveness {
            liveness: self.liveness.get_or_init(|| Liveness::new(program)),
            callers,
        }
    }
}

impl TemporaryLiveness<'_> {
    /// Returns the components of a temporary that may be read after an instruction before they are written.
    pub fn live_after(&self, instruction: InstructionId, temporary: u8) -> Mask {
        self.after(instruction).mask(temporary)
    }

    fn before(&self, instruction: InstructionId) -> Components {
        self.liveness.before(index(instruction), self.callers)
    }

    fn after(&self, instruction: InstructionId) -> Components {
        self.liveness.after(index(instruction), self.callers)
    }

    /// Returns the temporaries whose value before an instruction is never read, so that code before it can use them.
    pub fn free_before(&self, instruction: InstructionId) -> Vec<Register> {
        self.before(instruction).free().collect()
    }

    /// Returns the temporaries whose value after an instruction is never read.
    pub fn free_after(&self, instruction: InstructionId) -> Vec<Register> {
        self.after(instruction).free().collect()
    }

    /// Returns the definitions of a temporary's component that reach the point before an instruction.
    pub fn reaching(&self, instruction: InstructionId, temporary: u8, component: Component) -> ReachingWrites {
        let register = Register {
            bank: Bank::Temporary,
            number: temporary,
        };
        let component = Components::from_component(register, component);
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
