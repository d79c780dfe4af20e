//! `fuse`: a product that only one sum reads and the sum become one operation.

use super::edit::uses;
use crate::ir::{Binary, Block, Op, Operand, Program, Statement};

/// Fuses products with sums.
pub(crate) fn run(program: &mut Program) -> bool {
    let uses = uses(program);
    let body = std::mem::take(&mut program.body);
    let mut fuser = Fuser {
        uses,
        loops: vec![0; program.values.len()],
        next_loop: 1,
        program,
    };
    fuser.block(&body, 0);
    program.body = body;
    super::dead::run(program);
    true
}

struct Fuser<'p> {
    program: &'p mut Program,
    uses: Vec<u32>,
    /// The number of the innermost loop around the definition of each value: no product moves into a loop.
    loops: Vec<u32>,
    next_loop: u32,
}

impl Fuser<'_> {
    fn block(&mut self, block: &Block, inside: u32) {
        for statement in &block.0 {
            if let Statement::Define(value) = statement {
                self.loops[value.index()] = inside;
                if let Op::Binary(Binary::Add, [a, b]) = self.program.definition(*value).op {
                    let second = self.product(b, inside).map(|[x, y]| [x, y, a]);
                    let fused = second.or_else(|| self.product(a, inside).map(|[x, y]| [x, y, b]));
                    if let Some(all) = fused {
                        self.program.values[value.index()].op = Op::MultiplyAdd(all);
                    }
                }
            }
            let mut number = inside;
            if matches!(statement, Statement::Loop { .. }) {
                number = self.next_loop;
                self.next_loop += 1;
            }
            for inner in statement.blocks() {
                self.block(inner, number);
            }
        }
    }

    /// The factors of an operand, if it is a product that nothing else reads.
    fn product(&self, operand: Operand, inside: u32) -> Option<[Operand; 2]> {
        let index = operand.value.index();
        match *self.program.op(operand) {
            Op::Binary(Binary::Multiply, [a, b])
                if self.uses[index] == 1 && self.loops[index] == inside =>
            {
                Some([a.negate_if(operand.negated), b])
            }
            _ => None,
        }
    }
}
