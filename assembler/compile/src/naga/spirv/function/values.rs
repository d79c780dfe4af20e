//! Values of ids: constants, results, and a stand-in for those that the hardware cannot compute.

use ::naga::{BinaryOperator, Expression, Handle, Literal, ScalarKind, Span, Statement};

use super::super::constants::{self, Constant};
use super::super::refusal::{self, RefusalReason};
use super::super::words::{Id, Instruction, Result};
use super::composite::MAX_COMPONENTS;
use super::{Body, Definition, Value};

impl Body<'_, '_> {
    /// Adds a value that cannot be computed.
    pub(super) fn poison(&mut self, ty: Handle<::naga::Type>, why: &RefusalReason) -> Handle<Expression> {
        self.reader.expressions += 1;
        let function = self.reader.refusal(Some(ty), why);
        let result = self.constant_expression(Expression::CallResult(function));
        self.push(Statement::Call {
            function,
            arguments: Vec::new(),
            result: Some(result),
        });
        result
    }

    /// Adds a value of a type of the module that cannot be computed.
    pub(super) fn poison_of(&mut self, ty: Id, why: &RefusalReason) -> Value {
        match self.reader.types.naga(ty) {
            Some(ty) => Value::Expression(self.poison(ty, why)),
            None => Value::Opaque,
        }
    }

    /// Returns whether the value of an id does not matter.
    pub(super) fn is_undefined(&self, id: Id) -> bool {
        self.reader.constants.undefined.contains(&id)
    }

    /// Sets the value of an id.
    pub(super) fn define(&mut self, id: Id, ty: Id, value: Value) {
        if let (Value::Expression(value), Some(Some(variable))) = (&value, self.carried.get(&id)) {
            self.store(*variable, *value);
        }
        let defined = Definition {
            value,
            ty,
            block: self.current,
        };
        self.values.insert(id, defined);
    }

    /// Returns the type of an id.
    pub(super) fn type_of(&self, id: Id) -> Option<Id> {
        let constant = self.reader.constants.get(id).map(|constant| constant.ty);
        constant.or_else(|| self.values.get(&id).map(|defined| defined.ty))
    }

    /// Returns an expression for an id, whose type is the one of naga for its type.
    pub(super) fn value(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        if let Some(known) = self.constants.get(&id) {
            return Ok(*known);
        }
        if self.reader.constants.get(id).is_some() {
            return self.constant(id, instruction);
        }
        let Some(defined) = self.values.get(&id) else {
            return Err(instruction.unknown(id, "a value that is known here"));
        };
        let (ty, block) = (defined.ty, defined.block);
        if !self.graph.dominates(block, self.current) {
            return Err(instruction.unknown(id, "a value that is known here"));
        }
        match defined.value {
            Value::Expression(handle) => {
                if self.tree.sees(self.current, block) {
                    return Ok(handle);
                }
                match self.carried.get(&id) {
                    Some(Some(variable)) => Ok(self.load(*variable)),
                    _ => Err(instruction.unknown(id, "a value that is known here")),
                }
            }
            Value::Pointer(_) | Value::Opaque => match self.reader.types.naga(ty) {
                Some(ty) => {
                    let why = refusal::operation(
                        "a run-time pointer; the hardware has no memory",
                        "use an index into an array of uniforms",
                    );
                    Ok(self.poison(ty, &why))
                }
                None => Err(instruction.unknown(id, "a number, a vector, a matrix or a composite of them")),
            },
        }
    }

    /// Returns an expression for a constant.
    pub(super) fn constant(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        let unknown = || instruction.unknown(id, "a constant with a value");
        let constant = self.reader.constants.get(id).ok_or_else(unknown)?;
        let (ty, init) = (constant.ty, constant.init);
        let naga = self.reader.types.naga(ty).ok_or_else(unknown)?;
        let Some(init) = init else {
            let constant = constant.clone();
            return Ok(self.without_literal(&constant, naga));
        };
        let expression = match &self.reader.module.global_expressions[init] {
            simple @ (Expression::Literal(_) | Expression::ZeroValue(_)) => simple.clone(),
            _ => {
                let known = self.reader.constants.named.get(&id).copied();
                let handle = known.unwrap_or_else(|| {
                    let constant = ::naga::Constant {
                        name: self.reader.names.get(&id).cloned(),
                        ty: naga,
                        init,
                    };
                    let constants = &mut self.reader.module.constants;
                    let handle = constants.append(constant, Span::UNDEFINED);
                    self.reader.constants.named.insert(id, handle);
                    handle
                });
                Expression::Constant(handle)
            }
        };
        let handle = self.constant_expression(expression);
        self.constants.insert(id, handle);
        Ok(handle)
    }

    /// Returns the float with these bits. naga has no literals for infinities and NaN.
    pub(super) fn float(&mut self, bits: u32) -> Handle<Expression> {
        let number = f32::from_bits(bits);
        if number.is_finite() {
            return self.literal(Literal::F32(number));
        }
        let infinity = if number.is_nan() { f32::INFINITY } else { number };
        let bits = self.literal(Literal::U32(infinity.to_bits()));
        let infinity = self.emit(Expression::As {
            expr: bits,
            kind: ScalarKind::Float,
            convert: None,
        });
        if number.is_nan() {
            self.operator(BinaryOperator::Subtract, infinity, infinity)
        } else {
            infinity
        }
    }

    /// Returns an expression for a constant that has none in the module of naga: naga has no infinite literals.
    fn without_literal(&mut self, constant: &Constant, naga: Handle<::naga::Type>) -> Handle<Expression> {
        if let Some(init) = constant.init
            && let simple @ (Expression::Literal(_) | Expression::ZeroValue(_)) =
                &self.reader.module.global_expressions[init]
        {
            let simple = simple.clone();
            return self.constant_expression(simple);
        }
        let known = self.reader.types.get(constant.ty);
        let fits = known.is_some_and(|known| known.wrong_width.is_none())
            && self.reader.types.components(constant.ty) <= MAX_COMPONENTS;
        match &constant.value {
            constants::Value::Bits(bits) if fits => self.float(*bits),
            constants::Value::Parts(parts) if fits => {
                let parts: Option<Vec<_>> = parts
                    .iter()
                    .map(|part| {
                        let naga = self.reader.types.naga(part.ty)?;
                        Some(self.without_literal(part, naga))
                    })
                    .collect();
                let ty = naga;
                match parts {
                    Some(components) => self.emit(Expression::Compose { ty, components }),
                    None => self.constant_expression(Expression::ZeroValue(ty)),
                }
            }
            _ => {
                let why = match known.and_then(|known| known.wrong_width) {
                    Some(width) => refusal::width(width),
                    None => refusal::operation(
                        "a constant that the hardware cannot represent",
                        "integers are exact up to 131072 on this hardware",
                    ),
                };
                self.poison(naga, &why)
            }
        }
    }

    /// Returns an expression for an id of integers, as integers with or without a sign.
    pub(super) fn integer(
        &mut self,
        id: Id,
        kind: ScalarKind,
        instruction: &Instruction<'_>,
    ) -> Result<Handle<Expression>> {
        let ty = self.type_of(id);
        let is_right = ty.and_then(|ty| self.reader.types.kind(ty)) == Some(kind);
        let width = ty.map_or(32, |ty| self.reader.types.width(ty));
        let mut value = self.value(id, instruction)?;
        if !is_right {
            value = self.reinterpreted(value, kind);
            if width < 32 {
                value = self.cut(value, width);
            }
        }
        Ok(value)
    }

    /// Returns integers with the same bits, with or without a sign.
    pub(super) fn reinterpreted(&mut self, value: Handle<Expression>, kind: ScalarKind) -> Handle<Expression> {
        let literal = match self.function.expressions[value] {
            Expression::Literal(Literal::I32(number)) if kind == ScalarKind::Uint => {
                u32::try_from(number).ok().map(Literal::U32)
            }
            Expression::Literal(Literal::U32(number)) if kind == ScalarKind::Sint => {
                Some(Literal::I32(number.cast_signed()))
            }
            _ => None,
        };
        match literal {
            Some(literal) => self.literal(literal),
            None => self.emit(Expression::As {
                expr: value,
                kind,
                convert: None,
            }),
        }
    }
}
