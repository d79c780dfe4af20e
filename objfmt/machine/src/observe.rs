//! Observers of a running program.

use crate::registers::Vector;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::Register;

/// The effect of an instruction, apart from the next word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Written {
    /// Nothing, or only scopes.
    Nothing,
    /// Components of an output or a temporary.
    Vector {
        /// The register.
        register: Register,
        /// The components that were written.
        mask: Mask,
        /// The new value of the register, all four components.
        value: Vector,
    },
    /// `mova`: components of `a0`.
    Address {
        /// The components that were written, among `x` and `y`.
        mask: Mask,
        /// The new values of `a0.x` and `a0.y`.
        value: [i32; 2],
    },
    /// `cmp`: `cmp.x` and `cmp.y`.
    Flags([bool; 2]),
    /// `for`: `aL`. Changes of `aL` at the end of a loop are not reported.
    LoopCounter(i32),
    /// `setemit`: the slot of the following vertices, and whether they complete a triangle and invert it.
    Emission {
        /// The vertex slot.
        slot: u8,
        /// `prim`.
        primitive: bool,
        /// `inv`.
        invert: bool,
    },
    /// `emit`: another vertex.
    Vertex,
}

/// An executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// Its word offset.
    pub word: u16,
    /// The operands after swizzle and sign, as many as the instruction has. Components that the instruction does not
    /// use have the values that the descriptor selects.
    pub operands: &'a [Vector],
    /// Its effect.
    pub written: Written,
    /// The word at which execution continues.
    pub next: u16,
}

/// An observer of a running program. Unused functions cost nothing, because runs are compiled for each observer.
pub trait Observer {
    /// Whether [`Observer::executed`] is called.
    const DETAILS: bool;

    /// A word is about to be executed.
    fn word(&mut self, word: u16);

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
    fn word(&mut self, word: u16) {
        self.0.word(word);
        self.1.word(word);
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
    fn word(&mut self, _: u16) {}

    #[inline(always)]
    fn executed(&mut self, _: &Executed<'_>) {}
}

/// Passes each executed instruction to a function.
#[derive(Clone, Debug)]
pub struct Tracer<F>(pub F);

impl<F: FnMut(&Executed<'_>)> Observer for Tracer<F> {
    const DETAILS: bool = true;

    #[inline(always)]
    fn word(&mut self, _: u16) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        (self.0)(executed);
    }
}

/// Counts how often each word is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    words: Vec<u64>,
}

impl Counts {
    /// Counts for a program.
    pub fn new(program: &crate::Program) -> Self {
        Self {
            words: vec![0; program.words().len()],
        }
    }

    /// The number of times that each word of the program was executed.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl Observer for Counts {
    const DETAILS: bool = false;

    #[inline(always)]
    fn word(&mut self, word: u16) {
        if let Some(count) = self.words.get_mut(usize::from(word)) {
            *count += 1;
        }
    }

    #[inline(always)]
    fn executed(&mut self, _: &Executed<'_>) {}
}
