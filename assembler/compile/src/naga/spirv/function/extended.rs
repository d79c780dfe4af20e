//! The mathematical functions of GLSL.

use ::naga::{Expression, Handle, MathFunction, ScalarKind, TypeInner, VectorSize};
use ::spirv::GlslStd450Op as Glsl;

use super::super::types::Type;
use super::super::words::{Id, Instruction, Result};
use super::instruction::unknown;
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
            Glsl::Frexp | Glsl::FrexpStruct => {
                let why = super::refusal::operation(
                    "`frexp` works on the bits of a number; integers of the machine are floats",
                    "the exponent is `floor(log2(abs(x))) + 1.0`, the fraction is `x * exp2(-exponent)`",
                );
                if function == Glsl::Frexp {
                    let pointer = self.access(instruction.operand(5)?, &[], instruction)?;
                    if let Value::Expression(value) = self.poison_of(pointer.ty, &why) {
                        self.write(&pointer, value, instruction)?;
                    }
                }
                return Ok(self.poison_of(ty, &why));
            }
            _ => {}
        }
        let Some((function, kind)) = math(function) else {
            let why = super::refusal::operation(
                format!("the machine cannot do what `{function:?}` does"),
                "do without it",
            );
            return Ok(self.poison_of(ty, &why));
        };
        let mut arguments = Vec::new();
        for id in instruction.operands(4) {
            // The exponent of `ldexp` is an integer.
            let is_exponent = function == MathFunction::Ldexp && !arguments.is_empty();
            let kind = if is_exponent {
                Some(ScalarKind::Sint)
            } else {
                kind
            };
            arguments.push(match kind {
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

    /// Returns what a function of vectors gives for scalars, which are vectors with a 0.
    fn of_scalars(
        &mut self,
        function: MathFunction,
        arguments: &[Handle<Expression>],
    ) -> Handle<Expression> {
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
            vectors.push(match is_ratio {
                true => *argument,
                false => self.compose(ty, vec![*argument, zero]),
            });
        }
        let vector = self.math(function, &vectors);
        self.part(vector, 0)
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
        let fraction = self.operator(::naga::BinaryOperator::Subtract, number, whole);
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

/// Whether a function is one of vectors for naga.
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
