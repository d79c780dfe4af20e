//! The last instructions of a run.

use std::collections::VecDeque;

use pica200_machine::{Executed, Observer, Program, Vector, Written};

use crate::shader::listing::Listing;

/// The number of instructions that are kept.
const LENGTH: usize = 12;

/// An executed instruction.
struct Step {
    word: u16,
    operands: [Vector; 3],
    /// The number of operands.
    count: usize,
    written: Written,
    next: u16,
}

/// Keeps the last instructions of a run.
#[derive(Default)]
pub(super) struct Trail {
    steps: VecDeque<Step>,
    /// The number of all executed instructions.
    pub(super) executed: u64,
}

impl Observer<Program> for Trail {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        let mut operands = [Vector::default(); 3];
        let count = executed.operands.len().min(operands.len());
        for (slot, operand) in operands.iter_mut().zip(executed.operands) {
            *slot = *operand;
        }
        if self.steps.len() == LENGTH {
            self.steps.pop_front();
        }
        self.steps.push_back(Step {
            word: executed.word,
            operands,
            count,
            written: executed.written,
            next: executed.next,
        });
        self.executed += 1;
    }
}

impl Trail {
    /// The lines of the last instructions.
    pub(super) fn lines(&self, listing: &Listing) -> Vec<String> {
        let line = |step: &Step| {
            let executed = Executed {
                word: step.word,
                operands: step.operands.get(..step.count)?,
                written: step.written,
                next: step.next,
            };
            listing.line(&executed)
        };
        self.steps.iter().filter_map(line).collect()
    }
}
