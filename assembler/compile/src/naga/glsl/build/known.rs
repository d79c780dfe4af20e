//! Constant expressions of scalars: lengths of arrays, labels of cases, indices.

use super::super::ast::{BaseType, Binary, Callee, Expr, ExprKind};
use super::super::token::Symbol;
use super::super::types::{self, Ty};
use super::Builder;
use super::constant::{Constant, binary, unary};
use super::scope::Entity;

impl Builder<'_> {
    /// Returns the value of a constant expression; `None` if it is none, or not a scalar.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Literal(literal) => Some(Constant::from(*literal)),
            ExprKind::Name(name) => self.constant_name(*name),
            ExprKind::Unary(operator, operand) => unary(*operator, self.constant(operand)?),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.constant(left)?, self.constant(right)?);
                binary(*operator, left, right)
            }
            ExprKind::Conditional(condition, yes, no) => match self.constant(condition)? {
                Constant::Bool(true) => self.constant(yes),
                Constant::Bool(false) => self.constant(no),
                _ => None,
            },
            ExprKind::Call { callee, arguments } => self.constant_call(callee, arguments),
            ExprKind::Method(base, name, _) if self.text(*name) == "length" => {
                let ExprKind::Name(name) = base.kind else {
                    return None;
                };
                match self.entity_type(name)? {
                    Ty::Array(_, length) if length > 0 => Some(Constant::Int(length.cast_signed())),
                    Ty::Vector(_, size) => Some(Constant::Int(i32::from(size))),
                    Ty::Matrix(columns, _) => Some(Constant::Int(i32::from(columns))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn constant_name(&mut self, name: Symbol) -> Option<Constant> {
        match self.scopes.find(name).cloned() {
            Some(Entity::Known(constant)) => Some(constant),
            // Scalars whose values are known have them.
            Some(Entity::Override { handle, ty }) => self.override_constant(handle, &ty),
            Some(_) => None,
            None => super::special::limit(self.text(name)).map(Constant::Int),
        }
    }

    fn constant_call(&mut self, callee: &Callee, arguments: &[Expr]) -> Option<Constant> {
        let name = match callee {
            Callee::Name(name) => *name,
            Callee::Type(spec) => match spec.base {
                BaseType::Name(name) if spec.lengths.is_empty() => name,
                _ => return None,
            },
        };
        let text = self.text(name).to_owned();
        let values: Option<Vec<_>> = arguments.iter().map(|argument| self.constant(argument)).collect();
        let values = values?;
        if let (Some(Ty::Scalar(kind)), [value]) = (types::by_name(&text), values.as_slice()) {
            return Some(value.converted(kind));
        }
        if self.functions.contains_key(&name) {
            return None;
        }
        let less = |a: Constant, b: Constant| binary(Binary::Less, a, b) == Some(Constant::Bool(true));
        match (text.as_str(), values.as_slice()) {
            ("min", &[a, b]) => Some(if less(b, a) { b } else { a }),
            ("max", &[a, b]) => Some(if less(a, b) { b } else { a }),
            ("abs", [Constant::Int(a)]) => Some(Constant::Int(a.wrapping_abs())),
            ("abs", [Constant::Float(a)]) => Some(Constant::Float(a.abs())),
            ("floor", [Constant::Float(a)]) => Some(Constant::Float(libm::floorf(*a))),
            ("ceil", [Constant::Float(a)]) => Some(Constant::Float(libm::ceilf(*a))),
            ("round", [Constant::Float(a)]) => Some(Constant::Float(libm::rintf(*a))),
            _ => None,
        }
    }

    /// Returns the type of the variable or constant with a name.
    pub(super) fn entity_type(&mut self, name: Symbol) -> Option<Ty> {
        Some(match self.scopes.find(name)? {
            Entity::Type(_) | Entity::Broken => return None,
            Entity::Global { ty, .. }
            | Entity::Local { ty, .. }
            | Entity::Argument { ty, .. }
            | Entity::Pointer { ty, .. }
            | Entity::Override { ty, .. }
            | Entity::Opaque(ty) => ty.clone(),
            Entity::Constant(index) => self.constants.get(*index)?.ty.clone(),
            Entity::Known(constant) => Ty::Scalar(constant.kind()),
        })
    }
}
