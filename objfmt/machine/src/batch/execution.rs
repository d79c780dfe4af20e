//! Batch execution of straight-line instructions.

use pica200_objfmt::isa::opcode::Opcode;

use super::SIZE;
use super::members::{Members, blend};
use super::state::BatchState;
use crate::arithmetic::{Operands, compare, compute, lighting_flags, map, truncate_to_float24, truncate_to_integer};
use crate::operands::read;
use crate::registers::{GATHERED, RESULT, Vectors, relative, row};
use crate::step::{Source, Step};

/// Executes consecutive steps for the same vertices. `ROUND` truncates each result to a float24. Steps that transfer
/// control do nothing.
#[inline(never)]
pub(super) fn execute<const ROUND: bool>(wide: &mut BatchState, steps: &[Step], members: Members) {
    let lanes = members.lanes();
    let lanes = (members != Members::ALL).then_some(&lanes);
    for step in steps {
        let Some(opcode) = step.opcode else { continue };
        let mut shifted = None;
        let sources = if step.relative {
            &*shifted.insert(shift(wide, members, step))
        } else {
            &step.sources
        };
        if opcode == Opcode::Litp {
            // Before the result is written, which may overwrite the source.
            let [x, w] = [0, 3].map(|component| read(&wide.vectors, &sources[0], component));
            let holds = lighting_flags(x, w).map(Members::from_lanes);
            for (flag, holds) in wide.flags.iter_mut().zip(holds) {
                *flag = flag.without(members).or(holds.and(members));
            }
        }
        let vectors = &mut wide.vectors;
        let is_computed = if step.negates {
            Execution::<ROUND, true>::run(opcode, vectors, step, sources, lanes)
        } else {
            Execution::<ROUND, false>::run(opcode, vectors, step, sources, lanes)
        };
        match opcode {
            _ if is_computed => {}
            Opcode::Mova => set_addresses(wide, members, step, &sources[0]),
            Opcode::Cmp => set_flags(wide, members, step, sources),
            _ => {}
        }
    }
}

/// Returns the sources of a step with a relative source. If its register differs between members, their values are
/// gathered into one register.
#[inline(always)]
fn shift(wide: &mut BatchState, members: Members, step: &Step) -> [Source; 3] {
    let mut sources = step.sources;
    let offsets = &wide.addresses[usize::from(step.index) % 3];
    let source = &mut sources[usize::from(step.wide) % 3];
    let first = offsets[members.lowest()];
    let slot = if members.agree(offsets, first) {
        relative(source.register(), first)
    } else {
        gather(&mut wide.vectors, members, source.register(), offsets)
    };
    *source = source.of_register(slot);
    sources
}

/// Gathers the values of uniforms that differ between vertices. Returns the index of the gathered register.
#[inline(never)]
fn gather(vectors: &mut Vectors<SIZE>, members: Members, slot: u8, offsets: &[i32; SIZE]) -> u8 {
    for vertex in members.numbers() {
        let value = vectors.of_vertex(relative(slot, offsets[vertex]), vertex);
        vectors.set_vertex(GATHERED, vertex, value);
    }
    GATHERED
}

/// Executes `mova`.
fn set_addresses(wide: &mut BatchState, members: Members, step: &Step, source: &Source) {
    for (component, addresses) in wide.addresses.iter_mut().enumerate().take(2) {
        if step.writes(component) {
            let numbers = read(&wide.vectors, source, component);
            members.assign(addresses, numbers.map(truncate_to_integer));
        }
    }
}

/// Executes `cmp`.
#[inline(always)]
fn set_flags(wide: &mut BatchState, members: Members, step: &Step, [a, b, _]: &[Source; 3]) {
    for (component, flag) in wide.flags.iter_mut().enumerate() {
        let [a, b] = [a, b].map(|source| read(&wide.vectors, source, component));
        let holds = Members::from_lanes(compare(step.comparisons[component], a, b));
        *flag = flag.without(members).or(holds.and(members));
    }
}

/// Execution of an instruction that writes a vector. `NEGATE` is true if a source may be negated.
struct Execution<'e, const ROUND: bool, const NEGATE: bool> {
    vectors: &'e mut Vectors<SIZE>,
    step: &'e Step,
    sources: &'e [Source; 3],
    /// The lane mask of the executing vertices; `None` if all vertices execute it.
    lanes: Option<&'e [u32; SIZE]>,
    /// The register to which the result is written first.
    slot: u8,
}

impl<'e, const ROUND: bool, const NEGATE: bool> Execution<'e, ROUND, NEGATE> {
    /// Executes the instruction if it writes a vector. Returns true if it does.
    #[inline(always)]
    fn run(
        opcode: Opcode,
        vectors: &'e mut Vectors<SIZE>,
        step: &'e Step,
        sources: &'e [Source; 3],
        lanes: Option<&'e [u32; SIZE]>,
    ) -> bool {
        let mut execution = Self {
            vectors,
            step,
            sources,
            lanes,
            slot: if step.overlaps { RESULT } else { step.destination },
        };
        let is_computed = compute(opcode, &mut execution);
        if is_computed && step.overlaps {
            execution.finish();
        }
        is_computed
    }

    /// Copies the result to the destination.
    #[inline(never)]
    fn finish(self) {
        for component in 0..4 {
            if self.step.writes(component) {
                let numbers = *self.vectors.row(row(self.slot, component));
                let to = self.vectors.row_mut(row(self.step.destination, component));
                assign(self.lanes, to, numbers);
            }
        }
    }
}

/// Assigns new numbers in all or some lanes.
#[inline(always)]
fn assign(lanes: Option<&[u32; SIZE]>, numbers: &mut [f32; SIZE], new: [f32; SIZE]) {
    match lanes {
        None => *numbers = new,
        Some(lanes) => blend(lanes, numbers, new),
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
        let numbers = if ROUND {
            map(numbers, truncate_to_float24)
        } else {
            numbers
        };
        assign(self.lanes, self.vectors.row_mut(row(self.slot, component)), numbers);
    }
}
