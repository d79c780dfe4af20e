//! Control flow of calls and returns.

use pica200_objfmt::isa::instruction::{Combination, Condition};
use pica200_objfmt::isa::opcode::Opcode::{Call, Callc, Callu, End, Ifc, Jmpu, Nop};

use crate::common::*;

#[test]
fn procedures_return() {
    // 0 call 3, 1 count, 2 end; 3 and 4 are the procedure. b0 is true, b1 false.
    for (opcode, boolean, calls) in [(Call, 0, 2.0), (Callu, 0, 2.0), (Callu, 1, 0.0)] {
        let code = [flow(opcode, 3, 2, boolean), count(0), plain(End), count(1), count(1)];
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
    let code = [
        conditional(Ifc, 2, 1, condition),
        count(0),
        count(1),
        count(2),
        plain(End),
    ];
    assert_eq!(run(&code), [1.0, 0.0, 1.0]);
    let code = [
        conditional(Callc, 3, 1, condition),
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
    let code = [flow(Call, 3, 2, 0), flow(Call, 3, 1, 0), plain(End), count(0), count(1)];
    assert_eq!(run(&code), [2.0, 1.0]);
}

#[test]
fn a_jump_to_the_end_of_a_procedure_does_not_return() {
    // Word 3 jumps to 5, over 4. It is the last word of a procedure of one word, where the jump is lost, and the first
    // of a procedure of two, which ends before 5.
    for (words, expected) in [(1, [1.0, 0.0]), (2, [0.0, 1.0])] {
        let code = [
            flow(Call, 3, words, 0),
            count(0),
            plain(End),
            flow(Jmpu, 5, 0, 0),
            plain(Nop),
            count(1),
            plain(End),
        ];
        assert_eq!(run(&code), expected, "{words}");
    }
}

#[test]
fn four_procedures_that_end_together_lose_the_last_return() {
    // 0 call 3; 1 count r0; 2 end; from 3 on, procedures of one word: calls of the next, and finally a count of r1.
    let depth = |calls: u16| {
        let mut code = vec![flow(Call, 3, 1, 0), count(0), plain(End)];
        code.extend((1..calls).map(|n| flow(Call, 3 + n, 1, 0)));
        code.extend([count(1), count(2), plain(End)]);
        run::<3>(&code)
    };
    for calls in 1..=3 {
        assert_eq!(depth(calls), [1.0, 1.0, 0.0], "{calls}");
    }
    // The third return leads to 4, with all scopes closed. There the calls at 5 and 6 return to 5, the call at 6 to 6,
    // and after that no scope is open: 6 has run four times when 7 follows it. Word 1 is never reached.
    assert_eq!(depth(4), [0.0, 4.0, 1.0]);
}

#[test]
fn a_procedure_within_another_is_executed_twice() {
    // 3 to 4 calls 4, whose return address is 4 itself, within the first procedure and not its end.
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
fn a_fifth_call_overwrites_the_first() {
    // Procedures of three words: a count, the call of the next, a nop; the last has no call.
    let depth = |calls: u16| {
        let mut code = vec![flow(Call, 3, 3, 0), count(1), plain(End)];
        for n in 1..=calls {
            let call = flow(Call, 3 + 3 * n, 3, 0);
            code.extend([count(0), if n < calls { call } else { plain(Nop) }, plain(Nop)]);
        }
        code.extend([count(2), plain(End)]);
        run::<3>(&code)
    };
    assert_eq!(depth(4), [4.0, 1.0, 0.0]);
    // The first procedure does not return. Execution falls through into the second, which calls the third; the third
    // and later procedures return, and so on: 5, then 2 to 5 (4), 3 to 5 (3), and so on are counted.
    assert_eq!(depth(5), [15.0, 0.0, 1.0]);
}
