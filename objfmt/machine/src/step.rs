//! Decoded instructions, with all fields of the word and its descriptor.

use pica200_objfmt::isa::descriptor::{Component, Descriptor};
use pica200_objfmt::isa::instruction::{AddressRegister, Condition, Instruction, Operation};
use pica200_objfmt::isa::opcode::{Opcode, Operands, Transfer};
use pica200_objfmt::isa::register::{Bank, Register};

use crate::registers;

/// A source of an instruction.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Source {
    /// For each component, the row that it reads in the [`registers`].
    pub(crate) rows: [u16; 4],
    /// `80` to negate: the highest byte of a float's sign bit.
    pub(crate) sign: u8,
}

impl Source {
    /// Returns the index of the source's register.
    pub(crate) fn register(self) -> u8 {
        registers::slot_of_row(self.rows[0])
    }

    /// Returns the source with another register.
    pub(crate) fn of_register(self, slot: u8) -> Self {
        Self {
            rows: self.rows.map(|at| registers::row(slot, usize::from(at))),
            ..self
        }
    }
}

/// A run of consecutive steps.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct StepRange {
    /// The first word.
    pub(crate) first: u16,
    /// The number of steps.
    pub(crate) steps: u16,
}

/// A conditional instruction with two paths that reconverge after a few straight-line steps. Both paths stay in the
/// open call or loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fork {
    /// The path if the condition holds.
    pub(crate) taken: StepRange,
    /// The path if the condition does not hold.
    pub(crate) other: StepRange,
    /// The word at which the paths reconverge.
    pub(crate) meeting: u16,
    /// The word at which an `if` closes. An open call or loop must not end there.
    pub(crate) closing: Option<u16>,
}

/// A decoded instruction. Fields that its opcode does not have are 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The opcode; `None` for words that cannot be executed.
    pub(crate) opcode: Option<Opcode>,
    /// True if a scope may close after this word, or if the instruction can leave a loop.
    pub(crate) closes: bool,
    /// True if the source at [`Self::wide`] is relative.
    pub(crate) relative: bool,
    /// The index of the source to which the address register is added.
    pub(crate) wide: u8,
    /// The address register: 0 `a0.x`, 1 `a0.y`, 2 `aL`.
    pub(crate) index: u8,
    /// The destination mask, `x` at bit 3.
    pub(crate) mask: u8,
    /// The index of the destination in the [`registers`].
    pub(crate) destination: u8,
    pub(crate) sources: [Source; 3],
    /// True if a source is negated.
    pub(crate) negates: bool,
    /// True if a written component is also a source of a higher written component.
    pub(crate) overlaps: bool,
    /// The numbers of the operators of `cmp`.
    pub(crate) comparisons: [u8; 2],
    /// For each state of the flags, at bit `cmp.x` + 2 * `cmp.y`: 1 if the condition holds.
    pub(crate) condition: u8,
    /// The uniform that is tested, or the vertex slot of `setemit`.
    pub(crate) number: u8,
    /// The value of the boolean uniform for which the transfer is taken.
    pub(crate) expected: bool,
    /// The `prim` and `inv` flags of `setemit`.
    pub(crate) emission: [bool; 2],
    /// The first word of the target.
    pub(crate) target: u16,
    /// The word after the target: after a procedure, an else-body, or the body of a loop.
    pub(crate) end: u16,
    /// The control transfer.
    pub(crate) transfer: Transfer,
    /// The number of steps, starting with this one, that a batch can execute consecutively; see [`plan`](crate::plan).
    pub(crate) straight: u16,
    /// The paths that diverge at this instruction and soon reconverge.
    pub(crate) fork: Option<Fork>,
}

const UNDECODABLE: Step = Step {
    opcode: None,
    closes: false,
    relative: false,
    wide: 0,
    index: 0,
    mask: 0,
    destination: 0,
    sources: [Source { rows: [0; 4], sign: 0 }; 3],
    negates: false,
    overlaps: false,
    comparisons: [0; 2],
    condition: 0,
    number: 0,
    expected: false,
    emission: [false; 2],
    target: 0,
    end: 0,
    transfer: Transfer::Next,
    straight: 0,
    fork: None,
};

/// Decodes the words of a program. `descriptor` looks up a descriptor by its number.
pub(crate) fn decode(words: &[u32], descriptor: impl Fn(u8) -> Option<Descriptor>) -> Vec<Step> {
    let mut steps: Vec<_> = words
        .iter()
        .map(|&word| step(Instruction::decode(word), &descriptor))
        .collect();
    mark_ends(&mut steps);
    steps
}

/// Marks the words after which a scope can close. Scopes depend only on the program's words, so all ends are known.
fn mark_ends(steps: &mut [Step]) {
    let mark = |steps: &mut [Step], behind: u16| {
        let last = usize::from(behind).checked_sub(1);
        if let Some(step) = last.and_then(|last| steps.get_mut(last)) {
            step.closes = true;
        }
    };
    for word in 0..steps.len() {
        let Some(&Step {
            transfer, target, end, ..
        }) = steps.get(word)
        else {
            continue;
        };
        match transfer {
            Transfer::Call(_) | Transfer::Loop => mark(steps, end),
            Transfer::If(_) => mark(steps, target),
            _ => {}
        }
    }
}

/// Returns the descriptor number of a word, if it has one.
pub(crate) fn descriptor_of(word: u32) -> Option<u8> {
    match Instruction::decode(word).operation {
        Operation::Arithmetic { descriptor, .. } => Some(descriptor),
        _ => None,
    }
}

fn step(instruction: Instruction, find: impl Fn(u8) -> Option<Descriptor>) -> Step {
    let Some(opcode) = instruction.opcode else {
        return UNDECODABLE;
    };
    let mut step = Step {
        opcode: Some(opcode),
        transfer: opcode.transfer(),
        closes: opcode.is_break(),
        ..UNDECODABLE
    };
    match instruction.operation {
        Operation::Arithmetic {
            descriptor,
            sources,
            index,
            destination,
            comparisons,
        } => {
            let Some(descriptor) = find(descriptor) else {
                return UNDECODABLE;
            };
            step.destination = destination.map_or(0, registers::destination);
            step.mask = (descriptor.mask().to_bits()) & opcode.writable().to_bits();
            step.set_sources(sources, index, descriptor);
            step.negates = step.sources.iter().any(|source| source.sign != 0);
            step.overlaps = step.overlaps();
            step.comparisons = comparisons.map_or([0; 2], |pair| pair.map(|c| c.to_bits()));
        }
        Operation::Flow {
            target,
            condition,
            uniform,
        } => {
            step.target = target.word;
            step.end = target.word + u16::from(target.count);
            if step.transfer == Transfer::Loop {
                step.end = target.word + 1;
            }
            step.expected = !opcode.expects_false(target.count);
            step.condition = condition.map_or(0, Condition::satisfying_states);
            step.number = uniform.unwrap_or(0);
        }
        Operation::Emit {
            vertex,
            primitive,
            invert,
        } => {
            step.number = vertex;
            step.emission = [primitive, invert];
        }
        Operation::Plain | Operation::Unknown => {}
    }
    step
}

impl Step {
    /// Returns true if a written component is also a source of a higher written component.
    fn overlaps(&self) -> bool {
        let mut pairs = (0..4).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs.any(|(low, high)| {
            let row = registers::row(self.destination, low);
            self.writes(low) && self.writes(high) && self.sources.iter().any(|source| source.rows[high] == row)
        })
    }

    /// Returns true if the instruction writes an output or a temporary.
    pub(crate) fn writes_vector(&self) -> bool {
        let operands = self.opcode.map(|opcode| opcode.info().operands);
        matches!(operands, Some(Operands::Unary | Operands::Binary | Operands::Ternary))
    }

    /// Returns true if a component is in the destination mask.
    #[inline(always)]
    pub(crate) fn writes(&self, component: usize) -> bool {
        self.mask >> (3 - component % 4) & 1 != 0
    }

    fn set_sources(&mut self, sources: [Option<Register>; 3], index: AddressRegister, descriptor: Descriptor) {
        for (number, source) in (0..).zip(sources) {
            let Some(register) = source else { continue };
            let select = descriptor.source(usize::from(number));
            let slot = registers::source(register);
            self.sources[usize::from(number)] = Source {
                rows: Component::ALL
                    .map(|component| registers::row(slot, select.swizzle.component(component) as usize)),
                sign: if select.negate { 0x80 } else { 0 },
            };
            // Only float uniforms can be relative, and only as the wide source with its 7 bits.
            if register.bank == Bank::Float && index != AddressRegister::None {
                self.relative = true;
                self.wide = number;
                self.index = index as u8 - 1;
            }
        }
    }
}
