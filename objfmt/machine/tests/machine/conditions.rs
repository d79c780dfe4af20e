//! Conditions, jumps and `if`.

use pica200_machine::{Machine, Value};
use pica200_objfmt::isa::instruction::{Combination, Comparison, Condition, Operation};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::opcode::Opcode::{Breakc, Call, Callc, Cmp, End, For, Ifc, Ifu, Jmpc, Jmpu, Nop};

use crate::common::*;

#[test]
fn conditions_hold_as_their_combination_says() {
    for state in 0..32u8 {
        let [x, y, wanted_x, wanted_y] = [1, 2, 4, 8].map(|bit| state & bit != 0);
        for (combination, expected) in [
            (Combination::Or, x == wanted_x || y == wanted_y),
            (Combination::And, x == wanted_x && y == wanted_y),
            (Combination::X, x == wanted_x),
            (Combination::Y, y == wanted_y),
        ] {
            let condition = Condition {
                combination,
                x: wanted_x,
                y: wanted_y,
            };
            for opcode in [Jmpc, Ifc, Callc, Breakc] {
                let found = holds(opcode, [x, y], condition);
                assert_eq!(found, expected, "{opcode:?} {x} {y} {condition:?}");
            }
        }
    }
}

/// Returns true if the condition of an instruction holds with these flags.
fn holds(opcode: Opcode, flags: [bool; 2], condition: Condition) -> bool {
    // For equal numbers, `eq` holds and `ne` does not.
    let operators = flags.map(|flag| Comparison::from_bits(if flag { 0 } else { 1 }));
    let compare = Operation::Arithmetic {
        descriptor: 0,
        sources: [Some(temporary(5)), Some(temporary(5)), None],
        index: Default::default(),
        destination: None,
        comparisons: Some(operators),
    };
    let conditional = |target, count| conditional(opcode, target, count, condition);
    // Words that count their executions when the condition holds, or when it does not; `breakc` in a loop with one
    // iteration.
    let (code, counts_if_it_holds): (&[u32], bool) = match opcode {
        Jmpc => (&[conditional(3, 0), count(0), plain(End)], false),
        Ifc => (&[conditional(3, 0), count(0), plain(End)], true),
        Callc => (&[conditional(3, 1), plain(End), count(0)], true),
        _ => (&[flow(For, 3, 0, 0), conditional(0, 0), count(0), plain(End)], false),
    };
    let code = [&[word(Cmp, compare)], code].concat();
    let program = words(&code);
    let mut machine = Machine::new(&program);
    let [counted] = counts(&mut machine);
    assert_eq!(machine.flags(), flags);
    (counted != 0.0) == counts_if_it_holds
}

/// For any result of `litp`, even if it overwrites its source.
#[test]
fn litp_compares_x_and_w_with_0() {
    let program = program(".proc main\n litp r0.y, v0\n mov r1, v0\n litp r1, r1.wyzx\n end\n.end\n");
    for (x, w) in [(1.0, -1.0), (-0.0, 0.0), (-1.0, 2.0), (f32::NAN, -0.5)] {
        let mut machine = Machine::new(&program);
        machine
            .set(input(0), Value::Vector([x, 0.0, 0.0, w]))
            .expect("a register");
        machine.run(BUDGET).expect("a run to the end");
        assert_eq!(machine.flags(), [w >= 0.0, x >= 0.0], "{x} {w}");
    }
}

#[test]
fn jumps_look_at_booleans_both_ways() {
    // b0 is true, b1 false; an odd count inverts the test.
    for (boolean, sense, jumped) in [(0, 0, true), (0, 1, false), (1, 0, false), (1, 1, true)] {
        let [counted] = run(&[flow(Jmpu, 2, sense, boolean), count(0), plain(End)]);
        assert_eq!(counted == 0.0, jumped, "{boolean} {sense}");
    }
}

#[test]
fn one_of_two_bodies_is_executed() {
    for (boolean, expected) in [(0, [1.0, 0.0, 1.0]), (1, [0.0, 1.0, 1.0])] {
        // 0 ifu, 1 body, 2 else-body, 3 after.
        let code = [flow(Ifu, 2, 1, boolean), count(0), count(1), count(2), plain(End)];
        assert_eq!(run(&code), expected);
    }
}

#[test]
fn a_call_in_the_last_word_of_an_if_body_is_lost() {
    // 0 ifu (body 1-2, no else-body), 3 after; 5 would be the procedure. Its scope stays open, and closes after 5.
    let code = [
        flow(Ifu, 3, 0, 0),
        count(0),
        flow(Call, 5, 1, 0),
        count(1),
        plain(End),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 1.0, 0.0]);
}

#[test]
fn only_one_if_closes_on_an_instruction() {
    // Both bodies end after word 2. The outer `if` has an else-body at 3, the inner none: its end is also 3.
    let code = [
        flow(Ifu, 3, 1, 0),
        flow(Ifu, 3, 0, 0),
        count(0),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 1.0, 1.0]);
    // With a word between them the outer one also closes, and its else-body is skipped.
    let code = [
        flow(Ifu, 4, 1, 0),
        flow(Ifu, 3, 0, 0),
        count(0),
        plain(Nop),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 0.0, 1.0]);
}

#[test]
fn a_ninth_if_overwrites_the_first() {
    // Nine nested bodies, each of which ends after a different word and has an else-body there.
    let depth = |ifs: u16| {
        let mut code: Vec<_> = (0..ifs).map(|n| flow(Ifu, 2 * ifs - 1 - 2 * n + ifs, 1, 0)).collect();
        // For each body its last word, and its else-body, which must not be executed.
        for _ in 0..ifs {
            code.extend([count(0), count(1)]);
        }
        code.push(plain(End));
        // Ends are numbered from the innermost.
        run::<2>(&code)
    };
    assert_eq!(depth(8), [8.0, 0.0]);
    assert_eq!(depth(9), [9.0, 1.0]);
}

#[test]
fn scopes_do_not_outlast_a_run() {
    // Each run ends within an `if`.
    let program = words(&[flow(Ifu, 3, 1, 0), count(0), plain(End), count(1), plain(End)]);
    let mut machine = Machine::new(&program);
    assert_eq!(counts(&mut machine), [1.0, 0.0]);
    assert_eq!(counts(&mut machine), [2.0, 0.0]);
}
