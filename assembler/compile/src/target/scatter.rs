//! Dot products with a factor whose lanes lie in as many registers.
//!
//! A dot product reads each factor from one register. The columns of a matrix that is stored in rows would have to be
//! copied, lane by lane; multiply-adds with its rows compute the products of all columns at once.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Binary, Block, Definition, Op, Operand, Program, Statement, Value};

/// How often a factor may be used by dot products that become multiply-adds. More of them share its copies.
const MOST_USES: usize = 2;

/// Makes multiply-adds of dot products of which one factor lies in a different register of a uniform for each lane.
pub(super) fn run(program: &Program) -> Cow<'_, Program> {
    let mut uses: FxHashMap<Vec<Operand>, usize> = FxHashMap::default();
    for definition in &program.values {
        for factor in factors(&definition.op).into_iter().flatten() {
            *uses.entry(factor).or_default() += 1;
        }
    }
    let mut changed = program.clone();
    let count = program.values.len();
    // The values that come before each dot product.
    let mut before: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for value in (0..count).map(Value::of) {
        let Some([a, b]) = factors(&program.definition(value).op) else {
            continue;
        };
        let is_apart =
            |factor: &Vec<Operand>| is_scattered(program, factor) && uses[factor] <= MOST_USES;
        if is_apart(&a) != is_apart(&b) {
            before.insert(value, multiply_adds(&mut changed, value, &a, &b));
        }
    }
    if before.is_empty() {
        return Cow::Borrowed(program);
    }
    define(&mut changed.body, &before);
    Cow::Owned(changed)
}

/// The factors of a dot product.
fn factors(op: &Op) -> Option<[Vec<Operand>; 2]> {
    match op {
        Op::Dot3(a, b) => Some([a.to_vec(), b.to_vec()]),
        Op::Dot4(a, b) => Some([a.to_vec(), b.to_vec()]),
        _ => None,
    }
}

/// Whether all lanes of a factor lie in different registers of uniforms.
fn is_scattered(program: &Program, factor: &[Operand]) -> bool {
    let mut registers = FxHashSet::default();
    factor.iter().all(|operand| match program.op(*operand) {
        Op::Uniform(uniform, row, _) => registers.insert((*uniform, *row)),
        _ => false,
    })
}

/// Makes a dot product the last of multiply-adds. Gives the values before it.
fn multiply_adds(program: &mut Program, value: Value, a: &[Operand], b: &[Operand]) -> Vec<Value> {
    let definition = *program.definition(value);
    let last = a.len().saturating_sub(1);
    let mut new = Vec::new();
    let mut sum: Option<Operand> = None;
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        let op = match sum {
            Some(sum) => Op::MultiplyAdd([*a, *b, sum]),
            None => Op::Binary(Binary::Multiply, [*a, *b]),
        };
        if index == last {
            program.values[value.index()].op = op;
        } else {
            let step = program.add(Definition { op, ..definition });
            new.push(step);
            sum = Some(Operand::from(step));
        }
    }
    new
}

/// Adds the definitions of values before those that need them.
fn define(block: &mut Block, before: &FxHashMap<Value, Vec<Value>>) {
    let mut statements = Vec::with_capacity(block.0.len());
    for mut statement in block.0.drain(..) {
        for inner in statement.blocks_mut() {
            define(inner, before);
        }
        if let Statement::Define(value) = statement {
            let new = before.get(&value).into_iter().flatten();
            statements.extend(new.map(|value| Statement::Define(*value)));
        }
        statements.push(statement);
    }
    block.0 = statements;
}
