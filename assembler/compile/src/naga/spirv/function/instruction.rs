//! Instructions as expressions.

use ::naga::Expression;
use ::spirv::Op;
use pica200_diagnostics::Code;

use super::super::module::ExtendedSet;
use super::super::refusal::{self, unknown};
use super::super::words::{Id, Instruction, Result};
use super::{Body, MAX_EXPRESSIONS, Value};

impl Body<'_, '_> {
    /// Adds an instruction.
    pub(super) fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.span = instruction.span();
        self.check_size(instruction)?;
        let operand = |index| instruction.operand(index);
        let Some(op) = instruction.op else {
            return self.other(instruction);
        };
        match op {
            Op::Nop
            | Op::Line
            | Op::NoLine
            | Op::LoopMerge
            | Op::SelectionMerge
            | Op::Phi
            | Op::LifetimeStart
            | Op::LifetimeStop
            | Op::AssumeTrueKHR
            | Op::Name => Ok(()),
            Op::Variable => self.declare(operand(1)?, operand(0)?, instruction),
            Op::Store => self.store_to(operand(0)?, operand(1)?, instruction),
            Op::CopyMemory => self.copy_memory(operand(0)?, operand(1)?, instruction),
            Op::FunctionCall => self.call(operand(0)?, operand(1)?, instruction),
            _ => {
                let Some((ty, id)) = self.result_of(instruction) else {
                    return self.other(instruction);
                };
                let value = self.result(op, ty, instruction)?;
                self.define(id, ty, value);
                Ok(())
            }
        }
    }

    /// Refuses a shader with too many operations.
    pub(super) fn check_size(&self, instruction: &Instruction<'_>) -> Result<()> {
        if self.reader.expressions <= MAX_EXPRESSIONS {
            return Ok(());
        }
        let message = format!("the shader has more than {MAX_EXPRESSIONS} operations");
        let mut diagnostic = instruction.error(message);
        diagnostic.code = Code::UnsupportedOperation;
        Err(diagnostic)
    }

    /// Refuses an instruction that is not known.
    fn other(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let why = unknown(instruction);
        if let Some((ty, id)) = self.result_of(instruction) {
            let value = self.poison_of(ty, &why);
            self.define(id, ty, value);
        } else {
            self.refuse(&why);
        }
        Ok(())
    }

    fn copy_memory(&mut self, to: Id, from: Id, instruction: &Instruction<'_>) -> Result<()> {
        let Value::Expression(value) = self.load_from(from, instruction)? else {
            return Ok(());
        };
        let pointer = self.access(to, &[], instruction)?;
        self.write(&pointer, value, instruction)
    }

    /// Returns the result of an instruction.
    fn result(&mut self, op: Op, ty: Id, instruction: &Instruction<'_>) -> Result<Value> {
        let operand = |index| instruction.operand(index);
        if self.reader.types.pointer(ty).is_some() {
            return self.pointer_result(op, instruction);
        }
        if op == Op::ExtInst {
            return self.extended(ty, instruction);
        }
        let Some(known) = self.reader.types.get(ty) else {
            return Ok(Value::Opaque);
        };
        if let Some(bits) = known.wrong_width {
            return Ok(self.poison_of(ty, &refusal::width(bits)));
        }
        let Some(naga) = known.naga else {
            return Ok(Value::Opaque);
        };
        let value = |body: &mut Self, index| body.value(instruction.operand(index)?, instruction);
        match op {
            Op::Load => self.load_from(operand(2)?, instruction),
            Op::CopyObject | Op::ExpectKHR => Ok(Value::Expression(value(self, 2)?)),
            Op::CopyLogical => {
                let id = operand(2)?;
                let from = self.type_of(id).ok_or_else(|| instruction.unknown(id, "a value"))?;
                let value = value(self, 2)?;
                Ok(Value::Expression(self.copy(value, [from, ty], instruction)?))
            }
            Op::Undef => {
                let zero = Expression::ZeroValue(naga);
                Ok(Value::Expression(self.constant_expression(zero)))
            }
            Op::CompositeConstruct => self.construct(ty, instruction.operands(2), instruction),
            Op::CompositeExtract => self.extract(operand(2)?, instruction.operands(3), instruction),
            Op::CompositeInsert => {
                let ids = [operand(2)?, operand(3)?];
                self.insert(ty, ids, instruction.operands(4), instruction)
            }
            Op::VectorExtractDynamic => {
                let base = value(self, 2)?;
                let index = self.index(operand(3)?, instruction)?;
                Ok(Value::Expression(self.emit(Expression::Access { base, index })))
            }
            Op::VectorInsertDynamic => {
                let ids = [operand(2)?, operand(3)?, operand(4)?];
                self.insert_at(ty, ids, instruction)
            }
            Op::VectorShuffle => {
                let ids = [operand(2)?, operand(3)?];
                self.shuffle(ty, ids, instruction.operands(4), instruction)
            }
            Op::Select => {
                let sides = [operand(3)?, operand(4)?];
                self.select(ty, operand(2)?, sides, instruction)
            }
            Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended => {
                let value = self.extended_integers(op, ty, instruction)?;
                Ok(value.unwrap_or(Value::Opaque))
            }
            _ => match self.operation(op, ty, instruction)? {
                Some(value) => Ok(Value::Expression(value)),
                None => Ok(self.poison_of(ty, &unknown(instruction))),
            },
        }
    }

    fn pointer_result(&mut self, op: Op, instruction: &Instruction<'_>) -> Result<Value> {
        let operand = |index| instruction.operand(index);
        match op {
            Op::AccessChain | Op::InBoundsAccessChain => {
                let indices = instruction.operands(3);
                let pointer = self.access(operand(2)?, indices, instruction)?;
                Ok(Value::Pointer(pointer))
            }
            Op::CopyObject => {
                let pointer = self.access(operand(2)?, &[], instruction)?;
                Ok(Value::Pointer(pointer))
            }
            // An index of 0 at the front leads to where the pointer leads.
            Op::PtrAccessChain | Op::InBoundsPtrAccessChain if self.reader.constants.scalar(operand(3)?) == Some(0) => {
                let indices = instruction.operands(4);
                let pointer = self.access(operand(2)?, indices, instruction)?;
                Ok(Value::Pointer(pointer))
            }
            _ => Ok(Value::Opaque),
        }
    }

    /// Returns the result of an instruction of another set.
    fn extended(&mut self, ty: Id, instruction: &Instruction<'_>) -> Result<Value> {
        let set = self.reader.extended.get(&instruction.operand(2)?).copied();
        match set {
            Some(ExtendedSet::Debug) => Ok(Value::Opaque),
            Some(ExtendedSet::Glsl) => self.glsl(ty, instruction),
            Some(ExtendedSet::Other) | None => Ok(self.poison_of(ty, &unknown(instruction))),
        }
    }
}
