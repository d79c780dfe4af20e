//! `induction`: gives loops that the GPU cannot count an explicit induction variable.
//!
//! The GPU keeps four loops open, and has four registers for their trip counts. The loops that are nested deeper, and
//! those whose trip count is not among the four most frequent, are left by a comparison instead.

use pica200_objfmt::flow::scopes::LOOP_DEPTH;
use pica200_objfmt::isa::register::Bank;

use super::edit::Literals;
use crate::ir::{
    Binary, Block, Break, Comparison, Definition, Loop, Op, Operand, Parameter, Program, Statement, TripCount, Type,
};

/// Gives loops counters where needed.
pub(crate) fn run(program: &mut Program) -> bool {
    if !program.body.has_loops() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    let mut counts = Vec::new();
    frequencies(&mut body, &mut counts);
    // Numbers that the application sets stay. Of equally frequent ones, those that come first stay.
    counts.sort_by_key(|(count, loops)| (count.known().is_some(), usize::MAX - loops));
    let kept: Vec<TripCount> = counts
        .iter()
        .take(usize::from(Bank::Integer.size()))
        .map(|(count, _)| *count)
        .collect();
    let mut literals = Literals::default();
    body.walk_mut(0, &mut |statement, open| {
        if let Statement::Loop(repeat) = statement
            && let Some(counted_exit) = repeat.counted_exit.take()
        {
            match counted_exit.count {
                TripCount::Known(last) if open >= LOOP_DEPTH || !kept.contains(&counted_exit.count) => {
                    count(program, &mut literals, repeat, last, counted_exit.values);
                }
                _ => {
                    repeat.counted_exit = Some(counted_exit);
                    return open + 1;
                }
            }
        }
        open
    });
    program.body = body;
    true
}

/// Counts the loops with each trip count, without those that are nested too deeply.
fn frequencies(body: &mut Block, counts: &mut Vec<(TripCount, usize)>) {
    body.walk_mut(0, &mut |statement, open| match statement {
        Statement::Loop(Loop {
            counted_exit: Some(counted_exit),
            ..
        }) if open < LOOP_DEPTH => {
            match counts.iter_mut().find(|(count, _)| *count == counted_exit.count) {
                Some((_, loops)) => *loops += 1,
                None => counts.push((counted_exit.count, 1)),
            }
            open + 1
        }
        _ => open,
    });
}

/// Counts the iterations of a loop in a parameter, and leaves the loop with values at the end of the last one.
fn count(program: &mut Program, literals: &mut Literals, repeat: &mut Loop, last: u16, values: Vec<Operand>) {
    let Loop {
        parameters,
        body,
        origin,
        ..
    } = repeat;
    let origin = *origin;
    let mut add = |op, kind| program.add(Definition { op, kind, origin });
    let counter = add(Op::Phi, Type::Int);
    let [zero, one, last] = [0.0, 1.0, f32::from(last)].map(|number| literals.number(program, number));
    let mut define = |op, kind| {
        let value = program.add(Definition { op, kind, origin });
        body.0.push(Statement::Define(value));
        Operand::from(value)
    };
    let next = define(Op::Binary(Binary::Add, [counter.into(), one]), Type::Int);
    let condition = define(Op::Compare(Comparison::GreaterEqual, [next, last]), Type::Bool);
    body.0.push(Statement::Break(Break {
        condition,
        values,
        origin,
    }));
    parameters.push(Parameter {
        value: counter,
        first: zero,
        next,
    });
}
