//! `lower-integers` and `lower-bits`: lower 32-bit integers to floats, which are exact up to 2^17.
//!
//! `lower-integers` runs early, so that other passes see arithmetic: it replaces operations whose arithmetic form is as
//! short as any. `lower-bits` replaces the rest, after loops are unrolled and more is known about the operands.

mod bitcasts;
mod compare;
mod facts;
mod masks;
mod rules;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::edit::{Literals, Replacements};
use super::{dce, fold, simplify_phis};
use crate::ir::{Binary, Comparison, Definition, Op, Operand, Origin, Program, Statement, Type, Unary, Value};
use facts::AllFacts;

/// Maximum number of iterations of moving bit casts: those that read a masked operation wait until it is a select.
const MAX_ITERATIONS: usize = 3;

/// Replaces operations on integers that arithmetic does as well.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    if !is_needed(program) && !counts_down(program) {
        return false;
    }
    for _ in 0..MAX_ITERATIONS {
        let moved = bitcasts::run(program);
        rewrite(program, false);
        // Facts about loops decide whether they are counted; remaining masks decide whether bits are propagated.
        fold::run(program, strict);
        simplify_phis::run(program);
        if !moved {
            break;
        }
    }
    dce::run(program);
    true
}

/// Replaces all operations on integers. Those that no arithmetic can do become poison.
pub(crate) fn finish(program: &mut Program) -> bool {
    if !is_needed(program) {
        return false;
    }
    bitcasts::run(program);
    rewrite(program, true);
    dce::run(program);
    for definition in &mut program.values {
        if let Op::Integer(_, reason) | Op::Bitcast(_, reason) | Op::Bitwise(.., reason) = definition.op {
            definition.op = Op::Poison(reason);
        }
    }
    let values = &program.values;
    let is_poison = |value: Value| matches!(values[value.index()].op, Op::Poison(_));
    super::edit::retain(&mut program.body, &|value| !is_poison(value));
    true
}

/// Returns whether a program has operations on 32-bit integers.
fn is_needed(program: &Program) -> bool {
    let mut ops = program.values.iter().map(|definition| definition.op);
    ops.any(|op| {
        matches!(
            op,
            Op::Integer(..) | Op::Bitwise(..) | Op::Unsigned(_) | Op::Bitcast(..)
        )
    })
}

/// Returns whether a loop has an integer that begins with a negative number, as in loops that count their iterations
/// down from 4294967295.
fn counts_down(program: &Program) -> bool {
    program.body.walk().any(|statement| match statement {
        Statement::Loop(repeat) => repeat.firsts().any(|(value, first)| {
            let first = program.literal(first);
            program.definition(value).kind == Type::Int && first.is_some_and(|first| first < 0.0)
        }),
        _ => false,
    })
}

/// The incoming values of a phi: for an `If`, in the order of its arms; for a loop parameter, the first and the next
/// value; for a loop result, one for each exit.
type Arms = FxHashMap<Value, Vec<Operand>>;

fn arms(program: &Program) -> Arms {
    let mut arms = Arms::default();
    for statement in program.body.walk() {
        match statement {
            Statement::If(branch) => {
                let phis = branch.phis.iter();
                arms.extend(phis.map(|phi| (phi.value, phi.from.to_vec())));
            }
            Statement::Loop(repeat) => {
                let parameters = repeat.parameters.iter();
                arms.extend(parameters.map(|p| (p.value, vec![p.first, p.next])));
                for values in repeat.ends() {
                    for (result, value) in repeat.results.iter().zip(values) {
                        arms.entry(*result).or_default().push(*value);
                    }
                }
            }
            _ => {}
        }
    }
    arms
}

fn rewrite(program: &mut Program, is_last: bool) {
    let facts = AllFacts::new(program, &arms(program));
    let mut body = std::mem::take(&mut program.body);
    let mut rewriter = Rewriter {
        literals: Literals::default(),
        replaced: Replacements::new(program),
        facts,
        masked: FxHashMap::default(),
        to: Vec::new(),
        origin: Origin::default(),
        is_last,
        program,
    };
    body.rewrite(&mut |statement, to| {
        std::mem::swap(&mut rewriter.to, to);
        match statement {
            Statement::Define(value) => rewriter.define(value),
            other => rewriter.to.push(other),
        }
        std::mem::swap(&mut rewriter.to, to);
    });
    let Rewriter { replaced, .. } = rewriter;
    program.body = body;
    replaced.apply(program);
}

/// Some bits of an integer.
#[derive(Clone, Copy, Debug)]
struct MaskedValue {
    of: Operand,
    mask: u32,
}

struct Rewriter<'p> {
    program: &'p mut Program,
    literals: Literals,
    replaced: Replacements,
    facts: AllFacts,
    /// Operations with masks that became arithmetic.
    masked: FxHashMap<Value, MaskedValue>,
    /// The statements of the block that is being rewritten.
    to: Vec<Statement>,
    /// The location in the source of new operations.
    origin: Origin,
    /// True if all operations have to go.
    is_last: bool,
}

impl Rewriter<'_> {
    fn define(&mut self, value: Value) {
        let before = self.program.definition(value).op;
        self.replaced.rewrite(self.program, value);
        let Definition { op, origin, .. } = *self.program.definition(value);
        self.origin = origin;
        let found = match op {
            Op::Bitwise(operation, both, reason) => self.bitwise(operation, both, reason, value),
            Op::Unsigned(a) => Some(self.unsigned(a)),
            Op::Compare(comparison, both) => self.compare(comparison, both, &before),
            Op::Binary(binary, both) => self.binary(binary, both),
            Op::MultiplyAdd(all) => self.multiply_add(all),
            _ => None,
        };
        match found {
            Some(found) => self.replaced.set(value, found),
            None => self.to.push(Statement::Define(value)),
        }
    }

    /// Returns a number.
    fn number(&mut self, number: f32) -> Operand {
        let operand = self.literals.number(self.program, number);
        self.facts.define(self.program, operand.value);
        operand
    }

    /// Adds an operation.
    fn add(&mut self, op: Op, kind: Type) -> Operand {
        let origin = self.origin;
        let value = self.program.add(Definition { op, kind, origin });
        if kind.is_number() {
            self.facts.define(self.program, value);
        }
        self.to.push(Statement::Define(value));
        value.into()
    }

    fn sum(&mut self, a: Operand, b: Operand) -> Operand {
        self.add(Op::Binary(Binary::Add, [a, b]), Type::Int)
    }

    /// Returns an integer times a number that leaves an integer.
    fn product(&mut self, a: Operand, b: Operand) -> Operand {
        self.add(Op::Binary(Binary::Multiply, [a, b]), Type::Int)
    }

    fn floor(&mut self, a: Operand) -> Operand {
        self.add(Op::Unary(Unary::Floor, a), Type::Int)
    }

    fn select(&mut self, condition: Operand, a: Operand, b: Operand, kind: Type) -> Operand {
        self.add(Op::Select(condition, [a, b]), kind)
    }

    /// Returns whether a number is not 0.
    fn is_not_zero(&mut self, a: Operand) -> Operand {
        if let Op::BoolToFloat(boolean) = *self.program.op(a) {
            return boolean;
        }
        let zero = self.number(0.0);
        let test = Op::Compare(Comparison::NotEqual, [a, zero]);
        self.add(test, Type::Bool)
    }
}
