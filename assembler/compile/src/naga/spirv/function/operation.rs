//! Operations on numbers and booleans.

use ::naga::{BinaryOperator, Expression, Handle, MathFunction, RelationalFunction, ScalarKind, UnaryOperator};
use ::spirv::Op;

use super::super::words::{Id, Instruction, Result};
use super::Body;

impl Body<'_, '_> {
    /// Returns the result of an operation on numbers. `None` if it is not one that is known.
    pub(super) fn operation(
        &mut self,
        op: Op,
        ty: Id,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Handle<Expression>>> {
        if let Some(value) = self.integers(op, ty, instruction)? {
            return Ok(Some(value));
        }
        if let Some(operator) = binary(op) {
            let left = self.value(instruction.operand(2)?, instruction)?;
            let right = self.value(instruction.operand(3)?, instruction)?;
            return Ok(Some(self.emit(Expression::Binary {
                op: operator,
                left,
                right,
            })));
        }
        if let Some((first, second, is_negated)) = comparison(op) {
            let left = self.value(instruction.operand(2)?, instruction)?;
            let right = self.value(instruction.operand(3)?, instruction)?;
            let mut value = self.operator(first, left, right);
            if let Some(second) = second {
                let other = self.operator(second, left, right);
                value = self.operator(BinaryOperator::InclusiveOr, value, other);
            }
            if is_negated {
                value = self.unary(UnaryOperator::LogicalNot, value);
            }
            return Ok(Some(value));
        }
        let a = instruction.operand(2);
        let a = |body: &mut Self| body.value(a?, instruction);
        Ok(Some(match op {
            Op::FNegate => {
                let a = a(self)?;
                self.unary(UnaryOperator::Negate, a)
            }
            Op::LogicalNot => {
                let a = a(self)?;
                self.unary(UnaryOperator::LogicalNot, a)
            }
            Op::Ordered | Op::Unordered => {
                let (a, b) = (a(self)?, self.value(instruction.operand(3)?, instruction)?);
                let (operator, joined) = match op {
                    Op::Ordered => (BinaryOperator::Equal, BinaryOperator::And),
                    _ => (BinaryOperator::NotEqual, BinaryOperator::InclusiveOr),
                };
                let [a, b] = [a, b].map(|side| self.operator(operator, side, side));
                self.operator(joined, a, b)
            }
            Op::Any | Op::All | Op::IsNan | Op::IsInf => {
                let argument = a(self)?;
                let fun = match op {
                    Op::Any => RelationalFunction::Any,
                    Op::All => RelationalFunction::All,
                    Op::IsNan => RelationalFunction::IsNan,
                    _ => RelationalFunction::IsInf,
                };
                self.emit(Expression::Relational { fun, argument })
            }
            Op::FMod => {
                let (a, b) = (a(self)?, self.value(instruction.operand(3)?, instruction)?);
                let quotient = self.operator(BinaryOperator::Divide, a, b);
                let whole = self.math(MathFunction::Floor, &[quotient]);
                let product = self.operator(BinaryOperator::Multiply, b, whole);
                self.operator(BinaryOperator::Subtract, a, product)
            }
            Op::Transpose => {
                let a = a(self)?;
                self.math(MathFunction::Transpose, &[a])
            }
            Op::Dot => {
                let (a, b) = (a(self)?, self.value(instruction.operand(3)?, instruction)?);
                self.math(MathFunction::Dot, &[a, b])
            }
            Op::OuterProduct => {
                let (a, b) = (a(self)?, self.value(instruction.operand(3)?, instruction)?);
                let types = &self.reader.types;
                let (Some(naga), Some(count)) = (types.naga(ty), types.length(ty)) else {
                    return Ok(None);
                };
                let columns = (0..count).map(|index| {
                    let factor = self.part(b, index);
                    self.operator(BinaryOperator::Multiply, a, factor)
                });
                let columns = columns.collect();
                self.compose(naga, columns)
            }
            Op::SDot | Op::UDot | Op::SUDot => return self.dot(op, ty, instruction),
            Op::QuantizeToF16 => {
                let a = a(self)?;
                self.math(MathFunction::QuantizeToF16, &[a])
            }
            // Floats of all widths become floats of the hardware.
            Op::FConvert => a(self)?,
            Op::ConvertFToS | Op::ConvertFToU | Op::ConvertSToF | Op::ConvertUToF => {
                let a = match op {
                    Op::ConvertSToF => self.integer(instruction.operand(2)?, ScalarKind::Sint, instruction)?,
                    Op::ConvertUToF => self.integer(instruction.operand(2)?, ScalarKind::Uint, instruction)?,
                    _ => a(self)?,
                };
                let kind = match op {
                    Op::ConvertFToS => ScalarKind::Sint,
                    Op::ConvertFToU => ScalarKind::Uint,
                    _ => ScalarKind::Float,
                };
                let converted = self.emit(Expression::As {
                    expr: a,
                    kind,
                    convert: Some(4),
                });
                self.of_kind(converted, kind, ty)
            }
            Op::Bitcast => return self.bit_cast(instruction.operand(2)?, ty, instruction),
            _ => return Ok(None),
        }))
    }

    /// Returns a value with the same bits. `None` if the hardware has other bits for it.
    fn bit_cast(&mut self, id: Id, ty: Id, instruction: &Instruction<'_>) -> Result<Option<Handle<Expression>>> {
        let types = &self.reader.types;
        let count = |ty| types.numeric(ty).map(|(_, count)| count);
        let from = self.type_of(id);
        let is_float = |ty| types.kind(ty) == Some(ScalarKind::Float);
        let (Some(from), Some(kind)) = (from, types.kind(ty)) else {
            return Ok(None);
        };
        let widths = [from, ty].map(|ty| types.width(ty));
        let has_float = is_float(from) || is_float(ty);
        let is_copy = is_float(from) && is_float(ty);
        if count(from) != count(ty) || widths[0] != widths[1] || has_float && !is_copy && widths[0] != 32 {
            return Ok(None);
        }
        let is_constant = self.reader.constants.get(id).is_some();
        if is_constant && kind == ScalarKind::Float && !is_copy {
            return Ok(self.float_of_bits(id, ty));
        }
        if has_float {
            let value = self.value(id, instruction)?;
            return Ok(Some(self.reinterpreted(value, kind)));
        }
        let value = self.integer(id, kind, instruction)?;
        Ok(Some(value))
    }

    /// Returns the floats of a type that have the bits of a constant.
    fn float_of_bits(&mut self, id: Id, ty: Id) -> Option<Handle<Expression>> {
        let types = &self.reader.types;
        let (naga, (_, count)) = (types.naga(ty)?, types.numeric(ty)?);
        let components = self.reader.constants.get(id)?.components(count)?;
        let floats = components.iter().map(|bits| self.float(*bits));
        let floats: Vec<_> = floats.collect();
        match floats[..] {
            [only] => Some(only),
            _ => Some(self.compose(naga, floats)),
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOperator, expr: Handle<Expression>) -> Handle<Expression> {
        self.emit(Expression::Unary { op, expr })
    }

    pub(super) fn operator(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Handle<Expression> {
        self.emit(Expression::Binary { op, left, right })
    }

    pub(super) fn math(&mut self, fun: MathFunction, arguments: &[Handle<Expression>]) -> Handle<Expression> {
        let argument = |index: usize| arguments.get(index).copied();
        let Some(arg) = argument(0) else {
            return self.literal(::naga::Literal::F32(0.0));
        };
        self.emit(Expression::Math {
            fun,
            arg,
            arg1: argument(1),
            arg2: argument(2),
            arg3: argument(3),
        })
    }
}

/// Returns the operator for an operation whose operands have the type of the result, or are matrices.
const fn binary(op: Op) -> Option<BinaryOperator> {
    Some(match op {
        Op::FAdd => BinaryOperator::Add,
        Op::FSub => BinaryOperator::Subtract,
        Op::FMul
        | Op::VectorTimesScalar
        | Op::MatrixTimesScalar
        | Op::VectorTimesMatrix
        | Op::MatrixTimesVector
        | Op::MatrixTimesMatrix => BinaryOperator::Multiply,
        Op::FDiv => BinaryOperator::Divide,
        Op::FRem => BinaryOperator::Modulo,
        Op::LogicalAnd => BinaryOperator::LogicalAnd,
        Op::LogicalOr => BinaryOperator::LogicalOr,
        Op::LogicalEqual => BinaryOperator::Equal,
        Op::LogicalNotEqual => BinaryOperator::NotEqual,
        _ => return None,
    })
}

/// Returns the operator for a comparison of floats, another one to combine it with, and whether the result is negated.
/// In naga, only `NotEqual` holds for NaN.
const fn comparison(op: Op) -> Option<(BinaryOperator, Option<BinaryOperator>, bool)> {
    use BinaryOperator as B;
    Some(match op {
        Op::FOrdEqual => (B::Equal, None, false),
        Op::FUnordNotEqual => (B::NotEqual, None, false),
        Op::FOrdNotEqual | Op::LessOrGreater => (B::Less, Some(B::Greater), false),
        Op::FUnordEqual => (B::Less, Some(B::Greater), true),
        Op::FOrdLessThan => (B::Less, None, false),
        Op::FOrdGreaterThan => (B::Greater, None, false),
        Op::FOrdLessThanEqual => (B::LessEqual, None, false),
        Op::FOrdGreaterThanEqual => (B::GreaterEqual, None, false),
        Op::FUnordLessThan => (B::GreaterEqual, None, true),
        Op::FUnordGreaterThan => (B::LessEqual, None, true),
        Op::FUnordLessThanEqual => (B::Greater, None, true),
        Op::FUnordGreaterThanEqual => (B::Less, None, true),
        _ => return None,
    })
}
