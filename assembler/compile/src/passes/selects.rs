//! `selects`: a small `If` without loops becomes operations that select.

use super::estimate;
use super::facts::Facts;
use crate::ir::{Block, Definition, Join, Op, Operand, Program, Statement, Type};

/// Replaces `If`s by their blocks and selects, inner ones first, where that takes no more instructions and nothing that is
/// not selected can be a NaN. With `strict`, nothing is assumed of what applications upload.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    if !program.body.branches() {
        return false;
    }
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    let mut selector = Selector { program, facts };
    let body = selector.block(body);
    selector.program.body = body;
    true
}

struct Selector<'p> {
    program: &'p mut Program,
    facts: Facts,
}

impl Selector<'_> {
    fn block(&mut self, of: Block) -> Block {
        let mut to = Vec::with_capacity(of.0.len());
        for mut statement in of.0 {
            for inner in statement.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            match statement {
                Statement::If {
                    condition,
                    then,
                    otherwise,
                    joins,
                    ..
                } if is_cheaper(self.program, condition, [&then, &otherwise], &joins)
                    && self.are_numbers([&then, &otherwise], &joins) =>
                {
                    to.extend(then.0);
                    to.extend(otherwise.0);
                    for join in joins {
                        let definition = &mut self.program.values[join.value.index()];
                        definition.op = Op::Select(condition, join.from);
                        self.facts.add(self.program, join.value);
                        to.push(Statement::Define(join.value));
                    }
                }
                other => to.push(other),
            }
        }
        Block(to)
    }

    /// Whether all joined values are numbers, even where the condition that guards them does not hold.
    fn are_numbers(&mut self, blocks: [&Block; 2], joins: &[Join]) -> bool {
        for statement in blocks.iter().flat_map(|block| &block.0) {
            if let Statement::Define(value) = statement {
                self.facts.add(self.program, *value);
            }
        }
        let mut from = joins.iter().flat_map(|join| join.from);
        from.all(|operand| {
            self.program.kind(operand) == Type::Bool || self.facts.is_number(operand)
        })
    }
}

fn is_cheaper(program: &Program, condition: Operand, blocks: [&Block; 2], joins: &[Join]) -> bool {
    let all = blocks.iter().flat_map(|block| &block.0);
    let is_pure = |statement: &Statement| match statement {
        // An element may lie outside its array where the condition does not hold.
        Statement::Define(value) => !matches!(program.definition(*value).op, Op::Element { .. }),
        _ => false,
    };
    if matches!(program.op(condition), Op::Flag(_)) || !all.clone().all(is_pure) {
        return false;
    }
    let sizes = blocks.map(|block| estimate::size(program, block).instructions);
    let mut select = [0_usize; 3];
    let mut moves = [0_usize; 2];
    for join in joins {
        select[cost(program, join)] += 1;
        for side in 0..2 {
            let is_inside = blocks[side]
                .0
                .contains(&Statement::Define(join.from[side].value));
            moves[side] += usize::from(!is_inside);
        }
    }
    let groups = |count: usize| count.div_ceil(4);
    let selects = groups(select[1]) + 2 * groups(select[2]);
    let of_truth = match select {
        [_, 0, 0] => estimate::truth(program, condition).div_ceil(2),
        _ => estimate::truth(program, condition),
    };
    // A comparison, a branch and the moves.
    let branch = 2 + groups(moves[0]) + groups(moves[1]);
    let is_small = sizes.iter().all(|size| *size <= 3);
    is_small && of_truth + selects <= branch + 1
}

/// The instructions that a select takes beside the numbers of its condition.
fn cost(program: &Program, join: &Join) -> usize {
    let Definition { kind, .. } = *program.definition(join.value);
    let [yes, no] = join.from.map(|from| program.literal(from));
    match [yes, no] {
        _ if kind == Type::Bool => 1,
        [Some(1.0), Some(0.0)] | [Some(0.0), Some(1.0)] => 0,
        [Some(_), Some(_)] | [Some(0.0 | 1.0), _] | [_, Some(0.0 | 1.0)] => 1,
        _ => 2,
    }
}
