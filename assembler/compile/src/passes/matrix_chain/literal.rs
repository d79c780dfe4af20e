//! `c * x + c` is `c * (x + 1)`, where `x + 1` is there already.

use rustc_hash::FxHashMap;

use crate::ir::{Binary, Block, Op, Operand, Program, Statement, Value};

/// Sums with 1 that are defined before a point.
type Sums = FxHashMap<Operand, Value>;

/// Replaces sums that others have computed in part. Returns whether there were any.
pub(super) fn run(program: &mut Program) -> bool {
    let body = std::mem::take(&mut program.body);
    let changed = block(program, &body, Sums::default());
    program.body = body;
    changed
}

fn block(program: &mut Program, of: &Block, mut sums: Sums) -> bool {
    let mut changed = false;
    for statement in &of.0 {
        if let Statement::Define(value) = statement {
            if let Some((of, one)) = terms(program, *value)
                && program.literal(one) == Some(1.0)
            {
                sums.entry(of).or_insert(*value);
            }
            if let Some((of, literal)) = product_and_literal(program, *value)
                && let Some(sum) = sums.get(&of)
            {
                let product = Op::Binary(Binary::Multiply, [(*sum).into(), literal]);
                program.values[value.index()].op = product;
                changed = true;
            }
        }
        for inner in statement.blocks() {
            changed |= block(program, inner, sums.clone());
        }
    }
    changed
}

/// Returns the terms of a sum, of which the second one is a literal.
fn terms(program: &Program, value: Value) -> Option<(Operand, Operand)> {
    let Op::Binary(Binary::Add, [a, b]) = program.definition(value).op else {
        return None;
    };
    let is_literal = |operand: &(Operand, Operand)| program.literal(operand.1).is_some();
    [(a, b), (b, a)].into_iter().find(is_literal)
}

/// Returns the factor and the literal of a product with a literal, if that is added to the product.
fn product_and_literal(program: &Program, value: Value) -> Option<(Operand, Operand)> {
    let ([x, y], literal) = match program.definition(value).op {
        Op::MultiplyAdd([x, y, literal]) => ([x, y], literal),
        Op::Binary(Binary::Add, _) => {
            let (product, literal) = terms(program, value)?;
            match *program.op(product) {
                Op::Binary(Binary::Multiply, [x, y]) => ([x.negate_if(product.negated), y], literal),
                _ => return None,
            }
        }
        _ => return None,
    };
    let number = program.literal(literal)?;
    [(x, y), (y, x)]
        .into_iter()
        .find(|(_, factor)| program.literal(*factor) == Some(number))
        .map(|(of, _)| (of, literal))
}
