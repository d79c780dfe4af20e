//! Dot products with a factor whose lanes are in as many registers.
//!
//! A dot product reads each factor from one register. The columns of a matrix that is stored in rows would have to be
//! copied, lane by lane; multiply-adds with its rows compute the products of all columns at once.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::ir::{Binary, Block, Definition, Op, Operand, Program, Statement, UniformId, Value};

/// Turns dot products into multiply-adds if each component of a factor is in a different register of a uniform, and
/// several dot products share the registers and the other factor, or the components are used nowhere else.
pub(super) fn run(program: &Program) -> Cow<'_, Program> {
    let mut alike: FxHashMap<(Vec<Register>, Vec<Operand>), usize> = FxHashMap::default();
    let mut uses: FxHashMap<Vec<Operand>, usize> = FxHashMap::default();
    let mut found = Vec::new();
    for (index, definition) in program.values.iter().enumerate() {
        let Some([a, b]) = factors(&definition.op) else {
            continue;
        };
        let (of_a, of_b) = (registers(program, &a), registers(program, &b));
        let (scattered, other, registers) = match (of_a, of_b) {
            (Some(registers), None) => (&a, &b, registers),
            (None, Some(registers)) => (&b, &a, registers),
            _ => continue,
        };
        *uses.entry(scattered.clone()).or_default() += 1;
        *alike.entry((registers.clone(), other.clone())).or_default() += 1;
        let (scattered, key) = (scattered.clone(), (registers, other.clone()));
        found.push((Value::from_index(index), [a, b], scattered, key));
    }
    let mut changed = Cow::Borrowed(program);
    // The values that come before each dot product.
    let mut before: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for (value, [a, b], scattered, key) in found {
        if alike[&key] > 1 || uses[&scattered] == 1 {
            before.insert(value, multiply_adds(changed.to_mut(), value, &a, &b));
        }
    }
    if !before.is_empty() {
        define(&mut changed.to_mut().body, &before);
    }
    changed
}

/// A register of a uniform.
type Register = (UniformId, u16);

/// Returns the factors of a dot product.
fn factors(op: &Op) -> Option<[Vec<Operand>; 2]> {
    match op {
        Op::Dot3(a, b) => Some([a.to_vec(), b.to_vec()]),
        Op::Dot4(a, b) => Some([a.to_vec(), b.to_vec()]),
        _ => None,
    }
}

/// Returns the registers of a factor, if it is a lane of a different uniform register each time.
fn registers(program: &Program, factor: &[Operand]) -> Option<Vec<Register>> {
    let mut registers: Vec<Register> = Vec::new();
    for operand in factor {
        let Op::Uniform(uniform, row, _) = *program.op(*operand) else {
            return None;
        };
        if registers.contains(&(uniform, row)) {
            return None;
        }
        registers.push((uniform, row));
    }
    Some(registers)
}

/// Turns a dot product into a chain of multiply-adds, of which it becomes the last. Returns the values before it.
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
    block.rewrite(&mut |statement, to| {
        let new = statement.as_define().and_then(|value| before.get(&value));
        to.extend(new.into_iter().flatten().copied().map(Statement::Define));
        to.push(statement);
    });
}
