//! Programs that do not fit the GPU.

use pica200_objfmt::isa::register::UniformKind;

use super::programs::Sketch;
use crate::ir::{
    Array, Block, Comparison, CountedExit, Form, Loop, Op, Operand, Origin, Program, Statement, TripCount, Type,
    Uniform, UniformId,
};
use crate::options::Options;
use crate::passes::PASSES;
use crate::passes::random::differs;
use crate::source::Source;

/// Returns the errors of a program, one on a line, with their names and remedies.
fn errors(program: &Program) -> String {
    let source = Source::default();
    let unit = super::super::run(program, &source, &Options::default(), &mut |_, _| {});
    let lines = unit.and_then(|unit| super::super::write(&[unit], &source));
    let diagnostics = lines.err().unwrap_or_default();
    let lines = diagnostics.iter().map(|diagnostic| {
        let help = diagnostic.help.as_deref().unwrap_or_default();
        format!("{}: {}\n  {help}\n", diagnostic.code.name(), diagnostic.message)
    });
    lines.collect()
}

#[test]
fn too_many_instructions() {
    let mut sketch = Sketch::new();
    let [mut x, y, z, w] = sketch.input(0);
    for _ in 0..3000 {
        x = sketch.0.multiply(x, y);
        x = sketch.0.add(x, z);
    }
    sketch.output("position", &[x, y, z, w]);
    insta::assert_snapshot!(errors(&sketch.0.finish()), @r"
    unsupported-operation: the shader needs 6000 instructions, and the machine holds 512
      compute less for each vertex, or give loops that are written out fewer rounds
    ");
}

#[test]
fn too_many_temporaries() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    let mut kept = Vec::new();
    let mut last = position;
    for _ in 0..20 {
        last = [0, 1, 2, 3].map(|lane| {
            let square = sketch.0.multiply(last[lane], last[lane]);
            sketch.0.add(square, last[(lane + 1) % 4])
        });
        kept.push(last);
    }
    // The numbers are needed in the opposite order, so all are alive in the IR.
    for row in kept.into_iter().rev() {
        last = [0, 1, 2, 3].map(|lane| {
            let product = sketch.0.multiply(last[lane], row[(lane + 1) % 4]);
            sketch.0.add(product, row[lane])
        });
    }
    sketch.output("position", &last);
    insta::assert_snapshot!(errors(&sketch.0.finish()), @r"
    too-many-temporaries: 84 numbers are needed at the same time here, and do not fit into the 16 temporary registers
      compute values shortly before their use, and compute outputs one after the other
    ");
}

#[test]
fn too_many_uniforms() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    for (name, kind, rows) in [("bones", UniformKind::Float, 90), ("lights", UniformKind::Float, 8)] {
        let name = name.to_owned();
        let note = String::new();
        let uniform = Uniform { name, kind, rows, note };
        sketch.0.program().uniforms.push(uniform);
    }
    let [x, y, z, w] = position;
    let mut element = |uniform| {
        let array = Array::Uniform(UniformId(uniform));
        let component = pica200_objfmt::isa::descriptor::Component::X;
        let op = Op::Element {
            array,
            row: 0,
            component,
            index: x,
        };
        sketch.0.value(op, Type::Float)
    };
    let [bone, light] = [element(2), element(3)];
    let sum = sketch.0.add(bone, light);
    sketch.output("position", &[sum, y, z, w]);
    insta::assert_snapshot!(errors(&sketch.0.finish()), @r"
    too-many-uniforms: 98 registers of uniforms, 0 of tables and 0 of literals are needed, and there are 96; the largest uniforms: `bones` 90, `lights` 8
      `bones` may have 88 registers beside all others
    ");
}

/// Returns a program with nested loops of the given trip counts.
fn nested_loops(counts: &[u16]) -> Program {
    let mut sketch = Sketch::new();
    let [x, y, z, w] = sketch.input(0);
    let mut program = {
        sketch.output("position", &[x, y, z, w]);
        sketch.0.finish()
    };
    let mut inner: Option<(Statement, Operand)> = None;
    for count in counts.iter().rev() {
        let joined = |program: &mut Program| {
            program.add(crate::ir::Definition {
                op: Op::Phi,
                kind: Type::Float,
                origin: Origin::default(),
            })
        };
        let (parameter, result) = (joined(&mut program), joined(&mut program));
        let op = Op::Binary(crate::ir::Binary::Add, [Operand::from(parameter), y]);
        let sum = program.add(crate::ir::Definition {
            op,
            kind: Type::Float,
            origin: Origin::default(),
        });
        let mut body = vec![Statement::Define(sum)];
        let mut end = Operand::from(sum);
        if let Some((statement, value)) = inner.take() {
            body.push(statement);
            let op = Op::Binary(crate::ir::Binary::Add, [Operand::from(sum), value]);
            let both = program.add(crate::ir::Definition {
                op,
                kind: Type::Float,
                origin: Origin::default(),
            });
            body.push(Statement::Define(both));
            end = Operand::from(both);
        }
        let statement = Statement::Loop(Loop {
            parameters: vec![crate::ir::Parameter {
                value: parameter,
                first: x,
                next: end,
            }],
            counted_exit: Some(CountedExit {
                count: TripCount::Known(*count),
                values: vec![end],
            }),
            body: Block(body),
            results: vec![result],
            origin: Origin::default(),
        });
        inner = Some((statement, Operand::from(result)));
    }
    if let Some((statement, value)) = inner {
        program.body.0.push(statement);
        program.outputs[0].components[0] = value;
    }
    program
}

#[test]
fn too_many_loops_in_each_other() {
    insta::assert_snapshot!(errors(&nested_loops(&[2, 3, 2, 3, 2])), @r"
    nesting-too-deep: more than 4 counted loops are nested, which exceeds the hardware's limit
      make one loop of two, or write the innermost one out
    ");
}

#[test]
fn too_many_numbers_of_rounds() {
    let program = nested_loops(&[2, 3, 4, 5]);
    assert_eq!(errors(&program), "");
    insta::assert_snapshot!(errors(&nested_loops(&[2, 3, 4, 5, 6])), @r"
    too-many-uniforms: loops have 5 different numbers of rounds, and there are 4 registers for them
      give some loops the same number of rounds
    ");
}

#[test]
fn loops_that_the_machine_cannot_count_get_counters() {
    for counts in [[2, 3, 2, 3, 2], [2, 3, 4, 5, 6]] {
        let before = nested_loops(&counts);
        let mut after = before.clone();
        for name in ["induction", "sink-comparisons"] {
            let pass = PASSES.iter().find(|pass| pass.name == name);
            let run = pass.expect("a pass").run(&mut after, &Options::default());
            run.expect("few nested blocks");
        }
        assert_eq!(after.verify(Form::Ssa), Ok(()));
        assert_eq!(errors(&after), "");
        assert_eq!(differs(&before, &after, 1, 0.0), None);
    }
}

#[test]
fn too_many_ifs_in_each_other() {
    let mut sketch = Sketch::new();
    let [x, y, z, w] = sketch.input(0);
    let result = sketch.0.variable("result", Type::Float);
    sketch.0.set(result, x);
    for number in 0_u8..9 {
        let limit = sketch.0.literal(f32::from(number));
        let value = sketch.0.get(result);
        let condition = sketch.0.compare(Comparison::Less, value, limit);
        sketch.0.open();
        let value = sketch.0.get(result);
        let power = sketch.0.unary(crate::ir::Unary::Exp2, value);
        let logarithm = sketch.0.unary(crate::ir::Unary::Log2, y);
        let product = sketch.0.multiply(power, logarithm);
        let sum = sketch.0.add(product, z);
        sketch.0.set(result, sum);
        let _ = condition;
    }
    for number in 0_u8..9 {
        let limit = sketch.0.literal(f32::from(number));
        let block = sketch.0.close();
        let condition = sketch.0.compare(Comparison::Less, w, limit);
        sketch.0.branch(condition, block, Block::default());
    }
    let last = sketch.0.get(result);
    sketch.output("position", &[last, y, z, w]);
    let options = Options {
        without: vec!["if-conversion".to_owned()],
        ..Options::default()
    };
    let program = super::passed(sketch.0.finish(), &options);
    insta::assert_snapshot!(errors(&program), @r"
    nesting-too-deep: more than 8 ifs are nested, which exceeds the hardware's limit
      join conditions with `&&`, or compute both sides and select one
    ");
}
