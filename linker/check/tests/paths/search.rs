//! Paths through calls and conditions, and the limits of searches.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;

use crate::depth::chain;
use crate::support::{END, NOP, cmp, found, if_true, if_x, jump_if_false, mova, output, set, to, vertex, write};

fn unset(code: &[u32]) -> String {
    found(&vertex(code), Code::UnsetTemporary)
}

#[test]
fn calls_return_to_their_callers() {
    let call = to(Opcode::Call, 5, 2);
    assert_snapshot!(unset(&[call, set(1), call, output(0, 1), END, NOP, NOP]), @"");
    assert_snapshot!(unset(&[call, NOP, call, output(0, 1), END, NOP, NOP]), @r"
    3: `r1.x` may be read here before it is written
      0: calls
      2: calls
    ");
    // A call that may not happen, and one that does not.
    let may = if_true(Opcode::Callu, 0, 4, 2);
    assert_snapshot!(unset(&[may, output(0, 1), END, NOP, set(1), NOP]), @r"
    1: `r1.x` may be read here before it is written
      0: the condition does not hold
    ");
    let jump = if_true(Opcode::Jmpu, 0, 3, 0);
    let surely = if_true(Opcode::Callu, 0, 6, 2);
    let code = [jump, surely, END, surely, output(0, 1), END, set(1), NOP];
    assert_snapshot!(unset(&code), @"");
}

#[test]
fn branches_on_one_boolean_go_one_way() {
    let with = |second: u32| {
        unset(&[
            if_true(Opcode::Ifu, 0, 3, 0),
            set(1),
            NOP,
            second,
            output(0, 1),
            NOP,
            write(0),
            END,
        ])
    };
    // r1 is read where b0 is true, and where it is false.
    assert_snapshot!(with(jump_if_false(0, 6)), @"");
    assert_snapshot!(with(if_true(Opcode::Jmpu, 0, 6, 0)), @r"
    4: `r1.x` may be read here before it is written
      0: the condition does not hold
      3: the condition does not hold
    ");
    assert_snapshot!(with(if_true(Opcode::Jmpu, 1, 6, 0)), @r"
    4: `r1.x` may be read here before it is written
      0: the condition does not hold
      3: the condition does not hold
    ");
}

#[test]
fn branches_on_the_same_flags_go_one_way() {
    let with = |between: u32, value| {
        let second = if_x(Opcode::Jmpc, value, 7, 0);
        unset(&[
            cmp(),
            if_x(Opcode::Ifc, true, 4, 0),
            set(1),
            NOP,
            between,
            second,
            output(0, 1),
            write(0),
            END,
        ])
    };
    assert_snapshot!(with(NOP, false), @"");
    assert_snapshot!(with(NOP, true), @r"
    6: `r1.x` may be read here before it is written
      1: the condition does not hold
      5: the condition does not hold
    ");
    assert_snapshot!(with(cmp(), false), @r"
    6: `r1.x` may be read here before it is written
      1: the condition does not hold
      5: the condition does not hold
    ");
}

#[test]
fn searches_follow_eight_open_calls() {
    let last = [output(0, 1), NOP];
    assert_snapshot!(found(&chain(8, &last), Code::UnsetTemporary), @r"
    16: `r1.x` may be read here before it is written
      4: calls
      6: calls
      8: calls
      10: calls
      12: calls
      14: calls
    ");
    assert_snapshot!(found(&chain(9, &last), Code::UnsetTemporary), @"");
}

/// Returns words with more paths than a search follows: 15 booleans, each tested twice around a word. `last` are the
/// final words.
fn tangled(body: u32, last: &[u32]) -> Vec<u32> {
    let test = |n: u16| if_true(Opcode::Ifu, u8::try_from(n % 15).unwrap(), 2 * n + 2, 0);
    let mut code: Vec<_> = (0..30).flat_map(|n| [test(n), body]).collect();
    code.extend(last);
    code
}

#[test]
fn searches_give_up() {
    let file = vertex(&tangled(cmp(), &[mova(), mova(), output(0, 1), END]));
    // Faults that hang consoles are reported, without a path.
    assert_snapshot!(found(&file, Code::ConsecutiveMova), @r"
    61: two consecutive `mova` are executed, which hangs the console; put another instruction between them
    ");
    assert_snapshot!(found(&file, Code::UnsetTemporary), @"");
    let file = vertex(&[mova(), mova(), output(0, 1), END]);
    assert_snapshot!(found(&file, Code::ConsecutiveMova), @r"
    1: two consecutive `mova` are executed, which hangs the console; put another instruction between them
    ");
    assert_snapshot!(found(&file, Code::UnsetTemporary), @r"
    2: `r1.x` may be read here before it is written
    ");
}

#[test]
fn all_shaders_of_a_file_share_one_budget() {
    // Each shader but the last uses up the search budget.
    let with = |shaders: u32| -> Shbin {
        let tangle = tangled(cmp(), &[output(0, 1), END]);
        let mut file = vertex(&tangle);
        let size = u32::try_from(tangle.len()).unwrap();
        file.program.code.extend([NOP, output(0, 2), END]);
        let mut last = file.shaders[0].clone();
        (last.entry, last.end) = (size, size + 3);
        for _ in 1..shaders {
            let first = file.shaders[0].clone();
            file.shaders.push(first);
        }
        file.shaders.push(last);
        file
    };
    assert_snapshot!(found(&with(1), Code::UnsetTemporary), @r"
    63: `r2.x` may be read here before it is written
    ");
    assert_snapshot!(found(&with(11), Code::UnsetTemporary), @"");
}

#[test]
fn what_was_written_before_a_branch_on_flags_counts() {
    let branch = if_x(Opcode::Ifc, true, 4, 0);
    let file = vertex(&[cmp(), write(0), branch, write(0), NOP, END]);
    assert_snapshot!(found(&file, Code::OutputWrittenTwice), @r"
    3: the output `o0` (position) may already have been written, but must be written only once
      2: the condition holds
    ");
}

#[test]
fn booleans_that_do_not_matter_are_not_tracked() {
    let with = |last: &[u32]| unset(&tangled(set(2), last));
    let sets = if_true(Opcode::Ifu, 0, 62, 0);
    assert_snapshot!(with(&[sets, set(1), output(0, 1), END]), @r"
    62: `r1.x` may be read here before it is written
      60: the condition does not hold
    ");
    // Where they matter, they are tracked.
    let reads = if_true(Opcode::Ifu, 0, 64, 0);
    assert_snapshot!(with(&[sets, set(1), reads, output(0, 1), write(0), END]), @"");
    // A body that leads elsewhere matters.
    let leaves = if_true(Opcode::Ifu, 3, 65, 0);
    let last = [sets, set(1), leaves, write(0), END, output(0, 1), END];
    assert_snapshot!(with(&last), @r"
    65: `r1.x` may be read here before it is written
      60: the condition does not hold
      62: the condition does not hold
    ");
}
