//! `nan-guards`: removes guards from factors that cannot be NaN.
//!
//! Front ends choose an element of an array by products with 1 and 0. Since NaN times 0 is NaN, each element is in a
//! select with 0, whose condition is that the factor is not 0: `(factor != 0 ? element : 0) * factor`. Where the
//! element is a number, this is `element * factor`.

use super::dce;
use super::facts::Facts;
use crate::ir::{Binary, Comparison, Op, Operand, Program};

/// Removes the guards of factors that cannot be NaN. With `strict`, makes no assumptions about uploaded numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let has_selects = |definition: &crate::ir::Definition| matches!(definition.op, Op::Select(..));
    if !program.values.iter().any(has_selects) {
        return false;
    }
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    for value in body.definitions() {
        let mut op = program.definition(value).op;
        let finder = Finder { program, facts: &facts };
        match &mut op {
            Op::Binary(Binary::Multiply, [a, b]) | Op::MultiplyAdd([a, b, _]) => {
                finder.simplify(a, b);
            }
            Op::Dot3(a, b) => finder.simplify_all(a, b),
            Op::Dot4(a, b) => finder.simplify_all(a, b),
            Op::DotHomogeneous(a, b) => finder.simplify_all(a, b),
            _ => {}
        }
        program.values[value.index()].op = op;
    }
    program.body = body;
    dce::run(program);
    true
}

struct Finder<'f> {
    program: &'f Program,
    facts: &'f Facts,
}

impl Finder<'_> {
    fn simplify_all(&self, a: &mut [Operand], b: &mut [Operand]) {
        for (a, b) in a.iter_mut().zip(b) {
            self.simplify(a, b);
        }
    }

    /// Removes the guard of one side of a product.
    fn simplify(&self, a: &mut Operand, b: &mut Operand) {
        if let Some(plain) = self.without_guard(*a, *b) {
            *a = plain;
        } else if let Some(plain) = self.without_guard(*b, *a) {
            *b = plain;
        }
    }

    /// Returns the number that is guarded, if its product with a factor is the same without.
    fn without_guard(&self, guarded: Operand, factor: Operand) -> Option<Operand> {
        let Op::Select(condition, arms) = *self.program.op(guarded) else {
            return None;
        };
        let [kept, zero] = if condition.negated { [arms[1], arms[0]] } else { arms };
        let is_zero = self.program.literal(zero) == Some(0.0);
        let holds_with = self.holds_with(condition.value.into(), factor);
        let is_same = is_zero && holds_with && self.facts.is_number(kept);
        is_same.then(|| kept.negate_if(guarded.negated))
    }

    /// Returns whether a factor is 0 where a condition does not hold.
    fn holds_with(&self, condition: Operand, factor: Operand) -> bool {
        let factor_op = *self.program.op(factor);
        if let Op::BoolToFloat(boolean) = factor_op {
            return boolean == condition;
        }
        let Op::Compare(comparison, both) = *self.program.op(condition) else {
            return false;
        };
        match (comparison, factor_op) {
            (Comparison::NotEqual, _) => {
                let [a, b] = both;
                [(a, b), (b, a)]
                    .into_iter()
                    .any(|(number, zero)| number.value == factor.value && self.program.literal(zero) == Some(0.0))
            }
            (Comparison::Less, Op::Binary(Binary::Slt, sides))
            | (Comparison::GreaterEqual, Op::Binary(Binary::Sge, sides)) => sides == both,
            _ => false,
        }
    }
}
