//! Operations that only one side of an `If` needs move into it.

use rustc_hash::FxHashMap;

use crate::ir::{Block, Operand, Program, Statement, Value};
use crate::passes::edit::uses;

/// Moves operations into the `If`s behind them, where nothing else needs them.
pub(super) fn run(program: &mut Program) {
    let uses = uses(program);
    let mut body = std::mem::take(&mut program.body);
    block(program, &uses, &mut body);
    program.body = body;
}

fn block(program: &Program, uses: &[u32], of: &mut Block) {
    let mut index = of.0.len();
    while index > 0 {
        index -= 1;
        if !matches!(of.0[index], Statement::If { .. }) {
            continue;
        }
        let (before, rest) = of.0.split_at_mut(index);
        let Some(Statement::If {
            then,
            otherwise,
            joins,
            ..
        }) = rest.first_mut()
        else {
            continue;
        };
        let mut moved = vec![false; before.len()];
        for (side, inner) in [then, otherwise].into_iter().enumerate() {
            let mut reads = Reads::default();
            reads.block(program, inner);
            joins.iter().for_each(|join| reads.add(join.from[side]));
            let mut sunk = Vec::new();
            for (place, statement) in before.iter().enumerate().rev() {
                let Statement::Define(value) = statement else {
                    continue;
                };
                let all = uses.get(value.index()).copied().unwrap_or(0);
                if all > 0 && reads.0.get(value) == Some(&all) {
                    moved[place] = true;
                    sunk.push(statement.clone());
                    reads.define(program, *value);
                }
            }
            sunk.reverse();
            inner.0.splice(0..0, sunk);
        }
        let mut marks = moved.iter();
        of.0.retain(|_| !marks.next().copied().unwrap_or(false));
        index -= moved.iter().filter(|moved| **moved).count();
    }
    for statement in &mut of.0 {
        for inner in statement.blocks_mut() {
            block(program, uses, inner);
        }
    }
}

/// How often values are read.
#[derive(Default)]
struct Reads(FxHashMap<Value, u32>);

impl Reads {
    fn add(&mut self, operand: Operand) {
        *self.0.entry(operand.value).or_default() += 1;
    }

    fn define(&mut self, program: &Program, value: Value) {
        let op = program.definition(value).op;
        op.operands().for_each(|operand| self.add(operand));
    }

    fn block(&mut self, program: &Program, block: &Block) {
        for statement in &block.0 {
            if let Statement::Define(value) = statement {
                self.define(program, *value);
            }
            statement.operands().for_each(|operand| self.add(operand));
            for inner in statement.blocks() {
                self.block(program, inner);
            }
        }
    }
}
