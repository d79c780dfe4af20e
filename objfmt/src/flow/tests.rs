use proptest::prelude::*;

use super::test_words::{END, NOP, word};
use super::*;

fn trace(code: &[u32], start: u32, size: u32) -> BitSet {
    Flow::new(code).trace(WordSpan { start, size })
}

fn reached(words: &BitSet) -> Vec<usize> {
    words.iter().collect()
}

#[test]
fn words_after_end_are_not_reached() {
    let found = trace(&[NOP, END, NOP], 0, 2);
    assert_eq!(reached(&found), [0, 1]);
}

#[test]
fn the_end_of_the_entry_procedure_is_not_passed() {
    assert_eq!(reached(&trace(&[NOP, NOP, END], 0, 2)), [0, 1]);
    assert_eq!(reached(&trace(&[END], 0, 0)), []);
}

#[test]
fn a_call_that_never_returns_ends_the_program() {
    let code = [word(Opcode::Call, 1, 2), NOP, END];
    let found = trace(&code, 0, 1);
    assert_eq!(reached(&found), [0, 1, 2]);
}

#[test]
fn a_call_of_a_conditional_end_returns_too() {
    // finish: ifc; end; nop
    let code = [word(Opcode::Call, 2, 3), END, word(Opcode::Ifc, 4, 0), END, NOP];
    assert_eq!(reached(&trace(&code, 0, 2)), [0, 1, 2, 3, 4]);
}

#[test]
fn both_branches_may_end() {
    let code = [word(Opcode::Ifu, 2, 1), END, END, NOP];
    let found = trace(&code, 0, 4);
    assert_eq!(reached(&found), [0, 1, 2]);
}

#[test]
fn an_if_body_continues_after_its_else_body() {
    // The else-body ends the program; the if-body does not.
    let code = [word(Opcode::Ifu, 2, 1), NOP, END, NOP];
    assert_eq!(reached(&trace(&code, 0, 4)), [0, 1, 2, 3]);
}

#[test]
fn a_loop_runs_at_least_once() {
    let code = [word(Opcode::For, 1, 0), END, NOP];
    assert_eq!(reached(&trace(&code, 0, 3)), [0, 1]);
    let code = [word(Opcode::For, 2, 0), Opcode::Break.base_word(), END, NOP];
    let found = trace(&code, 0, 4);
    assert_eq!(reached(&found), [0, 1, 3]);
}

#[test]
fn jumps_may_leave_the_procedure() {
    // entry: jmpu to 2; end. other: nop; end.
    let code = [word(Opcode::Jmpu, 2, 0), END, NOP, END];
    let found = trace(&code, 0, 2);
    assert_eq!(reached(&found), [0, 1, 2, 3]);
    let code = [word(Opcode::Jmpu, 9, 0), END];
    assert_eq!(reached(&trace(&code, 0, 2)), [0, 1]);
}

#[test]
fn a_jump_to_the_end_of_a_called_procedure_returns() {
    let code = [word(Opcode::Call, 2, 2), END, word(Opcode::Jmpc, 4, 0), NOP, NOP];
    let found = trace(&code, 0, 2);
    assert_eq!(reached(&found), [0, 1, 2, 3]);
}

#[test]
fn recursion_and_empty_procedures_end() {
    let code = [word(Opcode::Call, 0, 1), END];
    assert_eq!(reached(&trace(&code, 0, 2)), [0]);
    let code = [word(Opcode::Call, 1, 0), END];
    assert_eq!(reached(&trace(&code, 0, 2)), [0, 1]);
}

#[test]
fn a_call_outside_the_code_leaves_the_code() {
    let code = [NOP, word(Opcode::Call, 4000, 1), END];
    assert_eq!(reached(&trace(&code, 0, 3)), [0, 1]);
    assert_eq!(reached(&trace(&code, 7, 1)), []);
}

#[test]
fn code_after_the_last_addressable_word_is_ignored() {
    let found = trace(&[NOP; limits::CODE_WORDS + 1], 0, 5000);
    assert_eq!(found.iter().last(), Some(4095));
}

/// Worst case: calls of distinct frames, and jumps across all of them.
#[test]
fn a_full_program_of_calls_and_jumps_is_traced() {
    let mut state = 1u32;
    let mut random = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    };
    let code: Vec<_> = (0..2048)
        .map(|_| match random(4) {
            0 => word(Opcode::Call, random(2048), random(256)),
            1 => word(Opcode::Callc, random(2048), random(256)),
            2 => word(Opcode::Jmpc, random(2048), 0),
            _ => word(Opcode::Ifu, random(2048), random(256)),
        })
        .collect();
    let found = trace(&code, 0, 2048);
    // Random targets leave some words unreached. If most are reached, the frames were followed.
    assert!(found.iter().count() > 1000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_words_are_safe(
        words in prop::collection::vec((0x20u32..0x2E, 0u32..0x0400_0000), 1..300),
        start in 0u32..320,
        size in 0u32..320,
    ) {
        let code: Vec<_> = words.into_iter().map(|(opcode, rest)| opcode << 26 | rest & 0x3_FCFF).collect();
        let found = trace(&code, start, size);
        prop_assert!(found.iter().all(|word| word < code.len()));
        if size > 0 && (start as usize) < code.len() {
            prop_assert!(found.contains(start as usize));
        }
    }
}
