//! `fold-indices`: removes conversions of indices to integers, which the address register does.
//!
//! A conversion takes four instructions. Where an element has one register, the number before the conversion is the
//! index. Where it has several, the index is a product, and the number is rounded down, which differs for negative
//! numbers alone: those are no indices.

use super::dce;
use super::edit::uses;
use crate::ir::{Binary, Definition, Op, Operand, Program, Statement, Type, Unary, Value};

/// Takes numbers as indices as they were before their conversion. With `strict`, those that are multiplied stay.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let is_element = |definition: &Definition| matches!(definition.op, Op::Element { .. });
    if !program.values.iter().any(is_element) {
        return false;
    }
    let mut indexer = Indexer {
        uses: uses(program),
        indices: indices(program),
        strict,
        program,
    };
    let mut body = std::mem::take(&mut indexer.program.body);
    body.rewrite(&mut |statement, to| {
        if let Statement::Define(value) = statement {
            indexer.define(value, to);
        }
        to.push(statement);
    });
    program.body = body;
    dce::run(program);
    true
}

/// The number of uses of each value as an index.
fn indices(program: &Program) -> Vec<u32> {
    let mut counts = vec![0_u32; program.values.len()];
    for value in program.body.definitions() {
        if let Op::Element { index, .. } = program.definition(value).op {
            counts[index.value.index()] += 1;
        }
    }
    counts
}

struct Indexer<'p> {
    program: &'p mut Program,
    uses: Vec<u32>,
    /// The number of uses of each value as an index.
    indices: Vec<u32>,
    strict: bool,
}

impl Indexer<'_> {
    fn define(&mut self, value: Value, to: &mut Vec<Statement>) {
        match self.program.definition(value).op {
            Op::Element { index, .. } => self.element(value, index),
            Op::Binary(Binary::Multiply, [a, b]) if !self.strict => {
                self.product(value, [a, b], to);
            }
            _ => {}
        }
    }

    fn element(&mut self, value: Value, of: Operand) {
        let before = match self.converted(of) {
            Some(Conversion::Signed(number)) => number,
            Some(Conversion::Unsigned(number)) if !self.strict => number,
            _ => return,
        };
        if let Op::Element { index, .. } = &mut self.program.values[value.index()].op {
            *index = before;
        }
    }

    /// A product of a number that nothing else reads after its conversion.
    fn product(&mut self, value: Value, sides: [Operand; 2], to: &mut Vec<Statement>) {
        for (side, stride) in [(0, 1), (1, 0)] {
            let (integer, stride) = (sides[side], sides[stride]);
            let is_stride = (self.program.literal(stride)).is_some_and(|number| number > 1.0);
            let is_private = self.uses.get(integer.value.index()) == Some(&1);
            if !is_stride || !is_private || !self.is_index(value) {
                continue;
            }
            let Some(Conversion::Signed(number)) = self.converted(integer) else {
                continue;
            };
            let floor = self.program.add(Definition {
                op: Op::Unary(Unary::Floor, number),
                kind: Type::Int,
                origin: self.program.definition(value).origin,
            });
            to.push(Statement::Define(floor));
            self.program.values[value.index()].op = Op::Binary(Binary::Multiply, [floor.into(), stride]);
        }
    }

    /// Returns whether a value is nothing but an index.
    fn is_index(&self, value: Value) -> bool {
        let index = value.index();
        self.uses.get(index) == self.indices.get(index)
    }

    /// Returns the number that was converted to an integer.
    fn converted(&self, operand: Operand) -> Option<Conversion> {
        if operand.negated {
            return None;
        }
        if let Op::Binary(Binary::Add, [a, b]) = *self.program.op(operand) {
            let [x, y] = [(a, b), (b, a)].map(|(above, below)| {
                let above = self.positive(above)?;
                let below = self.positive(below.negate())?;
                (above == below.negate()).then_some(above)
            });
            return x.or(y).map(Conversion::Signed);
        }
        self.positive(operand).map(Conversion::Unsigned)
    }

    /// Returns the number of which an operand is the integer part, or 0 if it is negative.
    fn positive(&self, operand: Operand) -> Option<Operand> {
        let Op::Unary(Unary::Floor, limited) = *self.program.op(operand) else {
            return None;
        };
        let Op::Binary(Binary::Maximum, [zero, number]) = *self.program.op(limited) else {
            return None;
        };
        let is_zero = self.program.literal(zero) == Some(0.0);
        (is_zero && !operand.negated && !limited.negated).then_some(number)
    }
}

/// A number that becomes an integer.
enum Conversion {
    /// An integer with a sign.
    Signed(Operand),
    /// An integer without one: of a negative number, 0.
    Unsigned(Operand),
}
