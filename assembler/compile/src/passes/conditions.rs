//! `conditions`: the comparison that decides a branch stands directly before it, in the sense that the branch needs.
//!
//! So no truth value lives longer than to the next statement, and none is negated but a flag.

use crate::ir::{Block, Definition, Logic, Op, Operand, Origin, Program, Statement, Type};

/// Defines the condition of each `If` and `Leave` anew.
pub(crate) fn run(program: &mut Program) {
    let body = std::mem::take(&mut program.body);
    program.body = block(program, body);
    super::dead::run(program);
}

fn block(program: &mut Program, of: Block) -> Block {
    let mut to = Vec::with_capacity(of.0.len());
    for mut statement in of.0 {
        if let Statement::If {
            condition, origin, ..
        }
        | Statement::Leave {
            condition, origin, ..
        } = &mut statement
        {
            *condition = anew(program, *condition, *origin, &mut to);
        }
        for inner in statement.blocks_mut() {
            *inner = block(program, std::mem::take(inner));
        }
        to.push(statement);
    }
    Block(to)
}

/// Defines a condition, without a sign.
fn anew(
    program: &mut Program,
    condition: Operand,
    origin: Origin,
    to: &mut Vec<Statement>,
) -> Operand {
    let negated = condition.negated;
    let op = match *program.op(condition) {
        Op::Compare(comparison, both) if negated => Op::Compare(comparison.opposite(), both),
        Op::Logic(logic, both) => {
            let logic = match logic {
                Logic::And if negated => Logic::Or,
                Logic::Or if negated => Logic::And,
                same => same,
            };
            let sides = both.map(|side| anew(program, side.negate_if(negated), origin, to));
            Op::Logic(logic, sides)
        }
        Op::Compare(comparison, both) => Op::Compare(comparison, both),
        _ => return condition,
    };
    let kind = Type::Bool;
    let value = program.add(Definition { op, kind, origin });
    to.push(Statement::Define(value));
    value.into()
}
