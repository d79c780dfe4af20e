//! Flags: integers and booleans in uniforms that are only compared with 0 become boolean uniforms, which the GPU tests
//! without a comparison.

use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Comparison, Definition, Op, Operand, Origin, Program, Type, UniformId, Value};

/// A comparison of a uniform with 0.
struct Test {
    uniform: UniformId,
    /// True if it holds if the uniform is 0.
    is_negated: bool,
}

/// Turns candidates that programs with the same uniforms only compare with 0 into flags. Returns notes about them.
pub(super) fn make(programs: &mut [Program], candidates: &FxHashSet<UniformId>) -> Vec<String> {
    let all: Vec<_> = programs.iter().map(tests).collect();
    let uses = programs.iter_mut().zip(&all);
    let others: FxHashSet<_> = uses.flat_map(|(program, tests)| other_uses(program, tests)).collect();
    let is_flag = |id: &UniformId| candidates.contains(id) && !others.contains(id);
    let tested = all.iter().flat_map(FxHashMap::values);
    let mut flags: Vec<_> = tested.map(|test| test.uniform).collect();
    flags.retain(is_flag);
    flags.sort();
    flags.dedup();
    let mut notes = Vec::new();
    for (program, tests) in programs.iter_mut().zip(&all) {
        notes = make_in(program, &flags, tests);
    }
    notes
}

/// Turns uniforms into flags in one program. Returns notes about them.
fn make_in(program: &mut Program, flags: &[UniformId], tests: &FxHashMap<Value, Test>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut values = FxHashMap::default();
    for &id in flags {
        let flag = Definition {
            op: Op::Flag(id),
            kind: Type::Bool,
            origin: Origin::default(),
        };
        values.insert(id, program.add(flag));
        if let Some(uniform) = program.uniforms.get_mut(id.index()) {
            uniform.kind = UniformKind::Boolean;
            "C3D_BoolUnifSet".clone_into(&mut uniform.note);
            notes.push(format!(
                "`{}` is a boolean uniform: set it with C3D_BoolUnifSet",
                uniform.name
            ));
        }
    }
    let replace = |(value, test): (&Value, &Test)| {
        let flag = Operand::from(*values.get(&test.uniform)?);
        Some((*value, flag.negate_if(test.is_negated)))
    };
    let replaced = tests.iter().filter_map(replace).collect();
    put_in_place(program, &replaced);
    notes
}

/// Returns the uniform that an operand reads.
fn uniform_of(program: &Program, operand: Operand) -> Option<UniformId> {
    match program.op(operand) {
        Op::Uniform(id, ..) => Some(*id),
        _ => None,
    }
}

/// Returns the values that compare a uniform with 0.
fn tests(program: &Program) -> FxHashMap<Value, Test> {
    let values = (0..program.values.len()).map(Value::from_index);
    let test = |value: Value| {
        let Op::Compare(comparison, [a, b]) = program.definition(value).op else {
            return None;
        };
        let is_negated = match comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return None,
        };
        let is_zero = |operand| program.literal(operand).is_some_and(|number| number == 0.0);
        let (side, other) = if is_zero(a) { (b, a) } else { (a, b) };
        let uniform = uniform_of(program, side).filter(|_| is_zero(other))?;
        Some((value, Test { uniform, is_negated }))
    };
    values.filter_map(test).collect()
}

/// Returns the uniforms that something other than a test reads.
fn other_uses(program: &Program, tests: &FxHashMap<Value, Test>) -> FxHashSet<UniformId> {
    let mut uniforms = FxHashSet::default();
    let mut read = |operand: Operand| uniforms.extend(uniform_of(program, operand));
    for (index, definition) in program.values.iter().enumerate() {
        if !tests.contains_key(&Value::from_index(index)) {
            definition.op.operands().for_each(&mut read);
        }
    }
    for statement in program.body.walk() {
        statement.for_each_operand(|operand| read(*operand));
    }
    let outputs = program.outputs.iter().flat_map(|output| &output.components);
    outputs.for_each(|operand| read(*operand));
    uniforms
}

/// Replaces values by operands.
fn put_in_place(program: &mut Program, replaced: &FxHashMap<Value, Operand>) {
    let mut replace = |operand: &mut Operand| {
        if let Some(flag) = replaced.get(&operand.value) {
            *operand = flag.negate_if(operand.negated);
        }
    };
    for definition in &mut program.values {
        definition.op.for_each_operand_mut(&mut replace);
    }
    program.body.walk_mut((), &mut |statement, ()| {
        statement.for_each_operand_mut(&mut replace);
    });
    program.body.retain(&mut |statement| {
        let value = statement.as_define();
        !value.is_some_and(|value| replaced.contains_key(&value))
    });
}
