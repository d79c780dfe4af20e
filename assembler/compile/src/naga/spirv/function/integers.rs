//! Operations on integers.

use ::naga::{BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, UnaryOperator};
use ::spirv::Op;

use super::super::refusal;
use super::super::types::{Type, vector_size};
use super::super::words::{Id, Instruction, Result};
use super::{Body, Value};

impl Body<'_, '_> {
    /// Returns the result of an operation on integers. `None` if it is not one.
    pub(super) fn integers(
        &mut self,
        op: Op,
        ty: Id,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Handle<Expression>>> {
        use ScalarKind::{Sint, Uint};
        let operand = |index| instruction.operand(index);
        let own = self.reader.types.kind(ty).unwrap_or(Uint);
        let Some((operator, kind)) = of_integers(op, own) else {
            return self.unary_of_integers(op, ty, own, instruction);
        };
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let kind = match kind {
            Some(kind) => kind,
            // Equal numbers have equal bits.
            None if self.is_negative(operand(2)?) || self.is_negative(operand(3)?) => Sint,
            None => {
                let ty = self.type_of(operand(2)?);
                ty.and_then(|ty| self.reader.types.kind(ty)).unwrap_or(Uint)
            }
        };
        // Sums and products have the same bits with and without a sign, and -1 is smaller than 4294967295.
        let is_sum = matches!(
            operator,
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply
        );
        let has_negative = self.is_negative(operand(2)?) || self.is_negative(operand(3)?);
        let kind = if is_sum && has_negative { Sint } else { kind };
        let (a, b) = (operand(2)?, operand(3)?);
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
        let limits = self.reader.constants.get(b).and_then(|constant| {
            let (_, count) = self.reader.types.numeric(constant.ty)?;
            constant.components(count)
        });
        let limits = limits.unwrap_or_default();
        if is_shift && limits.iter().any(|count| *count > 31) || divides && limits.contains(&0) {
            let why = refusal::operation(
                format!("`{}` by a constant for which it is not defined", instruction.name()),
                "use another constant",
            );
            let naga = self.reader.types.naga(ty);
            return Ok(naga.map(|naga| self.poison(naga, &why)));
        }
        let left = self.integer(a, kind, instruction)?;
        let right = self.integer(b, if is_shift { Uint } else { kind }, instruction)?;
        let value = if op == Op::SMod {
            self.modulo([left, right], &limits, ty)
        } else {
            self.operator(operator, left, right)
        };
        if own == ScalarKind::Bool {
            return Ok(Some(value));
        }
        Ok(Some(self.of_kind(value, kind, ty)))
    }

    /// Returns the remainder of a division that rounds down. `divisors` are the known divisors.
    fn modulo(&mut self, [left, right]: [Handle<Expression>; 2], divisors: &[u32], ty: Id) -> Handle<Expression> {
        if !divisors.is_empty() && divisors.iter().all(|divisor| divisor.is_power_of_two()) {
            // The lowest bits of an integer.
            let one = self.signed(1, ty);
            let mask = self.operator(BinaryOperator::Subtract, right, one);
            return self.operator(BinaryOperator::And, left, mask);
        }
        let rest = self.operator(BinaryOperator::Modulo, left, right);
        let zero = self.signed(0, ty);
        // The remainder has the sign of the divisor.
        let is_positive = divisors.iter().all(|divisor| divisor.cast_signed() > 0);
        let sign = if is_positive && !divisors.is_empty() {
            rest
        } else {
            self.operator(BinaryOperator::Multiply, rest, right)
        };
        let condition = self.operator(BinaryOperator::Less, sign, zero);
        let accept = self.operator(BinaryOperator::Add, rest, right);
        self.emit(Expression::Select {
            condition,
            accept,
            reject: rest,
        })
    }

    /// Returns a number, or a vector of it, with as many components as a type has.
    fn signed(&mut self, number: i32, ty: Id) -> Handle<Expression> {
        let value = self.literal(Literal::I32(number));
        let count = self.reader.types.numeric(ty).map_or(1, |(_, count)| count);
        match vector_size(count) {
            Some(size) => self.emit(Expression::Splat { size, value }),
            None => value,
        }
    }

    fn unary_of_integers(
        &mut self,
        op: Op,
        ty: Id,
        own: ScalarKind,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Handle<Expression>>> {
        use ScalarKind::{Sint, Uint};
        let integer = |body: &mut Self, index, kind| body.integer(instruction.operand(index)?, kind, instruction);
        let (value, kind) = match op {
            Op::SNegate => {
                let a = integer(self, 2, Sint)?;
                (self.unary(UnaryOperator::Negate, a), Sint)
            }
            Op::Not => {
                let a = integer(self, 2, own)?;
                (self.unary(UnaryOperator::BitwiseNot, a), own)
            }
            Op::UConvert => return self.convert(ty, Uint, instruction).map(Some),
            Op::SConvert => return self.convert(ty, Sint, instruction).map(Some),
            Op::BitCount | Op::BitReverse => {
                let a = integer(self, 2, own)?;
                let function = match op {
                    Op::BitCount => MathFunction::CountOneBits,
                    _ => MathFunction::ReverseBits,
                };
                (self.math(function, &[a]), own)
            }
            Op::BitFieldSExtract | Op::BitFieldUExtract => {
                let kind = match op {
                    Op::BitFieldSExtract => Sint,
                    _ => Uint,
                };
                let a = integer(self, 2, kind)?;
                let (offset, count) = (integer(self, 3, Uint)?, integer(self, 4, Uint)?);
                (self.math(MathFunction::ExtractBits, &[a, offset, count]), kind)
            }
            Op::BitFieldInsert => {
                let (a, b) = (integer(self, 2, own)?, integer(self, 3, own)?);
                let (offset, count) = (integer(self, 4, Uint)?, integer(self, 5, Uint)?);
                (self.math(MathFunction::InsertBits, &[a, b, offset, count]), own)
            }
            _ => return Ok(None),
        };
        Ok(Some(self.of_kind(value, kind, ty)))
    }

    /// Returns integers of another width, extended by their signedness.
    fn convert(&mut self, ty: Id, kind: ScalarKind, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        let value = self.integer(instruction.operand(2)?, kind, instruction)?;
        let from = self.type_of(instruction.operand(2)?);
        let from = from.map_or(32, |ty| self.reader.types.width(ty));
        let to = self.reader.types.width(ty);
        let own = self.reader.types.kind(ty).unwrap_or(kind);
        let narrow = to < from || kind == ScalarKind::Sint && own == ScalarKind::Uint;
        Ok(match own {
            _ if narrow && to < 32 => {
                let value = if own == kind {
                    value
                } else {
                    self.reinterpreted(value, own)
                };
                self.cut(value, to)
            }
            own if own != kind => self.reinterpreted(value, own),
            _ => value,
        })
    }

    /// Returns integers of fewer bits. The highest of them is the sign, if they have one.
    pub(super) fn cut(&mut self, value: Handle<Expression>, width: u32) -> Handle<Expression> {
        let [zero, width] = [0, width].map(|number| self.literal(Literal::U32(number)));
        self.math(MathFunction::ExtractBits, &[value, zero, width])
    }

    /// Returns a sum, difference or product of integers, and its carry or high part, which the hardware cannot compute.
    pub(super) fn extended_integers(&mut self, op: Op, ty: Id, instruction: &Instruction<'_>) -> Result<Option<Value>> {
        let (operator, kind) = match op {
            Op::IAddCarry => (BinaryOperator::Add, ScalarKind::Uint),
            Op::ISubBorrow => (BinaryOperator::Subtract, ScalarKind::Uint),
            Op::UMulExtended => (BinaryOperator::Multiply, ScalarKind::Uint),
            Op::SMulExtended => (BinaryOperator::Multiply, ScalarKind::Sint),
            _ => return Ok(None),
        };
        let types = &self.reader.types;
        let part = types.part(ty, Some(0));
        let naga = part.and_then(|part| Some((part, types.naga(part)?, types.naga(ty)?)));
        let Some((part, naga, whole)) = naga.filter(|_| types.length(ty) == Some(2)) else {
            return Err(instruction.error("the result of the operation is not a pair"));
        };
        let [a, b] = [2, 3].map(|index| {
            let id = instruction.operand(index)?;
            self.integer(id, kind, instruction)
        });
        let low = self.operator(operator, a?, b?);
        let low = self.of_kind(low, kind, part);
        let high = self.poison(naga, &refusal::unknown(instruction));
        Ok(Some(Value::Expression(self.compose(whole, vec![low, high]))))
    }

    /// Returns the dot product of integers.
    pub(super) fn dot(&mut self, op: Op, ty: Id, instruction: &Instruction<'_>) -> Result<Option<Handle<Expression>>> {
        use ScalarKind::{Sint, Uint};
        let kinds = match op {
            Op::SDot => [Sint, Sint],
            Op::UDot => [Uint, Uint],
            Op::SUDot => [Sint, Uint],
            _ => return Ok(None),
        };
        let own = self.reader.types.kind(ty).unwrap_or(Uint);
        let mut sides = Vec::with_capacity(2);
        for (index, kind) in (2..).zip(kinds) {
            let id = instruction.operand(index)?;
            let ty = self.type_of(id);
            if !ty.is_some_and(|ty| matches!(self.reader.types.ty(ty), Some(Type::Vector { .. }))) {
                return Ok(None);
            }
            let value = self.integer(id, kind, instruction)?;
            sides.push(if kind == own {
                value
            } else {
                self.reinterpreted(value, own)
            });
        }
        Ok(Some(self.math(MathFunction::Dot, &sides)))
    }

    /// Returns integers of one kind as ones of the kind of a type.
    pub(super) fn of_kind(&mut self, value: Handle<Expression>, kind: ScalarKind, ty: Id) -> Handle<Expression> {
        match self.reader.types.kind(ty) {
            Some(own) if own != kind => self.reinterpreted(value, own),
            _ => value,
        }
    }

    /// Returns whether an id is a constant unsigned integer that is a small negative one with a sign.
    fn is_negative(&self, id: Id) -> bool {
        let Some(constant) = self.reader.constants.get(id) else {
            return false;
        };
        let Some((Type::Int { is_signed, .. }, count)) = self.reader.types.numeric(constant.ty) else {
            return false;
        };
        let components = constant.components(count).unwrap_or_default();
        !is_signed && components.iter().any(|bits| bits.cast_signed() < 0)
    }
}

/// Returns the operator for an operation on integers, and the kind of its operands; `None` for the kind of the first
/// operand. `own` is the kind of its result.
const fn of_integers(op: Op, own: ScalarKind) -> Option<(BinaryOperator, Option<ScalarKind>)> {
    use ScalarKind::{Sint, Uint};
    Some(match op {
        Op::IAdd => (BinaryOperator::Add, Some(own)),
        Op::ISub => (BinaryOperator::Subtract, Some(own)),
        Op::IMul => (BinaryOperator::Multiply, Some(own)),
        Op::UDiv => (BinaryOperator::Divide, Some(Uint)),
        Op::SDiv => (BinaryOperator::Divide, Some(Sint)),
        Op::UMod => (BinaryOperator::Modulo, Some(Uint)),
        Op::SRem | Op::SMod => (BinaryOperator::Modulo, Some(Sint)),
        Op::ShiftLeftLogical => (BinaryOperator::ShiftLeft, Some(own)),
        Op::ShiftRightLogical => (BinaryOperator::ShiftRight, Some(Uint)),
        Op::ShiftRightArithmetic => (BinaryOperator::ShiftRight, Some(Sint)),
        Op::BitwiseAnd => (BinaryOperator::And, Some(own)),
        Op::BitwiseOr => (BinaryOperator::InclusiveOr, Some(own)),
        Op::BitwiseXor => (BinaryOperator::ExclusiveOr, Some(own)),
        Op::IEqual => (BinaryOperator::Equal, None),
        Op::INotEqual => (BinaryOperator::NotEqual, None),
        Op::ULessThan => (BinaryOperator::Less, Some(Uint)),
        Op::SLessThan => (BinaryOperator::Less, Some(Sint)),
        Op::UGreaterThan => (BinaryOperator::Greater, Some(Uint)),
        Op::SGreaterThan => (BinaryOperator::Greater, Some(Sint)),
        Op::ULessThanEqual => (BinaryOperator::LessEqual, Some(Uint)),
        Op::SLessThanEqual => (BinaryOperator::LessEqual, Some(Sint)),
        Op::UGreaterThanEqual => (BinaryOperator::GreaterEqual, Some(Uint)),
        Op::SGreaterThanEqual => (BinaryOperator::GreaterEqual, Some(Sint)),
        _ => return None,
    })
}
