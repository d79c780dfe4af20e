//! Words that vertex shaders cannot address, and that execute only because the hardware deviates from structured
//! control flow.
//!
//! Each program first takes a call whose last word is a jump. The hardware closes the procedure instead of jumping, so
//! it returns; in structured control flow, the call never returns.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, cmp, found, if_true, if_x, jump_if_false, output, to, vertex, vertex_from};

/// The first word that no vertex shader can address.
const FAR: u16 = 512;

fn jump(boolean: u8, start: u16) -> u32 {
    if_true(Opcode::Jmpu, boolean, start, 0)
}

/// Returns the diagnostics on words that are followed by words that are too far.
fn far(code: &[u32]) -> String {
    let mut code = code.to_vec();
    code.resize(FAR.into(), END);
    code.extend([NOP, END]);
    found(&vertex(&code), Code::VertexCodeTooFar)
}

/// Like [`far`], for words from word 2 on that only the hardware reaches. `b0` is true there.
fn behind_lost_call(code: &[u32]) -> String {
    let mut all = vec![jump_if_false(0, 30), to(Opcode::Call, 31, 1)];
    all.extend(code);
    all.resize(31, END);
    all.push(jump(0, 30));
    far(&all)
}

#[test]
fn blocks_lead_to_far_words() {
    assert_snapshot!(far(&[to(Opcode::Call, FAR, 1), END]), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: calls
    ");
    assert_snapshot!(far(&[NOP, END]), @"");
    let mut code = vec![NOP; FAR.into()];
    code[511] = END;
    assert_snapshot!(found(&vertex(&code), Code::VertexCodeTooFar), @"");
    code[511] = NOP;
    code.push(END);
    assert_snapshot!(found(&vertex(&code), Code::VertexCodeTooFar), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
    ");
}

#[test]
fn a_lost_branch_leads_to_far_words() {
    assert_snapshot!(behind_lost_call(&[to(Opcode::Call, FAR, 1)]), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: calls
    ");
    assert_snapshot!(behind_lost_call(&[jump(0, FAR)]), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: the condition holds
    ");
    assert_snapshot!(behind_lost_call(&[END, to(Opcode::Call, FAR, 1)]), @"");
}

#[test]
fn a_call_in_the_last_word_of_an_if_does_not_happen() {
    let code = [
        jump_if_false(0, 6),
        if_true(Opcode::Ifu, 0, 3, 0),
        to(Opcode::Call, 7, 1),
        to(Opcode::Call, FAR, 1),
        END,
        END,
        END,
        END,
    ];
    assert_snapshot!(far(&code), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: the condition holds
      2: calls
      3: calls
    ");
}

#[test]
fn conditions_that_do_not_hold_lead_nowhere() {
    // `b1` is false after the first word.
    let with = |words: &[u32]| {
        let code: Vec<_> = [jump(1, 30)].iter().chain(words).copied().collect();
        behind_lost_call(&code)
    };
    assert_snapshot!(with(&[if_true(Opcode::Callu, 1, FAR, 1), END]), @"");
    assert_snapshot!(with(&[jump(1, FAR), END]), @"");
    assert_snapshot!(with(&[if_true(Opcode::Ifu, 1, 5, 0), to(Opcode::Call, FAR, 1), END]), @"");
    // The else-body.
    let to_else = [if_true(Opcode::Ifu, 1, 6, 1), END, NOP, to(Opcode::Call, FAR, 1), END];
    assert_snapshot!(with(&to_else), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: the condition does not hold
      3: the condition does not hold
      6: calls
    ");
}

#[test]
fn execution_continues_behind_else_bodies() {
    let code = [
        if_true(Opcode::Ifu, 0, 4, 2),
        NOP,
        END,
        END,
        to(Opcode::Call, FAR, 1),
        END,
    ];
    assert_snapshot!(behind_lost_call(&code), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: the condition holds
      6: calls
    ");
    // The word after the else-body ends the shader, the one before it does not.
    let code = [if_true(Opcode::Ifu, 0, 4, 2), NOP, END, to(Opcode::Call, FAR, 1), END];
    assert_snapshot!(behind_lost_call(&code), @"");
}

#[test]
fn loops_run_again_and_end() {
    // A jump in the last word of a loop is lost, so the loop ends.
    let lost = [
        jump_if_false(0, 4),
        to(Opcode::For, 2, 0),
        jump(0, 4),
        to(Opcode::Call, FAR, 1),
        END,
    ];
    assert_snapshot!(far(&lost), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      2: the condition holds
      3: calls
    ");
    // `cmp.x` is false until the second iteration.
    let second = [
        if_x(Opcode::Jmpc, true, 30, 0),
        to(Opcode::For, 5, 0),
        if_x(Opcode::Jmpc, true, 7, 0),
        cmp(),
        END,
        to(Opcode::Call, FAR, 1),
        END,
    ];
    assert_snapshot!(behind_lost_call(&second), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      31: the condition holds
      2: the condition does not hold
      4: the condition does not hold
      5: the loop runs once more
      4: the condition holds
      7: calls
    ");
}

#[test]
fn breaks_leave_loops() {
    let with = |leave: u32| {
        let code = [
            if_x(Opcode::Jmpc, true, 30, 0),
            to(Opcode::For, 6, 0),
            leave,
            END,
            NOP,
            to(Opcode::Call, FAR, 1),
            END,
        ];
        behind_lost_call(&code)
    };
    assert_snapshot!(with(Opcode::Break.base_word()), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: the condition does not hold
      7: calls
    ");
    assert_snapshot!(with(if_x(Opcode::Breakc, false, 0, 0)), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: the condition does not hold
      1: calls
      31: the condition holds
      2: the condition does not hold
      4: leaves the loop
      7: calls
    ");
    assert_snapshot!(with(if_x(Opcode::Breakc, true, 0, 0)), @"");
}

#[test]
fn a_break_in_the_last_word_does_not_run_the_loop_again() {
    // A second iteration would reach the far word.
    let code = [
        if_x(Opcode::Jmpc, true, 30, 0),
        to(Opcode::For, 6, 0),
        if_x(Opcode::Jmpc, true, 8, 0),
        cmp(),
        Opcode::Break.base_word(),
        END,
        to(Opcode::Call, FAR, 1),
        END,
    ];
    assert_snapshot!(behind_lost_call(&code), @"");
}

#[test]
fn execution_runs_past_the_entry_procedure() {
    let with = |last: u32| {
        let mut code = vec![NOP, last, to(Opcode::Call, FAR, 1)];
        code.resize(usize::from(FAR) + 2, END);
        found(&vertex_from(0, 2, &code), Code::VertexCodeTooFar)
    };
    assert_snapshot!(with(NOP), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      2: calls
    ");
    assert_snapshot!(with(END), @"");
}

#[test]
fn the_outermost_of_five_calls_does_not_return() {
    let with = |depth: u16| {
        // Procedure n starts at word 2 + 3 * n; the third word follows it.
        let mut code = vec![to(Opcode::Call, 2, 2), END];
        for n in 1..depth {
            let behind = if n == 1 { to(Opcode::Call, FAR, 1) } else { END };
            code.extend([to(Opcode::Call, 2 + 3 * n, 2), NOP, behind]);
        }
        code.extend([NOP, NOP, END]);
        far(&code)
    };
    assert_snapshot!(with(4), @"");
    assert_snapshot!(with(5), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
      0: calls
      2: calls
      5: calls
      8: calls
      11: calls
      4: calls
    ");
}

/// Returns words that are not too far in structured control flow, with more paths than a search follows: 15 booleans,
/// each tested twice.
fn tangled() -> Vec<u32> {
    let test = |n: u16| if_true(Opcode::Ifu, 1 + u8::try_from(n % 15).unwrap(), 3 + n, 0);
    let mut code = vec![jump_if_false(0, 40), to(Opcode::Call, 41, 1)];
    code.extend((0..30).map(test));
    code.resize(41, END);
    code.push(jump(0, 40));
    code
}

#[test]
fn too_many_paths_count_as_far() {
    assert_snapshot!(far(&tangled()), @r"
    512: the vertex shader that starts at the entry procedure executes word 512, but vertex shaders can address only words 0 to 511
    ");
}

#[test]
fn searches_for_far_words_count() {
    // Each shader but the last uses up the search budget.
    let with = |shaders: usize| {
        let mut code = tangled();
        code.resize(FAR.into(), END);
        code.extend([NOP, output(0, 1), END]);
        let mut file = vertex(&code);
        let mut last = file.shaders[0].clone();
        last.entry = FAR.into();
        file.shaders = vec![file.shaders[0].clone(); shaders];
        file.shaders.push(last);
        found(&file, Code::UnsetTemporary)
    };
    assert_snapshot!(with(1), @r"
    513: `r1.x` may be read here before it is written
    ");
    assert_snapshot!(with(11), @"");
}
