//! Loops that execution never leaves.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, cmp, found, if_true, if_x, vertex, vertex_from};

#[test]
fn a_loop_behind_a_branch_that_can_leave_the_code_is_found() {
    // Word 0 goes to word 3, which is outside, or on to the loop.
    let jump = |boolean, to| if_true(Opcode::Jmpu, boolean, to, 0);
    let file = vertex(&[jump(0, 9), NOP, jump(1, 1), END]);
    assert_snapshot!(found(&file, Code::EndlessLoop), @r"
    2: execution never leaves this loop once `b1` is true: booleans do not change while a shader runs
      0: the condition does not hold
      2: the condition holds
    ");
    // The same where the branch leads past the entry procedure.
    let file = vertex_from(0, 4, &[jump(0, 4), NOP, jump(1, 1), END, END]);
    assert_snapshot!(found(&file, Code::EndlessLoop), @r"
    2: execution never leaves this loop once `b1` is true: booleans do not change while a shader runs
      0: the condition does not hold
      2: the condition holds
    ");
}

#[test]
fn a_loop_that_flags_can_leave_is_not_endless() {
    // Word 1 leaves the code, or goes on in the loop.
    let with = |first: u32| {
        let leave = if_x(Opcode::Jmpc, true, 9, 0);
        let again = if_true(Opcode::Jmpu, 1, 0, 0);
        found(&vertex(&[first, leave, again, END]), Code::EndlessLoop)
    };
    assert_snapshot!(with(cmp()), @"");
    assert_snapshot!(with(NOP), @r"
    2: execution never leaves this loop once `b1` is true and the tested flags have the right values: nothing in it changes them
      1: the condition does not hold
      2: the condition holds
      1: the condition does not hold
    ");
}
