//! Statements.

use std::rc::Rc;

use ::naga::{Block, Expression, Statement as NagaStatement};

use super::super::ast::{Condition, Declarator, Expr, Statement, StatementKind, Variables};
use super::super::token::Span;
use super::super::types::Ty;
use super::expression::Value;
use super::function::JumpTarget;
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, ErrorReported};

impl Builder<'_> {
    /// Analyses statements, including the ones after an error.
    pub(super) fn statements(&mut self, statements: &[Statement]) -> BuildResult<()> {
        let mut all = Ok(());
        for statement in statements {
            let made = self.statement(statement);
            all = all.and(made);
        }
        all
    }

    /// Analyses a statement in a new scope.
    pub(super) fn scoped(&mut self, statement: &Statement) -> BuildResult<()> {
        self.scopes.open();
        let made = match &statement.kind {
            StatementKind::Block(statements) => self.statements(statements),
            _ => self.statement(statement),
        };
        self.scopes.close();
        made
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> BuildResult<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => Ok(()),
            StatementKind::Variables(variables) => self.locals(variables),
            StatementKind::Expr(expr) => self.effect(expr),
            StatementKind::Block(_) => self.scoped(statement),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branch(condition, then, otherwise.as_deref(), span),
            StatementKind::Switch { selector, body } => self.switch(selector, body, span),
            StatementKind::Case(_) => {
                self.error(span, "`case` and `default` are only allowed directly in a `switch`", "")
            }
            StatementKind::While { condition, body } => {
                self.scopes.open();
                let made = self.repeat(Some(condition), None, body, span);
                self.scopes.close();
                made
            }
            StatementKind::For {
                first,
                condition,
                step,
                body,
            } => {
                self.scopes.open();
                let made = self.statement(first);
                let repeated = self.repeat(condition.as_ref(), step.as_ref(), body, span);
                self.scopes.close();
                made.and(repeated)
            }
            StatementKind::DoWhile { body, condition } => self.do_while(body, condition, span),
            StatementKind::Return(value) => self.result(value.as_ref(), span),
            StatementKind::Break => self.jump(NagaStatement::Break, &[JumpTarget::Loop, JumpTarget::Switch], span),
            StatementKind::Continue => self.jump(NagaStatement::Continue, &[JumpTarget::Loop], span),
            StatementKind::Discard => {
                self.discard(span);
                Ok(())
            }
        }
    }

    pub(super) fn push_target(&mut self, jump_targets: JumpTarget) {
        if let Some(state) = &mut self.state {
            state.jump_targets.push(jump_targets);
        }
    }

    pub(super) fn pop_target(&mut self) {
        if let Some(state) = &mut self.state {
            state.jump_targets.pop();
        }
    }

    fn is_within(&self, all: &[JumpTarget]) -> bool {
        let jump_targets = self.state.as_ref().map_or(&[][..], |state| &state.jump_targets);
        jump_targets.iter().any(|jump_targets| all.contains(jump_targets))
    }

    fn jump(&mut self, jump: NagaStatement, within: &[JumpTarget], span: Span) -> BuildResult<()> {
        if !self.is_within(within) {
            let (name, place) = match jump {
                NagaStatement::Break => ("break", "a loop or a `switch`"),
                _ => ("continue", "a loop"),
            };
            return self.error(span, format!("`{name}` is not in {place}"), "");
        }
        self.push(jump, span);
        Ok(())
    }

    /// Declares variables in a function.
    fn locals(&mut self, variables: &Variables) -> BuildResult<()> {
        let mut all = Ok(());
        // The struct of a declaration without names is declared.
        let base = self.declared_type(variables)?;
        for declarator in &variables.declarators {
            let made = self.one_local(variables, &base, declarator);
            if made.is_err() {
                self.scopes.add(declarator.name, Entity::Broken);
            }
            all = all.and(made);
        }
        all
    }

    fn one_local(&mut self, variables: &Variables, base: &Ty, declarator: &Declarator) -> BuildResult<()> {
        let ty = self.with_lengths(base.clone(), &[], &declarator.lengths)?;
        let is_const = variables.qualifiers.is_const;
        let span = declarator.span;
        if self.is_opaque(&ty) || ty == Ty::Void {
            let shown = self.shown(&ty);
            return self.error(span, format!("a local variable cannot have the type `{shown}`"), "");
        }
        let mut made = Ok(());
        let value = match &declarator.initialiser {
            Some(initialiser) => {
                let ty = self.sized(ty.clone(), initialiser);
                let value = self.initialise(initialiser, &ty);
                made = value.as_ref().map(|_| ()).map_err(|stopped| *stopped);
                value.ok()
            }
            None => None,
        };
        let ty = value.as_ref().map_or(ty, |value| value.ty.clone());
        let ty = if self.largest_index.contains_key(&declarator.name) {
            self.with_used_length(ty, declarator.name)
        } else {
            ty
        };
        if let Ty::Array(_, 0) = ty {
            return self.error(
                span,
                "an array without a length and without a value",
                "write its length",
            );
        }
        let constant = match (&declarator.initialiser, &ty) {
            (Some(initialiser), Ty::Scalar(kind)) if is_const => {
                let known = value.as_ref().and_then(|value| value.constant);
                let known = known.or_else(|| self.constant(initialiser));
                known.map(|known| known.converted(*kind))
            }
            _ => None,
        };
        if let Some(constant) = constant {
            return self.declare(declarator.name, span, Entity::Known(constant));
        }
        let handle = self.local(Some(declarator.name), &ty, span)?;
        let pointer = self.local_pointer(handle, span)?;
        if let Some(value) = value {
            self.store(pointer, value.expr, span)?;
        } else if self.is_within(&[JumpTarget::Loop]) {
            // Its value of the iteration before is gone.
            let zero = self.naga_type(&ty, span)?;
            let zero = self.append(Expression::ZeroValue(zero), span)?;
            self.store(pointer, zero, span)?;
        }
        let access = if is_const { Access::Constant } else { Access::Writable };
        // Its uses are no errors, even if its value is one.
        self.declare(declarator.name, span, Entity::Local { handle, ty, access })?;
        made
    }

    /// Returns the type of a variable, with the length of its initialiser.
    pub(super) fn sized(&mut self, ty: Ty, initialiser: &Expr) -> Ty {
        use super::super::ast::{Callee, ExprKind};
        let Ty::Array(element, 0) = &ty else {
            return ty;
        };
        let count = match &initialiser.kind {
            ExprKind::Braces(parts) => Some(parts.len()),
            ExprKind::Call {
                callee: Callee::Type(_),
                arguments,
            } => Some(arguments.len()),
            ExprKind::Name(name) => match self.entity_type(*name) {
                Some(Ty::Array(_, length)) => Some(length as usize),
                _ => None,
            },
            _ => None,
        };
        match count.and_then(|count| u32::try_from(count).ok()) {
            Some(count) => Ty::Array(Rc::clone(element), count),
            None => ty,
        }
    }

    fn branch(
        &mut self,
        condition: &Expr,
        then: &Statement,
        otherwise: Option<&Statement>,
        span: Span,
    ) -> BuildResult<()> {
        let test = self
            .value(condition)
            .and_then(|value| self.boolean(value, condition.span));
        let (accept, yes) = self.block_of(|builder| builder.scoped(then));
        let (reject, no) = match otherwise {
            Some(otherwise) => self.block_of(|builder| builder.scoped(otherwise)),
            None => (Block::new(), Ok(())),
        };
        let test = test?;
        self.push(
            NagaStatement::If {
                condition: test.expr,
                accept,
                reject,
            },
            span,
        );
        yes.and(no)
    }

    /// Leaves a loop if its condition does not hold.
    fn leave_unless(&mut self, condition: &Condition, span: Span) -> BuildResult<()> {
        let value: Value = match condition {
            Condition::Expr(expr) => {
                let value = self.value(expr)?;
                self.boolean(value, expr.span)?
            }
            Condition::Variables(variables) => {
                self.locals(variables)?;
                let name = variables.declarators.first().ok_or(ErrorReported)?.name;
                let expr = Expr {
                    kind: super::super::ast::ExprKind::Name(name),
                    span,
                    depth: 1,
                };
                let value = self.value(&expr)?;
                self.boolean(value, span)?
            }
        };
        if value.constant == Some(super::constant::Constant::Bool(true)) {
            return Ok(());
        }
        let mut reject = Block::new();
        reject.push(NagaStatement::Break, span.into());
        self.push(
            NagaStatement::If {
                condition: value.expr,
                accept: Block::new(),
                reject,
            },
            span,
        );
        Ok(())
    }

    fn repeat(
        &mut self,
        condition: Option<&Condition>,
        step: Option<&Expr>,
        body: &Statement,
        span: Span,
    ) -> BuildResult<()> {
        self.push_target(JumpTarget::Loop);
        let (block, made) = self.block_of(|builder| {
            let left = match condition {
                Some(condition) => {
                    let span = match condition {
                        Condition::Expr(expr) => expr.span,
                        Condition::Variables(variables) => variables.span,
                    };
                    builder.leave_unless(condition, span)
                }
                None => Ok(()),
            };
            left.and(builder.scoped(body))
        });
        let (continuing, stepped) = self.block_of(|builder| match step {
            Some(step) => builder.effect(step),
            None => Ok(()),
        });
        self.pop_target();
        self.push(
            NagaStatement::Loop {
                body: block,
                continuing,
                break_if: None,
            },
            span,
        );
        made.and(stepped)
    }

    fn do_while(&mut self, body: &Statement, condition: &Expr, span: Span) -> BuildResult<()> {
        self.push_target(JumpTarget::Loop);
        let (block, made) = self.block_of(|builder| builder.scoped(body));
        let (continuing, tested) = self.block_of(|builder| {
            let value = builder.value(condition)?;
            let value = builder.boolean(value, condition.span)?;
            builder.not(value, condition.span)
        });
        self.pop_target();
        made?;
        let opposite = tested?;
        self.push(
            NagaStatement::Loop {
                body: block,
                continuing,
                break_if: Some(opposite.expr),
            },
            span,
        );
        Ok(())
    }

    fn result(&mut self, value: Option<&Expr>, span: Span) -> BuildResult<()> {
        let state = self.state.as_ref().ok_or(ErrorReported)?;
        let (ty, name) = (state.result.clone(), state.name);
        let value = match (value, &ty) {
            (None, Ty::Void) => None,
            (Some(expr), Ty::Void) => {
                // `return f();` in a function without a result.
                let text = self.text(name).to_owned();
                let message = format!("`{text}` returns a value, but is declared without a result");
                return self.error(
                    expr.span,
                    message,
                    "declare it with the type of the value instead of `void`",
                );
            }
            (None, _) => {
                let (text, shown) = (self.text(name).to_owned(), self.shown(&ty));
                let message = format!("`{text}` returns nothing here, but is declared to return `{shown}`");
                return self.error(span, message, "");
            }
            (Some(expr), _) => {
                let value = self.value(expr)?;
                Some(self.converted(value, &ty, expr.span)?.expr)
            }
        };
        self.push(NagaStatement::Return { value }, span);
        Ok(())
    }
}
