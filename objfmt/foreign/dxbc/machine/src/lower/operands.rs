//! Operands: register rows, swizzles and modifiers.

use pica200_dxbc::program::{self, Components, Instruction, Modifier, Opcode, Operand, RegisterKind, Swizzle};

use super::{Lowerer, parts};
use crate::arithmetic::NumberType;
use crate::fault::CodeError;
use crate::registers::{Register, SINGLE_INPUTS, SINGLE_OUTPUTS, Vector};
use crate::step::{
    AccessForm, Action, Address, Change, Gradients, Index, RowRef, Source, Step, Target, change, is_constant,
};

/// The maximum nesting of operands in indices of operands, as in the decoder.
pub(super) const MAX_NESTING: usize = 8;

impl Lowerer {
    /// Returns a source that is zero.
    pub(super) fn zero(&self) -> Source {
        Source {
            row_ref: RowRef::Fixed(self.code.layout.zero),
            swizzle: [0; 4],
            change: Change::NONE,
        }
    }

    /// Lowers a source operand of a number type. `number` is its one-based index, for messages.
    pub(super) fn source(
        &mut self,
        number: usize,
        operand: &Operand,
        numbers: NumberType,
    ) -> Result<Source, CodeError> {
        self.nested_source(number, operand, numbers, 0)
    }

    fn nested_source(
        &mut self,
        number: usize,
        operand: &Operand,
        numbers: NumberType,
        depth: usize,
    ) -> Result<Source, CodeError> {
        let kind = operand.kind();
        let (row_ref, swizzle) = match kind {
            RegisterKind::LITERAL | RegisterKind::LITERAL_DOUBLE => {
                (self.literal(operand.literal.components()), Swizzle::IDENTITY)
            }
            RegisterKind::NULL => return Ok(self.zero()),
            RegisterKind::TEMP | RegisterKind::INPUT | RegisterKind::INDEXABLE_TEMP => {
                (self.row_ref(number, operand, depth)?, operand.swizzle())
            }
            _ if is_constant(kind) || SINGLE_INPUTS.contains(&kind) => {
                (self.row_ref(number, operand, depth)?, operand.swizzle())
            }
            _ => {
                return Err(CodeError::NotReadable { operand: number, kind });
            }
        };
        let change = change(operand.modifier(), numbers);
        Ok(Source {
            row_ref,
            swizzle: swizzle.0.map(|component| component as u8),
            change: change.ok_or(CodeError::Absolute { operand: number })?,
        })
    }

    fn literal(&mut self, value: Vector) -> RowRef {
        let number = u32::try_from(self.literals.len()).unwrap_or(u32::MAX);
        self.literals.push(value);
        RowRef::Fixed(self.code.layout.rows.saturating_add(number))
    }

    /// Lowers a destination operand; `None` for `null`.
    pub(super) fn target(&mut self, number: usize, operand: &Operand) -> Result<Option<Target>, CodeError> {
        let kind = operand.kind();
        let is_written = match kind {
            RegisterKind::NULL => return Ok(None),
            RegisterKind::TEMP | RegisterKind::OUTPUT | RegisterKind::INDEXABLE_TEMP => true,
            _ => SINGLE_OUTPUTS.contains(&kind),
        };
        if !is_written || operand.modifier() != Modifier::default() {
            return Err(CodeError::NotWritable { operand: number, kind });
        }
        let row_ref = self.row_ref(number, operand, 0)?;
        let mask = operand.write_mask();
        let select = [0, 1, 2, 3].map(|component| {
            let is_written = mask.to_bits() >> component & 1 == 1;
            if is_written { u32::MAX } else { 0 }
        });
        let element = |index: &program::Index| u32::try_from(index.offset()).unwrap_or_default();
        Ok(Some(Target {
            row_ref,
            register: Register {
                kind,
                number: operand.indices.first().map_or(0, element),
                element: operand.indices.get(1).map(element),
            },
            mask,
            select,
        }))
    }

    /// Returns the row of a register.
    fn row_ref(&mut self, number: usize, operand: &Operand, depth: usize) -> Result<RowRef, CodeError> {
        let kind = operand.kind();
        let mut indices = Vec::new();
        for index in &operand.indices {
            indices.push(self.index(number, index, depth)?);
        }
        let layout = &self.code.layout;
        let is_array = layout.is_array(kind);
        let is_one_of = layout.is_list(kind) || kind == RegisterKind::IMMEDIATE_CONSTANT_BUFFER;
        let (array, element) = match indices.as_slice() {
            [array, element] if is_array => (*array, *element),
            [element] if is_one_of => (Index::fixed(0), *element),
            [] if !is_array && !is_one_of => (Index::fixed(0), Index::fixed(0)),
            indices => {
                return Err(CodeError::Indices {
                    operand: number,
                    kind,
                    found: indices.len(),
                    expected: usize::from(is_array) * 2 + usize::from(is_one_of),
                });
            }
        };
        if array.by.is_none() && element.by.is_none() {
            let range = self.code.layout.range(kind, array.offset).unwrap_or_default();
            match range.row(element.offset) {
                Some(row) => return Ok(RowRef::Fixed(row)),
                None if is_constant(kind) => return Ok(RowRef::Fixed(self.code.layout.zero)),
                None => {}
            }
        }
        let address = u32::try_from(self.code.addresses.len()).unwrap_or(u32::MAX);
        self.code.addresses.push(Address {
            kind,
            number: array,
            element,
        });
        Ok(RowRef::Dynamic(address))
    }

    fn index(&mut self, number: usize, index: &program::Index, depth: usize) -> Result<Index, CodeError> {
        let offset = u32::try_from(index.offset());
        let offset = offset.map_err(|_| CodeError::WideIndex { operand: number })?;
        let by = match index.relative() {
            Some(_) if depth == MAX_NESTING => {
                return Err(CodeError::Nesting {
                    operand: number,
                    max: MAX_NESTING,
                });
            }
            Some(operand) => Some(self.nested_source(number, operand, NumberType::Integer, depth + 1)?),
            None => None,
        };
        Ok(Index { offset, by })
    }

    /// Lowers an instruction that accesses a resource or a view.
    pub(super) fn access(&mut self, instruction: &Instruction) -> Result<Step, CodeError> {
        let number = u32::try_from(self.code.accesses.len()).unwrap_or(u32::MAX);
        let saturation = NumberType::Float.saturation();
        let saturation = saturation.filter(|_| instruction.token.saturates());
        let mut step = self.new_step(Action::Access(number, saturation));
        let (targets, sources) = parts(instruction)?;
        let (mut resource, mut sampler) = (None, None);
        let operands = targets.iter().chain(sources).zip(1..);
        for (operand, at) in operands {
            match operand.kind() {
                RegisterKind::SAMPLER => sampler = Some((bound(operand, at)?, component(operand))),
                kind if is_resource(kind) => resource = Some((bound(operand, at)?, operand)),
                _ if at <= targets.len() => {
                    let slot = step.targets.get_mut(at - 1).ok_or(CodeError::Form)?;
                    *slot = self.target(at, operand)?;
                }
                _ => {
                    let source = self.source(at, operand, numbers_of(instruction.opcode()))?;
                    step.add_source(source)?;
                }
            }
        }
        let (bound, operand) = resource.ok_or(CodeError::Form)?;
        let swizzle = match operand.components() {
            Components::None => [0; 4],
            _ => operand.swizzle().0.map(|component| component as u8),
        };
        self.code.accesses.push(AccessForm {
            resource: Register::new(operand.kind(), bound),
            sampler,
            swizzle,
            gradients: gradients(instruction.opcode()),
            writes: writes(instruction.opcode()),
        });
        Ok(step)
    }
}

/// Returns how an access uses neighboring pixels. Vertex shaders have neither neighbors nor such instructions.
fn gradients(opcode: Opcode) -> Gradients {
    match opcode {
        Opcode::SAMPLE | Opcode::SAMPLE_B | Opcode::SAMPLE_C => Gradients::Used,
        Opcode::SAMPLE_CL_S | Opcode::SAMPLE_B_CL_S | Opcode::SAMPLE_C_CL_S => Gradients::Used,
        Opcode::LOD => Gradients::Needed,
        _ => Gradients::Unused,
    }
}

/// Returns true if an access changes memory.
fn writes(opcode: Opcode) -> bool {
    let is_store = matches!(
        opcode,
        Opcode::STORE_UAV_TYPED | Opcode::STORE_RAW | Opcode::STORE_STRUCTURED
    );
    // Atomic instructions have consecutive numbers.
    let atomic = Opcode::ATOMIC_AND.number()..=Opcode::IMM_ATOMIC_UMIN.number();
    is_store || atomic.contains(&opcode.number())
}

/// Returns the register number of a resource or a sampler.
fn bound(operand: &Operand, at: usize) -> Result<u32, CodeError> {
    match operand.kind() {
        RegisterKind::RASTERIZER => Ok(0),
        _ => operand.number().ok_or(CodeError::NoNumber { operand: at }),
    }
}

fn is_resource(kind: RegisterKind) -> bool {
    matches!(
        kind,
        RegisterKind::RESOURCE
            | RegisterKind::UNORDERED_ACCESS_VIEW
            | RegisterKind::GROUP_SHARED_MEMORY
            | RegisterKind::RASTERIZER
    )
}

/// Returns the component that a sampler operand selects: the first component that it reads.
fn component(operand: &Operand) -> u8 {
    match operand.components() {
        Components::None => 0,
        _ => operand.swizzle().0[0] as u8,
    }
}

/// Returns the number type that an access reads: integers, unless its literals are floats.
fn numbers_of(opcode: Opcode) -> NumberType {
    match opcode.info().map(|info| info.literals) {
        Some(program::Class::Int | program::Class::Uint) => NumberType::Integer,
        _ => NumberType::Float,
    }
}
