//! Expansions against the functions that they mean.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::*;
use crate::ir::evaluate::{Environment, run};
use crate::ir::{Form, Input, InputId, Output, Program, ReasonId, Type};
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;

/// Returns the results of an expansion of two inputs.
fn expanded<const N: usize>(
    numbers: [f32; 2],
    expand: impl FnOnce(&mut Builder, [Operand; 2]) -> [Operand; N],
) -> [f32; N] {
    let mut builder = Builder::new(Program {
        inputs: vec![Input {
            name: "position".to_owned(),
            register: 0,
        }],
        ..Program::default()
    });
    let inputs =
        [Component::X, Component::Y].map(|component| builder.value(Op::Input(InputId(0), component), Type::Float));
    let results = expand(&mut builder, inputs);
    let mut program = builder.finish();
    program.outputs.push(Output {
        name: "position".to_owned(),
        property: property::by_name("position").unwrap(),
        components: results.to_vec(),
    });
    program.verify(Form::PreSsa).unwrap();
    let environment = Environment {
        inputs: &[[numbers[0], numbers[1], 0.0, 0.0]],
        uniforms: &[],
        procedures: &[],
    };
    let outputs = run(&program, &environment, 1000).unwrap();
    outputs[0].as_slice().try_into().unwrap()
}

const NUMBERS: [f32; 13] = [
    -7.5, -3.0, -2.5, -1.5, -0.75, -0.5, 0.0, 0.25, 0.5, 1.5, 2.5, 3.0, 100.7,
];

#[test]
fn rounding_is_that_of_the_functions() {
    for number in NUMBERS {
        let exact = MathMode::default();
        let fast = MathMode {
            fast_round: true,
            ..exact
        };
        let found = expanded([number, 0.0], |builder, [a, _]| {
            [
                truncate(builder, a),
                ceiling(builder, a),
                fraction(builder, a),
                round(builder, exact, a),
                round(builder, fast, a),
                absolute(builder, a),
                saturate(builder, exact, a),
            ]
        });
        let expected = [
            number.trunc(),
            number.ceil(),
            number - number.floor(),
            number.round_ties_even(),
            (number + 0.5).floor(),
            number.abs(),
            number.clamp(0.0, 1.0),
        ];
        assert_eq!(found, expected, "{number}");
    }
}

#[test]
fn a_strict_saturation_of_nan_is_zero() {
    let strict = MathMode {
        strict: true,
        ..MathMode::default()
    };
    let [found] = expanded([f32::NAN, 0.0], |builder, [a, _]| [saturate(builder, strict, a)]);
    assert_eq!(found, 0.0);
}

#[test]
fn roots_and_quotients_are_right_at_zero() {
    for (a, b) in [(0.0, 3.0), (2.0, 3.0), (9.0, 0.5)] {
        let [root, quotient] = expanded([a, b], |builder, [a, b]| {
            [square_root(builder, a), divide(builder, a, b)]
        });
        assert!((root - a.sqrt()).abs() < 1e-5, "{a}");
        assert!((quotient - a / b).abs() < 1e-5, "{a} / {b}");
    }
}

#[test]
fn integers_are_divided_exactly() {
    for a in (0_u16..2000).step_by(7) {
        for b in [1_u16, 2, 3, 7, 10, 49, 1000] {
            let [a, b] = [f32::from(a), f32::from(b)];
            let found = expanded([a, b], |builder, [a, b]| divide_integers(builder, a, b));
            assert_eq!(found, [(a / b).floor(), a % b], "{a} / {b}");
            let found = expanded([a, 0.0], |builder, [a, _]| {
                let b = builder.integer(b);
                divide_integers(builder, a, b)
            });
            assert_eq!(found, [(a / b).floor(), a % b], "{a} / literal {b}");
        }
    }
}

#[test]
fn bits_are_those_of_the_complement() {
    for a in -20_i16..20 {
        for (offset, count) in [(0_u8, 3_u8), (2, 4), (1, 1), (3, 0)] {
            let mask = (1_i16 << count) - 1;
            let field = (a >> offset) & mask;
            let sign = if count > 0 { 1_i16 << (count - 1) } else { 0 };
            let signed = (field ^ sign) - sign;
            let inserted = (a & !(mask << offset)) | ((5 & mask) << offset);
            let bits = |builder: &mut Builder, a, place| {
                let inner = builder.integer(5.0);
                let mut bits = Bits {
                    builder,
                    reason: ReasonId(0),
                };
                [
                    bits.extracted(false, a, place),
                    bits.extracted(true, a, place),
                    bits.inserted(a, inner, place),
                ]
            };
            let expected = [field, signed, inserted].map(f32::from);
            let found = expanded([f32::from(a), 0.0], |builder, [a, _]| {
                let place = [offset, count].map(|part| builder.integer(f32::from(part)));
                bits(builder, a, place)
            });
            assert_eq!(found, expected, "{a}, {offset}, {count}");
            let found = expanded([f32::from(a), f32::from(offset)], |builder, [a, offset]| {
                let count = builder.integer(f32::from(count));
                bits(builder, a, [offset, count])
            });
            assert_eq!(found, expected, "{a}, {offset}, {count}");
            let found = expanded([f32::from(a), f32::from(count)], |builder, [a, count]| {
                let offset = builder.integer(f32::from(offset));
                bits(builder, a, [offset, count])
            });
            assert_eq!(found, expected, "{a}, {offset}, {count}");
        }
    }
}

#[test]
fn sines_and_cosines_are_near() {
    for step in -300_i16..300 {
        let angle = f32::from(step) / 20.0;
        let [sine, cosine] = expanded([angle, 0.0], |builder, [a, _]| sine_and_cosine(builder, a));
        assert!((sine - libm::sinf(angle)).abs() < 2e-5, "sine of {angle}: {sine}");
        assert!((cosine - libm::cosf(angle)).abs() < 2e-5, "cosine of {angle}: {cosine}");
    }
}
