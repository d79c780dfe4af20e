//! Instructions as expressions.

use ::naga::{
    BinaryOperator, Expression, Handle, MathFunction, RelationalFunction, ScalarKind, UnaryOperator,
};
use ::spirv::Op;
use pica200_diagnostics::Code;

use super::super::module::ExtendedSet;
use super::super::refusal;
use super::super::types::Type;
use super::super::words::{Id, Instruction, Result};
use super::{Body, MAX_EXPRESSIONS, Value};

impl Body<'_, '_> {
    /// Adds an instruction.
    pub(super) fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.span = instruction.span();
        if self.reader.expressions > MAX_EXPRESSIONS {
            let message = format!("the shader has more than {MAX_EXPRESSIONS} operations");
            let mut finding = instruction.error(message);
            finding.code = Code::UnsupportedOperation;
            return Err(finding);
        }
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
            return self.pointer_result(op, ty, instruction);
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
                let from = self
                    .type_of(id)
                    .ok_or_else(|| instruction.unknown(id, "a value"))?;
                let value = value(self, 2)?;
                Ok(Value::Expression(self.copy(
                    value,
                    [from, ty],
                    instruction,
                )?))
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
                Ok(Value::Expression(
                    self.emit(Expression::Access { base, index }),
                ))
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
            _ => match self.operation(op, ty, instruction)? {
                Some(value) => Ok(Value::Expression(value)),
                None => Ok(self.poison_of(ty, &unknown(instruction))),
            },
        }
    }

    fn pointer_result(&mut self, op: Op, ty: Id, instruction: &Instruction<'_>) -> Result<Value> {
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
            _ => {
                let _ = ty;
                Ok(Value::Opaque)
            }
        }
    }

    /// Returns the result of an operation on numbers. `None` if it is not one that is known.
    fn operation(
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
        if let Some((operator, is_negated)) = comparison(op) {
            let left = self.value(instruction.operand(2)?, instruction)?;
            let right = self.value(instruction.operand(3)?, instruction)?;
            let mut value = self.emit(Expression::Binary {
                op: operator,
                left,
                right,
            });
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
            Op::Dot | Op::OuterProduct => {
                let (a, b) = (a(self)?, self.value(instruction.operand(3)?, instruction)?);
                let function = match op {
                    Op::Dot => MathFunction::Dot,
                    _ => MathFunction::Outer,
                };
                self.math(function, &[a, b])
            }
            Op::QuantizeToF16 => {
                let a = a(self)?;
                self.math(MathFunction::QuantizeToF16, &[a])
            }
            // Floats of 16 bits are ones of 32.
            Op::FConvert => a(self)?,
            Op::ConvertFToS | Op::ConvertFToU | Op::ConvertSToF | Op::ConvertUToF => {
                let a = match op {
                    Op::ConvertSToF => {
                        self.integer(instruction.operand(2)?, ScalarKind::Sint, instruction)?
                    }
                    Op::ConvertUToF => {
                        self.integer(instruction.operand(2)?, ScalarKind::Uint, instruction)?
                    }
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
            Op::Bitcast => {
                let id = instruction.operand(2)?;
                let from = self
                    .type_of(id)
                    .and_then(|ty| self.reader.types.numeric(ty));
                let to = self.reader.types.numeric(ty);
                if let (Some((_, from)), Some((_, to))) = (from, to)
                    && from != to
                {
                    return Ok(None);
                }
                let a = a(self)?;
                match self.reader.types.kind(ty) {
                    Some(kind) => self.reinterpreted(a, kind),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the result of an operation on integers. `None` if it is not one.
    fn integers(
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
        let is_shift = matches!(
            operator,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
        );
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
                format!(
                    "`{}` by a constant for which it is not defined",
                    instruction.name()
                ),
                "use another constant",
            );
            let naga = self.reader.types.naga(ty);
            return Ok(naga.map(|naga| self.poison(naga, &why)));
        }
        let left = self.integer(a, kind, instruction)?;
        let right = self.integer(b, if is_shift { Uint } else { kind }, instruction)?;
        let mut value = self.operator(operator, left, right);
        if op == Op::SMod {
            // The remainder has the sign of the divisor.
            let sum = self.operator(BinaryOperator::Add, value, right);
            value = self.operator(BinaryOperator::Modulo, sum, right);
        }
        if own == ScalarKind::Bool {
            return Ok(Some(value));
        }
        Ok(Some(self.of_kind(value, kind, ty)))
    }

    fn unary_of_integers(
        &mut self,
        op: Op,
        ty: Id,
        own: ScalarKind,
        instruction: &Instruction<'_>,
    ) -> Result<Option<Handle<Expression>>> {
        use ScalarKind::{Sint, Uint};
        let integer = |body: &mut Self, index, kind| {
            body.integer(instruction.operand(index)?, kind, instruction)
        };
        let (value, kind) = match op {
            Op::SNegate => {
                let a = integer(self, 2, Sint)?;
                (self.unary(UnaryOperator::Negate, a), Sint)
            }
            Op::Not => {
                let a = integer(self, 2, own)?;
                (self.unary(UnaryOperator::BitwiseNot, a), own)
            }
            // Those of other widths are refused before.
            Op::UConvert => (integer(self, 2, Uint)?, Uint),
            Op::SConvert => (integer(self, 2, Sint)?, Sint),
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
                (
                    self.math(MathFunction::ExtractBits, &[a, offset, count]),
                    kind,
                )
            }
            Op::BitFieldInsert => {
                let (a, b) = (integer(self, 2, own)?, integer(self, 3, own)?);
                let (offset, count) = (integer(self, 4, Uint)?, integer(self, 5, Uint)?);
                (
                    self.math(MathFunction::InsertBits, &[a, b, offset, count]),
                    own,
                )
            }
            _ => return Ok(None),
        };
        Ok(Some(self.of_kind(value, kind, ty)))
    }

    /// Returns integers of one kind as ones of the kind of a type.
    pub(super) fn of_kind(
        &mut self,
        value: Handle<Expression>,
        kind: ScalarKind,
        ty: Id,
    ) -> Handle<Expression> {
        match self.reader.types.kind(ty) {
            Some(own) if own != kind => self.reinterpreted(value, own),
            _ => value,
        }
    }

    /// Whether an id is a constant unsigned integer that is a small negative one with a sign.
    fn is_negative(&self, id: Id) -> bool {
        let Some(constant) = self.reader.constants.get(id) else {
            return false;
        };
        let Some((Type::Int { is_signed, .. }, count)) = self.reader.types.numeric(constant.ty)
        else {
            return false;
        };
        let components = constant.components(count).unwrap_or_default();
        !is_signed && components.iter().any(|bits| bits.cast_signed() < 0)
    }

    pub(super) fn unary(
        &mut self,
        op: UnaryOperator,
        expr: Handle<Expression>,
    ) -> Handle<Expression> {
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

    pub(super) fn math(
        &mut self,
        fun: MathFunction,
        arguments: &[Handle<Expression>],
    ) -> Handle<Expression> {
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

/// Returns why an instruction that has no meaning for the hardware is refused.
pub(super) fn unknown(instruction: &Instruction<'_>) -> refusal::Why {
    let name = instruction.name();
    let is = |part: &str| name.contains(part);
    if is("Image") {
        return refusal::operation(
            "no texture can be read in a vertex shader",
            "pass the value as an attribute",
        );
    }
    let (what, help) = match () {
        () if is("DPd") || is("Fwidth") => (
            "derivatives exist in fragment shaders only",
            "compute the difference in the application",
        ),
        () if is("Atomic") => (
            "an atomic operation; the machine has no shared memory",
            "do without it",
        ),
        () if is("Barrier") => (
            "a barrier; invocations of a vertex shader do not know each other",
            "remove the barrier",
        ),
        () if is("Group") || is("Subgroup") => (
            "an operation of several invocations; those of the machine do not know each other",
            "do without it",
        ),
        () if is("RayQuery") => (
            "a ray query; the machine cannot trace rays",
            "do without it",
        ),
        () if is("ArrayLength") => (
            "the length of a storage buffer; the machine has no storage buffers",
            "pass the length as a uniform",
        ),
        () => {
            return refusal::operation(
                format!("the machine cannot do what `{name}` does"),
                "do without it",
            );
        }
    };
    refusal::operation(what, help)
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

/// Returns the operator for a comparison of floats, and whether its result is negated. Comparisons that hold for what is no
/// number are those that do not, negated.
const fn comparison(op: Op) -> Option<(BinaryOperator, bool)> {
    Some(match op {
        Op::FOrdEqual | Op::FUnordEqual => (BinaryOperator::Equal, false),
        Op::FOrdNotEqual | Op::FUnordNotEqual | Op::LessOrGreater => {
            (BinaryOperator::NotEqual, false)
        }
        Op::FOrdLessThan => (BinaryOperator::Less, false),
        Op::FOrdGreaterThan => (BinaryOperator::Greater, false),
        Op::FOrdLessThanEqual => (BinaryOperator::LessEqual, false),
        Op::FOrdGreaterThanEqual => (BinaryOperator::GreaterEqual, false),
        Op::FUnordLessThan => (BinaryOperator::GreaterEqual, true),
        Op::FUnordGreaterThan => (BinaryOperator::LessEqual, true),
        Op::FUnordLessThanEqual => (BinaryOperator::Greater, true),
        Op::FUnordGreaterThanEqual => (BinaryOperator::Less, true),
        _ => return None,
    })
}

/// Returns the operator for an operation on integers, and the kind of integers that it works on; `None` for that of its
/// first operand. `own` is the kind of its result.
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
