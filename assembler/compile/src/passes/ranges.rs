//! `ranges`: removes clamps and comparisons whose result follows from ranges.

use super::edit::{Literals, Replacements};
use super::facts::{Fact, Facts};
use crate::ir::evaluate;
use crate::ir::{Binary, Comparison, Op, Operand, Program, Value};

/// Removes operations whose result follows from the ranges of their operands. With `strict`, makes no assumptions about
/// uploaded numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    let mut ranger = RangeSimplifier {
        facts,
        literals: Literals::default(),
        replaced: Replacements::new(program),
        program,
    };
    for value in body.definitions() {
        ranger.define(value);
    }
    let RangeSimplifier { replaced, .. } = ranger;
    program.body = body;
    replaced.apply(program);
    replaced.has_more()
}

struct RangeSimplifier<'p> {
    program: &'p mut Program,
    facts: Facts,
    literals: Literals,
    replaced: Replacements,
}

impl RangeSimplifier<'_> {
    fn define(&mut self, value: Value) {
        self.replaced.rewrite(self.program, value);
        let certain = match self.program.definition(value).op {
            Op::Binary(binary, both) => self.certain(binary, both),
            Op::Compare(comparison, both) => {
                let holds = self.certainly(comparison, both);
                holds.map(|holds| self.literals.boolean(self.program, holds))
            }
            _ => None,
        };
        if let Some(operand) = certain {
            self.replaced.set(value, operand);
        }
    }

    /// Returns whether a relation holds, if the ranges of both numbers tell.
    fn certainly(&self, comparison: Comparison, [a, b]: [Operand; 2]) -> Option<bool> {
        if !self.are_numbers(a, b) {
            return None;
        }
        let (x, y) = (self.facts.get(a), self.facts.get(b));
        let touch = x.most <= y.least || y.most <= x.least;
        let ends = [x.least, x.most].map(|x| [y.least, y.most].map(|y| (x, y)));
        let mut results = (ends.into_iter().flatten()).map(|(x, y)| evaluate::compare(comparison, x, y));
        let first = results.next()?;
        (touch && results.all(|result| result == first)).then_some(first)
    }

    /// Returns the result of an operation, if the ranges of its operands determine it.
    fn certain(&mut self, binary: Binary, [a, b]: [Operand; 2]) -> Option<Operand> {
        let (x, y) = (self.facts.get(a), self.facts.get(b));
        let is_below = |x: Fact, y: Fact| x.most <= y.least;
        let numbers = self.are_numbers(a, b);
        match binary {
            // The second operand is the result where one of both is NaN.
            Binary::Minimum if numbers && is_below(x, y) => Some(a),
            Binary::Minimum if is_below(y, x) => Some(b),
            Binary::Maximum if numbers && is_below(y, x) => Some(a),
            Binary::Maximum if is_below(x, y) => Some(b),
            Binary::Sge if numbers && is_below(y, x) => Some(self.number(1.0)),
            Binary::Sge if x.most < y.least => Some(self.number(0.0)),
            Binary::Slt if numbers && x.most < y.least => Some(self.number(1.0)),
            Binary::Slt if is_below(y, x) => Some(self.number(0.0)),
            _ => None,
        }
    }

    fn are_numbers(&self, a: Operand, b: Operand) -> bool {
        self.facts.is_number(a) && self.facts.is_number(b)
    }

    fn number(&mut self, number: f32) -> Operand {
        let operand = self.literals.number(self.program, number);
        self.facts.add(self.program, operand.value);
        operand
    }
}
