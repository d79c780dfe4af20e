//! Constants of a module. Those that the job can set have their values before anything uses them.

use std::rc::Rc;

use ::naga::{Expression, Handle, Literal, Override, Span};
use ::spirv::Op;
use half::f16;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::cast::narrow;
use super::super::numbers;
use super::Reader;
use super::fold;
use super::types::Type;
use super::words::{Id, Instruction, Result};

/// A constant.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) ty: Id,
    pub(super) value: Value,
    /// The expression of the module for it. `None` if the hardware cannot hold it.
    pub(super) init: Option<Handle<Expression>>,
}

/// The value of a constant.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A number or a boolean. All floats have become ones of 32 bits, all integers have a value of 32 bits.
    Bits(u32),
    /// Zeros.
    Null,
    Parts(Rc<[Constant]>),
    /// An integer of more than 32 bits, or computed from one.
    Unknown,
}

/// The constants of a module.
#[derive(Debug, Default)]
pub(super) struct Constants {
    known: FxHashMap<Id, Constant>,
    /// Those whose values do not matter.
    pub(super) undefined: FxHashSet<Id>,
    /// The constants of naga for composites that functions use.
    pub(super) named: FxHashMap<Id, Handle<::naga::Constant>>,
}

impl Constants {
    /// Returns a constant.
    pub(super) fn get(&self, id: Id) -> Option<&Constant> {
        self.known.get(&id)
    }

    /// Returns the bits of a constant that is a number.
    pub(super) fn scalar(&self, id: Id) -> Option<u32> {
        self.known.get(&id)?.scalar()
    }
}

impl Constant {
    fn scalar(&self) -> Option<u32> {
        match self.value {
            Value::Bits(bits) => Some(bits),
            Value::Null => Some(0),
            Value::Parts(_) | Value::Unknown => None,
        }
    }

    /// Returns the bits of the components of a scalar or a vector.
    pub(super) fn components(&self, count: u32) -> Option<Vec<u32>> {
        match &self.value {
            Value::Parts(parts) => parts.iter().map(Self::scalar).collect(),
            _ => (0..count).map(|_| self.scalar()).collect(),
        }
    }
}

impl Reader<'_> {
    /// Reads the declaration of a constant.
    pub(super) fn declare_constant(&mut self, instruction: &Instruction<'_>, op: Op) -> Result<()> {
        let (ty, id) = (instruction.operand(0)?, instruction.operand(1)?);
        if self.types.get(ty).is_none() {
            return Err(instruction.unknown(ty, "a type"));
        }
        let span = instruction.span();
        let constant = match op {
            Op::ConstantTrue | Op::SpecConstantTrue => self.number(ty, 1, span),
            Op::ConstantFalse | Op::SpecConstantFalse => self.number(ty, 0, span),
            Op::Constant | Op::SpecConstant => {
                let bits = self.bits(ty, instruction)?;
                match bits {
                    Some(bits) => self.number(ty, bits, span),
                    None => Constant::unknown(ty),
                }
            }
            Op::ConstantComposite | Op::SpecConstantComposite => self.composite(ty, instruction)?,
            Op::SpecConstantOp => self.folded(ty, instruction)?,
            Op::ConstantNull | Op::Undef => self.null(ty, span),
            _ => Constant::unknown(ty),
        };
        let constant = match op {
            Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => self.specialized(id, constant, span),
            _ => constant,
        };
        if op == Op::Undef {
            self.constants.undefined.insert(id);
        }
        self.constants.known.insert(id, constant);
        Ok(())
    }

    /// Returns the bits that a declaration gives; `None` if they are more than 32.
    fn bits(&self, ty: Id, instruction: &Instruction<'_>) -> Result<Option<u32>> {
        let first = instruction.operand(2)?;
        let all = || {
            let second = instruction.operand(3)?;
            Ok(u64::from(second) << 32 | u64::from(first))
        };
        Ok(match self.types.ty(ty) {
            Some(Type::Float { width: 16 }) => {
                let [low, high, ..] = first.to_le_bytes();
                Some(f16::from_le_bytes([low, high]).to_f32().to_bits())
            }
            Some(Type::Float { width: 64 }) => Some(narrow(f64::from_bits(all()?)).to_bits()),
            Some(Type::Int { width: 64, is_signed }) if *is_signed => {
                let number = i32::try_from(all()?.cast_signed()).ok();
                number.map(i32::cast_unsigned)
            }
            Some(Type::Int { width: 64, .. }) => u32::try_from(all()?).ok(),
            Some(Type::Int { width, .. } | Type::Float { width }) if *width <= 32 => Some(first),
            _ => None,
        })
    }

    /// Returns the constant of a scalar type with some bits.
    fn number(&mut self, ty: Id, bits: u32, span: Span) -> Constant {
        let init = self.literal(ty, bits).map(|literal| {
            let expressions = &mut self.module.global_expressions;
            expressions.append(Expression::Literal(literal), span)
        });
        Constant {
            ty,
            value: Value::Bits(bits),
            init,
        }
    }

    /// Returns the literal of a scalar type with some bits.
    pub(super) fn literal(&self, ty: Id, bits: u32) -> Option<Literal> {
        let known = self.types.get(ty)?;
        if known.wrong_width.is_some() {
            return None;
        }
        match known.ty {
            // naga has no literals of these.
            Type::Float { .. } if !f32::from_bits(bits).is_finite() => None,
            Type::Bool => Some(Literal::Bool(bits != 0)),
            Type::Int { is_signed, .. } if is_signed => Some(Literal::I32(bits.cast_signed())),
            Type::Int { .. } => Some(Literal::U32(bits)),
            Type::Float { .. } => Some(Literal::F32(f32::from_bits(bits))),
            _ => None,
        }
    }

    fn null(&mut self, ty: Id, span: Span) -> Constant {
        let known = self.types.get(ty);
        let init = known
            .filter(|known| known.wrong_width.is_none())
            .and_then(|known| known.naga)
            .map(|ty| {
                let expressions = &mut self.module.global_expressions;
                expressions.append(Expression::ZeroValue(ty), span)
            });
        Constant {
            ty,
            value: Value::Null,
            init,
        }
    }

    fn composite(&mut self, ty: Id, instruction: &Instruction<'_>) -> Result<Constant> {
        let mut parts = Vec::with_capacity(instruction.operands(2).len());
        for part in instruction.operands(2) {
            let known = self.constants.get(*part).cloned();
            parts.push(known.ok_or_else(|| instruction.unknown(*part, "a constant"))?);
        }
        let expected = self.types.length(ty).and_then(|n| usize::try_from(n).ok());
        let is_right = (0..)
            .zip(&parts)
            .all(|(index, part)| self.types.part(ty, Some(index)) == Some(part.ty));
        if expected != Some(parts.len()) || !is_right {
            return Err(instruction.error("a constant does not have the parts of its type"));
        }
        Ok(self.of_parts(ty, parts, instruction.span()))
    }

    /// Returns the constant with these parts.
    fn of_parts(&mut self, ty: Id, parts: Vec<Constant>, span: Span) -> Constant {
        let inits: Option<Vec<_>> = parts.iter().map(|part| part.init).collect();
        let init = inits
            .zip(self.types.naga(ty))
            .map(|(components, ty)| Expression::Compose { ty, components })
            .map(|compose| self.module.global_expressions.append(compose, span));
        Constant {
            ty,
            value: Value::Parts(parts.into()),
            init,
        }
    }

    /// Returns the result of an operation on constants.
    fn folded(&mut self, ty: Id, instruction: &Instruction<'_>) -> Result<Constant> {
        let op = Op::from_u32(instruction.operand(2)?);
        let ids = instruction.operands(3);
        if let (Some(Op::CompositeExtract), [base, indices @ ..]) = (op, ids) {
            let Some(mut part) = self.constants.get(*base).cloned() else {
                return Err(instruction.unknown(*base, "a constant"));
            };
            for index in indices {
                part = self.part_of(&part, *index, instruction)?;
            }
            return Ok(part);
        }
        let (Some(op), Some((_, count))) = (op, self.types.numeric(ty)) else {
            return Ok(Constant::unknown(ty));
        };
        let computed = fold::operation(self, op, ty, ids);
        let Some(bits) = computed.filter(|bits| u32::try_from(bits.len()) == Ok(count)) else {
            return Ok(Constant::unknown(ty));
        };
        Ok(self.numbers(ty, &bits, instruction.span()))
    }

    /// Returns the constant scalar or vector with the bits of its components.
    fn numbers(&mut self, ty: Id, bits: &[u32], span: Span) -> Constant {
        match *self.types.ty(ty).unwrap_or(&Type::Void) {
            Type::Vector { component, .. } => {
                let parts = bits.iter().map(|bits| self.number(component, *bits, span));
                let parts = parts.collect();
                self.of_parts(ty, parts, span)
            }
            _ => self.number(ty, bits.first().copied().unwrap_or(0), span),
        }
    }

    fn part_of(&mut self, whole: &Constant, index: u32, instruction: &Instruction<'_>) -> Result<Constant> {
        let ty = self.types.part(whole.ty, Some(index));
        let outside = || instruction.error(format!("the index {index} is outside of the constant"));
        let ty = ty.ok_or_else(outside)?;
        match &whole.value {
            Value::Null => Ok(self.null(ty, instruction.span())),
            Value::Parts(parts) => {
                let index = usize::try_from(index).unwrap_or(usize::MAX);
                parts.get(index).cloned().ok_or_else(outside)
            }
            Value::Bits(_) | Value::Unknown => Ok(Constant::unknown(ty)),
        }
    }

    /// Returns a constant with the value that the job gives to it, if there is one.
    fn specialized(&mut self, id: Id, constant: Constant, span: Span) -> Constant {
        let number = self.decorations.get(&id).and_then(|found| found.spec_id);
        let Some(ty) = self.types.naga(constant.ty).filter(|_| constant.init.is_some()) else {
            return constant;
        };
        let found = Override {
            name: self.names.get(&id).filter(|name| !name.is_empty()).cloned(),
            id: number.and_then(|id| u16::try_from(id).ok()),
            ty,
            init: constant.init,
        };
        let given = numbers::overrides(&self.module, &found, self.options);
        self.module.overrides.append(found, span);
        let bits = match given {
            Some((_, Ok(Literal::Bool(holds)))) => u32::from(holds),
            Some((_, Ok(Literal::I32(number)))) => number.cast_unsigned(),
            Some((_, Ok(Literal::U32(number)))) => number,
            Some((_, Ok(Literal::F32(number)))) => number.to_bits(),
            _ => return constant,
        };
        self.number(constant.ty, bits, span)
    }
}

impl Constant {
    const fn unknown(ty: Id) -> Self {
        Self {
            ty,
            value: Value::Unknown,
            init: None,
        }
    }
}
