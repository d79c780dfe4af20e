//! `if-conversion`: turns a small `If` without loops into selects.

use super::estimate;
use super::facts::Facts;
use crate::ir::{Block, Definition, If, Op, Phi, Program, Statement, Type};

/// Replaces `If`s by their blocks and selects, inner ones first, where that takes no more instructions and nothing that
/// is not selected can be NaN. With `strict`, makes no assumptions about uploaded numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    if !program.body.branches() {
        return false;
    }
    let facts = Facts::new(program, strict);
    let mut body = std::mem::take(&mut program.body);
    let mut selector = Selector { program, facts };
    body.rewrite(&mut |statement, to| selector.select(statement, to));
    program.body = body;
    true
}

struct Selector<'p> {
    program: &'p mut Program,
    facts: Facts,
}

impl Selector<'_> {
    fn select(&mut self, statement: Statement, to: &mut Vec<Statement>) {
        match statement {
            Statement::If(branch) if is_cheaper(self.program, &branch) && self.are_numbers(&branch) => {
                to.extend(branch.arms.into_iter().flat_map(|arm| arm.0));
                for Phi { value, from } in branch.phis {
                    let definition = &mut self.program.values[value.index()];
                    definition.op = Op::Select(branch.condition, from);
                    self.facts.add(self.program, value);
                    to.push(Statement::Define(value));
                }
            }
            other => to.push(other),
        }
    }

    /// Returns whether all phis are numbers, even where the condition that guards them does not hold.
    fn are_numbers(&mut self, branch: &If) -> bool {
        for value in branch.arms.iter().flat_map(Block::definitions) {
            self.facts.add(self.program, value);
        }
        let mut from = branch.phis.iter().flat_map(|phi| phi.from);
        from.all(|operand| self.program.kind(operand) == Type::Bool || self.facts.is_number(operand))
    }
}

fn is_cheaper(program: &Program, branch: &If) -> bool {
    let If {
        condition, arms, phis, ..
    } = branch;
    let all = arms.iter().flat_map(|arm| &arm.0);
    let is_pure = |statement: &Statement| match statement {
        // An element may lie outside its array where the condition does not hold.
        Statement::Define(value) => !matches!(program.definition(*value).op, Op::Element { .. }),
        _ => false,
    };
    if matches!(program.op(*condition), Op::Flag(_)) || !all.clone().all(is_pure) {
        return false;
    }
    let sizes = (arms.each_ref()).map(|arm| estimate::size(program, arm).instructions);
    let mut select = [0_usize; 3];
    let mut moves = [0_usize; 2];
    for phi in phis {
        select[cost(program, phi)] += 1;
        for side in 0..2 {
            let define = Statement::Define(phi.from[side].value);
            let is_inside = arms[side].0.contains(&define);
            moves[side] += usize::from(!is_inside);
        }
    }
    let groups = |count: usize| count.div_ceil(4);
    let selects = groups(select[1]) + 2 * groups(select[2]);
    let of_bool = match select {
        [_, 0, 0] => estimate::boolean(program, *condition).div_ceil(2),
        _ => estimate::boolean(program, *condition),
    };
    // A comparison, a branch and the moves.
    let branch = 2 + groups(moves[0]) + groups(moves[1]);
    let is_small = sizes.iter().all(|size| *size <= 3);
    is_small && of_bool + selects <= branch + 1
}

/// Returns the instructions that a select takes beside the numbers of its condition.
fn cost(program: &Program, phi: &Phi) -> usize {
    let Definition { kind, .. } = *program.definition(phi.value);
    let [yes, no] = phi.from.map(|from| program.literal(from));
    match [yes, no] {
        _ if kind == Type::Bool => 1,
        [Some(1.0), Some(0.0)] | [Some(0.0), Some(1.0)] => 0,
        [Some(_), Some(_)] | [Some(0.0 | 1.0), _] | [_, Some(0.0 | 1.0)] => 1,
        _ => 2,
    }
}
