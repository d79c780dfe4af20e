//! Passes on random programs, whose results must not change, and on small ones with the expected code.

mod booleans;
mod control;
mod values;

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::UniformKind;

use super::random::{calls, differs, program};
use super::{ORDER, PASSES, ordered};
use crate::ir::{
    Block, Break, Builder, Form, If, Input, InputId, Logic, Op, Operand, Output, Program, Statement, Type, Uniform,
    UniformId,
};
use crate::options::Options;

/// How far sums in another order may differ.
const REORDERED: f32 = 1e-4;

fn verify(program: &Program, form: Form, after: &str, seed: u64) {
    let verified = program.verify(form);
    assert!(verified.is_ok(), "seed {seed}, {after}: {verified:?}\n{program}");
}

/// Runs all passes and compares the program after each one with the original.
fn try_passes(seed: u64, options: &Options) {
    try_passes_on(&program(seed), seed, options);
}

fn try_passes_on(original: &Program, seed: u64, options: &Options) {
    verify(original, Form::PreSsa, "original", seed);
    let mut current = original.clone();
    for pass in ordered(options) {
        let before = current.clone();
        pass.run(&mut current, options).expect("few blocks");
        verify(&current, pass.form, pass.name, seed);
        let tolerance = if options.strict_math { 0.0 } else { REORDERED };
        let difference = differs(original, &current, seed, tolerance);
        assert!(
            difference.is_none(),
            "seed {seed}, {}: {difference:?}\n{before}\n{current}",
            pass.name
        );
    }
    let mut conditions = Vec::new();
    for block in current.body.walk_blocks() {
        conditions.extend(block.0.iter().filter_map(condition));
        booleans_before_conditions(&current, block, seed);
    }
    for condition in conditions {
        assert!(
            is_of_machine(&current, condition),
            "seed {seed}: {condition:?}\n{current}"
        );
    }
}

fn condition(statement: &Statement) -> Option<Operand> {
    match statement {
        Statement::If(If { condition, .. }) | Statement::Break(Break { condition, .. }) => Some(*condition),
        _ => None,
    }
}

/// Returns whether the GPU can branch on a boolean.
fn is_of_machine(program: &Program, condition: Operand) -> bool {
    let is_comparison = |operand: &Operand| matches!(program.op(*operand), Op::Compare(..));
    match program.op(condition) {
        Op::Flag(_) | Op::Bool(_) => true,
        Op::Logic(Logic::And | Logic::Or, both) => !condition.negated && both.iter().all(is_comparison),
        _ => is_comparison(&condition),
    }
}

/// Checks that operations give booleans only before statements with conditions.
fn booleans_before_conditions(program: &Program, block: &Block, seed: u64) {
    for pair in block.0.windows(2) {
        if let Statement::Define(value) = pair[0] {
            let next = match &pair[1] {
                Statement::Define(next) => program.definition(*next).kind == Type::Bool,
                other => condition(other).is_some(),
            };
            let definition = program.definition(value);
            let is_fine = definition.kind.is_number() || next;
            assert!(is_fine, "seed {seed}: {value}\n{program}");
            let is_of_bools = matches!(definition.op, Op::Select(..) | Op::BoolToFloat(_));
            assert!(!is_of_bools, "seed {seed}: {value}\n{program}");
        }
    }
}

#[test]
fn passes_keep_what_programs_compute() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    for seed in 0..400 {
        try_passes(seed, &options);
    }
}

#[test]
fn passes_keep_calls() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    for seed in 0..100 {
        try_passes_on(&calls::program(seed), seed, &options);
        try_passes_on(&calls::program(seed), seed, &Options::default());
    }
}

#[test]
fn sums_in_another_order_give_nearly_the_same() {
    for seed in 1000..1400 {
        try_passes(seed, &Options::default());
    }
}

#[test]
fn each_pass_can_be_left_out() {
    for (number, pass) in (2000..).zip(PASSES.iter().filter(|pass| !pass.is_needed)) {
        for seed in number * 100..number * 100 + 25 {
            let options = Options {
                without: vec![pass.name.into()],
                strict_math: true,
                ..Options::default()
            };
            try_passes(seed, &options);
        }
    }
}

/// The leaves that test programs read.
struct Leaves {
    input: Vec<Operand>,
    rows: Vec<Vec<Operand>>,
    flag: Operand,
}

impl Leaves {
    fn new(b: &mut Builder) -> Self {
        let all = [Component::X, Component::Y, Component::Z, Component::W];
        let mut leaf = |op| b.value(op, Type::Float);
        let input = all.map(|component| leaf(Op::Input(InputId(0), component)));
        let rows = (0..4).map(|row| {
            let lanes = all.map(|component| leaf(Op::Uniform(UniformId(0), row, component)));
            lanes.to_vec()
        });
        let rows = rows.collect();
        Self {
            input: input.to_vec(),
            rows,
            flag: b.value(Op::Flag(UniformId(1)), Type::Bool),
        }
    }

    fn input(&self, component: usize) -> Operand {
        self.input[component]
    }

    fn row(&self, row: usize, component: usize) -> Operand {
        self.rows[row][component]
    }
}

/// Returns a program with an input, a uniform of four rows and a flag, and the outputs that a function returns.
fn build(outputs: impl FnOnce(&mut Builder, &Leaves) -> Vec<Operand>) -> Program {
    let uniform = |name: &str, kind, rows| Uniform {
        name: name.into(),
        kind,
        rows,
        note: String::new(),
    };
    let mut builder = Builder::new(Program {
        inputs: vec![Input {
            name: "in".into(),
            register: 0,
        }],
        uniforms: vec![
            uniform("m", UniformKind::Float, 4),
            uniform("flag", UniformKind::Boolean, 1),
        ],
        ..Program::default()
    });
    let leaves = Leaves::new(&mut builder);
    let components = outputs(&mut builder, &leaves);
    let mut program = builder.finish();
    program.outputs.push(Output {
        name: "out".into(),
        property: property::by_name("position").expect("a property"),
        components,
    });
    program
}

fn number(b: &mut Builder, number: f32) -> Operand {
    b.literal(number)
}

/// Returns a program without its declarations.
fn shown(program: &Program) -> String {
    let text = program.to_string();
    let lines = text.lines().filter(|line| {
        let is_declaration = line.starts_with("input ") || line.starts_with("uniform ");
        !is_declaration && *line != "output out: position = "
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a program after some passes. `strict` is not a pass, but keeps the order of sums.
fn after(passes: &[&str], program: &Program) -> String {
    let mut program = program.clone();
    let options = Options {
        strict_math: passes.contains(&"strict"),
        ..Options::default()
    };
    for name in passes.iter().filter(|name| **name != "strict") {
        let pass = PASSES.iter().find(|pass| pass.name == *name);
        let pass = pass.expect("the name of a pass");
        pass.run(&mut program, &options).expect("few blocks");
        verify(&program, pass.form, pass.name, 0);
    }
    shown(&program)
}

#[test]
fn every_pass_has_a_place_in_the_order() {
    for pass in PASSES {
        assert!(ORDER.contains(&pass.name), "{}", pass.name);
    }
    for name in ORDER {
        assert!(PASSES.iter().any(|pass| pass.name == *name), "{name}");
    }
}
