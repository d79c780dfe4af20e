//! Small programs, compared with their execution on the hardware model.

use proptest::prelude::*;

use super::*;
use crate::flow::test_words::{END, NOP, word};
use crate::isa::opcode::Opcode;

fn control(code: &[u32], size: u32) -> Control {
    Control::of_shader(code, WordSpan { start: 0, size })
}

/// Returns the deviations: the word after which the hardware deviates, the kind, and the word that opened the scope.
fn deviations(code: &[u32], size: u32) -> Vec<(u32, DeviationKind, u32)> {
    let control = control(code, size);
    let deviation = |d: &Deviation| {
        let (ScopeOpener::Block(opened) | ScopeOpener::Procedure(opened)) = d.opened;
        (control.nodes[d.node as usize].word, d.kind, opened)
    };
    control.deviations.iter().map(deviation).collect()
}

#[test]
fn blocks_that_end_at_different_words_are_closed() {
    // ifu { for { nop } nop } else { nop } end
    let code = [word(Opcode::Ifu, 4, 1), word(Opcode::For, 2, 0), NOP, NOP, NOP, END];
    let control = control(&code, 6);
    assert_eq!(control.deviations, []);
    assert_eq!(control.nodes.len(), 6);
    assert!(control.complete);
}

#[test]
fn ifs_that_end_together_deviate_if_the_outer_one_has_an_else_body() {
    let code = |size| [word(Opcode::Ifu, 3, size), word(Opcode::Ifu, 3, 0), NOP, NOP, END];
    assert_eq!(deviations(&code(0), 5), []);
    // Both when the body falls through and when the inner condition is false.
    let lost = DeviationKind::LostEnd;
    assert_eq!(deviations(&code(1), 5), [(1, lost, 0), (2, lost, 0)]);
}

#[test]
fn a_block_that_ends_with_a_procedure_or_loop_keeps_it_open() {
    let lost = DeviationKind::LostEnd;
    let procedure = [word(Opcode::Call, 2, 2), END, word(Opcode::Ifu, 4, 0), NOP, END];
    assert_eq!(deviations(&procedure, 2), [(2, lost, 2), (3, lost, 2)]);
    // The end of the body closes both. If the condition is false, nothing closes them.
    let in_loop = [word(Opcode::For, 2, 0), word(Opcode::Ifu, 3, 0), NOP, END];
    assert_eq!(deviations(&in_loop, 4), [(1, lost, 0)]);
    let two_loops = [word(Opcode::For, 2, 0), word(Opcode::For, 2, 0), NOP, END];
    assert_eq!(deviations(&two_loops, 4), [(2, lost, 0)]);
}

#[test]
fn branches_in_last_words_are_lost() {
    let lost = DeviationKind::LostBranch;
    let call = [word(Opcode::Ifu, 2, 0), word(Opcode::Call, 3, 1), END, NOP];
    assert_eq!(deviations(&call, 3), [(1, lost, 0)]);
    let jump = [word(Opcode::Call, 2, 2), END, NOP, word(Opcode::Jmpu, 2, 0)];
    assert_eq!(deviations(&jump, 2), [(3, lost, 2)]);
    // A call in the last word of a procedure is executed, and both return.
    let chain = [word(Opcode::Call, 2, 1), END, word(Opcode::Call, 3, 1), NOP];
    assert_eq!(deviations(&chain, 2), []);
}

#[test]
fn jumps_to_ends_do_not_close() {
    let end = DeviationKind::JumpToEnd;
    let of_loop = [word(Opcode::For, 3, 0), word(Opcode::Jmpu, 4, 0), NOP, NOP, END];
    assert_eq!(deviations(&of_loop, 5), [(1, end, 0)]);
    let of_procedure = [word(Opcode::Call, 2, 2), END, word(Opcode::Jmpu, 4, 0), NOP, END];
    assert_eq!(deviations(&of_procedure, 2), [(2, end, 2)]);
    let out = [word(Opcode::Call, 2, 2), END, word(Opcode::Jmpu, 1, 0), NOP, END];
    let found = deviations(&out, 2);
    assert_eq!(found, [(2, DeviationKind::JumpOutOfProcedure, 2)]);
}

#[test]
fn a_break_in_an_if_matters_within_an_if_that_has_an_else_body() {
    // for { ifu { break; nop } nop }
    let inner = |at: u32| {
        [
            word(Opcode::For, at + 4, 0),
            word(Opcode::Ifu, at + 4, 0),
            word(Opcode::Break, 0, 0),
            NOP,
            NOP,
        ]
    };
    let alone: Vec<_> = inner(0).into_iter().chain([END]).collect();
    assert_eq!(deviations(&alone, 6), []);
    let mut within = vec![word(Opcode::Ifu, 7, 1)];
    within.extend(inner(1));
    within.extend([NOP, NOP, END]);
    let found = deviations(&within, 9);
    assert_eq!(found, [(3, DeviationKind::BreakOut, 0)]);
    // Likewise across a call.
    let mut called = vec![word(Opcode::Ifu, 3, 1), word(Opcode::Call, 5, 6), NOP, NOP, END];
    called.extend(inner(5));
    called.push(NOP);
    let found = deviations(&called, 5);
    assert_eq!(found, [(7, DeviationKind::BreakOut, 0)]);
    // A break in the last word of the body also closes the body.
    within[2] = word(Opcode::Ifu, 4, 0);
    assert_eq!(deviations(&within, 9), []);
}

#[test]
fn calls_return_to_the_word_after_the_call() {
    let code = [word(Opcode::Call, 2, 1), END, NOP, word(Opcode::Call, 4, 0)];
    let found = control(&code, 2);
    assert_eq!(found.returns, [false, true]);
    let kinds: Vec<_> = found.edges(0).iter().map(|edge| edge.kind).collect();
    assert_eq!(kinds, [EdgeKind::Call, EdgeKind::AfterCall]);
    let empty = [word(Opcode::Call, 2, 0), END, NOP];
    assert_eq!(deviations(&empty, 2), [(0, DeviationKind::EmptyCall, 2)]);
}

#[test]
fn execution_that_leaves_the_code_or_the_entry_is_found() {
    let to = |code: &[u32], size| control(code, size).edges(0)[0].to;
    assert_eq!(to(&[NOP, END], 1), NodeTarget::PastEntry);
    assert_eq!(to(&[NOP], 2), NodeTarget::Outside(1));
    assert_eq!(control(&[], 0).nodes, []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_words_are_followed(
        words in prop::collection::vec((any::<u32>(), 0u32..70, 0u32..5), 0..64),
        start in 0u32..66,
        size in 0u32..70,
    ) {
        // Targets are near, so half of them are within the code.
        let code: Vec<_> = words.into_iter().map(|(bits, place, count)| {
            let bits = if bits & 1 == 0 { bits } else { bits >> 2 & 0x0FFF_FFFF | 0x8000_0000 };
            match Opcode::from_word(bits).and_then(|opcode| opcode.fields().target) {
                Some([length, target]) => target.set(length.set(bits, count), place),
                None => bits,
            }
        }).collect();
        let control = Control::of_shader(&code, WordSpan { start, size });
        prop_assert!(control.nodes.len() <= MAX_NODES);
        for node in control.node_ids() {
            for edge in control.edges(node) {
                if let NodeTarget::Node(to) = edge.to {
                    prop_assert!((to as usize) < control.nodes.len());
                }
            }
        }
    }
}
