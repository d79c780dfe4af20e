//! `sink-comparisons`: moves the comparison of a branch directly before it, with the polarity that the branch needs.
//!
//! So no boolean lives beyond the next statement. A flag and a comparison that may involve NaN stay negated: the GPU
//! can branch where a comparison does not hold.

use super::facts::Facts;
use crate::ir::{Block, Break, Comparison, Definition, If, Logic, Op, Operand, Origin, Program, Statement, Type};

/// Redefines the condition of each `If` and `Break` before it. With `strict`, makes no assumptions about uploaded
/// numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    if !program.body.branches() {
        return false;
    }
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    program.body = block(program, &facts, body);
    super::dce::run(program);
    true
}

fn block(program: &mut Program, facts: &Facts, of: Block) -> Block {
    let mut to = Vec::with_capacity(of.0.len());
    for mut statement in of.0 {
        if let Statement::If(If { condition, origin, .. }) | Statement::Break(Break { condition, origin, .. }) =
            &mut statement
        {
            *condition = anew(program, facts, *condition, *origin, &mut to);
        }
        for inner in statement.blocks_mut() {
            *inner = block(program, facts, std::mem::take(inner));
        }
        to.push(statement);
    }
    Block(to)
}

/// Defines a condition, as a positive comparison if possible.
fn anew(program: &mut Program, facts: &Facts, condition: Operand, origin: Origin, to: &mut Vec<Statement>) -> Operand {
    let negated = condition.negated;
    let mut is_negated = negated;
    let op = match *program.op(condition) {
        Op::Compare(comparison, both) if negated && has_opposite(facts, comparison, both) => {
            is_negated = false;
            Op::Compare(comparison.opposite(), both)
        }
        Op::Logic(logic, both) => {
            let logic = match logic {
                Logic::And if negated => Logic::Or,
                Logic::Or if negated => Logic::And,
                same => same,
            };
            let sides = both.map(|side| anew(program, facts, side.negate_if(negated), origin, to));
            is_negated = false;
            Op::Logic(logic, sides)
        }
        Op::Compare(comparison, both) => Op::Compare(comparison, both),
        _ => return condition,
    };
    let kind = Type::Bool;
    let value = program.add(Definition { op, kind, origin });
    to.push(Statement::Define(value));
    Operand::from(value).negate_if(is_negated)
}

/// Returns whether the opposite of a comparison holds where it does not.
fn has_opposite(facts: &Facts, comparison: Comparison, both: [Operand; 2]) -> bool {
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    is_equality || both.iter().all(|side| facts.is_never_nan(*side))
}
