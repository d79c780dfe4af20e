//! Looking on while a program runs.

use crate::registers::Vector;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::Register;

/// What an instruction changed, apart from where execution goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Written {
    /// Nothing, or scopes alone.
    Nothing,
    /// Components of an output or a temporary.
    Vector {
        /// The register.
        register: Register,
        /// The components that were written.
        mask: Mask,
        /// What the register holds now, all four components.
        value: Vector,
    },
    /// `mova`: components of `a0`.
    Address {
        /// The components that were written, of `x` and `y`.
        mask: Mask,
        /// What `a0.x` and `a0.y` hold now.
        value: [i32; 2],
    },
    /// `cmp`: `cmp.x` and `cmp.y`.
    Flags([bool; 2]),
    /// `for`: `aL`. What the end of a loop does to `aL` is not told.
    LoopCounter(i32),
    /// `setemit`: the slot of the next vertices, whether they complete a triangle, and whether that is inverted.
    Emission {
        /// The vertex slot.
        slot: u8,
        /// `prim`.
        primitive: bool,
        /// `inv`.
        invert: bool,
    },
    /// `emit`: a vertex more.
    Vertex,
}

/// An instruction that was executed.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// Its word offset.
    pub word: u16,
    /// The operands after swizzle and sign, as many as the instruction has. Components that it does not look at are
    /// those that the descriptor selects all the same.
    pub operands: &'a [Vector],
    /// What it changed.
    pub written: Written,
    /// Where execution goes on.
    pub next: u16,
}

/// Looks on while a program runs. What an observer does not want costs nothing: runs are compiled for each.
pub trait Observer {
    /// Whether [`Observer::executed`] is wanted.
    const DETAILS: bool;

    /// A word is about to be executed.
    fn word(&mut self, word: u16);

    /// An instruction was executed. Called if [`Observer::DETAILS`] is true, and not for the one that fails.
    fn executed(&mut self, executed: &Executed<'_>);

    /// Whether the run is to stop behind the instruction that was told last ([`crate::FaultKind::Stopped`]). Asked if
    /// [`Observer::DETAILS`] is true.
    fn stops(&self) -> bool {
        false
    }
}

/// Two that look on: each is told what it wants to know.
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

/// Does not look.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    const DETAILS: bool = false;

    #[inline(always)]
    fn word(&mut self, _: u16) {}

    #[inline(always)]
    fn executed(&mut self, _: &Executed<'_>) {}
}

/// Hands each executed instruction to a function.
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

    /// For each word of the program, how often it was executed.
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
