//! Analysis of control flow before lowering.

use ::naga::{Block as NagaBlock, Expression, Function, Handle, LocalVariable, Statement, SwitchCase, SwitchValue};
use rustc_hash::FxHashMap;

/// A statement that leaves an enclosing construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    Return,
    Break,
    Continue,
}

/// Returns whether a block has an exit that needs a jump. `is_tail` is true if the exit leads to the point that control
/// reaches at the end of the block.
pub(super) fn jumps(block: &NagaBlock, exit: Exit, is_tail: bool) -> bool {
    let count = block.len();
    block.iter().enumerate().any(|(index, statement)| {
        let is_tail = is_tail && index + 1 == count;
        match statement {
            Statement::Return { .. } => exit == Exit::Return && !is_tail,
            Statement::Break => exit == Exit::Break && !is_tail,
            Statement::Continue => exit == Exit::Continue && !is_tail,
            Statement::Block(inner) => jumps(inner, exit, is_tail),
            Statement::If { accept, reject, .. } => jumps(accept, exit, is_tail) || jumps(reject, exit, is_tail),
            Statement::Switch { cases, .. } => {
                let mut cases = cases.iter();
                exit != Exit::Break && cases.any(|case| jumps(&case.body, exit, is_tail && !case.fall_through))
            }
            Statement::Loop { body, continuing, .. } => {
                exit == Exit::Return && (jumps(body, exit, false) || jumps(continuing, exit, false))
            }
            _ => false,
        }
    })
}

/// How often each local variable is stored to. A pointer that a call takes counts as two.
pub(super) fn count_stores(function: &Function) -> FxHashMap<Handle<LocalVariable>, usize> {
    let mut counts = FxHashMap::default();
    count_in(function, &function.body, &mut counts);
    counts
}

fn count_in(function: &Function, block: &NagaBlock, counts: &mut FxHashMap<Handle<LocalVariable>, usize>) {
    let mut count = |mut pointer: Handle<Expression>, times: usize| {
        loop {
            match function.expressions[pointer] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                    pointer = base;
                }
                Expression::LocalVariable(local) => {
                    *counts.entry(local).or_default() += times;
                    return;
                }
                _ => return,
            }
        }
    };
    for statement in block.iter() {
        match statement {
            Statement::Store { pointer, .. } => count(*pointer, 1),
            Statement::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| count(*argument, 2));
            }
            _ => {}
        }
    }
    for statement in block.iter() {
        match statement {
            Statement::Block(inner) => count_in(function, inner, counts),
            Statement::If { accept, reject, .. } => {
                count_in(function, accept, counts);
                count_in(function, reject, counts);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    count_in(function, &case.body, counts);
                }
            }
            Statement::Loop { body, continuing, .. } => {
                count_in(function, body, counts);
                count_in(function, continuing, counts);
            }
            _ => {}
        }
    }
}

/// The cases of a switch that share their bodies.
pub(super) struct Group<'m> {
    pub(super) values: Vec<i64>,
    pub(super) is_default: bool,
    pub(super) bodies: Vec<&'m NagaBlock>,
}

pub(super) fn groups(cases: &[SwitchCase]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let (mut values, mut is_default) = (Vec::new(), false);
    for (index, case) in cases.iter().enumerate() {
        match case.value {
            SwitchValue::I32(value) => values.push(i64::from(value)),
            SwitchValue::U32(value) => values.push(i64::from(value)),
            SwitchValue::Default => is_default = true,
        }
        if case.fall_through && case.body.is_empty() && index + 1 < cases.len() {
            continue;
        }
        let rest = cases.get(index..).unwrap_or_default();
        let falling = rest.iter().take_while(|case| case.fall_through).count();
        let bodies = rest.iter().take(falling + 1).map(|case| &case.body);
        groups.push(Group {
            values: std::mem::take(&mut values),
            is_default: std::mem::take(&mut is_default),
            bodies: bodies.collect(),
        });
    }
    groups
}

/// Returns the expressions that the statements of a block read, directly or indirectly.
pub(super) fn used_by(function: &Function, block: &NagaBlock, used: &mut Vec<Handle<Expression>>) {
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    super::expression::operands(&function.expressions[handle], |operand| {
                        used.push(operand);
                    });
                }
            }
            Statement::Block(inner) => used_by(function, inner, used),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                used.push(*condition);
                used_by(function, accept, used);
                used_by(function, reject, used);
            }
            Statement::Switch { selector, cases } => {
                used.push(*selector);
                for case in cases {
                    used_by(function, &case.body, used);
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                used_by(function, body, used);
                used_by(function, continuing, used);
                used.extend(*break_if);
            }
            Statement::Store { pointer, value } => used.extend([*pointer, *value]),
            Statement::Call { arguments, .. } => used.extend(arguments),
            Statement::Return { value } => used.extend(*value),
            _ => {}
        }
    }
}
