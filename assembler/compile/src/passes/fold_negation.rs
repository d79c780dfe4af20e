//! `fold-negation`: folds the negation of outputs and phis into the operations that compute them.
//!
//! Operations negate their operands for free. An output, phi or block parameter takes the value itself, so that a
//! negation would need a move.

use super::edit::uses;
use crate::ir::{Binary, Op, Operand, Program, Type, Unary};

/// Moves negations from outputs and phis into the operations before them, which nothing else reads.
pub(crate) fn run(program: &mut Program) -> bool {
    let uses = uses(program);
    let mut body = std::mem::take(&mut program.body);
    body.walk_mut((), &mut |statement, ()| {
        statement.for_each_operand_mut(|operand| absorb(program, &uses, operand));
    });
    program.body = body;
    let mut outputs = std::mem::take(&mut program.outputs);
    for component in outputs.iter_mut().flat_map(|output| &mut output.components) {
        absorb(program, &uses, component);
    }
    program.outputs = outputs;
    true
}

/// Folds the negation of an operand into its operation, if that can be negated.
fn absorb(program: &mut Program, uses: &[u32], operand: &mut Operand) {
    let index = operand.value.index();
    let is_free = operand.negated && uses.get(index) == Some(&1);
    if !is_free || program.kind(*operand) == Type::Bool {
        return;
    }
    if let Some(op) = negative(program.op(*operand)) {
        program.values[index].op = op;
        operand.negated = false;
    }
}

/// Returns the negation of an operation.
fn negative(op: &Op) -> Option<Op> {
    let both = |both: &[Operand; 2]| both.map(Operand::negate);
    Some(match op {
        Op::Unary(Unary::Copy, a) => Op::Unary(Unary::Copy, a.negate()),
        Op::Binary(Binary::Add, sides) => Op::Binary(Binary::Add, both(sides)),
        Op::Binary(Binary::Multiply, [a, b]) => Op::Binary(Binary::Multiply, [a.negate(), *b]),
        Op::Binary(Binary::Minimum, sides) => Op::Binary(Binary::Maximum, both(sides)),
        Op::Binary(Binary::Maximum, sides) => Op::Binary(Binary::Minimum, both(sides)),
        Op::MultiplyAdd([a, b, c]) => Op::MultiplyAdd([a.negate(), *b, c.negate()]),
        Op::Dot3(a, b) => Op::Dot3(a.map(Operand::negate), *b),
        Op::Dot4(a, b) => Op::Dot4(a.map(Operand::negate), *b),
        Op::DotHomogeneous(a, b) => Op::DotHomogeneous(*a, b.map(Operand::negate)),
        _ => return None,
    })
}
