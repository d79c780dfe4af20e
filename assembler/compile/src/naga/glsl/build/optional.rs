//! Arrays without a length: the indices that the shader uses say how long they are.

use rustc_hash::FxHashMap;

use super::super::ast::{Body, Condition, Expr, ExprKind, Global, Literal, Statement, StatementKind, Variables};
use super::super::token::Symbol;

/// Returns the largest constant index of each name that is indexed.
pub(super) fn largest_indices(globals: &[Global]) -> FxHashMap<Symbol, u32> {
    let mut found = FxHashMap::default();
    for global in globals {
        if let Global::Function(function) = global
            && let Some(Body { statements, .. }) = &function.body
        {
            statements
                .iter()
                .for_each(|statement| of_statement(statement, &mut found));
        }
    }
    found
}

type UseCounts = FxHashMap<Symbol, u32>;

fn of_statement(statement: &Statement, found: &mut UseCounts) {
    match &statement.kind {
        StatementKind::Empty | StatementKind::Break | StatementKind::Continue | StatementKind::Discard => {}
        StatementKind::Variables(variables) => of_variables(variables, found),
        StatementKind::Expr(expr) => of_expr(expr, found),
        StatementKind::Case(value) | StatementKind::Return(value) => {
            value.iter().for_each(|value| of_expr(value, found));
        }
        StatementKind::Block(statements) => {
            statements.iter().for_each(|statement| of_statement(statement, found));
        }
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            of_expr(condition, found);
            of_statement(then, found);
            otherwise.iter().for_each(|otherwise| of_statement(otherwise, found));
        }
        StatementKind::Switch { selector, body } => {
            of_expr(selector, found);
            body.iter().for_each(|statement| of_statement(statement, found));
        }
        StatementKind::While { condition, body } => {
            of_condition(condition, found);
            of_statement(body, found);
        }
        StatementKind::DoWhile { body, condition } => {
            of_expr(condition, found);
            of_statement(body, found);
        }
        StatementKind::For {
            first,
            condition,
            step,
            body,
        } => {
            of_statement(first, found);
            condition.iter().for_each(|condition| of_condition(condition, found));
            step.iter().for_each(|step| of_expr(step, found));
            of_statement(body, found);
        }
    }
}

fn of_condition(condition: &Condition, found: &mut UseCounts) {
    match condition {
        Condition::Expr(expr) => of_expr(expr, found),
        Condition::Variables(variables) => of_variables(variables, found),
    }
}

fn of_variables(variables: &Variables, found: &mut UseCounts) {
    for declarator in &variables.declarators {
        declarator.initialiser.iter().for_each(|value| of_expr(value, found));
    }
}

fn of_expr(expr: &Expr, found: &mut UseCounts) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) => {}
        ExprKind::Call { arguments, .. } | ExprKind::Braces(arguments) => {
            arguments.iter().for_each(|argument| of_expr(argument, found));
        }
        ExprKind::Index(base, index) => {
            let number = match index.kind {
                ExprKind::Literal(Literal::Int(number)) => u32::try_from(number).ok(),
                ExprKind::Literal(Literal::Uint(number)) => Some(number),
                // Any element may be meant. Arrays of the language have eight.
                _ => Some(7),
            };
            if let (ExprKind::Name(name), Some(number)) = (&base.kind, number) {
                let largest = found.entry(*name).or_default();
                *largest = number.max(*largest);
            }
            of_expr(base, found);
            of_expr(index, found);
        }
        ExprKind::Member(base, ..) | ExprKind::Method(base, ..) | ExprKind::Unary(_, base) => of_expr(base, found),
        ExprKind::Step { operand, .. } => of_expr(operand, found),
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Comma(a, b) => {
            of_expr(a, found);
            of_expr(b, found);
        }
        ExprKind::Conditional(a, b, c) => {
            of_expr(a, found);
            of_expr(b, found);
            of_expr(c, found);
        }
    }
}
