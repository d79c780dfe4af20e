//! `fuse`: a product that only one sum reads and the sum become one operation.

use super::edit::uses;
use crate::ir::{Binary, Block, Op, Operand, Program, Statement};

/// Fuses products with sums.
pub(crate) fn run(program: &mut Program) {
    let uses = uses(program);
    let body = std::mem::take(&mut program.body);
    block(program, &uses, &body, &mut Vec::new());
    program.body = body;
    super::dead::run(program);
}

/// Fuses in a block. `inside` marks the values that are defined in the innermost loop around, so that no product moves
/// into a loop.
fn block(program: &mut Program, uses: &[u32], of: &Block, inside: &mut Vec<bool>) {
    inside.resize(uses.len(), false);
    for statement in &of.0 {
        if let Statement::Define(value) = statement {
            inside[value.index()] = true;
            if let Op::Binary(Binary::Add, [a, b]) = program.definition(*value).op {
                let fused = product(program, uses, inside, b)
                    .map(|[x, y]| [x, y, a])
                    .or_else(|| product(program, uses, inside, a).map(|[x, y]| [x, y, b]));
                if let Some(all) = fused {
                    program.values[value.index()].op = Op::MultiplyAdd(all);
                }
            }
        }
        let is_loop = matches!(statement, Statement::Loop { .. });
        for inner in statement.blocks() {
            if is_loop {
                block(program, uses, inner, &mut Vec::new());
            } else {
                block(program, uses, inner, inside);
            }
        }
    }
}

/// The factors of an operand, if it is a product that nothing else reads.
fn product(
    program: &Program,
    uses: &[u32],
    inside: &[bool],
    operand: Operand,
) -> Option<[Operand; 2]> {
    let index = operand.value.index();
    match *program.op(operand) {
        Op::Binary(Binary::Multiply, [a, b]) if uses[index] == 1 && inside[index] => {
            Some([a.negate_if(operand.negated), b])
        }
        _ => None,
    }
}
