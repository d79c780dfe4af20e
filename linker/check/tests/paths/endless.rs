//! Infinite loops.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, cmp, compare_temporary, found, if_true, if_x, set, to, vertex, vertex_from};

#[test]
fn a_loop_behind_a_branch_that_can_leave_the_code_is_found() {
    // Word 0 goes to word 3, which is outside, or falls through to the loop.
    let jump = |boolean, to| if_true(Opcode::Jmpu, boolean, to, 0);
    let file = vertex(&[jump(0, 9), NOP, jump(1, 1), END]);
    assert_snapshot!(found(&file, Code::EndlessLoop), @r"
    2: execution never leaves this loop once `b1` is true: booleans do not change while a shader runs
      0: the condition does not hold
      2: the condition holds
    ");
    // Like above, but the branch leads past the entry procedure.
    let file = vertex_from(0, 4, &[jump(0, 4), NOP, jump(1, 1), END, END]);
    assert_snapshot!(found(&file, Code::EndlessLoop), @r"
    2: execution never leaves this loop once `b1` is true: booleans do not change while a shader runs
      0: the condition does not hold
      2: the condition holds
    ");
}

#[test]
fn a_loop_that_flags_can_leave_is_not_endless() {
    // Word 2 leaves the code, or continues in the loop, whose first word writes `r1`.
    let with = |second: u32| {
        let leave = if_x(Opcode::Jmpc, true, 9, 0);
        let again = if_true(Opcode::Jmpu, 1, 0, 0);
        found(&vertex(&[set(1), second, leave, again, END]), Code::EndlessLoop)
    };
    assert_snapshot!(with(compare_temporary(1)), @"");
    assert_snapshot!(with(NOP), @r"
    3: execution never leaves this loop once `b1` is true and the tested flags have the right values: nothing in it changes them
      2: the condition does not hold
      3: the condition holds
      2: the condition does not hold
    ");
}

#[test]
fn a_loop_whose_cmp_compares_the_same_values_is_endless() {
    // Word 1 is the `cmp`, and word 3 goes back to word 1.
    let with = |compare: u32, between: u32| {
        let again = if_x(Opcode::Jmpc, true, 1, 0);
        let code = [set(1), compare, between, again, END, NOP];
        found(&vertex_from(0, 5, &code), Code::EndlessLoop)
    };
    assert_snapshot!(with(cmp(), NOP), @r"
    3: execution never leaves this loop once it iterates: nothing in it changes the operands of its `cmp`
      3: the condition holds
    ");
    assert_snapshot!(with(compare_temporary(1), set(2)), @r"
    3: execution never leaves this loop once it iterates: nothing in it changes the operands of its `cmp`
      3: the condition holds
    ");
    // The loop writes the operands of the `cmp`, or they are not known to stay the same.
    assert_snapshot!(with(compare_temporary(1), set(1)), @"");
    assert_snapshot!(with(cmp(), compare_temporary(1)), @"");
    assert_snapshot!(with(cmp(), to(Opcode::Call, 5, 1)), @"");
    assert_snapshot!(with(cmp(), to(Opcode::For, 2, 0)), @"");
    // A branch after the `cmp` leaves the loop on the same flags.
    assert_snapshot!(with(cmp(), if_x(Opcode::Jmpc, true, 4, 0)), @"");
}
