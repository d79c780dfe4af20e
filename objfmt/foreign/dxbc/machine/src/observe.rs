//! What observers of a running program are told.

use pica200_dxbc::program::{Instruction, Mask};
use pica200_objfmt::observe::Observed;

use crate::program::Program;
use crate::registers::{Register, Vector};

/// A register that an instruction wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The register.
    pub register: Register,
    /// The lanes that were written.
    pub mask: Mask,
    /// The new value of the register, all four lanes.
    pub value: Vector,
}

/// An executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// The number of the step.
    pub step: usize,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// The values of the operands that were read, after order and modifiers, without resources and labels.
    pub operands: &'a [Vector],
    /// The registers that were written, as their destinations stand in the instruction.
    pub written: &'a [Written],
    /// The step at which execution continues; that of the number of steps at the end.
    pub next: usize,
}

/// The steps of a program are its instructions without declarations.
impl Observed for Program {
    type Executed<'a> = Executed<'a>;

    fn steps(&self) -> usize {
        self.instructions().len()
    }
}
