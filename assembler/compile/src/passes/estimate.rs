//! Cost model for IR that has not been lowered yet.

use rustc_hash::FxHashMap;

use crate::ir::{Block, Op, Operand, Program, Statement};

/// The size of a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    /// The number of operations.
    pub(super) operations: usize,
    /// The estimated number of instructions: four equal operations can be one.
    pub(super) instructions: usize,
}

/// Returns the size of a block with those inside.
pub(super) fn size(program: &Program, block: &Block) -> Size {
    let mut operations = 0;
    let mut instructions = 0;
    for inner in block.walk_blocks() {
        let mut kinds: FxHashMap<_, usize> = FxHashMap::default();
        for statement in &inner.0 {
            match statement {
                Statement::Define(value) => {
                    let op = program.definition(*value).op;
                    *kinds.entry(kind(&op)).or_default() += cost(&op);
                    operations += 1;
                }
                Statement::Call(call) => instructions += 2 + call.arguments.len(),
                // A comparison, a branch, and moves of values into their registers.
                Statement::If(branch) => instructions += 2 + branch.phis.len().div_ceil(4),
                _ => instructions += 2,
            }
        }
        instructions += kinds.values().map(|count| count.div_ceil(4)).sum::<usize>();
    }
    Size {
        operations,
        instructions,
    }
}

/// Returns a key that is equal for operations that one instruction can compute.
fn kind(op: &Op) -> (std::mem::Discriminant<Op>, u32) {
    let detail = match op {
        Op::Unary(unary, _) => *unary as u32,
        Op::Binary(binary, _) => *binary as u32,
        Op::Compare(comparison, _) => *comparison as u32,
        _ => 0,
    };
    (std::mem::discriminant(op), detail)
}

/// Returns the instructions that an operation takes, in quarters.
fn cost(op: &Op) -> usize {
    match op {
        Op::Dot3(..) | Op::Dot4(..) | Op::DotHomogeneous(..) => 4,
        // A product, a floor and a sum.
        Op::Bitwise(..) => 3,
        Op::Unary(unary, _) if *unary as u32 > crate::ir::Unary::Floor as u32 => 4,
        Op::Element { .. } => 2,
        _ => 1,
    }
}

/// Estimates the instructions for a boolean and its negation as numbers.
pub(super) fn boolean(program: &Program, condition: Operand) -> usize {
    match program.op(condition) {
        Op::Compare(crate::ir::Comparison::Equal | crate::ir::Comparison::NotEqual, _) => 4,
        Op::Compare(..) => 2,
        Op::Logic(_, both) => 2 + both.iter().map(|side| boolean(program, *side)).sum::<usize>(),
        _ => 1,
    }
}
