//! Where execution goes: each rule of the stacks, in a program that shows it.

mod common;

use common::*;
use pica200_machine::Machine;
use pica200_objfmt::instruction::{Combination, Comparison, Condition, Operation, Target};
use pica200_objfmt::opcode::Opcode;
use pica200_objfmt::opcode::Opcode::{
    Break, Breakc, Call, Callc, Callu, Cmp, End, For, Ifc, Ifu, Jmpc, Jmpu, Nop,
};

/// The counts of r0, r1, ... after a run of words.
fn run<const N: usize>(code: &[u32]) -> [f32; N] {
    counts(&mut Machine::new(&words(code)))
}

/// The same, where loops take their numbers from `i0`.
fn run_loops<const N: usize>(code: &[u32], i0: [u8; 4]) -> ([f32; N], i32) {
    let program = words(code);
    let mut machine = Machine::new(&program);
    set_integer(&mut machine, 0, i0);
    (counts(&mut machine), machine.loop_counter())
}

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

/// Whether an instruction finds that its condition holds where the flags are these.
fn holds(opcode: Opcode, flags: [bool; 2], condition: Condition) -> bool {
    // Of equal numbers `eq` holds, and `ne` does not.
    let operators = flags.map(|flag| Comparison::from_bits(if flag { 0 } else { 1 }));
    let compare = Operation::Arithmetic {
        descriptor: 0,
        sources: [Some(temporary(5)), Some(temporary(5)), None],
        index: Default::default(),
        destination: None,
        comparisons: Some(operators),
    };
    let conditional = |target, count| {
        let target = Target {
            word: target,
            count,
        };
        let operation = Operation::Flow {
            target,
            condition: Some(condition),
            uniform: None,
        };
        word(opcode, operation)
    };
    // Words that count if the condition holds, or if it does not; `breakc` in a loop of one turn.
    let (code, counts_if_it_holds): (&[u32], bool) = match opcode {
        Jmpc => (&[conditional(3, 0), count(0), plain(End)], false),
        Ifc => (&[conditional(3, 0), count(0), plain(End)], true),
        Callc => (&[conditional(3, 1), plain(End), count(0)], true),
        _ => (
            &[flow(For, 3, 0, 0), conditional(0, 0), count(0), plain(End)],
            false,
        ),
    };
    let code = [&[word(Cmp, compare)], code].concat();
    let program = words(&code);
    let mut machine = Machine::new(&program);
    let [counted] = counts(&mut machine);
    assert_eq!(machine.flags(), flags);
    (counted != 0.0) == counts_if_it_holds
}

#[test]
fn jumps_look_at_booleans_both_ways() {
    // b0 is true, b1 false; an odd count turns the sense round.
    for (boolean, sense, jumped) in [(0, 0, true), (0, 1, false), (1, 0, false), (1, 1, true)] {
        let [counted] = run(&[flow(Jmpu, 2, sense, boolean), count(0), plain(End)]);
        assert_eq!(counted == 0.0, jumped, "{boolean} {sense}");
    }
}

#[test]
fn one_of_two_bodies_is_executed() {
    for (boolean, expected) in [(0, [1.0, 0.0, 1.0]), (1, [0.0, 1.0, 1.0])] {
        // 0 ifu, 1 body, 2 else-body, 3 behind.
        let code = [
            flow(Ifu, 2, 1, boolean),
            count(0),
            count(1),
            count(2),
            plain(End),
        ];
        assert_eq!(run(&code), expected);
    }
}

#[test]
fn procedures_return() {
    // 0 call 3, 1 count, 2 end; 3 and 4 are the procedure. b0 is true, b1 false.
    for (opcode, boolean, calls) in [(Call, 0, 2.0), (Callu, 0, 2.0), (Callu, 1, 0.0)] {
        let code = [
            flow(opcode, 3, 2, boolean),
            count(0),
            plain(End),
            count(1),
            count(1),
        ];
        assert_eq!(run(&code), [1.0, calls], "{opcode:?} {boolean}");
    }
}

#[test]
fn conditional_scopes_close_like_others() {
    // The flags are false at first. Bodies of `ifc !cmp.x` and procedures of `callc !cmp.x`.
    let condition = Condition {
        combination: Combination::X,
        x: false,
        y: true,
    };
    let conditional = |opcode, target| {
        let operation = Operation::Flow {
            target,
            condition: Some(condition),
            uniform: None,
        };
        word(opcode, operation)
    };
    let else_body = Target { word: 2, count: 1 };
    let code = [
        conditional(Ifc, else_body),
        count(0),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 0.0, 1.0]);
    let procedure = Target { word: 3, count: 1 };
    let code = [
        conditional(Callc, procedure),
        count(0),
        plain(End),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 1.0, 0.0]);
}

#[test]
fn only_the_number_in_the_word_decides_how_long_a_procedure_is() {
    // The procedure at 3 is called with two words, then with one.
    let code = [
        flow(Call, 3, 2, 0),
        flow(Call, 3, 1, 0),
        plain(End),
        count(0),
        count(1),
    ];
    assert_eq!(run(&code), [2.0, 1.0]);
}

#[test]
fn a_jump_in_the_last_word_of_a_procedure_is_lost() {
    // The jump to 5 would skip the count at 1.
    let code = [
        flow(Call, 3, 1, 0),
        count(0),
        plain(End),
        flow(Jmpu, 5, 0, 0),
        plain(Nop),
        count(1),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 0.0]);
}

#[test]
fn a_jump_to_the_end_of_a_procedure_does_not_return() {
    // From 3 over 4 to 5, which is behind the procedure.
    let code = [
        flow(Call, 3, 2, 0),
        count(0),
        plain(End),
        flow(Jmpu, 5, 0, 0),
        plain(Nop),
        count(1),
        plain(End),
    ];
    assert_eq!(run(&code), [0.0, 1.0]);
}

#[test]
fn a_call_in_the_last_word_of_an_if_body_is_lost() {
    // 0 ifu (body 1-2, no else-body), 3 behind; 5 would be the procedure. Its scope stays open, and closes behind 5.
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
fn four_procedures_that_end_together_lose_the_last_return() {
    // 0 call 3; 1 count r0; 2 end; from 3 on procedures of one word: calls of the next, at last a count of r1.
    let depth = |calls: u16| {
        let mut code = vec![flow(Call, 3, 1, 0), count(0), plain(End)];
        code.extend((1..calls).map(|n| flow(Call, 3 + n, 1, 0)));
        code.extend([count(1), count(2), plain(End)]);
        run::<3>(&code)
    };
    for calls in 1..=3 {
        assert_eq!(depth(calls), [1.0, 1.0, 0.0], "{calls}");
    }
    // The third return leads to 4, with all scopes closed. There the calls of 5 and 6 come back to 5, the call of 6 to
    // 6, and behind that nothing is open: 6 has run four times when 7 follows it. Word 1 is never reached.
    assert_eq!(depth(4), [0.0, 4.0, 1.0]);
}

#[test]
fn a_procedure_within_another_is_executed_twice() {
    // 3 to 4 calls 4, whose return is 4 itself, within the first and no end of it.
    let code = [
        flow(Call, 3, 2, 0),
        count(0),
        plain(End),
        flow(Call, 4, 1, 0),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 2.0, 0.0]);
}

#[test]
fn only_one_if_closes_on_an_instruction() {
    // Both bodies end behind word 2. The outer `if` has an else-body at 3, the inner none: its end is 3 as well.
    let code = [
        flow(Ifu, 3, 1, 0),
        flow(Ifu, 3, 0, 0),
        count(0),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 1.0, 1.0]);
    // With a word between them the outer one closes too, and its else-body is skipped.
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
fn loops_run_once_more_than_x() {
    for (turns, step) in [(0, 3), (4, 2), (255, 255)] {
        let code = [flow(For, 1, 0, 0), count(0), count(1), plain(End)];
        let (counted, counter) = run_loops(&code, [turns, 5, step, 0]);
        assert_eq!(counted, [f32::from(turns) + 1.0, 1.0]);
        // aL goes on behind the last turn too, and keeps that.
        let expected = 5 + (i32::from(turns) + 1) * i32::from(step);
        assert_eq!(counter, expected);
    }
}

#[test]
fn loops_take_the_integer_that_the_word_names() {
    // Of the four bits of the number two count.
    for (number, register) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (15, 3)] {
        let program = words(&[flow(For, 1, 0, number), count(0), plain(End)]);
        let mut machine = Machine::new(&program);
        for other in 0..4 {
            let turns = if other == register { 6 } else { 0 };
            set_integer(&mut machine, other, [turns, 0, 0, 99]);
        }
        assert_eq!(counts(&mut machine), [7.0], "{number}");
    }
}

#[test]
fn a_fifth_loop_overwrites_the_first() {
    // Loops of two turns within each other, which end behind another word each.
    let depth = |loops: u16| {
        let heads = (1..=loops).rev().map(|n| flow(For, loops + n - 1, 0, 0));
        let mut code: Vec<_> = heads.collect();
        code.push(count(0));
        code.extend((1..loops).map(|_| plain(Nop)));
        code.push(plain(End));
        let ([counted], _) = run_loops(&code, [1, 0, 0, 0]);
        counted
    };
    // The outermost of five has one turn.
    assert_eq!([1, 2, 3, 4, 5].map(depth), [2.0, 4.0, 8.0, 16.0, 16.0]);
}

#[test]
fn a_loop_that_ends_where_a_procedure_ends_goes_on() {
    // 3 to 4 are the procedure, 4 the loop's body: the return is overwritten by the loop's next turn, and lost.
    let code = [
        flow(Call, 3, 2, 0),
        count(1),
        plain(End),
        flow(For, 4, 0, 0),
        count(0),
        count(2),
        plain(End),
    ];
    let (counted, _) = run_loops(&code, [2, 0, 0, 0]);
    assert_eq!(counted, [3.0, 0.0, 1.0]);
}

#[test]
fn nested_loops_give_the_loop_counter_back() {
    // Inner: aL is 5, 7 and 9 behind; the outer's own 5 comes back, + 2, in each turn; both 2 turns.
    let code = [
        flow(For, 3, 0, 0),
        flow(For, 2, 0, 0),
        count(0),
        count(1),
        plain(End),
    ];
    let (counted, counter) = run_loops(&code, [1, 5, 2, 0]);
    assert_eq!(counted, [4.0, 2.0]);
    assert_eq!(counter, 9);
}

#[test]
fn a_jump_in_the_last_word_of_a_loop_is_lost() {
    let code = [
        flow(For, 2, 0, 0),
        count(0),
        flow(Jmpu, 4, 0, 0),
        plain(End),
        count(1),
        plain(End),
    ];
    let (counted, _) = run_loops(&code, [2, 0, 0, 0]);
    assert_eq!(counted, [3.0, 0.0]);
}

#[test]
fn only_one_loop_closes_on_an_instruction() {
    // Both end behind word 2. The inner one closes there; the outer's end has passed, so its body runs once.
    let code = [
        flow(For, 2, 0, 0),
        flow(For, 2, 0, 0),
        count(0),
        count(1),
        plain(End),
    ];
    let (counted, _) = run_loops(&code, [2, 0, 0, 0]);
    assert_eq!(counted, [3.0, 1.0]);
}

#[test]
fn break_leaves_the_loop_and_no_if() {
    // 0 for (1-4), 1 ifu (2-3, else-body 4), 2 count, 3 break; 5 behind the loop.
    let code = [
        flow(For, 4, 0, 0),
        flow(Ifu, 4, 1, 0),
        count(0),
        plain(Break),
        count(1),
        count(2),
        plain(End),
    ];
    let (counted, counter) = run_loops(&code, [9, 1, 2, 0]);
    assert_eq!(counted, [1.0, 0.0, 1.0]);
    assert_eq!(counter, 3);

    // A jump back to 4 - 1 shows the open scope: behind word 3 it closes, and the else-body at 4 is skipped.
    let code = [
        flow(For, 3, 0, 0),
        flow(Ifu, 4, 1, 0),
        plain(Break),
        plain(Nop),
        // 4: behind the loop, and the else-body.
        flow(Jmpu, 7, 0, 0),
        count(1),
        plain(End),
        // 7: b0 leads here, and on to 3.
        count(0),
        flow(Jmpu, 3, 0, 0),
    ];
    let (counted, _) = run_loops(&code, [0, 0, 0, 0]);
    assert_eq!(counted, [1.0, 1.0]);
}

#[test]
fn break_outside_of_a_loop_does_nothing() {
    assert_eq!(run(&[plain(Break), count(0), plain(End)]), [1.0]);
}

#[test]
fn a_ninth_if_overwrites_the_first() {
    // Nine bodies within each other, all of which end behind another word, and have an else-body there.
    let depth = |ifs: u16| {
        let mut code: Vec<_> = (0..ifs)
            .map(|n| flow(Ifu, 2 * ifs - 1 - 2 * n + ifs, 1, 0))
            .collect();
        // For each body its last word, and its else-body, which must not be executed.
        for _ in 0..ifs {
            code.extend([count(0), count(1)]);
        }
        code.push(plain(End));
        // Ends are counted from the innermost.
        run::<2>(&code)
    };
    assert_eq!(depth(8), [8.0, 0.0]);
    assert_eq!(depth(9), [9.0, 1.0]);
}

#[test]
fn a_fifth_call_overwrites_the_first() {
    // Procedures of three words: a count, the call of the next, a nop; the last has no call.
    let depth = |calls: u16| {
        let mut code = vec![flow(Call, 3, 3, 0), count(1), plain(End)];
        for n in 1..=calls {
            let call = flow(Call, 3 + 3 * n, 3, 0);
            code.extend([
                count(0),
                if n < calls { call } else { plain(Nop) },
                plain(Nop),
            ]);
        }
        code.extend([count(2), plain(End)]);
        run::<3>(&code)
    };
    assert_eq!(depth(4), [4.0, 1.0, 0.0]);
    // The first procedure does not return. Execution runs on into the second, which calls the third; that and those
    // behind it return, and so on: 5, and then those of 2 to 5 (4), of 3 to 5 (3), and so on are counted.
    assert_eq!(depth(5), [15.0, 0.0, 1.0]);
}

#[test]
fn scopes_do_not_outlast_a_run() {
    // Each run ends within an `if`.
    let program = words(&[
        flow(Ifu, 3, 1, 0),
        count(0),
        plain(End),
        count(1),
        plain(End),
    ]);
    let mut machine = Machine::new(&program);
    assert_eq!(counts(&mut machine), [1.0, 0.0]);
    assert_eq!(counts(&mut machine), [2.0, 0.0]);
}
