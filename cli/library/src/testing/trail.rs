//! The last instructions of a run.

use std::collections::VecDeque;

use pica200_dxbc_machine as direct3d;
use pica200_machine::{Effect, Executed, Observer, Program, Vector};
use pica200_objfmt::observe::Observable;

use crate::shader::direct3d::listing::Listing as ContainerListing;
use crate::shader::listing::Listing;

/// Number of instructions kept.
const LENGTH: usize = 12;

/// Programs whose executed instructions can be recorded.
pub(super) trait Recordable: Observable {
    /// An executed instruction without references.
    type Step: Default;
    /// Listing of the program.
    type Listing;

    /// Overwrites a recorded instruction.
    fn keep(step: &mut Self::Step, executed: &Self::Executed<'_>);

    /// Formats a recorded instruction.
    fn line(step: &Self::Step, listing: &Self::Listing) -> Option<String>;
}

/// A recorded instruction of a PICA200 shader.
#[derive(Default)]
pub(super) struct Step {
    word: u16,
    operands: [Vector; 3],
    /// Number of operands.
    count: usize,
    written: Option<Effect>,
    next: u16,
}

impl Recordable for Program {
    type Step = Step;
    type Listing = Listing;

    fn keep(step: &mut Step, executed: &Executed<'_>) {
        *step = Step {
            word: executed.word,
            count: executed.operands.len().min(step.operands.len()),
            written: Some(executed.written),
            next: executed.next,
            ..Step::default()
        };
        for (slot, operand) in step.operands.iter_mut().zip(executed.operands) {
            *slot = *operand;
        }
    }

    fn line(step: &Step, listing: &Listing) -> Option<String> {
        listing.line(&Executed {
            word: step.word,
            operands: step.operands.get(..step.count)?,
            written: step.written?,
            next: step.next,
        })
    }
}

/// A recorded instruction of a container shader.
#[derive(Default)]
pub(super) struct ContainerStep {
    number: usize,
    operands: Vec<direct3d::Vector>,
    written: Vec<direct3d::WrittenRegister>,
}

impl Recordable for direct3d::Program {
    type Step = ContainerStep;
    type Listing = ContainerListing;

    fn keep(step: &mut ContainerStep, executed: &direct3d::Executed<'_>) {
        step.number = executed.step;
        // The lists keep their capacity.
        step.operands.clear();
        step.operands.extend_from_slice(executed.operands);
        step.written.clear();
        step.written.extend_from_slice(executed.written);
    }

    fn line(step: &ContainerStep, listing: &ContainerListing) -> Option<String> {
        listing.line(step.number, &step.operands, &step.written)
    }
}

/// Records the last instructions of a run.
pub(super) struct Recorder<P: Recordable> {
    steps: VecDeque<P::Step>,
    executed: u64,
}

impl<P: Recordable> Default for Recorder<P> {
    fn default() -> Self {
        Self {
            steps: VecDeque::new(),
            executed: 0,
        }
    }
}

impl<P: Recordable> Observer<P> for Recorder<P> {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &P::Executed<'_>) {
        let oldest = if self.steps.len() == LENGTH {
            self.steps.pop_front()
        } else {
            None
        };
        let mut step = oldest.unwrap_or_default();
        P::keep(&mut step, executed);
        self.steps.push_back(step);
        self.executed += 1;
    }
}

impl<P: Recordable> Recorder<P> {
    /// Formats the last instructions.
    pub(super) fn trail(&self, listing: &P::Listing) -> Trail {
        let lines = self.steps.iter().filter_map(|step| P::line(step, listing));
        Trail {
            lines: lines.collect(),
            executed: self.executed,
        }
    }
}

/// The last instructions of a run as text.
#[derive(Default)]
pub(super) struct Trail {
    /// One line for each.
    pub(super) lines: Vec<String>,
    /// Total number of executed instructions.
    pub(super) executed: u64,
}
