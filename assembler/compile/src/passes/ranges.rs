//! `ranges`: limits that a number keeps anyway disappear, and comparisons whose result is certain.

use super::edit::{Literals, Replacements};
use crate::ir::evaluate;
use crate::ir::{Binary, Block, Op, Operand, Program, Statement, Unary, Value};

/// Removes operations whose result follows from the ranges of their operands.
pub(crate) fn run(program: &mut Program) {
    let body = std::mem::take(&mut program.body);
    let mut ranger = Ranger {
        ranges: vec![ANY; program.values.len()],
        literals: Literals::new(program),
        replaced: Replacements::new(program),
        program,
    };
    for index in 0..ranger.program.values.len() {
        if let Op::Literal(number) = ranger.program.values[index].op {
            ranger.ranges[index] = Range(number, number);
        }
    }
    ranger.block(&body);
    let Ranger { replaced, .. } = ranger;
    program.body = body;
    replaced.apply(program);
}

/// The least and the greatest number that a value can be.
#[derive(Clone, Copy, Debug)]
struct Range(f32, f32);

const ANY: Range = Range(f32::NEG_INFINITY, f32::INFINITY);
const UNIT: Range = Range(0.0, 1.0);
const POSITIVE: Range = Range(0.0, f32::INFINITY);

impl Range {
    /// A range of numbers in any order; any number, if one is not a number.
    fn of(numbers: &[f32]) -> Self {
        if numbers.iter().any(|number| number.is_nan()) {
            return ANY;
        }
        let least = numbers.iter().copied().fold(f32::INFINITY, f32::min);
        Self(
            least,
            numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max),
        )
    }

    fn negative(self) -> Self {
        Self(-self.1, -self.0)
    }

    fn plus(self, other: Self) -> Self {
        Self::of(&[self.0 + other.0, self.1 + other.1])
    }

    fn times(self, other: Self) -> Self {
        let product = |a, b| evaluate::binary(Binary::Multiply, a, b);
        Self::of(&[
            product(self.0, other.0),
            product(self.0, other.1),
            product(self.1, other.0),
            product(self.1, other.1),
        ])
    }

    fn union(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.max(other.1))
    }
}

struct Ranger<'p> {
    program: &'p mut Program,
    ranges: Vec<Range>,
    literals: Literals,
    replaced: Replacements,
}

impl Ranger<'_> {
    fn range(&self, operand: Operand) -> Range {
        let range = self
            .ranges
            .get(operand.value.index())
            .copied()
            .unwrap_or(ANY);
        if operand.negated {
            range.negative()
        } else {
            range
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.0 {
            for inner in statement.blocks() {
                self.block(inner);
            }
            match statement {
                Statement::Define(value) => self.define(*value),
                Statement::If { joins, .. } => {
                    for join in joins {
                        let [a, b] = join.from.map(|from| self.range(from));
                        self.ranges[join.value.index()] = a.union(b);
                    }
                }
                _ => {}
            }
        }
    }

    fn define(&mut self, value: Value) {
        self.replaced.rewrite(self.program, value);
        let op = self.program.definition(value).op;
        match op {
            Op::Binary(binary, both) => {
                if let Some(operand) = self.certain(binary, both) {
                    self.ranges[value.index()] = self.range(operand);
                    self.replaced.set(value, operand);
                    return;
                }
            }
            Op::Compare(comparison, [a, b]) => {
                let binary = evaluate::compare;
                let (x, y) = (self.range(a), self.range(b));
                let ends = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
                let apart = x.1 < y.0 || y.1 < x.0;
                let touch = x.1 <= y.0 || y.1 <= x.0;
                let mut results = ends.into_iter().map(|(x, y)| binary(comparison, x, y));
                let first = results.next().unwrap_or_default();
                if (apart || touch) && results.all(|result| result == first) && is_number(x, y) {
                    let truth = self.literals.truth(self.program, first);
                    self.replaced.set(value, truth);
                    return;
                }
            }
            _ => {}
        }
        self.ranges[value.index()] = self.of(&op);
    }

    /// What an operation gives, if the ranges of its operands tell.
    fn certain(&mut self, binary: Binary, [a, b]: [Operand; 2]) -> Option<Operand> {
        let (x, y) = (self.range(a), self.range(b));
        match binary {
            Binary::Minimum if x.1 <= y.0 => Some(a),
            Binary::Minimum if y.1 <= x.0 => Some(b),
            Binary::Maximum if x.0 >= y.1 => Some(a),
            Binary::Maximum if y.0 >= x.1 => Some(b),
            Binary::AtLeast if is_number(x, y) && x.0 >= y.1 => Some(self.number(1.0)),
            Binary::AtLeast if is_number(x, y) && x.1 < y.0 => Some(self.number(0.0)),
            Binary::Below if is_number(x, y) && x.1 < y.0 => Some(self.number(1.0)),
            Binary::Below if is_number(x, y) && x.0 >= y.1 => Some(self.number(0.0)),
            _ => None,
        }
    }

    fn number(&mut self, number: f32) -> Operand {
        let operand = self.literals.number(self.program, number);
        let index = operand.value.index();
        if index >= self.ranges.len() {
            self.ranges.resize(index + 1, ANY);
        }
        self.ranges[index] = Range(number, number);
        operand
    }

    fn square(&self, operand: Operand) -> Range {
        let range = self.range(operand);
        let Range(least, most) = range.times(range);
        Range(least.max(0.0), most)
    }

    fn of(&self, op: &Op) -> Range {
        match op {
            Op::Unary(Unary::Copy, a) => self.range(*a),
            Op::Unary(Unary::Floor, a) => {
                let Range(least, most) = self.range(*a);
                Range(least.floor(), most.floor())
            }
            Op::Unary(Unary::ReciprocalRoot | Unary::Exp2, _) => POSITIVE,
            Op::Unary(Unary::Reciprocal, a) if self.range(*a).0 > 0.0 => POSITIVE,
            Op::Binary(Binary::Multiply, [a, b]) if a.value == b.value => {
                let square = self.square(*a);
                if a.negated == b.negated {
                    square
                } else {
                    square.negative()
                }
            }
            Op::Binary(binary, [a, b]) => {
                let (a, b) = (self.range(*a), self.range(*b));
                match binary {
                    Binary::Add => a.plus(b),
                    Binary::Multiply => a.times(b),
                    Binary::Minimum => Range(a.0.min(b.0), a.1.min(b.1)),
                    Binary::Maximum => Range(a.0.max(b.0), a.1.max(b.1)),
                    Binary::AtLeast | Binary::Below => UNIT,
                }
            }
            Op::MultiplyAdd([a, b, c]) => {
                let product = if a == b {
                    self.square(*a)
                } else {
                    self.range(*a).times(self.range(*b))
                };
                product.plus(self.range(*c))
            }
            Op::Dot3(a, b) if a == b => POSITIVE,
            Op::Dot4(a, b) if a == b => POSITIVE,
            Op::Select(_, [a, b]) => self.range(*a).union(self.range(*b)),
            Op::Number(_) => UNIT,
            _ => ANY,
        }
    }
}

/// Whether both values have limits that are numbers, so that neither is a NaN.
fn is_number(a: Range, b: Range) -> bool {
    [a.0, a.1, b.0, b.1].iter().all(|end| end.is_finite())
}
