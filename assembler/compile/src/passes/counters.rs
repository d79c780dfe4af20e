//! `counters`: counted loops beyond what the machine counts get a counter of their own.
//!
//! The machine keeps four loops open, and has four registers for their numbers of rounds. The loops that are nested deeper,
//! and those whose number of rounds is not among the four most frequent, are left by a comparison instead.

use pica200_objfmt::flow::scopes::LOOP_DEPTH;
use pica200_objfmt::isa::register::Bank;

use super::edit::Literals;
use crate::ir::{
    Binary, Block, Comparison, Count, Definition, Op, Operand, Origin, Parameter, Program,
    Statement, Type,
};

/// Gives loops counters where needed.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    let mut counts = Vec::new();
    frequencies(&body, 0, &mut counts);
    // Numbers that the application sets stay. Of equally frequent ones, those that come first stay.
    counts.sort_by_key(|(count, loops)| (count.known().is_some(), usize::MAX - loops));
    let kept: Vec<Count> = counts
        .iter()
        .take(usize::from(Bank::Integer.size()))
        .map(|(count, _)| *count)
        .collect();
    let mut literals = Literals::default();
    block(program, &mut literals, &kept, &mut body, 0);
    program.body = body;
    true
}

/// Counts the loops with each number of rounds, without those that are nested too deeply.
fn frequencies(block: &Block, open: usize, counts: &mut Vec<(Count, usize)>) {
    for statement in &block.0 {
        let mut inside = open;
        if let Statement::Loop {
            rounds: Some(rounds),
            ..
        } = statement
            && open < LOOP_DEPTH
        {
            inside += 1;
            match counts.iter_mut().find(|(count, _)| *count == rounds.count) {
                Some((_, loops)) => *loops += 1,
                None => counts.push((rounds.count, 1)),
            }
        }
        for inner in statement.blocks() {
            frequencies(inner, inside, counts);
        }
    }
}

fn block(
    program: &mut Program,
    literals: &mut Literals,
    kept: &[Count],
    of: &mut Block,
    open: usize,
) {
    for statement in &mut of.0 {
        let mut inside = open;
        if let Statement::Loop {
            parameters,
            rounds,
            body,
            origin,
            ..
        } = statement
            && let Some(counted) = rounds.take()
        {
            match counted.count {
                Count::Known(number) if open >= LOOP_DEPTH || !kept.contains(&counted.count) => {
                    let last = f32::from(number);
                    count(
                        program,
                        literals,
                        parameters,
                        (last, counted.values),
                        body,
                        *origin,
                    );
                }
                _ => {
                    *rounds = Some(counted);
                    inside += 1;
                }
            }
        }
        for inner in statement.blocks_mut() {
            block(program, literals, kept, inner, inside);
        }
    }
}

/// Counts the rounds of a loop in a parameter, and leaves the loop with values at the end of the last one.
fn count(
    program: &mut Program,
    literals: &mut Literals,
    parameters: &mut Vec<Parameter>,
    (last, values): (f32, Vec<Operand>),
    body: &mut Block,
    origin: Origin,
) {
    let mut add = |op, kind| program.add(Definition { op, kind, origin });
    let counter = add(Op::Joined, Type::Int);
    let [zero, one, last] = [0.0, 1.0, last].map(|number| literals.number(program, number));
    let mut define = |op, kind| {
        let value = program.add(Definition { op, kind, origin });
        body.0.push(Statement::Define(value));
        Operand::from(value)
    };
    let next = define(Op::Binary(Binary::Add, [counter.into(), one]), Type::Int);
    let condition = define(
        Op::Compare(Comparison::GreaterEqual, [next, last]),
        Type::Bool,
    );
    body.0.push(Statement::Leave {
        condition,
        values,
        origin,
    });
    parameters.push(Parameter {
        value: counter,
        first: zero,
        next,
    });
}
