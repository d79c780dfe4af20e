//! The execution loop.

use pica200_objfmt::flow::scopes::{CallScope, IfScope, LoopScope, Scopes};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::opcode::{Opcode, Operands, Test, Transfer};
use pica200_objfmt::observe::Observer;

use crate::arithmetic::{compare, compute, lighting_flags, truncate_to_integer};
use crate::fault::{Fault, FaultKind};
use crate::geometry::Emitter;
use crate::observe::{Effect, Executed};
use crate::operands::{Execution, operands, read, sources, write};
use crate::program::{Decoded, Program};
use crate::registers::{Vector, Vectors};
use crate::step::{Source, Step};

/// The index of `aL` in [`State::addresses`].
pub(crate) const LOOP_COUNTER: usize = 2;

/// The state of the machine between instructions, except for the open scopes.
#[derive(Clone, Default, Debug)]
pub(crate) struct State {
    pub(crate) vectors: Vectors<1>,
    pub(crate) integers: [[u8; 4]; 4],
    /// Boolean uniform n at bit n.
    pub(crate) booleans: u16,
    /// `a0.x`, `a0.y`, `aL`.
    pub(crate) addresses: [i32; 3],
    /// `cmp.x` at bit 0, `cmp.y` at bit 1.
    pub(crate) flags: u8,
    pub(crate) emitter: Emitter,
}

/// A run that reached `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The number of executed instructions, including `end`.
    pub instructions: u64,
    /// The word of the executed `end`.
    pub end: u16,
}

/// The outcome of a run: the fault, or `None` for `end`; the last executed word; the number of executed instructions.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Outcome {
    pub(crate) fault: Option<FaultKind>,
    pub(crate) word: u16,
    pub(crate) instructions: u64,
}

impl Outcome {
    /// Converts the outcome to a result for the caller.
    pub(crate) fn result(self, program: &Program) -> Result<Run, Fault> {
        match self.fault {
            Some(kind) => Err(Fault {
                kind,
                location: program.location(self.word),
                instructions: self.instructions,
            }),
            None => Ok(Run {
                instructions: self.instructions,
                end: self.word,
            }),
        }
    }
}

/// The word at which execution continues.
pub(crate) struct Next {
    pub(crate) word: u16,
    pub(crate) is_break: bool,
}

impl Next {
    /// Returns the word after another.
    pub(crate) fn after(word: u16) -> Self {
        Self {
            word: word + 1,
            is_break: false,
        }
    }
}

/// Runs a program from its entry to `end`. `ROUND` truncates each result to a float24.
pub(crate) fn run<O: Observer<Program>, const ROUND: bool>(
    program: &Decoded,
    state: &mut State,
    observer: &mut O,
    budget: u64,
) -> Outcome {
    let mut scopes = Scopes::default();
    let mut word = program.entry;
    let mut last = word;
    let mut instructions = 0;
    let fault = loop {
        let Some(step) = program.steps.get(usize::from(word)) else {
            let words = program.steps.len();
            let target = word;
            break Some(FaultKind::OutsideCode { target, words });
        };
        last = word;
        if instructions == budget {
            break Some(FaultKind::BudgetUsedUp { budget });
        }
        let Some(opcode) = step.opcode else {
            break Some(program.undecodable(word));
        };
        observer.step(word.into());
        let mut shifted = None;
        let sources = sources(step, state.addresses, &mut shifted);
        let operands = operands::<O>(&state.vectors, sources);
        let mut next = Next::after(word);
        let mut execution = Execution {
            vectors: &state.vectors,
            sources,
            result: [0.0; 4],
        };
        if compute(opcode, &mut execution) {
            let value = execution.result;
            if opcode == Opcode::Litp {
                let [x, w] = [0, 3].map(|component| read(&state.vectors, &sources[0], component));
                let [[x], [y]] = lighting_flags(x, w);
                state.flags = u8::from(x != 0) | u8::from(y != 0) << 1;
            }
            write::<ROUND>(&mut state.vectors, step, value);
        } else if opcode == Opcode::End {
            instructions += 1;
            notify(observer, step, word, &operands, state, word);
            break None;
        } else if let Err(fault) = other(program, opcode, step, sources, state, &mut scopes, &mut next) {
            break Some(fault);
        }
        instructions += 1;
        if step.closes {
            let counter = &mut state.addresses[LOOP_COUNTER];
            next.word = scopes.close(word + 1, next.word, next.is_break, counter);
        }
        notify(observer, step, word, &operands, state, next.word);
        if O::DETAILS && observer.should_stop() {
            break Some(FaultKind::Stopped);
        }
        word = next.word;
    };
    Outcome {
        fault,
        word: last,
        instructions,
    }
}

/// Executes an instruction that writes no vector and is not `end`.
#[inline(always)]
fn other(
    program: &Decoded,
    opcode: Opcode,
    step: &Step,
    sources: &[Source; 3],
    state: &mut State,
    scopes: &mut Scopes,
    next: &mut Next,
) -> Result<(), FaultKind> {
    match opcode {
        Opcode::Mova => {
            for (component, bit) in [(0, 8), (1, 4)] {
                if step.mask & bit != 0 {
                    let [number] = read(&state.vectors, &sources[0], component);
                    state.addresses[component] = truncate_to_integer(number);
                }
            }
        }
        Opcode::Cmp => {
            let [[x], [y]] = [0, 1].map(|component| {
                let [a, b] = [0, 1].map(|n: usize| read(&state.vectors, &sources[n], component));
                compare(step.comparisons[component], a, b)
            });
            state.flags = u8::from(x != 0) | u8::from(y != 0) << 1;
        }
        Opcode::Emit | Opcode::Setemit if !program.is_geometry => {
            return Err(FaultKind::GeometryOnly);
        }
        Opcode::Emit => {
            if !state.emitter.emit(state.vectors.outputs()) {
                return Err(FaultKind::TooManyVertices);
            }
            state.vectors.swap_outputs();
        }
        Opcode::Setemit => {
            state.emitter.slot = step.number;
            [state.emitter.primitive, state.emitter.invert] = step.emission;
        }
        _ => {
            let holds = match step.transfer.test() {
                Some(Test::Flags) => step.condition >> (state.flags & 3) & 1 != 0,
                Some(Test::Boolean) => state.boolean(step.number) == step.expected,
                Some(Test::Always) | None => true,
            };
            let integer = *integer(step, &state.integers);
            let counter = &mut state.addresses[LOOP_COUNTER];
            flow(step, holds, integer, counter, scopes, next);
        }
    }
    Ok(())
}

/// Returns the integer uniform of a loop. The field has four bits, but there are four registers: the upper two bits are
/// assumed to be ignored.
#[inline(always)]
pub(crate) fn integer<'i, T>(step: &Step, integers: &'i [T; 4]) -> &'i T {
    &integers[usize::from(step.number & 3)]
}

/// Executes an instruction that transfers control, given the result of its test and, for a loop, the values of its
/// integer uniform.
#[inline]
pub(crate) fn flow(
    step: &Step,
    holds: bool,
    [counter, start, increment, _]: [u8; 4],
    loop_counter: &mut i32,
    scopes: &mut Scopes,
    next: &mut Next,
) {
    match step.transfer {
        Transfer::If(_) if holds => scopes.open_if(IfScope {
            else_body: step.target,
            end: step.end,
        }),
        Transfer::If(_) => next.word = step.target,
        Transfer::Call(_) if holds => {
            scopes.open_call(CallScope {
                end: step.end,
                return_to: next.word,
            });
            next.word = step.target;
        }
        Transfer::Jump(_) if holds => next.word = step.target,
        Transfer::Break(_) => next.is_break = holds,
        Transfer::Loop => {
            scopes.open_loop(LoopScope {
                body: next.word,
                end: step.end,
                counter,
                step: increment,
                counter_before: *loop_counter,
            });
            *loop_counter = start.into();
        }
        _ => {}
    }
}

impl State {
    pub(crate) fn boolean(&self, number: u8) -> bool {
        self.booleans >> (number & 15) & 1 != 0
    }

    pub(crate) fn flags(&self) -> [bool; 2] {
        [self.flags & 1 != 0, self.flags & 2 != 0]
    }
}

/// Reports an executed instruction to an observer that asks for details.
#[inline(always)]
fn notify<O: Observer<Program>>(
    observer: &mut O,
    step: &Step,
    word: u16,
    operands: &[Vector; 3],
    state: &State,
    next: u16,
) {
    if O::DETAILS
        && let Some(opcode) = step.opcode
    {
        let count = opcode.info().selectors.len().min(operands.len());
        observer.executed(&Executed {
            word,
            operands: operands.get(..count).unwrap_or_default(),
            written: written(opcode, step, state),
            next,
        });
    }
}

/// Returns the effect of an instruction, read from the state after it.
fn written(opcode: Opcode, step: &Step, state: &State) -> Effect {
    let [x, y, _] = state.addresses;
    let mask = Mask::from_bits(step.mask);
    match (opcode.info().operands, opcode) {
        (Operands::Unary | Operands::Binary | Operands::Ternary, _) => Effect::Vector {
            register: crate::registers::written(step.destination),
            mask,
            value: state.vectors.of_vertex(step.destination, 0),
        },
        (_, Opcode::Mova) => Effect::Address { mask, value: [x, y] },
        (_, Opcode::Cmp) => Effect::Flags(state.flags()),
        (_, Opcode::For) => Effect::LoopCounter(state.addresses[LOOP_COUNTER]),
        (_, Opcode::Emit) => Effect::Vertex,
        (_, Opcode::Setemit) => Effect::Emission {
            slot: state.emitter.slot,
            primitive: state.emitter.primitive,
            invert: state.emitter.invert,
        },
        _ => Effect::Nothing,
    }
}
