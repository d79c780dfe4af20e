//! Data passed to observers of a running program.

use pica200_dxbc::program::{Instruction, Mask};
use pica200_objfmt::observe::Observable;

use crate::program::Program;
use crate::registers::{Register, Vector};

/// A register written by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenRegister {
    /// The register.
    pub register: Register,
    /// The components that were written.
    pub mask: Mask,
    /// The new value of the register, with all four components.
    pub value: Vector,
}

/// An executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// The index of the step.
    pub step: usize,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// The values of the source operands, after swizzle and modifiers, without resources and labels.
    pub operands: &'a [Vector],
    /// The registers that were written, in the order of the destination operands.
    pub written: &'a [WrittenRegister],
    /// The next step; the number of steps at the end of the program.
    pub next: usize,
}

/// The steps of a program are its instructions without declarations.
impl Observable for Program {
    type Executed<'a> = Executed<'a>;

    fn steps(&self) -> usize {
        self.instructions().len()
    }
}
