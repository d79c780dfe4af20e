//! Conversion of model 5.1 shaders to register numbers of earlier models.
//!
//! Model 5.1 declares register ranges: a kind, a space, and the first and last register. An instruction refers to a
//! resource by range id and register. Earlier models have one list of registers for each kind. The code is otherwise
//! identical, so a shader whose registers are renumbered into such lists can be processed as an earlier model.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::Shader;
use crate::program::{Index, Instruction, Opcode, Operand, Program, RegisterKind, RegisterRange};

/// The number of constant buffer slots before model 5.1.
const BUFFERS: u32 = 14;

/// The number of registers reserved for an unbounded range.
const UNBOUNDED: u32 = 4096;

impl<'a> Shader<'a> {
    /// Returns the shader with its program and bindings renumbered to plain registers, as used before model 5.1.
    ///
    /// A register keeps its number unless another space uses it or a constant buffer's slot would be above 13;
    /// otherwise it gets the next free number. Each buffer of a constant buffer array becomes a separate buffer.
    pub fn with_plain_registers(&self) -> Cow<'_, Self> {
        let Some((chunk, program)) = &self.program else {
            return Cow::Borrowed(self);
        };
        let registers = Registers::new(program);
        if registers.0.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut plain = self.clone();
        plain.program = Some((*chunk, registers.applied_to(program)));
        let bindings = plain.resources.iter_mut();
        for binding in bindings.flat_map(|resources| &mut resources.bindings) {
            let number = binding
                .space
                .and_then(|space| registers.first(binding.kind.register_kind(), space.id));
            binding.bind_point = number.unwrap_or(binding.bind_point);
        }
        Cow::Owned(plain)
    }
}

/// Each range by kind and id, with the plain number of its first register.
struct Registers(BTreeMap<(RegisterKind, u32), (RegisterRange, u32)>);

impl Registers {
    fn new(program: &Program) -> Self {
        let mut found = Self(BTreeMap::new());
        let mut taken: BTreeMap<RegisterKind, AllocatedRanges> = BTreeMap::new();
        for instruction in &program.instructions {
            let (Some(range), [operand, ..]) = (instruction.register_range(), instruction.operands()) else {
                continue;
            };
            let kind = operand.kind();
            let max = match kind {
                RegisterKind::CONSTANT_BUFFER => BUFFERS,
                _ => u32::MAX,
            };
            let entry = found.0.entry((kind, range.id));
            entry.or_insert_with(|| {
                let taken = taken.entry(kind).or_default();
                (range, taken.allocate(range.first, count(range), max))
            });
        }
        found
    }

    /// Returns the plain number of a range's first register.
    fn first(&self, kind: RegisterKind, id: u32) -> Option<u32> {
        self.0.get(&(kind, id)).map(|(_, plain)| *plain)
    }

    fn applied_to(&self, program: &Program) -> Program {
        let mut instructions = Vec::with_capacity(program.instructions.len());
        for instruction in &program.instructions {
            let mut own = instruction.clone();
            let range = instruction.register_range();
            own.each_operand(&mut |operand| self.apply(operand));
            let size = size(instruction);
            let buffers = match (range, size) {
                (Some(range), Some(size)) => {
                    own.make_buffer(size);
                    count(range).min(BUFFERS)
                }
                _ => 1,
            };
            for number in 1..buffers {
                let mut other = own.clone();
                if let Some(Index::Immediate(slot)) = other.first_index() {
                    *slot = slot.saturating_add(number);
                }
                instructions.push(other);
            }
            instructions.push(own);
        }
        Program {
            instructions,
            ..program.clone()
        }
    }

    /// Replaces the register of an operand by its plain number.
    fn apply(&self, operand: &mut Operand) {
        if !operand.names_range() {
            return;
        }
        let kind = operand.kind();
        let range = operand.number().and_then(|id| self.0.get(&(kind, id)));
        let Some(&(range, plain)) = range else {
            return;
        };
        operand.indices.remove(0);
        let moved = |number: u32| number.wrapping_sub(range.first).wrapping_add(plain);
        match operand.indices.first_mut() {
            Some(Index::Immediate(number) | Index::Offset(number, _)) => *number = moved(*number),
            Some(index @ Index::Relative(_)) if moved(0) != 0 => {
                if let Index::Relative(by) = std::mem::replace(index, Index::Immediate(0)) {
                    *index = Index::Offset(moved(0), by);
                }
            }
            _ => {}
        }
        // In declarations, the last register follows the first.
        let is_declared = match kind {
            RegisterKind::CONSTANT_BUFFER => false,
            _ => operand.indices.len() > 1,
        };
        if is_declared {
            operand.indices.truncate(1);
        }
    }
}

/// Returns the number of registers in a range.
fn count(range: RegisterRange) -> u32 {
    match range.last {
        u32::MAX => UNBOUNDED,
        last => last.saturating_sub(range.first).saturating_add(1),
    }
}

/// Returns the size of the constant buffer that an instruction declares.
fn size(instruction: &Instruction) -> Option<u32> {
    match instruction.declaration() {
        Some(crate::program::Declaration::ConstantBuffer { size, .. }) => size,
        _ => None,
    }
}

/// The allocated numbers as runs: start to end.
#[derive(Default)]
struct AllocatedRanges(BTreeMap<u32, u32>);

impl AllocatedRanges {
    /// Allocates `count` registers: at `wanted` if they are free and below `max`, otherwise at the next free number.
    fn allocate(&mut self, wanted: u32, count: u32, max: u32) -> u32 {
        let end = wanted.saturating_add(count);
        let is_free = self.is_free(wanted, end) && end <= max;
        let start = if is_free { wanted } else { self.gap(count, max) };
        self.0.insert(start, start.saturating_add(count));
        start
    }

    fn is_free(&self, start: u32, end: u32) -> bool {
        let before = self.0.range(..end).next_back();
        before.is_none_or(|(_, &other)| other <= start)
    }

    /// Returns the first gap of `count` registers: below `max` if there is one, otherwise after all others.
    fn gap(&self, count: u32, max: u32) -> u32 {
        let end = self.0.last_key_value().map_or(0, |(_, end)| *end);
        if max == u32::MAX {
            return end;
        }
        let mut below = 0..max.saturating_sub(count.saturating_sub(1));
        let free = below.find(|&start| self.is_free(start, start.saturating_add(count)));
        free.unwrap_or(end)
    }
}

impl Instruction {
    /// Calls a function for each operand, including operands in indices.
    fn each_operand(&mut self, visit: &mut impl FnMut(&mut Operand)) {
        for operand in self.operands_mut() {
            operand.visit_mut(visit);
        }
    }

    fn first_index(&mut self) -> Option<&mut Index> {
        self.operands_mut().first_mut()?.indices.first_mut()
    }

    /// Converts a constant buffer declaration to the format before model 5.1, whose second index is the size.
    fn make_buffer(&mut self, size: u32) {
        if self.opcode() != Opcode::DCL_CONSTANTBUFFER {
            return;
        }
        if let Some(operand) = self.operands_mut().first_mut()
            && let [_, second] = operand.indices.as_mut_slice()
        {
            *second = Index::Immediate(size);
        }
    }
}
