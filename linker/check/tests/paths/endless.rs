//! Loops that execution never leaves.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, found, if_true, vertex, vertex_from};

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
