//! `&&`, `||` and `? :`, which evaluate one side only.

use ::naga::{BinaryOperator, Block, Expression, Statement};

use super::super::ast::{Binary, Callee, Expr, ExprKind};
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::constant::{self, Constant};
use super::expression::Value;
use super::{BuildResult, Builder};

impl Builder<'_> {
    /// Returns `a && b` or `a || b`, of which the right side is evaluated only if it decides.
    pub(super) fn logical(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> BuildResult<Value> {
        let a = self.value(left)?;
        let a = self.boolean(a, left.span)?;
        if !self.has_effects(right) {
            let b = self.value(right)?;
            let b = self.boolean(b, right.span)?;
            if let Some(known) = a
                .constant
                .zip(b.constant)
                .and_then(|(a, b)| constant::binary(operator, a, b))
            {
                return self.known(known, span);
            }
            let op = match operator {
                Binary::And => BinaryOperator::LogicalAnd,
                _ => BinaryOperator::LogicalOr,
            };
            return self.binary(op, &a, &b, Ty::BOOL, span);
        }
        let variable = self.local(None, &Ty::BOOL, span)?;
        let pointer = self.local_pointer(variable, span)?;
        self.store(pointer, a.expr, span)?;
        let (block, made) = self.block_of(|builder| {
            let b = builder.value(right)?;
            let b = builder.boolean(b, right.span)?;
            builder.store(pointer, b.expr, span)
        });
        made?;
        let (accept, reject) = match operator {
            Binary::And => (block, ::naga::Block::new()),
            _ => (::naga::Block::new(), block),
        };
        self.push(
            Statement::If {
                condition: a.expr,
                accept,
                reject,
            },
            span,
        );
        let expr = self.append(Expression::Load { pointer }, span)?;
        Ok(Value {
            expr,
            ty: Ty::BOOL,
            constant: None,
        })
    }

    /// Returns a value that has to be a boolean.
    pub(super) fn boolean(&mut self, value: Value, span: Span) -> BuildResult<Value> {
        if value.ty == Ty::BOOL {
            return Ok(value);
        }
        let shown = self.shown(&value.ty);
        let help = match value.ty {
            Ty::Vector(Kind::Bool, _) => "write `all(v)` or `any(v)`",
            Ty::Scalar(_) => "compare it, as in `x != 0`",
            _ => "",
        };
        self.error(
            span,
            format!("the condition has the type `{shown}`; it has to be `bool`"),
            help,
        )
    }

    pub(super) fn conditional(&mut self, condition: &Expr, yes: &Expr, no: &Expr, span: Span) -> BuildResult<Value> {
        let test = self.value(condition)?;
        let test = self.boolean(test, condition.span)?;
        if !self.has_effects(yes) && !self.has_effects(no) {
            let (accept, reject) = (self.value(yes)?, self.value(no)?);
            let (accept, reject) = self.alternatives(accept, reject, span)?;
            if let Some(Constant::Bool(holds)) = test.constant {
                return Ok(if holds { accept } else { reject });
            }
            if accept.ty.size().is_some() {
                let expr = Expression::Select {
                    condition: test.expr,
                    accept: accept.expr,
                    reject: reject.expr,
                };
                let expr = self.append(expr, span)?;
                return Ok(Value {
                    expr,
                    constant: None,
                    ..accept
                });
            }
            let ty = accept.ty.clone();
            let branches = [(Block::new(), accept), (Block::new(), reject)];
            return self.branches(&test, branches, &ty, span);
        }
        let (yes, accept) = self.block_of(|builder| builder.value(yes));
        let (no, reject) = self.block_of(|builder| builder.value(no));
        let (accept, reject) = (accept?, reject?);
        let ty = self.alternative_type(&accept.ty, &reject.ty, span)?;
        self.branches(&test, [(yes, accept), (no, reject)], &ty, span)
    }

    /// Returns the value of one of two blocks, which a condition chooses. It is not needed if its type is `void`.
    fn branches(&mut self, test: &Value, branches: [(Block, Value); 2], ty: &Ty, span: Span) -> BuildResult<Value> {
        let is_void = *ty == Ty::Void;
        let pointer = if is_void {
            None
        } else {
            let variable = self.local(None, ty, span)?;
            Some(self.local_pointer(variable, span)?)
        };
        let mut stored = |(mut block, value): (Block, Value)| {
            if let Some(pointer) = pointer {
                let (store, made) = self.block_of(|builder| {
                    let value = builder.converted(value, ty, span)?;
                    builder.store(pointer, value.expr, span)
                });
                made?;
                block.extend_block(store);
            }
            Ok(block)
        };
        let [yes, no] = branches;
        let (accept, reject) = (stored(yes)?, stored(no)?);
        let condition = test.expr;
        self.push(
            Statement::If {
                condition,
                accept,
                reject,
            },
            span,
        );
        let expr = match pointer {
            Some(pointer) => self.append(Expression::Load { pointer }, span)?,
            None => test.expr,
        };
        Ok(Value {
            expr,
            ty: ty.clone(),
            constant: None,
        })
    }

    fn alternative_type(&mut self, a: &Ty, b: &Ty, span: Span) -> BuildResult<Ty> {
        if a == b {
            return Ok(a.clone());
        }
        let is_same_size = a.size().is_some() && a.size() == b.size();
        match (a.kind(), b.kind()) {
            (Some(from), Some(to)) if is_same_size && from.converts_to(to) => Ok(b.clone()),
            (Some(to), Some(from)) if is_same_size && from.converts_to(to) => Ok(a.clone()),
            _ => {
                let (a, b) = (self.shown(a), self.shown(b));
                let message = format!("the two values to choose from are `{a}` and `{b}`; they have to have one type");
                self.error(span, message, "")
            }
        }
    }

    /// Converts two values to choose from to one type.
    fn alternatives(&mut self, a: Value, b: Value, span: Span) -> BuildResult<(Value, Value)> {
        let ty = self.alternative_type(&a.ty, &b.ty, span)?;
        Ok((self.converted(a, &ty, span)?, self.converted(b, &ty, span)?))
    }

    /// Returns whether evaluating an expression can change a variable: it assigns, or calls a function that may.
    fn has_effects(&self, expr: &Expr) -> bool {
        let all = |parts: &[&Expr]| parts.iter().any(|part| self.has_effects(part));
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) => false,
            ExprKind::Assign(..) | ExprKind::Step { .. } => true,
            ExprKind::Call { callee, arguments } => {
                let is_pure = match callee {
                    Callee::Type(_) => true,
                    Callee::Name(name) => {
                        !self.functions.contains_key(name) && !super::builtin::writes(self.text(*name))
                    }
                };
                !is_pure || arguments.iter().any(|argument| self.has_effects(argument))
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Comma(a, b) => all(&[a, b]),
            ExprKind::Member(base, ..) | ExprKind::Method(base, ..) | ExprKind::Unary(_, base) => all(&[base]),
            ExprKind::Conditional(a, b, c) => all(&[a, b, c]),
            ExprKind::Braces(parts) => parts.iter().any(|part| self.has_effects(part)),
        }
    }
}
