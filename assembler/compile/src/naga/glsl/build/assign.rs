//! Assignments.

use ::naga::Expression;

use super::super::ast::{Binary, Expr};
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::constant::Constant;
use super::expression::{Meaning, Place, Value};
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, ErrorReported};

impl Builder<'_> {
    /// Returns the place that an expression means, which is about to be changed.
    pub(super) fn place(&mut self, expr: &Expr) -> BuildResult<Place> {
        let meaning = self.meaning(expr)?;
        self.changed_place(meaning, expr)
    }

    /// Returns the place that an expression was found to mean, which is about to be changed.
    pub(super) fn changed_place(&mut self, meaning: Meaning, expr: &Expr) -> BuildResult<Place> {
        let place = match meaning {
            Meaning::Place(place) => place,
            Meaning::Value(_) if self.is_part_of_constant(expr) => {
                let message = "this cannot be assigned to: it is a constant";
                return self.error(expr.span, message, "declare it without `const`");
            }
            Meaning::Value(_) => {
                let message = "this cannot be assigned to: it is not a part of a variable";
                return self.error(expr.span, message, "");
            }
        };
        let (what, help) = match place.access {
            Access::Writable => {
                let repeats = place.swizzle.as_ref().is_some_and(|components| {
                    components
                        .iter()
                        .enumerate()
                        .any(|(index, component)| components.iter().skip(index + 1).any(|other| other == component))
                });
                if repeats {
                    let message = "a component is assigned twice";
                    return self.error(expr.span, message, "");
                }
                return Ok(place);
            }
            Access::Uniform => ("a uniform", "copy it to a local variable"),
            Access::Input => ("an attribute", "copy it to a local variable"),
            Access::Constant => ("a constant", "declare it without `const`"),
        };
        self.error(expr.span, format!("this cannot be assigned to: it is {what}"), help)
    }

    /// Returns whether an expression is a constant with a name, or a part of it.
    fn is_part_of_constant(&self, expr: &Expr) -> bool {
        let entity = expr.root().and_then(|name| self.scopes.find(name));
        matches!(
            entity,
            Some(Entity::Known(_) | Entity::Constant(_) | Entity::Override { .. } | Entity::Argument { .. })
        )
    }

    /// Stores a value, which has the type of the place.
    pub(super) fn write(&mut self, place: &Place, value: &Value, span: Span) -> BuildResult<()> {
        let Some(components) = &place.swizzle else {
            return self.store(place.pointer, value.expr, span);
        };
        let kind = place.ty.kind().ok_or(ErrorReported)?;
        for (index, component) in (0..).zip(components) {
            let part = match value.ty {
                Ty::Scalar(_) => value.clone(),
                _ => self.field(value, index, Ty::Scalar(kind), span)?,
            };
            let access = match place.ty {
                // A scalar has itself as its only component.
                Ty::Scalar(_) => place.pointer,
                _ => self.append(
                    Expression::AccessIndex {
                        base: place.pointer,
                        index: u32::from(*component),
                    },
                    span,
                )?,
            };
            self.store(access, part.expr, span)?;
        }
        Ok(())
    }

    /// Returns the value of an assignment.
    pub(super) fn assign(
        &mut self,
        operator: Option<Binary>,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> BuildResult<Value> {
        let place = self.place(left)?;
        let ty = place.value_type();
        let value = self.value(right)?;
        let value = match operator {
            None => value,
            Some(operator) => {
                let before = self.load(&place, left.span)?;
                self.binary_value(operator, before, value, span)?
            }
        };
        let value = self.converted(value, &ty, right.span)?;
        self.write(&place, &value, span)?;
        Ok(value)
    }

    /// Returns the value of `++` or `--`.
    pub(super) fn step(
        &mut self,
        operand: &Expr,
        is_increment: bool,
        is_postfix: bool,
        span: Span,
    ) -> BuildResult<Value> {
        let place = self.place(operand)?;
        let before = self.load(&place, operand.span)?;
        let one = match before.ty.kind() {
            Some(Kind::Float) => Constant::Float(1.0),
            Some(Kind::Int) => Constant::Int(1),
            Some(Kind::Uint) => Constant::Uint(1),
            _ => {
                let shown = self.shown(&before.ty);
                let sign = if is_increment { "++" } else { "--" };
                return self.error(span, format!("`{sign}` does not take `{shown}`"), "");
            }
        };
        let one = self.known(one, span)?;
        let operator = if is_increment { Binary::Add } else { Binary::Subtract };
        let after = self.binary_value(operator, before.clone(), one, span)?;
        self.write(&place, &after, span)?;
        Ok(if is_postfix { before } else { after })
    }
}
