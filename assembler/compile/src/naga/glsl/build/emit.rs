//! The code of the function that is being made: its variables, expressions and statements.

use ::naga::{Arena, Block, Expression, Handle, LocalVariable, Range, Statement};
use pica200_diagnostics::Code;

use super::super::token::{Span, Symbol};
use super::super::types::{Kind, Ty};
use super::constant::Constant;
use super::expression::Value;
use super::{BuildResult, Builder, ErrorReported, MAX_EXPRESSIONS};

impl Builder<'_> {
    /// Adds a local variable.
    pub(super) fn local(&mut self, name: Option<Symbol>, ty: &Ty, span: Span) -> BuildResult<Handle<LocalVariable>> {
        let ty = self.naga_type(ty, span)?;
        let name = name.map(|name| self.text(name).to_owned());
        let state = self.state.as_mut().ok_or(ErrorReported)?;
        let variables: &mut Arena<LocalVariable> = &mut state.function.local_variables;
        Ok(variables.append(LocalVariable { name, ty, init: None }, span.into()))
    }

    pub(super) fn local_pointer(
        &mut self,
        handle: Handle<LocalVariable>,
        span: Span,
    ) -> BuildResult<Handle<Expression>> {
        let state = self.state.as_mut().ok_or(ErrorReported)?;
        let known = state.locals.get(&handle).copied();
        Ok(known.unwrap_or_else(|| {
            let made = state
                .function
                .expressions
                .append(Expression::LocalVariable(handle), span.into());
            state.locals.insert(handle, made);
            made
        }))
    }

    pub(super) fn global_pointer(
        &mut self,
        handle: Handle<::naga::GlobalVariable>,
        span: Span,
    ) -> BuildResult<Handle<Expression>> {
        let state = self.state.as_mut().ok_or(ErrorReported)?;
        let known = state.globals.get(&handle).copied();
        Ok(known.unwrap_or_else(|| {
            let made = state
                .function
                .expressions
                .append(Expression::GlobalVariable(handle), span.into());
            state.globals.insert(handle, made);
            made
        }))
    }

    /// Adds an expression, and evaluates it here.
    pub(super) fn append(&mut self, expression: Expression, span: Span) -> BuildResult<Handle<Expression>> {
        let finished = self.finished;
        let state = self.state.as_mut().ok_or(ErrorReported)?;
        if finished + state.function.expressions.len() > MAX_EXPRESSIONS {
            let message = format!("the shader has more than {MAX_EXPRESSIONS} operations");
            self.reports
                .error(Code::NestingTooDeep, span, message, "divide the shader");
            return Err(ErrorReported);
        }
        let needs_no_emit = matches!(
            expression,
            Expression::Literal(_)
                | Expression::Constant(_)
                | Expression::Override(_)
                | Expression::ZeroValue(_)
                | Expression::FunctionArgument(_)
                | Expression::GlobalVariable(_)
                | Expression::LocalVariable(_)
                | Expression::CallResult(_)
        );
        let handle = state.function.expressions.append(expression, span.into());
        if needs_no_emit {
            return Ok(handle);
        }
        let block = state.blocks.last_mut().ok_or(ErrorReported)?;
        if is_left(block) {
            return Ok(handle);
        }
        if let Some(Statement::Emit(range)) = block.last_mut()
            && let Some((first, last)) = range.first_and_last()
            && last.index() + 1 == handle.index()
        {
            *range = Range::new_from_bounds(first, handle);
        } else {
            block.push(Statement::Emit(Range::new_from_bounds(handle, handle)), span.into());
        }
        Ok(handle)
    }

    /// Adds a statement to the innermost block, unless it is left before.
    pub(super) fn push(&mut self, statement: Statement, span: Span) {
        let block = self.state.as_mut().and_then(|state| state.blocks.last_mut());
        if let Some(block) = block.filter(|block| !is_left(block)) {
            block.push(statement, span.into());
        }
    }

    pub(super) fn store(
        &mut self,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        span: Span,
    ) -> BuildResult<()> {
        self.push(Statement::Store { pointer, value }, span);
        Ok(())
    }

    /// Returns the statements that `make` adds as a separate block.
    pub(super) fn block_of<T>(&mut self, make: impl FnOnce(&mut Self) -> BuildResult<T>) -> (Block, BuildResult<T>) {
        if let Some(state) = &mut self.state {
            state.blocks.push(Block::new());
        }
        let made = make(self);
        let block = self.state.as_mut().and_then(|state| state.blocks.pop());
        (block.unwrap_or_default(), made)
    }

    /// Emits expressions with `make` before the body of the function.
    pub(super) fn in_front<T>(&mut self, make: impl FnOnce(&mut Self) -> BuildResult<T>) -> BuildResult<T> {
        let Some(state) = &mut self.state else {
            return Err(ErrorReported);
        };
        let inner = state.blocks.split_off(1);
        let made = make(self);
        if let Some(state) = &mut self.state {
            state.blocks.extend(inner);
        }
        made
    }

    /// Returns a literal.
    pub(super) fn known(&mut self, constant: Constant, span: Span) -> BuildResult<Value> {
        let expr = self.append(Expression::Literal(constant.naga()), span)?;
        Ok(Value {
            expr,
            ty: Ty::Scalar(constant.kind()),
            constant: Some(constant),
        })
    }

    /// Returns a float.
    pub(super) fn float(&mut self, number: f32, span: Span) -> BuildResult<Value> {
        debug_assert_eq!(Ty::FLOAT.kind(), Some(Kind::Float));
        self.known(Constant::Float(number), span)
    }
}

/// Returns whether a block ends in a jump, so that nothing can follow.
fn is_left(block: &Block) -> bool {
    matches!(
        block.last(),
        Some(Statement::Return { .. } | Statement::Break | Statement::Continue | Statement::Kill)
    )
}
