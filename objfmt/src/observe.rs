//! Observers of running programs, shared by the machine models for different kinds of programs.
//!
//! A program defines the type of its executed instructions ([`Observable`]). A machine notifies an [`Observer`] before
//! each step and, if the observer asks for details, after each instruction. Runs are monomorphised over the observer,
//! so unused callbacks cost nothing.

/// A program that can be observed: a list of steps, numbered from 0.
pub trait Observable {
    /// An executed instruction.
    type Executed<'a>;

    /// Returns the number of steps.
    fn steps(&self) -> usize;
}

/// An observer of a running program.
pub trait Observer<P: Observable> {
    /// True if [`Observer::executed`] is called.
    const DETAILS: bool;

    /// Called before a step is executed.
    fn step(&mut self, step: usize);

    /// Called before several vertices execute a step. Machines that run vertices in batches call this instead of
    /// [`Observer::step`], for vertices in any order.
    #[inline(always)]
    fn steps(&mut self, step: usize, vertices: u32) {
        for _ in 0..vertices {
            self.step(step);
        }
    }

    /// Called after an instruction was executed, if [`Observer::DETAILS`] is true. Not called for an instruction that
    /// faults.
    fn executed(&mut self, executed: &P::Executed<'_>);

    /// Returns true if the run should stop after the last reported instruction, with a fault that says so. Called if
    /// [`Observer::DETAILS`] is true.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Two observers, each called only if it needs to be.
impl<P: Observable, A: Observer<P>, B: Observer<P>> Observer<P> for (&mut A, &mut B) {
    const DETAILS: bool = A::DETAILS || B::DETAILS;

    #[inline(always)]
    fn step(&mut self, step: usize) {
        self.0.step(step);
        self.1.step(step);
    }

    #[inline(always)]
    fn steps(&mut self, step: usize, vertices: u32) {
        self.0.steps(step, vertices);
        self.1.steps(step, vertices);
    }

    fn executed(&mut self, executed: &P::Executed<'_>) {
        if A::DETAILS {
            self.0.executed(executed);
        }
        if B::DETAILS {
            self.1.executed(executed);
        }
    }

    fn should_stop(&self) -> bool {
        A::DETAILS && self.0.should_stop() || B::DETAILS && self.1.should_stop()
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl<P: Observable> Observer<P> for NoObserver {
    const DETAILS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: usize) {}

    #[inline(always)]
    fn executed(&mut self, _: &P::Executed<'_>) {}
}

/// An observer that passes each executed instruction to a function.
#[derive(Clone, Debug)]
pub struct Tracer<F>(pub F);

impl<P: Observable, F: FnMut(&P::Executed<'_>)> Observer<P> for Tracer<F> {
    const DETAILS: bool = true;

    #[inline(always)]
    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &P::Executed<'_>) {
        (self.0)(executed);
    }
}

/// An observer with an execution count for each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    steps: Vec<u64>,
}

impl Counts {
    /// Creates zeroed counts for a program.
    pub fn new(program: &impl Observable) -> Self {
        Self {
            steps: vec![0; program.steps()],
        }
    }

    /// Returns the execution count of each step.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// Replays all counted steps to another observer, in ascending order.
    pub fn replay<P: Observable>(&self, observer: &mut impl Observer<P>) {
        for (step, count) in self.steps.iter().enumerate() {
            let mut left = *count;
            while left > 0 {
                let part = u32::try_from(left).unwrap_or(u32::MAX);
                observer.steps(step, part);
                left -= u64::from(part);
            }
        }
    }
}

impl<P: Observable> Observer<P> for Counts {
    const DETAILS: bool = false;

    #[inline(always)]
    fn step(&mut self, step: usize) {
        <Self as Observer<P>>::steps(self, step, 1);
    }

    #[inline(always)]
    fn steps(&mut self, step: usize, vertices: u32) {
        if let Some(count) = self.steps.get_mut(step) {
            *count += u64::from(vertices);
        }
    }

    #[inline(always)]
    fn executed(&mut self, _: &P::Executed<'_>) {}
}
