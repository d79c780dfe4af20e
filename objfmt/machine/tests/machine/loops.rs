//! Loops: trip counts, `aL`, and ends.

use pica200_machine::Machine;
use pica200_objfmt::isa::opcode::Opcode::{Break, Call, End, For, Ifu, Jmpu, Nop};

use crate::common::*;

#[test]
fn loops_run_once_more_than_x() {
    for (turns, step) in [(0, 3), (4, 2), (255, 255)] {
        let code = [flow(For, 1, 0, 0), count(0), count(1), plain(End)];
        let (counted, counter) = run_loops(&code, [turns, 5, step, 0]);
        assert_eq!(counted, [f32::from(turns) + 1.0, 1.0]);
        // aL is also incremented after the last iteration, and keeps that value.
        let expected = 5 + (i32::from(turns) + 1) * i32::from(step);
        assert_eq!(counter, expected);
    }
}

#[test]
fn loops_take_the_integer_that_the_word_names() {
    // Two of the four bits of the number are used.
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
    // Nested loops with two iterations each, which end after different words.
    let depth = |loops: u16| {
        let heads = (1..=loops).rev().map(|n| flow(For, loops + n - 1, 0, 0));
        let mut code: Vec<_> = heads.collect();
        code.push(count(0));
        code.extend((1..loops).map(|_| plain(Nop)));
        code.push(plain(End));
        let ([counted], _) = run_loops(&code, [1, 0, 0, 0]);
        counted
    };
    // The outermost of five has one iteration.
    assert_eq!([1, 2, 3, 4, 5].map(depth), [2.0, 4.0, 8.0, 16.0, 16.0]);
}

#[test]
fn a_loop_that_ends_where_a_procedure_ends_goes_on() {
    // 3 to 4 are the procedure, 4 the loop's body: the return is overwritten by the loop's next iteration, and lost.
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
    // Inner: aL is 5, 7 and 9 after; the outer loop's 5 is restored, + 2, in each iteration; both have 2 iterations.
    let code = [flow(For, 3, 0, 0), flow(For, 2, 0, 0), count(0), count(1), plain(End)];
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
    // Both end after word 2. The inner one closes there; the outer one's end has passed, so its body runs once.
    let code = [flow(For, 2, 0, 0), flow(For, 2, 0, 0), count(0), count(1), plain(End)];
    let (counted, _) = run_loops(&code, [2, 0, 0, 0]);
    assert_eq!(counted, [3.0, 1.0]);
}

#[test]
fn break_leaves_the_loop_and_no_if() {
    // 0 for (1-4), 1 ifu (2-3, else-body 4), 2 count, 3 break; 5 after the loop.
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

    // A jump back to 4 - 1 shows the open scope: after word 3 it closes, and the else-body at 4 is skipped.
    let code = [
        flow(For, 3, 0, 0),
        flow(Ifu, 4, 1, 0),
        plain(Break),
        plain(Nop),
        // 4: after the loop, and the else-body.
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
