//! Pseudo-instructions and number operands behave like the code that they expand to.

use pica200_asm::AssemblyOptions;
use pica200_machine::{Machine, Program, ShaderChoice, Value, Vector};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::run::run;

use crate::built;
use crate::compare::ComparisonStats;

/// The start of each program, before its body.
const HEAD: &str = "\
.bool a, b, c
.consti n(2, 1, 2, 0)
.fvec u[8]
.out o position
.out p color
.proc leaf
	add r2, u[1], r2
.end
.proc main
	mov r0, v0
	mov r1, u[0]
	mov r2, r0
";
const TAIL: &str = "
	mov o, r2
	mov p, r1
	end
.end
";

fn linked(body: &str) -> Shbin {
    let sources = [CaseSource {
        name: "body.pica".to_owned(),
        text: format!("{HEAD}{body}{TAIL}").into_bytes(),
        is_included: false,
    }];
    let linking = pica200_link::LinkOptions::default();
    built(body, run(&sources, &AssemblyOptions::default(), Some(&linking)))
}

/// Bodies of an if, each used both before and after `.else`.
const BODIES: [&str; 8] = [
    "",
    "add r2, r0, r1",
    "call leaf",
    "ifu b\n mul r2, u[2], r2\n .end",
    "for n\n add r2, u[aL], r2\n .end",
    "cmp r0, lt, ge, r1\n jmpc cmp.x && cmp.y, LABEL\n add r2, r2, r1\n LABEL: mul r2, r2, r0\n LABEL$: nop",
    "ifu !b\n add r2, u[3], r2\n .else\n for n\n ifu c\n mul r1, u[aL], r1\n .end\n .end\n .end",
    "ifu b\n mov r1, 1\n .elseif !c\n mov r1, 2\n .elseif cmp.x\n mov r1, 3\n .else\n mov r2, 4\n .end",
];

/// Returns a body with label names for its location.
fn body(number: usize, place: &str) -> String {
    BODIES[number].replace("LABEL", &format!(".L{place}"))
}

#[test]
fn inverted_ifs_are_ifs_with_their_bodies_exchanged() {
    let mut compared = ComparisonStats::default();
    for first in 0..BODIES.len() {
        for second in 0..BODIES.len() {
            let [one, other] = [body(first, "one"), body(second, "other")];
            let inverted = linked(&format!("ifu !a\n{one}\n.else\n{other}\n.end"));
            let plain = linked(&format!("ifu a\n{other}\n.else\n{one}\n.end"));
            // The words are the same, not just the behaviour.
            let codes = [&inverted, &plain].map(|shbin| &shbin.program.code);
            assert_eq!(codes[0], codes[1], "{first}, {second}");
            let name = format!("{first}, {second}");
            let same = compared.compare(&name, [&inverted, &plain], &[]);
            same.unwrap_or_else(|text| unreachable!("{text}"));
        }
        let one = body(first, "one");
        let alone = linked(&format!("ifu !a\n{one}\n.end"));
        let jump = linked(&format!("jmpu a, .Lbehind\n{one}\n.Lbehind: nop"));
        for boolean in [false, true] {
            for others in 0..4u8 {
                let flags = [boolean, others & 1 == 1, others & 2 == 2];
                let seen = [&alone, &jump].map(|shbin| outputs(shbin, flags, [0.5, -2.0, 3.0, 1.0]));
                assert_eq!(seen[0], seen[1], "{first}: {flags:?}");
            }
        }
    }
}

/// Returns the outputs of a program, run once with these booleans and this input.
fn outputs(shbin: &Shbin, booleans: [bool; 3], input: Vector) -> [Vector; 2] {
    let program = Program::load(shbin, ShaderChoice::Index(0)).expect("the program can be loaded");
    let mut machine = Machine::new(&program);
    let register = |bank, number| Register { bank, number };
    for (number, value) in (0..).zip(booleans) {
        let set = machine.set(register(Bank::Boolean, number), Value::Boolean(value));
        set.expect("the boolean exists");
    }
    for number in 0..8u8 {
        let value = Value::Vector([0.25 * f32::from(number) - 0.5; 4]);
        let set = machine.set(register(Bank::Float, number), value);
        set.expect("the uniform exists");
    }
    let set = machine.set(register(Bank::Input, 0), Value::Vector(input));
    set.expect("the input exists");
    machine.run(5_000).expect("the program ends");
    let [first, second, ..] = machine.outputs();
    [first, second]
}

#[test]
fn elseif_takes_the_first_that_holds() {
    let shbin = linked(
        "cmp r0, gt, lt, r2\n mov r1, 0\n\
         ifu a\n mov r1, 1\n .elseif b\n mov r1, 2\n .elseif cmp.x || cmp.y\n mov r1, 3\n\
         .elseif !c\n mov r1, 4\n .else\n mov r1, 5\n .end\n add r1, 10, r1",
    );
    for bits in 0..8u8 {
        let [a, b, c] = [0, 1, 2].map(|bit| bits >> bit & 1 == 1);
        let expected = match (a, b, c) {
            (true, ..) => 11.0,
            (_, true, _) => 12.0,
            (.., false) => 14.0,
            _ => 15.0,
        };
        let [_, seen] = outputs(&shbin, [a, b, c], [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(seen, [expected; 4], "{a} {b} {c}");
    }
}

#[test]
fn differences_and_absolute_values() {
    let input = [1.5, -2.0, 0.0, -0.0];
    // A float uniform is -0.5 (u[0]) or -0.25 (u[1]).
    let cases: [(&str, Vector); 8] = [
        ("sub r1, r0, v0.x", [0.0, -3.5, -1.5, -1.5]),
        ("sub r1, r0, u[0]", [2.0, -1.5, 0.5, 0.5]),
        ("sub r1, u[0], r0", [-2.0, 1.5, -0.5, -0.5]),
        ("sub r1, 1, r0.y", [3.0; 4]),
        ("sub r1, r0, -(1, 2, 3, 4)", [2.5, 0.0, 3.0, 4.0]),
        ("abs r1, r0", [1.5, 2.0, 0.0, 0.0]),
        ("abs r1, -r0.yyxx", [2.0, 2.0, 1.5, 1.5]),
        ("abs r1.xy, v0\n mul r1, r1, 2", [3.0, 4.0, -1.0, -1.0]),
    ];
    for (body, expected) in cases {
        let [_, seen] = outputs(&linked(body), [false; 3], input);
        assert_eq!(seen, expected, "{body}");
    }
    // 0 keeps its sign, as does a quotient by it.
    let [_, seen] = outputs(&linked("abs r1, r0"), [false; 3], input);
    assert!(seen[2].is_sign_positive());
}

#[test]
fn numbers_have_their_written_value() {
    let cases: [(&str, Vector); 6] = [
        ("mov r1, 0.5", [0.5; 4]),
        ("mov r1, -0.5", [-0.5; 4]),
        ("mov r1, (1.0/4)", [0.25; 4]),
        ("mov r1, (1, 2, 3, 4).wx", [4.0, 1.0, 1.0, 1.0]),
        (
            "mov r1, 0\n for (2, 0, 1, 0)\n add r1, r1, (1, 10, 0, 0)\n .end",
            [3.0, 30.0, 0.0, 0.0],
        ),
        ("mul r1, r0, 2\n add r1, 1, r1", [3.0, 5.0, 7.0, 9.0]),
    ];
    for (body, expected) in cases {
        let [_, seen] = outputs(&linked(body), [false; 3], [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(seen, expected, "{body}");
    }
}
