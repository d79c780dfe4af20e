//! Expressions: names, members, indices, and dispatch of the others.

use ::naga::{Expression, Handle};

use super::super::ast::{Callee, Expr, ExprKind, Unary};
use super::super::token::{Span, Symbol};
use super::super::types::{Kind, Ty};
use super::constant::{self, Constant};
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, ErrorReported};

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Value {
    pub(super) expr: Handle<Expression>,
    pub(super) ty: Ty,
    /// Of a scalar, its value if it is known.
    pub(super) constant: Option<Constant>,
}

/// A place in memory.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) pointer: Handle<Expression>,
    pub(super) ty: Ty,
    /// The selected components of a vector, in order; `ty` is the type of the whole vector.
    pub(super) swizzle: Option<Vec<u8>>,
    pub(super) access: Access,
}

/// The meaning of an expression: a place, or a value.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Place(Place),
    Value(Value),
}

impl Place {
    /// Returns the type of the value there.
    pub(super) fn value_type(&self) -> Ty {
        match (&self.swizzle, self.ty.kind()) {
            (Some(components), Some(kind)) => Ty::new(kind, u8::try_from(components.len()).unwrap_or(4)),
            _ => self.ty.clone(),
        }
    }
}

impl Builder<'_> {
    /// Returns the value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> BuildResult<Value> {
        match self.meaning(expr)? {
            Meaning::Value(value) => Ok(value),
            Meaning::Place(place) => self.load(&place, expr.span),
        }
    }

    /// Returns the value at a place.
    pub(super) fn load(&mut self, place: &Place, span: Span) -> BuildResult<Value> {
        if self.is_opaque(&place.ty) {
            return self.error(span, "a texture or sampler has no value", "");
        }
        let pointer = place.pointer;
        let expr = self.append(Expression::Load { pointer }, span)?;
        let whole = Value {
            expr,
            ty: place.ty.clone(),
            constant: None,
        };
        match &place.swizzle {
            Some(components) => self.swizzled(&whole, components, span),
            None => Ok(whole),
        }
    }

    /// Analyses an expression.
    pub(super) fn meaning(&mut self, expr: &Expr) -> BuildResult<Meaning> {
        let span = expr.span;
        Ok(Meaning::Value(match &expr.kind {
            ExprKind::Literal(literal) => self.known(Constant::from(*literal), span)?,
            ExprKind::Name(name) => return self.name(*name, span),
            ExprKind::Member(base, name, place) => {
                return self.member_of(base, *name, *place, span);
            }
            ExprKind::Index(base, index) => return self.element_of(base, index, span),
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, span)?,
            ExprKind::Method(base, name, place) => self.method(base, *name, *place, span)?,
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, span)?,
            ExprKind::Step {
                operand,
                is_increment,
                is_postfix,
            } => self.step(operand, *is_increment, *is_postfix, span)?,
            ExprKind::Binary(operator, left, right) => self.binary_expr(*operator, left, right, span)?,
            ExprKind::Assign(operator, left, right) => self.assign(*operator, left, right, span)?,
            ExprKind::Conditional(condition, yes, no) => self.conditional(condition, yes, no, span)?,
            ExprKind::Comma(left, right) => {
                self.effect(left)?;
                return self.meaning(right);
            }
            ExprKind::Braces(_) => {
                return self.error(
                    span,
                    "braced initialisers are only allowed in declarations",
                    "write a constructor, such as `vec2(1.0, 2.0)`",
                );
            }
        }))
    }

    /// Evaluates an expression for its side effects.
    pub(super) fn effect(&mut self, expr: &Expr) -> BuildResult<()> {
        match &expr.kind {
            ExprKind::Call {
                callee: Callee::Name(name),
                arguments,
            } => self.call_for_effect(*name, arguments, expr.span).map(|_| ()),
            ExprKind::Comma(left, right) => {
                self.effect(left)?;
                self.effect(right)
            }
            _ => self.meaning(expr).map(|_| ()),
        }
    }

    /// Resolves a name.
    pub(super) fn name(&mut self, name: Symbol, span: Span) -> BuildResult<Meaning> {
        let Some(entity) = self.scopes.find(name).cloned() else {
            return self.special_name(name, span);
        };
        let place = |pointer, ty, access| {
            Meaning::Place(Place {
                pointer,
                ty,
                swizzle: None,
                access,
            })
        };
        Ok(match entity {
            Entity::Global {
                handle,
                path,
                ty,
                access,
            } => {
                let mut pointer = self.global_pointer(handle, span)?;
                for index in path {
                    pointer = self.append(Expression::AccessIndex { base: pointer, index }, span)?;
                }
                place(pointer, ty, access)
            }
            Entity::Local { handle, ty, access } => place(self.local_pointer(handle, span)?, ty, access),
            Entity::Pointer { index, ty } => {
                let pointer = self.append(Expression::FunctionArgument(index), span)?;
                place(pointer, ty, Access::Writable)
            }
            Entity::Argument { index, ty, .. } => {
                let expr = self.append(Expression::FunctionArgument(index), span)?;
                Meaning::Value(Value {
                    expr,
                    ty,
                    constant: None,
                })
            }
            Entity::Known(constant) => Meaning::Value(self.known(constant, span)?),
            Entity::Constant(index) => Meaning::Value(self.global_constant(index)?),
            Entity::Override { handle, ty } => {
                let expr = self.append(Expression::Override(handle), span)?;
                Meaning::Value(Value {
                    expr,
                    ty,
                    constant: None,
                })
            }
            Entity::Broken => return Err(ErrorReported),
            Entity::Opaque(_) => {
                let text = self.text(name).to_owned();
                let message = format!("`{text}` is a texture or a sampler, which has no value");
                return self.error(span, message, "");
            }
            Entity::Type(_) => {
                let text = self.text(name).to_owned();
                return self.error(span, format!("`{text}` is a type, and not a value"), "");
            }
        })
    }

    /// Returns the value of a constant outside of functions, which is computed once in each function.
    fn global_constant(&mut self, index: usize) -> BuildResult<Value> {
        let known = self.state.as_ref().and_then(|state| state.constants.get(&index));
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let constant = self.constants.get(index).cloned().ok_or(ErrorReported)?;
        let scopes = self.scopes.take_inner();
        let value = self.in_front(|builder| builder.initialise(&constant.initialiser, &constant.ty));
        self.scopes.restore(scopes);
        let value = value?;
        if let Some(state) = &mut self.state {
            state.constants.insert(index, value.clone());
        }
        Ok(value)
    }

    fn method(&mut self, base: &Expr, name: Symbol, place: Span, span: Span) -> BuildResult<Value> {
        if self.text(name) != "length" {
            let text = self.text(name).to_owned();
            return self.error(place, format!("unknown method `{text}`"), "the only one is `length()`");
        }
        let base = self.meaning(base)?;
        let (ty, pointer) = match &base {
            Meaning::Place(place) => (place.value_type(), Some(place.pointer)),
            Meaning::Value(value) => (value.ty.clone(), None),
        };
        let length = match (&ty, pointer) {
            (Ty::Array(_, 0), Some(pointer)) => {
                let expr = self.append(Expression::ArrayLength(pointer), span)?;
                let value = Value {
                    expr,
                    ty: Ty::UINT,
                    constant: None,
                };
                return self.converted(value, &Ty::INT, span);
            }
            (Ty::Array(_, length), _) => length.cast_signed(),
            (Ty::Vector(_, size), _) => i32::from(*size),
            (Ty::Matrix(columns, _), _) => i32::from(*columns),
            _ => {
                let shown = self.shown(&ty);
                return self.error(span, format!("`{shown}` has no length"), "");
            }
        };
        self.known(Constant::Int(length), span)
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, span: Span) -> BuildResult<Value> {
        let value = self.value(operand)?;
        if let Some(known) = value.constant.and_then(|known| constant::unary(operator, known)) {
            return self.known(known, span);
        }
        let kind = value.ty.kind();
        let is_right = match operator {
            Unary::Plus | Unary::Minus => kind.is_some_and(|kind| kind != Kind::Bool),
            Unary::Not => value.ty == Ty::BOOL,
            Unary::Complement => kind.is_some_and(Kind::is_integer),
        };
        if !is_right {
            let (sign, help) = match operator {
                Unary::Plus => ("+", ""),
                Unary::Minus => ("-", ""),
                Unary::Not => (
                    "!",
                    "compare a number with 0; of a vector of `bool`, `not(v)` is the opposite",
                ),
                Unary::Complement => ("~", ""),
            };
            let shown = self.shown(&value.ty);
            return self.error(span, format!("`{sign}` does not take `{shown}`"), help);
        }
        let naga = match operator {
            Unary::Plus => return Ok(value),
            Unary::Minus => return self.negated(value, span),
            Unary::Not => ::naga::UnaryOperator::LogicalNot,
            Unary::Complement => ::naga::UnaryOperator::BitwiseNot,
        };
        let expr = self.append(
            Expression::Unary {
                op: naga,
                expr: value.expr,
            },
            span,
        )?;
        Ok(Value {
            expr,
            constant: None,
            ..value
        })
    }
}
