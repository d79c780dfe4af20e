//! Sinks operations into the only arm of an `If` that needs them.

use rustc_hash::FxHashMap;

use crate::ir::{Block, Operand, Program, Statement, Value};
use crate::passes::edit::uses;

/// Sinks operations into the following `If`s, where nothing else uses them.
pub(super) fn run(program: &mut Program) {
    let uses = uses(program);
    let mut body = std::mem::take(&mut program.body);
    body.walk_blocks_mut(&mut |block| sink(program, &uses, block));
    program.body = body;
}

fn sink(program: &Program, uses: &[u32], block: &mut Block) {
    let mut index = block.0.len();
    while index > 0 {
        index -= 1;
        let (before, rest) = block.0.split_at_mut(index);
        let Some(Statement::If(branch)) = rest.first_mut() else {
            continue;
        };
        let mut moved = vec![false; before.len()];
        for (arm, inner) in branch.arms.iter_mut().enumerate() {
            let mut reads = Reads::default();
            let inside = inner.walk().flat_map(|statement| program.reads(statement));
            inside.for_each(|operand| reads.add(operand));
            let phis = branch.phis.iter();
            phis.for_each(|phi| reads.add(phi.from[arm]));
            let mut sunk = Vec::new();
            for (place, statement) in before.iter().enumerate().rev() {
                let Statement::Define(value) = statement else {
                    continue;
                };
                let all = uses.get(value.index()).copied().unwrap_or(0);
                if all > 0 && reads.0.get(value) == Some(&all) {
                    moved[place] = true;
                    sunk.push(statement.clone());
                    program.reads(statement).for_each(|operand| reads.add(operand));
                }
            }
            sunk.reverse();
            inner.0.splice(0..0, sunk);
        }
        let mut marks = moved.iter();
        block.0.retain(|_| !marks.next().copied().unwrap_or(false));
        index -= moved.iter().filter(|moved| **moved).count();
    }
}

/// The number of reads of each value.
#[derive(Default)]
struct Reads(FxHashMap<Value, u32>);

impl Reads {
    fn add(&mut self, operand: Operand) {
        *self.0.entry(operand.value).or_default() += 1;
    }
}
