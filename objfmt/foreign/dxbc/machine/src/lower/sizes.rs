//! Number of registers that a program uses, within the limits of Direct3D.

use std::collections::BTreeMap;

use pica200_dxbc::program::{Declaration, Index, Instruction, Operand, ProgramKind, RegisterKind};

use super::operands::MAX_NESTING;
use super::{LocatedError, Lowerer, location_of};
use crate::fault::CodeError;
use crate::registers::{BUFFERS, Layout, MAX_PORTS, MAX_ROWS, MAX_TEMPORARIES, Sizes};
use crate::step::Code;

/// The numbers of inputs and outputs in the signatures.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Ports {
    pub(crate) inputs: u32,
    pub(crate) outputs: u32,
    /// The vertex count of a geometry shader's primitive.
    pub(crate) vertices: Option<u32>,
}

impl Lowerer {
    /// Counts registers and assigns their rows.
    pub(super) fn new(all: &[Instruction], ports: Ports, stage: ProgramKind) -> Result<Self, LocatedError> {
        let mut counter = Counter {
            sizes: Sizes {
                inputs: ports.inputs,
                vertices: ports.vertices,
                outputs: ports.outputs,
                ..Sizes::default()
            },
            in_arrays: 0,
        };
        let mut immediate = Vec::new();
        for instruction in all {
            let counted = counter.count(instruction);
            counted.map_err(|error| (location_of(instruction), error))?;
            if let Some(rows) = instruction.immediate_constant_buffer() {
                immediate = rows.to_vec();
            }
        }
        let rows = u32::try_from(immediate.len()).unwrap_or(u32::MAX);
        let layout = Layout::new(&counter.sizes, rows);
        Ok(Self {
            code: Code {
                layout,
                ..Code::default()
            },
            stage,
            immediate,
            literals: Vec::new(),
        })
    }

    /// Returns the code and its rows.
    pub(super) fn finish(mut self) -> super::LoweredProgram {
        let literals = u32::try_from(self.literals.len()).unwrap_or(u32::MAX);
        let layout = &mut self.code.layout;
        let before = layout.rows;
        layout.allocate(literals);
        let mut rows = vec![[0; 4]; before as usize];
        let first = layout.immediate.first as usize;
        let immediate = rows.iter_mut().skip(first).zip(self.immediate);
        immediate.for_each(|(row, value)| *row = value);
        rows.extend(self.literals);
        super::LoweredProgram { code: self.code, rows }
    }
}

struct Counter {
    sizes: Sizes,
    /// The temporaries in arrays.
    in_arrays: u64,
}

impl Counter {
    fn count(&mut self, instruction: &Instruction) -> Result<(), CodeError> {
        match instruction.declaration() {
            Some(Declaration::Temps(count)) => self.temporaries(count.into())?,
            Some(Declaration::IndexableTemp { register, count, .. }) => self.array(register, count)?,
            Some(Declaration::ConstantBuffer { operand, .. }) => self.buffer(operand)?,
            Some(Declaration::IndexRange { operand, count }) => {
                let first = operand.indices.last().map_or(0, Index::offset);
                self.list(operand.kind(), first.saturating_add(count.into()))?;
            }
            _ => {}
        }
        let operands = instruction.operands().iter();
        operands
            .zip(1..)
            .try_for_each(|(operand, number)| self.operand(operand, number, 0))
    }

    fn operand(&mut self, operand: &Operand, number: usize, depth: usize) -> Result<(), CodeError> {
        if depth > MAX_NESTING {
            return Err(CodeError::Nesting {
                operand: number,
                max: MAX_NESTING,
            });
        }
        // The second index of a geometry shader's input is the register.
        let register = match operand.indices.as_slice() {
            [index] => Some(index),
            [_, index] if operand.kind() == RegisterKind::INPUT => Some(index),
            _ => None,
        };
        if let Some(index) = register.filter(|index| index.relative().is_none()) {
            self.list(operand.kind(), index.offset().saturating_add(1))?;
        }
        let nested = operand.indices.iter().filter_map(Index::relative);
        for operand in nested {
            self.operand(operand, number, depth + 1)?;
        }
        Ok(())
    }

    /// Reserves `count` registers of a kind.
    fn list(&mut self, kind: RegisterKind, count: u64) -> Result<(), CodeError> {
        match kind {
            RegisterKind::TEMP => self.temporaries(count),
            RegisterKind::INPUT => raise(&mut self.sizes.inputs, "inputs", count, MAX_PORTS),
            RegisterKind::OUTPUT => raise(&mut self.sizes.outputs, "outputs", count, MAX_PORTS),
            _ => Ok(()),
        }
    }

    fn temporaries(&mut self, count: u64) -> Result<(), CodeError> {
        let all = count.saturating_add(self.in_arrays);
        check("temporaries", all, MAX_TEMPORARIES)?;
        raise(&mut self.sizes.temporaries, "temporaries", count, MAX_TEMPORARIES)
    }

    fn array(&mut self, register: u32, count: u32) -> Result<(), CodeError> {
        let arrays: &mut BTreeMap<_, _> = &mut self.sizes.arrays;
        let before = arrays.insert(register, count).unwrap_or_default();
        self.in_arrays = self.in_arrays + u64::from(count) - u64::from(before);
        self.temporaries(self.sizes.temporaries.into())
    }

    /// Counts a declared constant buffer. Of two declarations of one buffer, the larger is used.
    fn buffer(&mut self, operand: &Operand) -> Result<(), CodeError> {
        let [slot, rows] = operand.indices.as_slice() else {
            return Err(CodeError::Indices {
                operand: 1,
                kind: operand.kind(),
                found: operand.indices.len(),
                expected: 2,
            });
        };
        let number = slot.offset();
        let size = usize::try_from(number).ok();
        let size = size.and_then(|number| self.sizes.buffers.get_mut(number));
        let Some(size) = size else {
            let found = number.saturating_add(1);
            return check("constant buffers", found, BUFFERS);
        };
        raise(size, "rows of a constant buffer", rows.offset(), MAX_ROWS)
    }
}

fn check(registers: &'static str, found: u64, max: u32) -> Result<(), CodeError> {
    if found > u64::from(max) {
        return Err(CodeError::TooMany { registers, found, max });
    }
    Ok(())
}

/// Raises a size to at least `found`.
fn raise(size: &mut u32, registers: &'static str, found: u64, max: u32) -> Result<(), CodeError> {
    check(registers, found, max)?;
    *size = u32::try_from(found).unwrap_or(max).max(*size);
    Ok(())
}
