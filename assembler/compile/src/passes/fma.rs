//! `fma`: fuses a product and the only sum that uses it into a multiply-add.

use super::edit::uses;
use crate::ir::{Binary, Op, Operand, Program, Statement, Value};

/// Fuses products with sums.
pub(crate) fn run(program: &mut Program) -> bool {
    let uses = uses(program);
    let mut body = std::mem::take(&mut program.body);
    let mut fuser = FmaFusion {
        uses,
        loops: vec![0; program.values.len()],
        next_loop: 1,
        program,
    };
    body.walk_mut(0, &mut |statement, inside| match statement {
        Statement::Loop(_) => {
            fuser.next_loop += 1;
            fuser.next_loop - 1
        }
        Statement::Define(value) => {
            fuser.define(*value, inside);
            inside
        }
        _ => inside,
    });
    program.body = body;
    super::dce::run(program);
    true
}

struct FmaFusion<'p> {
    program: &'p mut Program,
    uses: Vec<u32>,
    /// The innermost loop around the definition of each value: no product moves into a loop.
    loops: Vec<u32>,
    next_loop: u32,
}

impl FmaFusion<'_> {
    fn define(&mut self, value: Value, inside: u32) {
        self.loops[value.index()] = inside;
        if let Op::Binary(Binary::Add, [a, b]) = self.program.definition(value).op {
            let second = self.product(b, inside).map(|[x, y]| [x, y, a]);
            let fused = second.or_else(|| self.product(a, inside).map(|[x, y]| [x, y, b]));
            if let Some(all) = fused {
                self.program.values[value.index()].op = Op::MultiplyAdd(all);
            }
        }
    }

    /// Returns the factors of an operand, if it is a product that nothing else reads.
    fn product(&self, operand: Operand, inside: u32) -> Option<[Operand; 2]> {
        let index = operand.value.index();
        match *self.program.op(operand) {
            Op::Binary(Binary::Multiply, [a, b]) if self.uses[index] == 1 && self.loops[index] == inside => {
                Some([a.negate_if(operand.negated), b])
            }
            _ => None,
        }
    }
}
