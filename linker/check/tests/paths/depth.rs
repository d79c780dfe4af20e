//! The numbers of open calls, bodies of `if` and loops.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{END, NOP, found, if_true, to, vertex};

/// A block in which others are nested.
#[derive(Clone, Copy)]
enum Block {
    /// An `if` without an else-body.
    If,
    /// An `if` with an else-body.
    IfElse,
    Loop,
}

use Block::{If, IfElse, Loop};

/// Returns nested blocks from word `at` on, around some words. No two of them end together.
fn nested(blocks: &[Block], at: u16, inner: &[u32]) -> Vec<u32> {
    let Some((block, rest)) = blocks.split_first() else {
        return inner.to_vec();
    };
    let mut body = nested(rest, at + 1, inner);
    body.push(NOP);
    let behind = at + 1 + u16::try_from(body.len()).unwrap();
    let opener = match block {
        If => if_true(Opcode::Ifu, 0, behind, 0),
        IfElse => if_true(Opcode::Ifu, 0, behind, 1),
        Loop => to(Opcode::For, behind - 1, 0),
    };
    let mut all = vec![opener];
    all.extend(body);
    if matches!(block, IfElse) {
        all.push(NOP);
    }
    all
}

/// Returns a shader with nested blocks.
fn blocks(blocks: &[Block]) -> Shbin {
    let mut code = nested(blocks, 0, &[NOP]);
    code.extend([NOP, END]);
    vertex(&code)
}

/// Returns a shader with nested blocks around a call of a procedure with others.
fn blocks_and_called(outer: &[Block], inner: &[Block]) -> Shbin {
    let callee = nested(inner, 100, &[NOP]);
    let size = u8::try_from(callee.len()).unwrap() + 1;
    let mut code = nested(outer, 0, &[to(Opcode::Call, 100, size), NOP]);
    code.extend([NOP, END]);
    code.resize(100, NOP);
    code.extend(callee);
    code.extend([NOP, END]);
    vertex(&code)
}

/// Returns a shader with a chain of calls, each of the next procedure, and words in the last one.
pub(crate) fn chain(depth: u16, last: &[u32]) -> Shbin {
    let mut code = vec![to(Opcode::Call, 2, 2), END];
    for n in 1..depth {
        let size = if n + 1 < depth {
            2
        } else {
            u8::try_from(last.len()).unwrap()
        };
        code.extend([to(Opcode::Call, 2 + 2 * n, size), NOP]);
    }
    code.extend(last);
    code.push(END);
    vertex(&code)
}

#[test]
fn at_most_four_calls_are_open() {
    assert_snapshot!(found(&chain(4, &[NOP, NOP]), Code::CallDepth), @"");
    assert_snapshot!(found(&chain(5, &[NOP, NOP]), Code::CallDepth), @r"
    8: 5 calls are open after this, but the hardware keeps only 4
      0: calls
      2: calls
      4: calls
      6: calls
      8: calls
    ");
}

#[test]
fn at_most_eight_bodies_of_if_are_open() {
    let with = |all: &[Block]| found(&blocks(all), Code::IfDepth);
    assert_snapshot!(with(&[IfElse; 8]), @"");
    assert_snapshot!(with(&[IfElse; 9]), @r"
    8: 9 bodies of `if` are open after this, but the hardware keeps only 8
      3: the condition holds
      4: the condition holds
      5: the condition holds
      6: the condition holds
      7: the condition holds
      8: the condition holds
    ");
    // A body that the hardware forgets matters only if it has an else-body.
    assert_snapshot!(with(&[If; 9]), @"");
    let mut one = [If; 10];
    one[1] = IfElse;
    assert_snapshot!(with(&one), @r"
    9: 9 bodies of `if` are open after this, but the hardware keeps only 8
      4: the condition holds
      5: the condition holds
      6: the condition holds
      7: the condition holds
      8: the condition holds
      9: the condition holds
    ");
    one[0] = IfElse;
    one[1] = If;
    assert_snapshot!(with(&one), @r"
    8: 9 bodies of `if` are open after this, but the hardware keeps only 8
      3: the condition holds
      4: the condition holds
      5: the condition holds
      6: the condition holds
      7: the condition holds
      8: the condition holds
    ");
    one[0] = If;
    one[2] = IfElse;
    assert_snapshot!(with(&one), @"");
}

#[test]
fn at_most_four_loops_are_open() {
    assert_snapshot!(found(&blocks(&[Loop; 4]), Code::LoopDepth), @"");
    assert_snapshot!(found(&blocks(&[Loop; 5]), Code::LoopDepth), @r"
    4: 5 loops are open after this, but the hardware keeps only 4
    ");
    assert_snapshot!(found(&blocks(&[Loop, If, Loop, IfElse, Loop, Loop]), Code::LoopDepth), @"");
}

#[test]
fn blocks_of_callers_count() {
    let with = |outer: &[Block], inner: &[Block]| {
        let file = blocks_and_called(outer, inner);
        [Code::IfDepth, Code::LoopDepth].map(|code| found(&file, code)).concat()
    };
    assert_snapshot!(with(&[Loop; 2], &[Loop; 2]), @"");
    assert_snapshot!(with(&[Loop; 3], &[Loop; 2]), @r"
    101: 5 loops are open after this, but the hardware keeps only 4
      3: calls
    ");
    assert_snapshot!(with(&[IfElse; 4], &[IfElse; 4]), @"");
    assert_snapshot!(with(&[IfElse; 4], &[IfElse; 5]), @r"
    104: 9 bodies of `if` are open after this, but the hardware keeps only 8
      4: calls
      100: the condition holds
      101: the condition holds
      102: the condition holds
      103: the condition holds
      104: the condition holds
    ");
    assert_snapshot!(with(&[If; 4], &[If, IfElse, If, If, If]), @"");
}

#[test]
fn the_deepest_call_of_a_procedure_counts() {
    // The last procedure, with three loops, is called from the start and from within two loops.
    let inner = nested(&[Loop; 3], 50, &[NOP]);
    let size = u8::try_from(inner.len()).unwrap() + 1;
    let with = |loops: usize| {
        let call = to(Opcode::Call, 50, size);
        let mut code = vec![call, to(Opcode::Call, 20, 20), call, END];
        code.resize(20, NOP);
        code.extend(nested(&vec![Loop; loops], 20, &[call, NOP]));
        code.resize(50, NOP);
        code.extend(&inner);
        code.extend([NOP, END]);
        let file = vertex(&code);
        [Code::LoopDepth, Code::Recursion]
            .map(|code| found(&file, code))
            .concat()
    };
    assert_snapshot!(with(1), @"");
    assert_snapshot!(with(2), @r"
    52: 5 loops are open after this, but the hardware keeps only 4
      0: calls
      54: the loop ends
      55: the loop ends
      56: the loop ends
      1: calls
      22: calls
    ");
}

#[test]
fn procedures_that_call_an_open_one_are_recursive() {
    let with = |code: &[u32]| found(&vertex(code), Code::Recursion);
    let call = |start| to(Opcode::Call, start, 2);
    // a calls b, b calls a.
    assert_snapshot!(with(&[call(2), END, call(4), NOP, call(2), NOP]), @r"
    4: the procedure of word 0x002 is called while it is still running, and the hardware keeps only 4 calls
      0: calls
      2: calls
    ");
    // a and b call c.
    assert_snapshot!(with(&[call(3), call(5), END, call(7), NOP, call(7), NOP, NOP, NOP]), @"");
    // The recursive call cannot happen: `b0` is false and true.
    let impossible = [
        if_true(Opcode::Jmpu, 0, 2, 0),
        if_true(Opcode::Callu, 0, 3, 2),
        END,
        to(Opcode::Call, 3, 2),
        NOP,
    ];
    assert_snapshot!(with(&impossible), @"");
}
