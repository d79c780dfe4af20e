//! `trip-count`: turns loops with a known trip count into counted loops.

use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::FxHashMap;

use super::edit::Literals;
use crate::ir::evaluate::compare;
use crate::ir::{
    Binary, Break, Comparison, CountedExit, Loop, MAX_TRIP_COUNT, Op, Operand, Parameter, Program, Statement,
    TripCount, Uniform, UniformId, Value,
};

/// Counts loops that break at the start or end of their bodies, by a comparison of a literal with a parameter that
/// starts at a literal and grows by a literal; or of an integer uniform with a parameter that grows by 1.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut literals = Literals::default();
    let mut body = std::mem::take(&mut program.body);
    body.rewrite(&mut |mut statement, to| {
        if let Statement::Loop(repeat) = &mut statement
            && repeat.counted_exit.is_none()
        {
            count(program, &mut literals, repeat);
        }
        to.push(statement);
    });
    program.body = body;
    true
}

fn count(program: &mut Program, literals: &mut Literals, repeat: &mut Loop) {
    let Loop {
        parameters,
        counted_exit,
        body,
        ..
    } = repeat;
    let Some(index) = body
        .0
        .iter()
        .position(|statement| !matches!(statement, Statement::Define(_)))
    else {
        return;
    };
    // The first `Break`, with nothing but operations before it, or the only one, at the end.
    let first = body.0.iter().position(|s| s.as_break().is_some());
    let is_last = first == Some(body.0.len() - 1);
    let index = match first {
        Some(first) if first == index || is_last => first,
        _ => return,
    };
    let Statement::Break(Break { condition, values, .. }) = &mut body.0[index] else {
        return;
    };
    let Some(tested) = tested(program, parameters, *condition) else {
        return;
    };
    let Some(count) = tested.count(!is_last) else {
        return;
    };
    if is_last {
        *counted_exit = Some(CountedExit {
            count,
            values: std::mem::take(values),
        });
        body.0.pop();
        return;
    }
    if count == TripCount::Known(0) {
        *condition = literals.boolean(program, true);
        return;
    }
    let nexts: FxHashMap<Value, Operand> = parameters.iter().map(|p| (p.value, p.next)).collect();
    let inside = body.0[..index].iter().filter_map(Statement::as_define);
    let inside: Vec<Value> = inside.collect();
    let Some(Break { values, .. }) = body.0[index].as_break() else {
        return;
    };
    if values.iter().any(|operand| inside.contains(&operand.value)) {
        return;
    }
    // The loop breaks at the start of an iteration: its results are the parameters of that iteration.
    let values = values.iter().map(|operand| match nexts.get(&operand.value) {
        Some(next) => next.negate_if(operand.negated),
        None => *operand,
    });
    *counted_exit = Some(CountedExit {
        count,
        values: values.collect(),
    });
    body.0.remove(index);
}

/// The condition of a `Break`: a comparison of a number that grows in each iteration.
struct ExitTest {
    comparison: Comparison,
    /// True if the comparison is to fail.
    negated: bool,
    /// The sign of the growing number.
    is_negative: bool,
    first: f32,
    step: f32,
    limit: Limit,
}

/// The limit that a growing number is compared with.
enum Limit {
    Number(f32),
    /// An integer uniform.
    Uniform(UniformId),
}

impl ExitTest {
    /// Returns the trip count, if the GPU can count to it: the iterations before the one in which the condition first
    /// holds, and that one unless the condition is tested at the beginning.
    fn count(&self, at_beginning: bool) -> Option<TripCount> {
        match self.limit {
            Limit::Number(limit) => {
                let round = self.first_iteration(limit)?;
                Some(TripCount::Known(round - u16::from(at_beginning)))
            }
            Limit::Uniform(id) => {
                let is_above = match (self.comparison, self.negated) {
                    (Comparison::GreaterEqual | Comparison::Equal, false)
                    | (Comparison::Less | Comparison::NotEqual, true) => 0.0,
                    (Comparison::Greater, false) | (Comparison::LessEqual, true) => 1.0,
                    _ => return None,
                };
                let first = if at_beginning { 0.0 } else { 1.0 } + is_above;
                let is_number = self.step == 1.0 && self.first == first && !self.is_negative;
                is_number.then_some(TripCount::Uniform(id))
            }
        }
    }

    /// Returns the iteration, from 1, in which the condition holds for the first time, if the GPU can count to it.
    fn first_iteration(&self, limit: f32) -> Option<u16> {
        let mut current = self.first;
        for round in 1..=MAX_TRIP_COUNT + 1 {
            let number = if self.is_negative { -current } else { current };
            if compare(self.comparison, number, limit) != self.negated {
                return Some(round);
            }
            current += self.step;
        }
        None
    }
}

/// Returns an operand as a limit.
fn limit(program: &Program, operand: Operand) -> Option<Limit> {
    if let Op::Uniform(id, ..) = *program.op(operand) {
        let is_count = |uniform: &Uniform| uniform.kind == UniformKind::Integer;
        let of_integers = program.uniforms.get(id.index()).is_some_and(is_count);
        return (of_integers && !operand.negated).then_some(Limit::Uniform(id));
    }
    program.literal(operand).map(Limit::Number)
}

fn tested(program: &Program, parameters: &[Parameter], condition: Operand) -> Option<ExitTest> {
    let Op::Compare(comparison, [a, b]) = *program.op(condition) else {
        return None;
    };
    let (comparison, number, limit) = match (limit(program, a), limit(program, b)) {
        (None, Some(limit)) => (comparison, a, limit),
        (Some(limit), None) => (comparison.swapped(), b, limit),
        _ => return None,
    };
    let growing = |parameter: &Parameter| {
        let first = program.literal(parameter.first)?;
        let Op::Binary(Binary::Add, [a, b]) = *program.op(parameter.next) else {
            return None;
        };
        let this = Operand::from(parameter.value);
        let step = match (a == this, b == this) {
            (true, _) => program.literal(b)?,
            (_, true) => program.literal(a)?,
            _ => return None,
        };
        (!parameter.next.negated).then_some((first, step))
    };
    let parameter = parameters
        .iter()
        .find(|p| p.value == number.value || p.next.value == number.value)?;
    let (first, step) = growing(parameter)?;
    let is_next = parameter.value != number.value;
    Some(ExitTest {
        comparison,
        negated: condition.negated,
        is_negative: number.negated,
        first: if is_next { first + step } else { first },
        step,
        limit,
    })
}
