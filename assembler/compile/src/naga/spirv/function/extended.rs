//! The mathematical functions of GLSL.

use ::naga::{
    BinaryOperator, Expression, Handle, MathFunction, PredeclaredType, Scalar, ScalarKind, TypeInner, VectorSize,
};
use ::spirv::GlslStd450Op as Glsl;

use super::super::constants::Constant;
use super::super::refusal::unknown;
use super::super::types::{Type, vector_size};
use super::super::words::{Id, Instruction, Result};
use super::{Body, Value};

impl Body<'_, '_> {
    /// Returns the result of a function of GLSL.
    pub(super) fn glsl(&mut self, ty: Id, instruction: &Instruction<'_>) -> Result<Value> {
        let number = instruction.operand(3)?;
        let Some(function) = Glsl::from_u32(number) else {
            return Ok(self.poison_of(ty, &unknown(instruction)));
        };
        let Some(known) = self.reader.types.get(ty).cloned() else {
            return Ok(Value::Opaque);
        };
        if let Some(bits) = known.wrong_width {
            return Ok(self.poison_of(ty, &super::refusal::width(bits)));
        }
        let Some(naga) = known.naga else {
            return Ok(Value::Opaque);
        };
        match function {
            Glsl::Modf | Glsl::ModfStruct => return self.modf(function, ty, naga, instruction),
            Glsl::Frexp | Glsl::FrexpStruct => return self.frexp(function, ty, naga, instruction),
            Glsl::NMin | Glsl::NMax | Glsl::NClamp if self.reader.options.strict_math => {
                return self.limit(function, instruction);
            }
            _ => {}
        }
        let Some((function, kind)) = math(function) else {
            let why =
                super::refusal::operation(format!("the hardware does not support `{function:?}`"), "do without it");
            return Ok(self.poison_of(ty, &why));
        };
        let mut arguments = Vec::new();
        for id in instruction.operands(4) {
            // The exponent of `ldexp` is an integer.
            let is_exponent = function == MathFunction::Ldexp && !arguments.is_empty();
            let kind = if is_exponent { Some(ScalarKind::Sint) } else { kind };
            let is_float = self.type_of(*id).and_then(|ty| self.reader.types.kind(ty)) == Some(ScalarKind::Float);
            arguments.push(match kind {
                // Some compilers write a float there.
                Some(kind) if is_exponent && is_float => {
                    let expr = self.value(*id, instruction)?;
                    self.emit(Expression::As {
                        expr,
                        kind,
                        convert: Some(4),
                    })
                }
                Some(kind) => self.integer(*id, kind, instruction)?,
                None => self.value(*id, instruction)?,
            });
        }
        let first = instruction.operand(4)?;
        let first = self.type_of(first).and_then(|ty| self.reader.types.ty(ty));
        let is_scalar = matches!(first, Some(Type::Float { .. }));
        let value = if is_scalar && is_of_vectors(function) {
            self.of_scalars(function, &arguments)
        } else {
            self.math(function, &arguments)
        };
        Ok(Value::Expression(match kind {
            Some(kind) => self.of_kind(value, kind, ty),
            None => value,
        }))
    }

    /// Returns the result of a vector function for scalars, which are padded with a 0.
    fn of_scalars(&mut self, function: MathFunction, arguments: &[Handle<Expression>]) -> Handle<Expression> {
        let zero = self.literal(::naga::Literal::F32(0.0));
        let inner = TypeInner::Vector {
            size: VectorSize::Bi,
            scalar: ::naga::Scalar::F32,
        };
        let ty = self.reader.add_type(None, inner, ::naga::Span::UNDEFINED);
        let mut vectors = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            // The ratio of indices is a scalar in any case.
            let is_ratio = function == MathFunction::Refract && index == 2;
            vectors.push(if is_ratio {
                *argument
            } else {
                self.compose(ty, vec![*argument, zero])
            });
        }
        let value = self.math(function, &vectors);
        match function {
            MathFunction::Length | MathFunction::Distance => value,
            _ => self.part(value, 0),
        }
    }

    /// Divides a number into its whole part and its fraction.
    fn modf(
        &mut self,
        function: Glsl,
        ty: Id,
        naga: Handle<::naga::Type>,
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let number = self.value(instruction.operand(4)?, instruction)?;
        let whole = self.math(MathFunction::Trunc, &[number]);
        let fraction = self.operator(BinaryOperator::Subtract, number, whole);
        if function == Glsl::Modf {
            let pointer = self.access(instruction.operand(5)?, &[], instruction)?;
            self.write(&pointer, whole, instruction)?;
            return Ok(Value::Expression(fraction));
        }
        if self.reader.types.length(ty) != Some(2) {
            return Err(instruction.error("the result of `ModfStruct` is not a pair"));
        }
        Ok(Value::Expression(self.compose(naga, vec![fraction, whole])))
    }

    /// Divides a number into its significand and its exponent.
    fn frexp(
        &mut self,
        function: Glsl,
        ty: Id,
        naga: Handle<::naga::Type>,
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let id = instruction.operand(4)?;
        let number = self.value(id, instruction)?;
        let size = self.type_of(id).and_then(|ty| self.reader.types.numeric(ty));
        let size = size.and_then(|(_, count)| vector_size(count));
        let scalar = Scalar::F32;
        self.reader
            .module
            .generate_predeclared_type(PredeclaredType::FrexpResult { size, scalar });
        let parts = self.math(MathFunction::Frexp, &[number]);
        let (fraction, exponent) = (self.part(parts, 0), self.part(parts, 1));
        if function == Glsl::Frexp {
            let pointer = self.access(instruction.operand(5)?, &[], instruction)?;
            let exponent = self.of_kind(exponent, ScalarKind::Sint, pointer.ty);
            self.write(&pointer, exponent, instruction)?;
            return Ok(Value::Expression(fraction));
        }
        let part = self.reader.types.part(ty, Some(1));
        let Some(part) = part.filter(|_| self.reader.types.length(ty) == Some(2)) else {
            return Err(instruction.error("the result of `FrexpStruct` is not a pair"));
        };
        let exponent = self.of_kind(exponent, ScalarKind::Sint, part);
        let parts = vec![fraction, exponent];
        Ok(Value::Expression(self.compose(naga, parts)))
    }

    /// Clamps a number. NaN is ignored.
    fn limit(&mut self, function: Glsl, instruction: &Instruction<'_>) -> Result<Value> {
        let mut value = self.value(instruction.operand(4)?, instruction)?;
        let functions: &[_] = match function {
            Glsl::NMin => &[MathFunction::Min],
            Glsl::NMax => &[MathFunction::Max],
            _ => &[MathFunction::Max, MathFunction::Min],
        };
        for (index, function) in (5..).zip(functions) {
            let id = instruction.operand(index)?;
            let limit = self.value(id, instruction)?;
            // The hardware takes the second operand if one of both is not a number.
            let limited = self.math(*function, &[value, limit]);
            let constant = self.reader.constants.get(id);
            let is_known = constant.is_some_and(|constant| {
                let numeric = self.reader.types.numeric(constant.ty);
                numeric.is_some_and(|(_, count)| is_number(constant, count))
            });
            value = if is_known {
                limited
            } else {
                let condition = self.operator(BinaryOperator::Equal, limit, limit);
                self.emit(Expression::Select {
                    condition,
                    accept: limited,
                    reject: value,
                })
            };
        }
        Ok(Value::Expression(value))
    }
}

/// Returns whether a constant is not NaN.
fn is_number(constant: &Constant, count: u32) -> bool {
    let components = constant.components(count);
    components.is_some_and(|all| all.iter().all(|bits| !f32::from_bits(*bits).is_nan()))
}

/// Returns the function of naga for one of GLSL, and the kind of integers that it works on, if it does.
const fn math(function: Glsl) -> Option<(MathFunction, Option<ScalarKind>)> {
    use MathFunction as F;
    use ScalarKind::{Sint, Uint};
    let float = match function {
        Glsl::Round | Glsl::RoundEven => F::Round,
        Glsl::Trunc => F::Trunc,
        Glsl::FAbs => F::Abs,
        Glsl::FSign => F::Sign,
        Glsl::Floor => F::Floor,
        Glsl::Ceil => F::Ceil,
        Glsl::Fract => F::Fract,
        Glsl::Radians => F::Radians,
        Glsl::Degrees => F::Degrees,
        Glsl::Sin => F::Sin,
        Glsl::Cos => F::Cos,
        Glsl::Tan => F::Tan,
        Glsl::Asin => F::Asin,
        Glsl::Acos => F::Acos,
        Glsl::Atan => F::Atan,
        Glsl::Sinh => F::Sinh,
        Glsl::Cosh => F::Cosh,
        Glsl::Tanh => F::Tanh,
        Glsl::Asinh => F::Asinh,
        Glsl::Acosh => F::Acosh,
        Glsl::Atanh => F::Atanh,
        Glsl::Atan2 => F::Atan2,
        Glsl::Pow => F::Pow,
        Glsl::Exp => F::Exp,
        Glsl::Log => F::Log,
        Glsl::Exp2 => F::Exp2,
        Glsl::Log2 => F::Log2,
        Glsl::Sqrt => F::Sqrt,
        Glsl::InverseSqrt => F::InverseSqrt,
        Glsl::Determinant => F::Determinant,
        Glsl::MatrixInverse => F::Inverse,
        Glsl::FMin | Glsl::NMin => F::Min,
        Glsl::FMax | Glsl::NMax => F::Max,
        Glsl::FClamp | Glsl::NClamp => F::Clamp,
        Glsl::FMix => F::Mix,
        Glsl::Step => F::Step,
        Glsl::SmoothStep => F::SmoothStep,
        Glsl::Fma => F::Fma,
        Glsl::Ldexp => F::Ldexp,
        Glsl::Length => F::Length,
        Glsl::Distance => F::Distance,
        Glsl::Cross => F::Cross,
        Glsl::Normalize => F::Normalize,
        Glsl::FaceForward => F::FaceForward,
        Glsl::Reflect => F::Reflect,
        Glsl::Refract => F::Refract,
        Glsl::PackSnorm4x8 => F::Pack4x8snorm,
        Glsl::PackUnorm4x8 => F::Pack4x8unorm,
        Glsl::PackSnorm2x16 => F::Pack2x16snorm,
        Glsl::PackUnorm2x16 => F::Pack2x16unorm,
        Glsl::PackHalf2x16 => F::Pack2x16float,
        Glsl::UnpackSnorm4x8 => F::Unpack4x8snorm,
        Glsl::UnpackUnorm4x8 => F::Unpack4x8unorm,
        Glsl::UnpackSnorm2x16 => F::Unpack2x16snorm,
        Glsl::UnpackUnorm2x16 => F::Unpack2x16unorm,
        Glsl::UnpackHalf2x16 => F::Unpack2x16float,
        _ => {
            return Some(match function {
                Glsl::SAbs => (F::Abs, Some(Sint)),
                Glsl::SSign => (F::Sign, Some(Sint)),
                Glsl::SMin => (F::Min, Some(Sint)),
                Glsl::UMin => (F::Min, Some(Uint)),
                Glsl::SMax => (F::Max, Some(Sint)),
                Glsl::UMax => (F::Max, Some(Uint)),
                Glsl::SClamp => (F::Clamp, Some(Sint)),
                Glsl::UClamp => (F::Clamp, Some(Uint)),
                Glsl::FindILsb => (F::FirstTrailingBit, Some(Sint)),
                Glsl::FindSMsb => (F::FirstLeadingBit, Some(Sint)),
                Glsl::FindUMsb => (F::FirstLeadingBit, Some(Uint)),
                _ => return None,
            });
        }
    };
    Some((float, None))
}

/// Returns whether a function is one of vectors for naga.
const fn is_of_vectors(function: MathFunction) -> bool {
    matches!(
        function,
        MathFunction::Normalize
            | MathFunction::Reflect
            | MathFunction::Refract
            | MathFunction::FaceForward
            | MathFunction::Length
            | MathFunction::Distance
    )
}
