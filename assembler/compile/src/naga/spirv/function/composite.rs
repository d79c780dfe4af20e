//! Composites: vectors, matrices, arrays and structs, of their parts.

use ::naga::{Expression, Handle, Literal, Statement, SwizzleComponent, TypeInner};

use super::super::types::{Type, vector_size};
use super::super::words::{Id, Instruction, Result};
use super::{Body, Value};

/// Maximum number of components of a value that is made of its parts one by one.
pub(super) const MAX_COMPONENTS: usize = 4096;

const COMPONENTS: [SwizzleComponent; 4] = [
    SwizzleComponent::X,
    SwizzleComponent::Y,
    SwizzleComponent::Z,
    SwizzleComponent::W,
];

impl Body<'_, '_> {
    /// Returns a part of a value.
    pub(super) fn part(&mut self, base: Handle<Expression>, index: u32) -> Handle<Expression> {
        self.emit(Expression::AccessIndex { base, index })
    }

    pub(super) fn compose(
        &mut self,
        ty: Handle<::naga::Type>,
        components: Vec<Handle<Expression>>,
    ) -> Handle<Expression> {
        self.emit(Expression::Compose { ty, components })
    }

    /// Returns a composite of parts.
    pub(super) fn construct(&mut self, ty: Id, parts: &[Id], instruction: &Instruction<'_>) -> Result<Value> {
        let Some(naga) = self.reader.types.naga(ty) else {
            return Ok(Value::Opaque);
        };
        let mut components = Vec::with_capacity(parts.len());
        let mut count = 0;
        for (index, part) in (0..).zip(parts) {
            let part_type = self.type_of(*part);
            // A stand-in for values that the hardware cannot hold.
            let is_opaque = part_type.is_some_and(|ty| self.reader.types.naga(ty).is_none());
            if is_opaque && matches!(self.reader.types.ty(ty), Some(Type::Struct { .. })) {
                components.push(self.literal(Literal::U32(0)));
                continue;
            }
            let is_vector = matches!(self.reader.types.ty(ty), Some(Type::Vector { .. }));
            count += match part_type.and_then(|ty| self.reader.types.length(ty)) {
                Some(length) if is_vector => length,
                _ => 1,
            };
            if !is_vector && self.reader.types.part(ty, Some(index)) != part_type {
                return Err(instruction.unknown(*part, "a part of this composite"));
            }
            components.push(self.value(*part, instruction)?);
        }
        if self.reader.types.length(ty) != Some(count) {
            return Err(instruction.error("a composite does not have the parts of its type"));
        }
        Ok(Value::Expression(self.compose(naga, components)))
    }

    /// Returns the part of a value that indices lead to, and its type.
    pub(super) fn extract(&mut self, base: Id, indices: &[u32], instruction: &Instruction<'_>) -> Result<Value> {
        let mut ty = self
            .type_of(base)
            .ok_or_else(|| instruction.unknown(base, "a value that is known here"))?;
        if self.reader.types.naga(ty).is_none() {
            return Ok(Value::Opaque);
        }
        let mut value = self.value(base, instruction)?;
        for index in indices {
            let part = self.reader.types.part(ty, Some(*index));
            ty = part.ok_or_else(|| {
                let name = self.reader.shown(base);
                instruction.error(format!("the index {index} is outside of {name}"))
            })?;
            if self.reader.types.naga(ty).is_none() {
                return Ok(Value::Opaque);
            }
            value = self.part(value, *index);
        }
        Ok(Value::Expression(value))
    }

    /// Returns a value with another part.
    pub(super) fn insert(
        &mut self,
        ty: Id,
        [object, base]: [Id; 2],
        indices: &[u32],
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let Some(naga) = self.reader.types.naga(ty) else {
            return Ok(Value::Opaque);
        };
        let base = self.value(base, instruction)?;
        let object = self.value(object, instruction)?;
        if let (Some(Type::Vector { size, .. }), &[index]) = (self.reader.types.ty(ty), indices)
            && index < *size
        {
            let size = *size;
            let components = (0..size).map(|other| if other == index { object } else { self.part(base, other) });
            let components = components.collect();
            return Ok(Value::Expression(self.compose(naga, components)));
        }
        let mut part = ty;
        for index in indices {
            let next = self.reader.types.part(part, Some(*index));
            part = next.ok_or_else(|| instruction.error(format!("the index {index} is outside of the composite")))?;
        }
        let variable = self.variable(naga, None);
        self.store(variable, base);
        let mut pointer = self.local(variable);
        for index in indices {
            pointer = self.part(pointer, *index);
        }
        self.push(Statement::Store { pointer, value: object });
        Ok(Value::Expression(self.load(variable)))
    }

    /// Returns a vector with a component at an index that is computed.
    pub(super) fn insert_at(
        &mut self,
        ty: Id,
        [base, object, index]: [Id; 3],
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let Some(naga) = self.reader.types.naga(ty) else {
            return Ok(Value::Opaque);
        };
        let value = self.value(base, instruction)?;
        let variable = self.variable(naga, None);
        self.store(variable, value);
        let object = self.value(object, instruction)?;
        let index = self.index(index, instruction)?;
        let base = self.local(variable);
        let pointer = self.emit(Expression::Access { base, index });
        self.push(Statement::Store { pointer, value: object });
        Ok(Value::Expression(self.load(variable)))
    }

    /// Returns a vector of components of two others.
    pub(super) fn shuffle(
        &mut self,
        ty: Id,
        vectors: [Id; 2],
        chosen: &[u32],
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let Some(naga) = self.reader.types.naga(ty) else {
            return Ok(Value::Opaque);
        };
        let mut sizes = [0; 2];
        let mut values = Vec::with_capacity(2);
        for (size, id) in sizes.iter_mut().zip(vectors) {
            let found = self.type_of(id).and_then(|ty| self.reader.types.length(ty));
            *size = found.ok_or_else(|| instruction.unknown(id, "a vector"))?;
            values.push(self.value(id, instruction)?);
        }
        let count = u32::try_from(chosen.len()).ok();
        if self.reader.types.length(ty) != count {
            return Err(instruction.error("a vector does not have the components of its type"));
        }
        // All of one vector are a swizzle.
        let first = sizes[0];
        if let (&[vector, _], Some(size)) = (values.as_slice(), count.and_then(vector_size))
            && chosen.iter().all(|index| *index < first)
        {
            let mut pattern = [SwizzleComponent::X; 4];
            for (component, index) in pattern.iter_mut().zip(chosen) {
                let index = usize::try_from(*index).unwrap_or(0);
                *component = COMPONENTS.get(index).copied().unwrap_or(*component);
            }
            return Ok(Value::Expression(self.emit(Expression::Swizzle {
                size,
                vector,
                pattern,
            })));
        }
        let mut components = Vec::with_capacity(chosen.len());
        for index in chosen {
            // A component that may have any value.
            let index = if *index == u32::MAX { 0 } else { *index };
            let side = usize::from(index >= first);
            let number = if side == 0 { index } else { index - first };
            let (Some(value), true) = (values.get(side), number < sizes[side]) else {
                return Err(instruction.error(format!("the index {index} is outside of the vectors")));
            };
            components.push(self.part(*value, number));
        }
        Ok(Value::Expression(self.compose(naga, components)))
    }

    /// Returns one of two values of any type.
    pub(super) fn select(
        &mut self,
        ty: Id,
        condition: Id,
        [accept, reject]: [Id; 2],
        instruction: &Instruction<'_>,
    ) -> Result<Value> {
        let Some(naga) = self.reader.types.naga(ty) else {
            return Ok(Value::Opaque);
        };
        let condition = self.value(condition, instruction)?;
        let accept = self.value(accept, instruction)?;
        let reject = self.value(reject, instruction)?;
        let inner = &self.reader.module.types[naga].inner;
        if matches!(inner, TypeInner::Scalar(_) | TypeInner::Vector { .. }) {
            return Ok(Value::Expression(self.emit(Expression::Select {
                condition,
                accept,
                reject,
            })));
        }
        let variable = self.variable(naga, None);
        let [accept, reject] = [accept, reject].map(|value| {
            let block = self.nested(|body| {
                body.store(variable, value);
                Ok(())
            });
            block.unwrap_or_default()
        });
        self.push(Statement::If {
            condition,
            accept,
            reject,
        });
        Ok(Value::Expression(self.load(variable)))
    }

    /// Returns a value as one of another type with the same parts.
    pub(super) fn copy(
        &mut self,
        value: Handle<Expression>,
        [from, to]: [Id; 2],
        instruction: &Instruction<'_>,
    ) -> Result<Handle<Expression>> {
        let types = &self.reader.types;
        let (old, new) = (types.naga(from), types.naga(to));
        let Some(new) = new.filter(|new| Some(*new) != old) else {
            return Ok(value);
        };
        let length = types.length(to).filter(|length| types.length(from) == Some(*length));
        let fits = types.components(to) <= MAX_COMPONENTS;
        let Some(length) = length.filter(|_| fits) else {
            return Err(instruction.error("a value is copied to a type with other parts"));
        };
        let mut parts = Vec::new();
        for index in 0..length {
            let types = &self.reader.types;
            let pair = (types.part(from, Some(index)), types.part(to, Some(index)));
            let (Some(from), Some(to)) = pair else {
                return Err(instruction.error("a value is copied to a type with other parts"));
            };
            let part = self.part(value, index);
            parts.push(self.copy(part, [from, to], instruction)?);
        }
        Ok(self.compose(new, parts))
    }
}
