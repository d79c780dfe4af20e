//! Rules for operations that give numbers.

use super::{FoldResult, Rules};
use crate::ir::evaluate;
use crate::ir::{Binary, Comparison, Op, Operand, Program, Type, Unary};

impl Rules<'_> {
    /// Simplifies an operation with a numeric result, if a rule applies.
    pub(super) fn number(&self, op: &Op) -> Option<FoldResult> {
        let program = self.program;
        match *op {
            Op::Unary(unary, a) => self::unary(program, unary, a),
            Op::Binary(binary, both) => constant(program, binary, both).or_else(|| self::binary(self, binary, both)),
            Op::MultiplyAdd(all) => multiply_add(self, all),
            Op::Dot3(a, b) => dot(self, &a, &b),
            Op::Dot4(a, b) => dot4(self, a, b).or_else(|| dot(self, &a, &b)),
            Op::Select(condition, both) => select(program, condition, both),
            Op::BoolToFloat(boolean) => program
                .as_bool(boolean)
                .map(|holds| FoldResult::Number(f32::from(u8::from(holds)))),
            _ => None,
        }
    }

    /// Returns whether the product of two numbers is 0: one of them is, and the other one is not NaN.
    fn is_zero(&self, a: Operand, b: Operand) -> bool {
        let zero = |a, b| is(self.program, a, 0.0) && self.facts.is_number(b);
        zero(a, b) || zero(b, a)
    }
}

/// Returns a number, unless the GPU's constants cannot have it.
fn finite(number: f32) -> Option<FoldResult> {
    number.is_finite().then_some(FoldResult::Number(number))
}

fn is(program: &Program, operand: Operand, number: f32) -> bool {
    program.literal(operand) == Some(number)
}

fn unary(program: &Program, unary: Unary, a: Operand) -> Option<FoldResult> {
    if unary == Unary::Copy {
        return Some(FoldResult::Operand(a));
    }
    if unary == Unary::Floor && program.kind(a) == Type::Int {
        return Some(FoldResult::Operand(a));
    }
    finite(evaluate::unary(unary, program.literal(a)?))
}

fn constant(program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    finite(evaluate::binary(binary, program.literal(a)?, program.literal(b)?))
}

fn binary(rules: &Rules<'_>, binary: Binary, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    let program = rules.program;
    let same = Some(FoldResult::Operand);
    let is = |operand, number| is(program, operand, number);
    let negative = |operand: Operand| operand.negated || program.literal(operand).is_some_and(|number| number < 0.0);
    let both_negated = (a.negated && negative(b)) || (b.negated && negative(a));
    match binary {
        Binary::Add if is(a, 0.0) => same.map(|f| f(b)),
        Binary::Add if is(b, 0.0) => same.map(|f| f(a)),
        Binary::Add if a == b.negate() && rules.facts.is_finite(a) => Some(FoldResult::Number(0.0)),
        Binary::Multiply if rules.is_zero(a, b) => Some(FoldResult::Number(0.0)),
        Binary::Multiply if is(a, 1.0) => same.map(|f| f(b)),
        Binary::Multiply if is(b, 1.0) => same.map(|f| f(a)),
        Binary::Multiply if is(a, -1.0) => same.map(|f| f(b.negate())),
        Binary::Multiply if is(b, -1.0) => same.map(|f| f(a.negate())),
        Binary::Multiply if a.negated || b.negated => {
            let product = Op::Binary(binary, [a.negate_if(a.negated), b.negate_if(b.negated)]);
            Some(if a.negated == b.negated {
                FoldResult::Op(product)
            } else {
                FoldResult::Negative(product)
            })
        }
        Binary::Add if both_negated => {
            let sum = Op::Binary(binary, [a.negate(), b.negate()]);
            Some(FoldResult::Negative(sum))
        }
        Binary::Minimum | Binary::Maximum if a == b => same.map(|f| f(a)),
        Binary::Minimum if both_negated => {
            let most = Op::Binary(Binary::Maximum, [a.negate(), b.negate()]);
            Some(FoldResult::Negative(most))
        }
        Binary::Maximum if both_negated => {
            let least = Op::Binary(Binary::Minimum, [a.negate(), b.negate()]);
            Some(FoldResult::Negative(least))
        }
        Binary::Minimum | Binary::Maximum => nested_limit(program, binary, [a, b]),
        Binary::Sge if a == b && rules.facts.is_number(a) => Some(FoldResult::Number(1.0)),
        Binary::Slt if a == b => Some(FoldResult::Number(0.0)),
        Binary::Sge | Binary::Slt if both_negated => Some(FoldResult::Op(Op::Binary(binary, [b.negate(), a.negate()]))),
        _ => None,
    }
}

/// Two limits in the same direction are one.
fn nested_limit(program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Option<FoldResult> {
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
    Some(FoldResult::Op(Op::Binary(binary, [value, limit])))
}

fn multiply_add(rules: &Rules<'_>, [a, b, c]: [Operand; 3]) -> Option<FoldResult> {
    let program = rules.program;
    let is = |operand, number| is(program, operand, number);
    let add = |a, b| Some(FoldResult::Op(Op::Binary(Binary::Add, [a, b])));
    if rules.is_zero(a, b) {
        return Some(FoldResult::Operand(c));
    }
    if is(c, 0.0) {
        return Some(FoldResult::Op(Op::Binary(Binary::Multiply, [a, b])));
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
        return Some(FoldResult::Op(Op::MultiplyAdd(all)));
    }
    if b.negated {
        let all = [a.negate(), b.negate(), c];
        return Some(FoldResult::Op(Op::MultiplyAdd(all)));
    }
    let product = constant(program, Binary::Multiply, [a, b]);
    if let (Some(FoldResult::Number(product)), Some(c)) = (product, program.literal(c)) {
        return finite(product + c);
    }
    None
}

/// Returns a dot product with a single relevant component, or with numbers only.
fn dot(rules: &Rules<'_>, a: &[Operand], b: &[Operand]) -> Option<FoldResult> {
    let mut components = a.iter().zip(b).filter(|(a, b)| !rules.is_zero(**a, **b));
    let Some((first_a, first_b)) = components.next() else {
        return Some(FoldResult::Number(0.0));
    };
    let product = Op::Binary(Binary::Multiply, [*first_a, *first_b]);
    components.next().is_none().then_some(FoldResult::Op(product))
}

fn are_components_of_input(program: &Program, components: &[Operand]) -> bool {
    let input = |component: &Operand| match *program.op(*component) {
        Op::Input(input, _) => (!component.negated).then_some(input),
        _ => None,
    };
    let first = components.first().and_then(input);
    first.is_some() && components.iter().all(|component| input(component) == first)
}

fn is_row_of_uniform(program: &Program, components: &[Operand]) -> bool {
    let row = |component: &Operand| match *program.op(*component) {
        Op::Uniform(uniform, row, _) => (!component.negated).then_some((uniform, row)),
        _ => None,
    };
    let first = components.first().and_then(row);
    first.is_some() && components.iter().all(|component| row(component) == first)
}

/// Returns a dot product of four components that needs fewer. Two components of an input beside 0 and 1 keep the 0,
/// which the back end puts beside them in one instruction.
fn dot4(rules: &Rules<'_>, a: [Operand; 4], b: [Operand; 4]) -> Option<FoldResult> {
    let program = rules.program;
    for (a, b) in [(a, b), (b, a)] {
        let (zeros, others): (Vec<_>, Vec<_>) = a[..3].iter().partition(|component| is(program, **component, 0.0));
        if zeros.len() == 1
            && is(program, a[3], 1.0)
            && are_components_of_input(program, &others)
            && is_row_of_uniform(program, &b)
        {
            let op = Op::DotHomogeneous([a[0], a[1], a[2]], b);
            return Some(FoldResult::Op(op));
        }
    }
    let zero = (0..4).find(|component| rules.is_zero(a[*component], b[*component]));
    if let Some(zero) = zero {
        let without = |components: [Operand; 4]| {
            let mut kept = (0..4)
                .filter(|component| *component != zero)
                .map(|component| components[component]);
            [(); 3].map(|()| kept.next().unwrap_or(components[0]))
        };
        return Some(FoldResult::Op(Op::Dot3(without(a), without(b))));
    }
    for (a, b) in [(a, b), (b, a)] {
        if is(program, a[3], 1.0) {
            let op = Op::DotHomogeneous([a[0], a[1], a[2]], b);
            return Some(FoldResult::Op(op));
        }
    }
    None
}

fn select(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    if let Some(holds) = program.as_bool(condition) {
        return Some(FoldResult::Operand(if holds { a } else { b }));
    }
    if a == b {
        return Some(FoldResult::Operand(a));
    }
    if condition.negated {
        return Some(FoldResult::Op(Op::Select(condition.negate(), [b, a])));
    }
    if let (Some(yes), Some(no)) = (program.literal(a), program.literal(b)) {
        let number = |boolean| Op::BoolToFloat(boolean);
        if no == 0.0 && yes == 1.0 {
            return Some(FoldResult::Op(number(condition)));
        }
        if no == 0.0 && yes == -1.0 {
            return Some(FoldResult::Negative(number(condition)));
        }
        if yes == 0.0 && no == 1.0 {
            return Some(FoldResult::Op(number(condition.negate())));
        }
        if yes == 0.0 && no == -1.0 {
            return Some(FoldResult::Negative(number(condition.negate())));
        }
    }
    if let Some(same) = nested_select(program, condition, [a, b]) {
        return Some(same);
    }
    if a.negated && b.negated {
        let op = Op::Select(condition, [a.negate(), b.negate()]);
        return Some(FoldResult::Negative(op));
    }
    limit(program, condition, [a, b])
}

/// Returns a select within a select of the same condition.
fn nested_select(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    let inner = |operand: Operand, side: usize| match *program.op(operand) {
        Op::Select(other, arms) if other == condition => Some(arms[side].negate_if(operand.negated)),
        _ => None,
    };
    let arms = [inner(a, 0), inner(b, 1)];
    if arms == [None, None] {
        return None;
    }
    let arms = [arms[0].unwrap_or(a), arms[1].unwrap_or(b)];
    Some(FoldResult::Op(Op::Select(condition, arms)))
}

/// `a < b ? a : b` is a minimum, and so on.
fn limit(program: &Program, condition: Operand, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    let Op::Compare(comparison, [left, right]) = *program.op(condition) else {
        return None;
    };
    let comparison = match (a == left && b == right, a == right && b == left) {
        (true, _) => comparison,
        (_, true) => comparison.swapped(),
        _ => return None,
    };
    let binary = match comparison {
        Comparison::Less | Comparison::LessEqual => Binary::Minimum,
        Comparison::Greater | Comparison::GreaterEqual => Binary::Maximum,
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    Some(FoldResult::Op(Op::Binary(binary, [a, b])))
}
