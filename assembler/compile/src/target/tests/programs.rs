//! Small programs, and the assembly that a person would write for them.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::UniformKind;

use super::{Numbers, assembly, outputs, passed, tried, unchecked};
use crate::ir::{
    Binary, Builder, Input, InputId, Op, Operand, Output, Program, Type, Unary, Uniform, UniformId, evaluate,
};
use crate::options::Options;
use crate::source::Source;

/// A program that grows by operations, with two inputs and a matrix.
pub(super) struct Sketch(pub(super) Builder);

impl Sketch {
    pub(super) fn new() -> Self {
        let input = |name: &str, register| Input {
            name: name.to_owned(),
            register,
        };
        let uniform = |name: &str, kind, rows| Uniform {
            name: name.to_owned(),
            kind,
            rows,
            note: String::new(),
        };
        Self(Builder::new(Program {
            inputs: vec![input("position", 0), input("color", 1)],
            uniforms: vec![
                uniform("matrix", UniformKind::Float, 4),
                uniform("lit", UniformKind::Boolean, 1),
            ],
            ..Program::default()
        }))
    }

    pub(super) fn input(&mut self, input: u32) -> [Operand; 4] {
        Component::ALL.map(|c| self.0.value(Op::Input(InputId(input), c), Type::Float))
    }

    pub(super) fn row(&mut self, row: u16) -> [Operand; 4] {
        Component::ALL.map(|c| self.0.value(Op::Uniform(UniformId(0), row, c), Type::Float))
    }

    pub(super) fn output(&mut self, name: &str, components: &[Operand]) {
        let output = Output {
            name: name.to_owned(),
            property: property::by_name(name).expect("a property"),
            components: components.to_vec(),
        };
        self.0.program().outputs.push(output);
    }

    fn text(self) -> String {
        tried(&self.0.finish(), &Options::default(), 1)
    }
}

#[test]
fn a_matrix_and_a_color() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    let rows = [0, 1, 2, 3].map(|row| sketch.row(row));
    let components = rows.map(|row| sketch.0.value(Op::Dot4(row, position), Type::Float));
    let color = sketch.input(1);
    sketch.output("position", &components);
    sketch.output("color", &color);
    insta::assert_snapshot!(sketch.text());
}

#[test]
fn a_normal_is_normalized() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    let rows = [0, 1, 2].map(|row| sketch.row(row));
    let [x, y, z, _] = sketch.input(1);
    let normal = rows.map(|[a, b, c, _]| {
        let dot = Op::Dot3([a, b, c], [x, y, z]);
        sketch.0.value(dot, Type::Float)
    });
    let square = sketch.0.value(Op::Dot3(normal, normal), Type::Float);
    let factor = sketch.0.unary(crate::ir::Unary::ReciprocalRoot, square);
    let [x, y, z] = normal.map(|lane| sketch.0.multiply(lane, factor));
    let one = sketch.0.literal(1.0);
    sketch.output("position", &position);
    sketch.output("color", &[x, y, z, one]);
    insta::assert_snapshot!(sketch.text());
}

#[test]
fn nothing_reads_what_a_loop_without_an_end_does_not_write() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    let builder = &mut sketch.0;
    let variables = position.map(|lane| {
        let variable = builder.variable("grows", Type::Float);
        builder.set(variable, lane);
        variable
    });
    builder.open();
    for (variable, lane) in variables.iter().zip(position) {
        let value = builder.get(*variable);
        let sum = builder.add(value, lane);
        builder.set(*variable, sum);
    }
    let body = builder.close();
    builder.repeat(body);
    let [result, ..] = variables.map(|variable| builder.get(variable));
    let [x, y, z, w] = position;
    let below = [(x, y), (y, z), (z, w), (w, x)].map(|(a, b)| builder.binary(Binary::Slt, a, b));
    let floor = position.map(|lane| builder.unary(Unary::Floor, lane));
    let firsts = [result, floor[0], floor[1], floor[2]];
    let sums: Vec<_> = (firsts.iter().zip(below)).map(|(a, b)| builder.add(*a, b)).collect();
    sketch.output("position", &sums);
    let options = Options::default();
    let program = passed(sketch.0.finish(), &options);
    let text = assembly(&program, &Source::default(), &options);
    let diagnostics = pica200_check::check(&unchecked(&text, &[]));
    let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::EndlessLoop], "{text}");
}

/// Returns the arrangements of four lanes.
fn permutations() -> Vec<[usize; 4]> {
    let all = (0..256).map(|number| [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6]);
    let is_one = |lanes: &[usize; 4]| (0..4).all(|lane| lanes.contains(&lane));
    all.filter(is_one).collect()
}

#[test]
fn mads_without_descriptors_become_products_and_sums() {
    let mut sketch = Sketch::new();
    let position = sketch.input(0);
    let mut sum = sketch.input(1);
    for (number, lanes) in permutations().into_iter().enumerate() {
        let row = sketch.row(u16::try_from(number % 4).expect("a small number"));
        for others in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            for lane in 0..4 {
                let [a, b] = [position[lanes[lane]], row[others[lane]]];
                sum[lane] = sketch.0.multiply_add(a, b, sum[lane]);
            }
        }
    }
    sketch.output("position", &sum);
    let text = sketch.text();
    let count = |word: &str| text.lines().filter(|line| line.contains(word)).count();
    assert_eq!(count("\tmad "), 32, "{text}");
    assert_eq!(count("\tmul "), 16, "{text}");
}

#[test]
fn operations_of_one_number_are_those_of_the_machine() {
    const ALL: [Unary; 5] = [
        Unary::Floor,
        Unary::Reciprocal,
        Unary::ReciprocalRoot,
        Unary::Exp2,
        Unary::Log2,
    ];
    const NUMBERS: [f32; 9] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.25,
        -2.5,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    for unary in ALL {
        let mut sketch = Sketch::new();
        let [x, ..] = sketch.input(0);
        let result = sketch.0.unary(unary, x);
        sketch.output("position", &[result; 4]);
        let program = sketch.0.finish();
        let text = assembly(&program, &Source::default(), &Options::default());
        let shbin = unchecked(&text, &[]);
        for number in NUMBERS {
            let numbers = Numbers {
                inputs: vec![[number; 4]; 2],
                uniforms: vec![Vec::new(); 2],
            };
            let found = outputs(&program, &shbin, &numbers)[0][0];
            let expected = evaluate::unary(unary, number);
            let same = expected.to_bits() == found.to_bits() || expected.is_nan() && found.is_nan();
            assert!(same, "{unary:?} of {number}: {found} instead of {expected}");
        }
    }
}
