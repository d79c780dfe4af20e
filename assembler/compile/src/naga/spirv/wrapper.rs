//! The function around the one of the entry point.

use ::naga::{Expression, Function, GlobalVariable, Handle, Range, Span, Statement};

use super::part::Part;

/// A function around the entry point, which splits variables into their parts.
#[derive(Default)]
pub(super) struct Wrapper {
    pub(super) function: Function,
    pub(super) statements: usize,
}

impl Wrapper {
    fn push(&mut self, statement: Statement) {
        self.statements += 1;
        self.function.body.push(statement, Span::UNDEFINED);
    }

    pub(super) fn call(&mut self, function: Handle<Function>) {
        self.push(Statement::Call {
            function,
            arguments: Vec::new(),
            result: None,
        });
    }

    pub(super) fn constant(&mut self, expression: Expression) -> Handle<Expression> {
        let expressions = &mut self.function.expressions;
        expressions.append(expression, Span::UNDEFINED)
    }

    pub(super) fn emit(&mut self, expression: Expression) -> Handle<Expression> {
        let handle = self.constant(expression);
        self.push(Statement::Emit(Range::new_from_bounds(handle, handle)));
        handle
    }

    pub(super) fn global(&mut self, variable: Handle<GlobalVariable>) -> Handle<Expression> {
        self.constant(Expression::GlobalVariable(variable))
    }

    pub(super) fn load(&mut self, variable: Handle<GlobalVariable>) -> Handle<Expression> {
        let pointer = self.global(variable);
        self.emit(Expression::Load { pointer })
    }

    /// Returns a pointer to a part.
    pub(super) fn path(&mut self, part: &Part) -> Handle<Expression> {
        let mut pointer = self.global(part.variable);
        for index in &part.path {
            pointer = self.emit(Expression::AccessIndex {
                base: pointer,
                index: *index,
            });
        }
        pointer
    }

    pub(super) fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        self.push(Statement::Store { pointer, value });
    }
}
