//! Rules for operations that give numbers.

use super::Simpler;
use crate::ir::evaluate;
use crate::ir::{Binary, Comparison, Op, Operand, Program, Type, Unary};

/// What an operation becomes, if a rule fits.
pub(super) fn simpler(program: &Program, op: &Op) -> Option<Simpler> {
    match *op {
        Op::Unary(unary, a) => self::unary(program, unary, a),
        Op::Binary(binary, both) => {
            constant(program, binary, both).or_else(|| self::binary(program, binary, both))
        }
        Op::MultiplyAdd(all) => multiply_add(program, all),
        Op::Dot3(a, b) => dot(program, &a, &b),
        Op::Dot4(a, b) => dot4(program, a, b).or_else(|| dot(program, &a, &b)),
        Op::Select(condition, both) => select(program, condition, both),
        Op::Number(truth) => program
            .truth(truth)
            .map(|holds| Simpler::Number(f32::from(u8::from(holds)))),
        _ => None,
    }
}

/// A number, unless the machine's constants cannot have it.
fn finite(number: f32) -> Option<Simpler> {
    number.is_finite().then_some(Simpler::Number(number))
}

fn is(program: &Program, operand: Operand, number: f32) -> bool {
    program.literal(operand) == Some(number)
}

fn unary(program: &Program, unary: Unary, a: Operand) -> Option<Simpler> {
    if unary == Unary::Copy {
        return Some(Simpler::Operand(a));
    }
    if unary == Unary::Floor && program.kind(a) == Type::Int {
        return Some(Simpler::Operand(a));
    }
    finite(evaluate::unary(unary, program.literal(a)?))
}

fn constant(program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Option<Simpler> {
    finite(evaluate::binary(
        binary,
        program.literal(a)?,
        program.literal(b)?,
    ))
}

fn binary(program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Option<Simpler> {
    let same = Some(Simpler::Operand);
    let is = |operand, number| is(program, operand, number);
    let negative = |operand: Operand| {
        operand.negated || program.literal(operand).is_some_and(|number| number < 0.0)
    };
    let both_negated = (a.negated && negative(b)) || (b.negated && negative(a));
    match binary {
        Binary::Add if is(a, 0.0) => same.map(|f| f(b)),
        Binary::Add if is(b, 0.0) => same.map(|f| f(a)),
        Binary::Add if a == b.negate() => Some(Simpler::Number(0.0)),
        Binary::Multiply if is(a, 0.0) || is(b, 0.0) => Some(Simpler::Number(0.0)),
        Binary::Multiply if is(a, 1.0) => same.map(|f| f(b)),
        Binary::Multiply if is(b, 1.0) => same.map(|f| f(a)),
        Binary::Multiply if is(a, -1.0) => same.map(|f| f(b.negate())),
        Binary::Multiply if is(b, -1.0) => same.map(|f| f(a.negate())),
        Binary::Multiply if a.negated || b.negated => {
            let product = Op::Binary(binary, [a.negate_if(a.negated), b.negate_if(b.negated)]);
            Some(if a.negated == b.negated {
                Simpler::Op(product)
            } else {
                Simpler::Negative(product)
            })
        }
        Binary::Add if both_negated => {
            let sum = Op::Binary(binary, [a.negate(), b.negate()]);
            Some(Simpler::Negative(sum))
        }
        Binary::Minimum | Binary::Maximum if a == b => same.map(|f| f(a)),
        Binary::Minimum if both_negated => {
            let most = Op::Binary(Binary::Maximum, [a.negate(), b.negate()]);
            Some(Simpler::Negative(most))
        }
        Binary::Maximum if both_negated => {
            let least = Op::Binary(Binary::Minimum, [a.negate(), b.negate()]);
            Some(Simpler::Negative(least))
        }
        Binary::Minimum | Binary::Maximum => nested_limit(program, binary, [a, b]),
        Binary::AtLeast if a == b => Some(Simpler::Number(1.0)),
        Binary::Below if a == b => Some(Simpler::Number(0.0)),
        Binary::AtLeast | Binary::Below if both_negated => {
            Some(Simpler::Op(Op::Binary(binary, [b.negate(), a.negate()])))
        }
        _ => None,
    }
}

/// Two limits in the same direction are one.
fn nested_limit(program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Option<Simpler> {
    let outer = program.literal(b)?;
    if a.negated {
        return None;
    }
    let Op::Binary(inner, [value, limit]) = *program.op(a) else {
        return None;
    };
    let limit_number = program.literal(limit)?;
    if inner != binary {
        return None;
    }
    let limit = match binary {
        Binary::Minimum if limit_number < outer => limit,
        Binary::Maximum if limit_number > outer => limit,
        _ => b,
    };
    Some(Simpler::Op(Op::Binary(binary, [value, limit])))
}

fn multiply_add(program: &Program, [a, b, c]: [Operand; 3]) -> Option<Simpler> {
    let is = |operand, number| is(program, operand, number);
    let add = |a, b| Some(Simpler::Op(Op::Binary(Binary::Add, [a, b])));
    if is(a, 0.0) || is(b, 0.0) {
        return Some(Simpler::Operand(c));
    }
    if is(c, 0.0) {
        return Some(Simpler::Op(Op::Binary(Binary::Multiply, [a, b])));
    }
    for (one, other) in [(a, b), (b, a)] {
        if is(one, 1.0) {
            return add(other, c);
        }
        if is(one, -1.0) {
            return add(other.negate(), c);
        }
    }
    if a.negated && b.negated {
        let all = [a.negate(), b.negate(), c];
        return Some(Simpler::Op(Op::MultiplyAdd(all)));
    }
    if b.negated {
        let all = [a.negate(), b.negate(), c];
        return Some(Simpler::Op(Op::MultiplyAdd(all)));
    }
    let product = constant(program, Binary::Multiply, [a, b]);
    if let (Some(Simpler::Number(product)), Some(c)) = (product, program.literal(c)) {
        return finite(product + c);
    }
    None
}

/// A dot product with one lane that counts, or with numbers only.
fn dot(program: &Program, a: &[Operand], b: &[Operand]) -> Option<Simpler> {
    let mut lanes = a
        .iter()
        .zip(b)
        .filter(|(a, b)| !is(program, **a, 0.0) && !is(program, **b, 0.0));
    let Some((first_a, first_b)) = lanes.next() else {
        return Some(Simpler::Number(0.0));
    };
    let product = Op::Binary(Binary::Multiply, [*first_a, *first_b]);
    lanes.next().is_none().then_some(Simpler::Op(product))
}

fn dot4(program: &Program, a: [Operand; 4], b: [Operand; 4]) -> Option<Simpler> {
    let zero = (0..4).find(|lane| is(program, a[*lane], 0.0) || is(program, b[*lane], 0.0));
    if let Some(zero) = zero {
        let without = |lanes: [Operand; 4]| {
            let mut kept = (0..4).filter(|lane| *lane != zero).map(|lane| lanes[lane]);
            [(); 3].map(|()| kept.next().unwrap_or(lanes[0]))
        };
        return Some(Simpler::Op(Op::Dot3(without(a), without(b))));
    }
    for (a, b) in [(a, b), (b, a)] {
        if is(program, a[3], 1.0) {
            let op = Op::DotHomogeneous([a[0], a[1], a[2]], b);
            return Some(Simpler::Op(op));
        }
    }
    None
}

fn select(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<Simpler> {
    if let Some(holds) = program.truth(condition) {
        return Some(Simpler::Operand(if holds { a } else { b }));
    }
    if a == b {
        return Some(Simpler::Operand(a));
    }
    if condition.negated {
        return Some(Simpler::Op(Op::Select(condition.negate(), [b, a])));
    }
    if let (Some(yes), Some(no)) = (program.literal(a), program.literal(b)) {
        let number = |truth| Op::Number(truth);
        if no == 0.0 && yes == 1.0 {
            return Some(Simpler::Op(number(condition)));
        }
        if no == 0.0 && yes == -1.0 {
            return Some(Simpler::Negative(number(condition)));
        }
        if yes == 0.0 && no == 1.0 {
            return Some(Simpler::Op(number(condition.negate())));
        }
        if yes == 0.0 && no == -1.0 {
            return Some(Simpler::Negative(number(condition.negate())));
        }
    }
    if let Some(same) = nested_select(program, condition, [a, b]) {
        return Some(same);
    }
    if a.negated && b.negated {
        let op = Op::Select(condition, [a.negate(), b.negate()]);
        return Some(Simpler::Negative(op));
    }
    limit(program, condition, [a, b])
}

/// A select within a select of the same condition.
fn nested_select(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<Simpler> {
    let inner = |operand: Operand, side: usize| match *program.op(operand) {
        Op::Select(other, arms) if other == condition => {
            Some(arms[side].negate_if(operand.negated))
        }
        _ => None,
    };
    let arms = [inner(a, 0), inner(b, 1)];
    if arms == [None, None] {
        return None;
    }
    let arms = [arms[0].unwrap_or(a), arms[1].unwrap_or(b)];
    Some(Simpler::Op(Op::Select(condition, arms)))
}

/// `a < b ? a : b` is a minimum, and so on.
fn limit(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<Simpler> {
    let Op::Compare(comparison, [left, right]) = *program.op(condition) else {
        return None;
    };
    let comparison = match (a == left && b == right, a == right && b == left) {
        (true, _) => comparison,
        (_, true) => comparison.exchanged(),
        _ => return None,
    };
    let binary = match comparison {
        Comparison::Less | Comparison::LessEqual => Binary::Minimum,
        Comparison::Greater | Comparison::GreaterEqual => Binary::Maximum,
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    Some(Simpler::Op(Op::Binary(binary, [a, b])))
}
