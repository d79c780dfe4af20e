//! Observers of a running program.

use pica200_dxbc::program::{Instruction, Mask};

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

/// An observer of a running program. Unused functions cost nothing, because runs are compiled for each observer.
pub trait Observer {
    /// Whether [`Observer::executed`] is called.
    const DETAILS: bool;

    /// A step is about to be executed.
    fn step(&mut self, step: usize);

    /// An instruction was executed. Called if [`Observer::DETAILS`] is true, and not for the one that fails.
    fn executed(&mut self, executed: &Executed<'_>);

    /// Whether the run stops after the last reported instruction ([`crate::FaultKind::Stopped`]). Called if
    /// [`Observer::DETAILS`] is true.
    fn stops(&self) -> bool {
        false
    }
}

/// Two observers, each of which is called if it needs to be.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    const DETAILS: bool = A::DETAILS || B::DETAILS;

    #[inline(always)]
    fn step(&mut self, step: usize) {
        self.0.step(step);
        self.1.step(step);
    }

    fn executed(&mut self, executed: &Executed<'_>) {
        if A::DETAILS {
            self.0.executed(executed);
        }
        if B::DETAILS {
            self.1.executed(executed);
        }
    }

    fn stops(&self) -> bool {
        A::DETAILS && self.0.stops() || B::DETAILS && self.1.stops()
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    const DETAILS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: usize) {}

    #[inline(always)]
    fn executed(&mut self, _: &Executed<'_>) {}
}

/// Passes each executed instruction to a function.
#[derive(Clone, Debug)]
pub struct Tracer<F>(pub F);

impl<F: FnMut(&Executed<'_>)> Observer for Tracer<F> {
    const DETAILS: bool = true;

    #[inline(always)]
    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        (self.0)(executed);
    }
}

/// Counts how often each step is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    steps: Vec<u64>,
}

impl Counts {
    /// Counts for a program.
    pub fn new(program: &crate::Program) -> Self {
        Self {
            steps: vec![0; program.instructions().len()],
        }
    }

    /// The number of times that each step of the program was executed.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }
}

impl Observer for Counts {
    const DETAILS: bool = false;

    #[inline(always)]
    fn step(&mut self, step: usize) {
        if let Some(count) = self.steps.get_mut(step) {
            *count += 1;
        }
    }

    #[inline(always)]
    fn executed(&mut self, _: &Executed<'_>) {}
}
