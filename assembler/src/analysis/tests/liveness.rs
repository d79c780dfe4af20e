//! Tests of liveness and reaching definitions.

use pica200_objfmt::isa::descriptor::Component;

use super::analyse_code;
use crate::analysis::{Analysis, Callers, InstructionId};

/// Returns the `n`th instruction that starts with `code`.
fn find(analysis: &Analysis, code: &str, n: usize) -> InstructionId {
    let mut all = analysis
        .instructions()
        .filter(|found| found.span().text(analysis.text()).starts_with(code));
    all.nth(n).expect("the instruction").id()
}

/// Returns the statements whose writes of `r0.x` reach the `nop`, and whether the value can come from outside.
fn reaching(code: &str, callers: Callers) -> (Vec<String>, bool) {
    let analysis = analyse_code(code);
    let nop = find(&analysis, "nop", 0);
    let found = analysis.liveness(callers).reaching(nop, 0, Component::X);
    let texts = found.instructions.iter().map(|id| {
        let instruction = analysis.instruction(*id).expect("an instruction");
        instruction.span().text(analysis.text()).to_owned()
    });
    (texts.collect(), found.is_from_outside)
}

/// Checks the writes that reach the `nop` if only the source calls its procedures.
fn check(code: &str, writes: &[&str], is_from_outside: bool) {
    let (found, outside) = reaching(code, Callers::Source);
    assert_eq!(found, writes, "{code}");
    assert_eq!(outside, is_from_outside, "{code}");
}

#[test]
fn the_last_write_reaches() {
    check("mov r0, v0\nmov r0, v1\nnop\nend", &["mov r0, v1"], false);
    check("mov r0, v0\nmov r0.yzw, v1\nnop\nend", &["mov r0, v0"], false);
    check("mov r1, v0\nnop\nmov r0, v0\nend", &[], true);
}

#[test]
fn all_ways_reach() {
    check(
        "mov r0, v0\nifu b\nmov r0, v1\n.end\nnop\nend",
        &["mov r0, v0", "mov r0, v1"],
        false,
    );
    check(
        "mov r0, v0\nifu b\nmov r0, v1\n.else\nmov r0, v2\n.end\nnop\nend",
        &["mov r0, v1", "mov r0, v2"],
        false,
    );
    check(
        "mov r0, v0\nfor i\nnop\nmov r0, v1\n.end\nend",
        &["mov r0, v0", "mov r0, v1"],
        false,
    );
    check(
        "for i\nmov r0, v1\nbreakc cmp.x\nmov r0, v2\n.end\nnop\nend",
        &["mov r0, v1", "mov r0, v2"],
        false,
    );
    check(
        "mov r0, v0\njmpu b, past\nmov r0, v1\npast: nop\nend",
        &["mov r0, v0", "mov r0, v1"],
        false,
    );
}

#[test]
fn calls_are_followed() {
    let writes = ".end\n.proc next\nmov r0, v5";
    check(
        &format!("mov r0, v0\ncall next\nnop\nend\n{writes}"),
        &["mov r0, v5"],
        false,
    );
    check(
        &format!("mov r0, v0\ncallu b, next\nnop\nend\n{writes}"),
        &["mov r0, v0", "mov r0, v5"],
        false,
    );
    let through = ".end\n.proc next\nmov r1, v5";
    check(
        &format!("mov r0, v0\ncall next\nnop\nend\n{through}"),
        &["mov r0, v0"],
        false,
    );
    // The value at the start of a procedure comes from its callers.
    let two = "mov r0, v0\ncall next\nmov r0, v1\ncall next\nend\n.end\n.proc next\nnop";
    check(two, &["mov r0, v0", "mov r0, v1"], false);
    assert!(reaching(two, Callers::Anywhere).1);
    check(
        "mov r0, v0\ncall elsewhere\nnop\nend",
        &["mov r0, v0", "call elsewhere"],
        false,
    );
    let again = "mov r0, v0\ncall next\nend\n.end\n.proc next\nnop\ncallu b, next\nmov r1, r0";
    check(again, &["mov r0, v0"], false);
}

#[test]
fn live_components_are_known() {
    let code = "mov r0, v0\nmov r1.xy, r0\ncall next\nadd o, r1, r2\nend\n.end\n.proc next\nmov r2, r0.wwww";
    let analysis = analyse_code(code);
    let first = find(&analysis, "mov r0", 0);
    let liveness = analysis.liveness(Callers::Source);
    let after = |id, number| liveness.live_after(id, number).to_string();
    assert_eq!(after(first, 0), "xyw");
    assert_eq!(after(find(&analysis, "mov r1", 0), 0), "w");
    assert_eq!(after(first, 1), "zw");
    let free: Vec<_> = liveness.free_after(first).iter().map(|r| r.number).collect();
    assert_eq!(free, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    // Inside a procedure, the result depends on its callers.
    let inside = find(&analysis, "mov r2", 0);
    assert_eq!(after(inside, 2), "xyzw");
    assert_eq!(after(inside, 3), "");
    let anywhere = analysis.liveness(Callers::Anywhere);
    assert_eq!(anywhere.live_after(inside, 3).to_string(), "xyzw");
    assert_eq!(anywhere.live_after(first, 3).to_string(), "");
}

#[test]
fn what_is_not_known_may_read_and_write() {
    let code = "mov r0, v0\n.word 0x84000000\nmov r0, v1\nend";
    let analysis = analyse_code(code);
    let first = find(&analysis, "mov r0, v0", 0);
    let liveness = analysis.liveness(Callers::Source);
    assert!(liveness.free_after(first).is_empty());
}
