//! Rules for operations that give booleans.

use super::{FoldResult, Rules};
use crate::ir::evaluate;
use crate::ir::{Binary, Comparison, Logic, Op, Operand, Program};

impl Rules<'_> {
    /// Simplifies an operation with a boolean result, if a rule applies.
    pub(super) fn boolean(&self, op: &Op) -> Option<FoldResult> {
        match *op {
            Op::Compare(comparison, both) => compare(self, comparison, both),
            Op::Logic(logic, both) => self::logic(self.program, logic, both),
            Op::Select(condition, both) => select(self.program, condition, both),
            Op::Unary(_, a) => Some(FoldResult::Operand(a)),
            _ => None,
        }
    }
}

fn compare(rules: &Rules<'_>, comparison: Comparison, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    let program = rules.program;
    if let (Some(a), Some(b)) = (program.literal(a), program.literal(b)) {
        return Some(FoldResult::Bool(evaluate::compare(comparison, a, b)));
    }
    // Only NaN differs from itself: a test for NaN.
    if a == b && rules.facts.is_never_nan(a) {
        let holds = matches!(
            comparison,
            Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual
        );
        return Some(FoldResult::Bool(holds));
    }
    if a.negated && b.negated {
        let both = [b.negate(), a.negate()];
        return Some(FoldResult::Op(Op::Compare(comparison, both)));
    }
    if let Some(number) = program.literal(b)
        && let Some(simpler) = of_two(program, comparison, a, number)
    {
        return Some(simpler);
    }
    if let Some(number) = program.literal(a) {
        return of_two(program, comparison.swapped(), b, number);
    }
    None
}

/// Returns a comparison of a value that is one of two numbers with a third.
fn of_two(program: &Program, comparison: Comparison, value: Operand, number: f32) -> Option<FoldResult> {
    let sign = if value.negated { -1.0 } else { 1.0 };
    let holds = |of: f32| evaluate::compare(comparison, of * sign, number);
    let (decides, [yes, no]) = match *program.op(value) {
        Op::BoolToFloat(boolean) => (Decider::Operand(boolean), [1.0, 0.0]),
        Op::Select(condition, [a, b]) => {
            let both = [program.literal(a)?, program.literal(b)?];
            (Decider::Operand(condition), both)
        }
        Op::Binary(Binary::Sge, both) => (Decider::Op(Comparison::GreaterEqual, both), [1.0, 0.0]),
        Op::Binary(Binary::Slt, both) => (Decider::Op(Comparison::Less, both), [1.0, 0.0]),
        _ => return None,
    };
    Some(match (holds(yes), holds(no), decides) {
        (true, true, _) => FoldResult::Bool(true),
        (false, false, _) => FoldResult::Bool(false),
        (yes, _, Decider::Operand(boolean)) => FoldResult::Operand(boolean.negate_if(!yes)),
        (true, _, Decider::Op(comparison, both)) => FoldResult::Op(Op::Compare(comparison, both)),
        (false, _, Decider::Op(comparison, both)) => FoldResult::Negative(Op::Compare(comparison, both)),
    })
}

/// The boolean that selects one of two numbers.
enum Decider {
    Operand(Operand),
    Op(Comparison, [Operand; 2]),
}

fn logic(program: &Program, logic: Logic, [a, b]: [Operand; 2]) -> Option<FoldResult> {
    for (known, other) in [(a, b), (b, a)] {
        if let Some(known) = program.as_bool(known) {
            return Some(match (logic, known) {
                (Logic::And, true) | (Logic::Or, false) => FoldResult::Operand(other),
                (Logic::And, false) => FoldResult::Bool(false),
                (Logic::Or, true) => FoldResult::Bool(true),
                (Logic::Xor, known) => FoldResult::Operand(other.negate_if(known)),
            });
        }
    }
    if a.value == b.value {
        let same = a.negated == b.negated;
        return Some(match logic {
            Logic::And | Logic::Or if same => FoldResult::Operand(a),
            Logic::And => FoldResult::Bool(false),
            Logic::Or => FoldResult::Bool(true),
            Logic::Xor => FoldResult::Bool(!same),
        });
    }
    if logic == Logic::Xor && (a.negated || b.negated) {
        let both = [a.negate_if(a.negated), b.negate_if(b.negated)];
        let op = Op::Logic(logic, both);
        return Some(if a.negated == b.negated {
            FoldResult::Op(op)
        } else {
            FoldResult::Negative(op)
        });
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
    let logic = |logic, a, b| Some(FoldResult::Op(Op::Logic(logic, [a, b])));
    match (program.as_bool(a), program.as_bool(b)) {
        (Some(true), _) => logic(Logic::Or, condition, b),
        (Some(false), _) => logic(Logic::And, condition.negate(), b),
        (_, Some(true)) => logic(Logic::Or, condition.negate(), a),
        (_, Some(false)) => logic(Logic::And, condition, a),
        _ if a == b.negate() => {
            // The opposite of one of them, where the condition does not hold.
            Some(FoldResult::Negative(Op::Logic(Logic::Xor, [condition, a])))
        }
        _ => None,
    }
}
