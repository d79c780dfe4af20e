//! The operands of an instruction of a batch.

use pica200_objfmt::isa::opcode::Opcode;

use super::SIZE;
use super::members::Members;
use crate::arithmetic::{Operands, compute, rounded};
use crate::operands::read;
use crate::registers::{RESULT, Vectors, row};
use crate::step::{Source, Step};

/// An instruction that is executed for the members of a group. `ROUND` truncates the result to a float24; `NEGATE` says that
/// a source may be negated.
pub(super) struct Execution<'e, const ROUND: bool, const NEGATE: bool> {
    vectors: &'e mut Vectors<SIZE>,
    step: &'e Step,
    sources: &'e [Source; 3],
    members: Members,
    /// The register to which the result is written at first.
    place: u8,
}

impl<'e, const ROUND: bool, const NEGATE: bool> Execution<'e, ROUND, NEGATE> {
    /// Executes the instruction, if it is one that writes a vector. Returns whether it is.
    #[inline(always)]
    pub(super) fn run(
        opcode: Opcode,
        vectors: &'e mut Vectors<SIZE>,
        step: &'e Step,
        sources: &'e [Source; 3],
        members: Members,
    ) -> bool {
        let mut execution = Self::new(vectors, step, sources, members);
        let is_computed = compute(opcode, &mut execution);
        if is_computed {
            execution.finish();
        }
        is_computed
    }

    #[inline(always)]
    fn new(
        vectors: &'e mut Vectors<SIZE>,
        step: &'e Step,
        sources: &'e [Source; 3],
        members: Members,
    ) -> Self {
        Self {
            vectors,
            step,
            sources,
            members,
            place: if step.overlaps {
                RESULT
            } else {
                step.destination
            },
        }
    }

    /// Gives the destination its result, if that is elsewhere.
    #[inline(always)]
    fn finish(self) {
        if !self.step.overlaps {
            return;
        }
        for component in 0..4 {
            if self.step.writes(component) {
                let numbers = *self.vectors.row(row(self.place, component));
                let to = self.vectors.row_mut(row(self.step.destination, component));
                self.members.assign_numbers(to, numbers);
            }
        }
    }
}

impl<const ROUND: bool, const NEGATE: bool> Operands<SIZE> for Execution<'_, ROUND, NEGATE> {
    #[inline(always)]
    fn source(&self, operand: usize, component: usize) -> [f32; SIZE] {
        let source = &self.sources[operand % 3];
        if NEGATE {
            read(self.vectors, source, component)
        } else {
            *self.vectors.row(source.rows[component % 4])
        }
    }

    #[inline(always)]
    fn is_written(&self, component: usize) -> bool {
        self.step.writes(component)
    }

    #[inline(always)]
    fn write(&mut self, component: usize, numbers: [f32; SIZE]) {
        let numbers = if ROUND { numbers.map(rounded) } else { numbers };
        let to = self.vectors.row_mut(row(self.place, component));
        self.members.assign_numbers(to, numbers);
    }
}
