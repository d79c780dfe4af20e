//! Tests of the back end: whole programs to assembly, which is assembled, linked, checked and run.

#[cfg(feature = "direct3d")]
mod golden;
mod messages;
mod programs;
mod random;

use pica200_asm::{AssemblyOptions, assemble};
use pica200_check::Names;
use pica200_diagnostics::{Level, Tool};
use pica200_link::{Input, LinkOptions};
use pica200_machine::{Machine, ShaderChoice, Value};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::register::UniformKind;

use crate::ir::evaluate::Environment;
use crate::ir::{Op, Program, evaluate};
use crate::options::Options;
use crate::passes::random::{Random, calls};
use crate::source::Source;

/// Returns the text of a program's assembly.
fn assembly(program: &Program, source: &Source, options: &Options) -> String {
    let unit = super::run(program, source, options, &mut |_, _| {});
    let lines = unit.and_then(|unit| super::write(&[unit], source));
    assert!(lines.is_ok(), "{lines:?}\n{program}");
    let lines = lines.unwrap_or_default();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

/// Returns a binary of an assembly, which triggers no warning of any tool.
pub(crate) fn binary(text: &str) -> Shbin {
    linked(text, &[])
}

/// Returns a binary of an assembly with others, which triggers no warning of the linker. The first one draws none of
/// the assembler.
fn unchecked(text: &str, others: &[&str]) -> Shbin {
    let formatting = pica200_format::format(text.as_bytes());
    let formatted = formatting.formatted.expect("a source");
    assert_eq!(text, formatted, "not as `picafmt` lays it out");
    let assembly = assemble("shader.vsh", text.as_bytes(), &AssemblyOptions::default());
    assert!(assembly.diagnostics.is_empty(), "{:#?}\n{text}", assembly.diagnostics);
    let input = |object| Input {
        name: "shader.vsh".to_owned(),
        object,
    };
    let mut inputs = vec![input(assembly.object.expect("no errors"))];
    for text in others {
        let assembly = assemble("other.vsh", text.as_bytes(), &AssemblyOptions::default());
        let object = assembly.object;
        assert!(object.is_some(), "{:#?}", assembly.diagnostics);
        inputs.extend(object.map(input));
    }
    let linked = pica200_link::link(&inputs, &LinkOptions::default()).expect("no errors");
    assert!(linked.warnings.is_empty(), "{:?}\n{text}", linked.warnings);
    linked.output.shbin
}

/// Returns a binary of an assembly with others. The first one triggers no warning of any tool.
pub(crate) fn linked(text: &str, others: &[&str]) -> Shbin {
    let shbin = unchecked(text, others);
    let names = Names::new(&shbin);
    for diagnostic in pica200_check::check(&shbin) {
        let level = diagnostic.code.rule(Tool::Checker).map(|rule| rule.level);
        let is_silent = level == Some(Level::Allow);
        let location = diagnostic.location();
        let shader = location.and_then(|location| location.shader);
        let shader = shader.unwrap_or_default();
        let place = location.and_then(|location| location.code());
        let place = place.filter(|_| !others.is_empty());
        let is_elsewhere = place
            .map(|place| names.procedure(shader, place.word))
            .is_some_and(|name| name.as_deref() != Some("main"));
        assert!(is_silent || is_elsewhere, "{diagnostic:?}\n{text}");
    }
    shbin
}

/// Random inputs and uniforms.
pub(crate) struct Numbers {
    pub(crate) inputs: Vec<[f32; 4]>,
    pub(crate) uniforms: Vec<Vec<[f32; 4]>>,
}

impl Numbers {
    pub(crate) fn new(program: &Program, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut number = || f32::from(u8::try_from(random.below(33)).unwrap_or(0)) / 4.0 - 4.0;
        let mut row = || [(); 4].map(|()| number());
        let inputs = program.inputs.iter().map(|_| row()).collect();
        let uniforms = program.uniforms.iter();
        let uniforms = uniforms.map(|uniform| (0..uniform.rows).map(|_| row()).collect());
        Self {
            inputs,
            uniforms: uniforms.collect(),
        }
    }
}

/// Returns the trip count less 1, which an application sets.
fn last_round(counts: f32) -> u8 {
    let mut numbers = 0..=u8::MAX;
    let last = numbers.find(|number| f32::from(*number) + 1.0 >= counts);
    last.unwrap_or(u8::MAX)
}

/// Runs a binary of a program. Returns the components of each output.
pub(crate) fn outputs(program: &Program, shbin: &Shbin, numbers: &Numbers) -> Vec<Vec<f32>> {
    let loaded = pica200_machine::Program::load(shbin, ShaderChoice::Index(0)).expect("a shader");
    let mut machine = Machine::new(&loaded);
    for (input, row) in program.inputs.iter().zip(&numbers.inputs) {
        if loaded.named(&input.name).is_some() {
            let set = machine.set_named(&input.name, 0, Value::Vector(*row));
            set.expect("an input");
        }
    }
    for (uniform, rows) in program.uniforms.iter().zip(&numbers.uniforms) {
        if loaded.named(&uniform.name).is_none() {
            continue;
        }
        for (element, row) in (0..).zip(rows) {
            let value = match uniform.kind {
                UniformKind::Boolean => Value::Boolean(row[0] != 0.0),
                UniformKind::Integer => Value::Integer([last_round(row[0]), 0, 1, 0]),
                _ => Value::Vector(*row),
            };
            let set = machine.set_named(&uniform.name, element, value);
            set.expect("a uniform");
        }
    }
    machine.run(100_000).expect("an end");
    let registers = machine.outputs();
    let found = program.outputs.iter().map(|output| {
        let entry = (loaded.outputs().iter())
            .find(|entry| entry.property == u16::from(output.property.number))
            .expect("an output");
        let register = registers[usize::from(entry.register)];
        let components = (0..4).filter(|component| entry.mask & 1 << component != 0);
        components.map(|component| register[component]).collect()
    });
    found.collect()
}

/// Rounds the numbers of a program, as constant registers do.
fn rounded(program: &Program) -> Program {
    let mut program = program.clone();
    for definition in &mut program.values {
        if let Op::Literal(number) = &mut definition.op {
            *number = super::constants::rounded(*number);
        }
    }
    program
}

/// Returns a program of a front end, as the passes leave it for the back end.
fn passed(mut program: Program, options: &Options) -> Program {
    for pass in crate::passes::ordered(options) {
        pass.run(&mut program, options).expect("few blocks");
    }
    rounded(&program)
}

/// Compiles a program and compares its results with its binary's. Returns its assembly.
fn tried(program: &Program, options: &Options, seed: u64) -> String {
    let text = assembly(program, &Source::default(), options);
    let others = match program.procedures.as_slice() {
        [] => &[][..],
        _ => &[calls::SOURCE],
    };
    let shbin = linked(&text, others);
    for number in 0..4 {
        let numbers = Numbers::new(program, seed * 4 + number);
        let environment = Environment {
            inputs: &numbers.inputs,
            uniforms: &numbers.uniforms,
            procedures: calls::EVALUATED,
        };
        let Ok(expected) = evaluate::run(program, &environment, 20_000) else {
            continue;
        };
        let found = outputs(program, &shbin, &numbers);
        for (expected, found) in expected.iter().flatten().zip(found.iter().flatten()) {
            // `lg2` and `ex2` of the model and of the evaluator differ in the last bits.
            let close = (expected - found).abs() <= 1e-4 * expected.abs().max(1.0);
            let same = close || expected == found || expected.is_nan() && found.is_nan();
            assert!(same, "seed {seed}: {found} instead of {expected}\n{program}\n{text}");
        }
    }
    text
}
