//! `rounds`: loops whose number of rounds is known are counted.

use rustc_hash::FxHashMap;

use super::edit::Literals;
use crate::ir::evaluate::compare;
use crate::ir::{
    Binary, Block, Comparison, MOST_ROUNDS, Op, Operand, Parameter, Program, Rounds, Statement,
    Value,
};

/// Counts loops that are left at the beginning or at the end of their bodies, by a comparison of a literal with a
/// parameter that starts with a literal and grows by a literal.
pub(crate) fn run(program: &mut Program) {
    let mut literals = Literals::new(program);
    let mut body = std::mem::take(&mut program.body);
    block(program, &mut literals, &mut body);
    program.body = body;
}

fn block(program: &mut Program, literals: &mut Literals, of: &mut Block) {
    for statement in &mut of.0 {
        for inner in statement.blocks_mut() {
            block(program, literals, inner);
        }
        if let Statement::Loop {
            parameters,
            rounds: rounds @ None,
            body,
            ..
        } = statement
        {
            count(program, literals, parameters, rounds, body);
        }
    }
}

fn count(
    program: &mut Program,
    literals: &mut Literals,
    parameters: &[Parameter],
    rounds: &mut Option<Rounds>,
    body: &mut Block,
) {
    let Some(index) = body
        .0
        .iter()
        .position(|statement| !matches!(statement, Statement::Define(_)))
    else {
        return;
    };
    // The first `Leave`, with nothing but operations before it, or the only one, at the end.
    let first = body
        .0
        .iter()
        .position(|s| matches!(s, Statement::Leave { .. }));
    let is_last = first == Some(body.0.len() - 1);
    let index = match first {
        Some(first) if first == index || is_last => first,
        _ => return,
    };
    let Statement::Leave {
        condition, values, ..
    } = &mut body.0[index]
    else {
        return;
    };
    let Some(tested) = tested(program, parameters, *condition) else {
        return;
    };
    let Some(round) = tested.first_round() else {
        return;
    };
    if is_last {
        *rounds = Some(Rounds {
            count: round,
            values: std::mem::take(values),
        });
        body.0.pop();
        return;
    }
    if round == 1 {
        *condition = literals.truth(program, true);
        return;
    }
    let nexts: FxHashMap<Value, Operand> = parameters.iter().map(|p| (p.value, p.next)).collect();
    let inside: Vec<Value> = body.0[..index]
        .iter()
        .filter_map(|statement| match statement {
            Statement::Define(value) => Some(*value),
            _ => None,
        })
        .collect();
    let Statement::Leave { values, .. } = &body.0[index] else {
        return;
    };
    if values.iter().any(|operand| inside.contains(&operand.value)) {
        return;
    }
    // The loop ends at the beginning of a round: its results are those of the parameters for that round.
    let values = values
        .iter()
        .map(|operand| match nexts.get(&operand.value) {
            Some(next) => next.negate_if(operand.negated),
            None => *operand,
        });
    *rounds = Some(Rounds {
        count: round - 1,
        values: values.collect(),
    });
    body.0.remove(index);
}

/// The condition of a `Leave`: a comparison of a number that grows from round to round.
struct Tested {
    comparison: Comparison,
    /// Whether the comparison is to fail.
    negated: bool,
    /// The sign of the growing number.
    is_negative: bool,
    first: f32,
    step: f32,
    limit: f32,
}

impl Tested {
    /// The round, from 1, in which the condition holds for the first time, if the machine can count to it.
    fn first_round(&self) -> Option<u16> {
        let mut current = self.first;
        for round in 1..=MOST_ROUNDS + 1 {
            let number = if self.is_negative { -current } else { current };
            if compare(self.comparison, number, self.limit) != self.negated {
                return Some(round);
            }
            current += self.step;
        }
        None
    }
}

fn tested(program: &Program, parameters: &[Parameter], condition: Operand) -> Option<Tested> {
    let Op::Compare(comparison, [a, b]) = *program.op(condition) else {
        return None;
    };
    let (comparison, number, limit) = match (program.literal(a), program.literal(b)) {
        (None, Some(limit)) => (comparison, a, limit),
        (Some(limit), None) => (comparison.exchanged(), b, limit),
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
    Some(Tested {
        comparison,
        negated: condition.negated,
        is_negative: number.negated,
        first: if is_next { first + step } else { first },
        step,
        limit,
    })
}
