//! Passes on control flow.

use insta::assert_snapshot;

use super::{after, build, shown};
use crate::ir::{Block, Builder, Comparison, Jump, Operand, Program, Type, VariableId};
use crate::passes::structurize;

/// `if condition { variable = value; jump }`
fn exit(b: &mut Builder, condition: Operand, set: Option<(VariableId, Operand)>, jump: Jump) {
    b.open();
    if let Some((variable, value)) = set {
        b.set(variable, value);
    }
    b.jump(jump);
    let then = b.close();
    b.branch(condition, then, Block::default());
}

/// Returns a loop that increases `variable` by `step`, and exits at its start when the variable reaches `limit`.
fn counting(limit: f32, step: f32) -> Program {
    build(|b, of| {
        let count = b.variable("count", Type::Int);
        let sum = b.variable("sum", Type::Float);
        b.open();
        let now = b.get(count);
        let limit = b.integer(limit);
        let done = b.compare(Comparison::GreaterEqual, now, limit);
        exit(b, done, None, Jump::Break(0));
        let before = b.get(sum);
        let after = b.multiply_add(before, of.input(0), now);
        b.set(sum, after);
        let step = b.integer(step);
        let next = b.add(now, step);
        b.set(count, next);
        let body = b.close();
        b.repeat(body);
        vec![b.get(sum)]
    })
}

#[test]
fn a_branch_that_leaves_a_loop_becomes_a_leave() {
    let program = build(|b, of| {
        let x = b.variable("x", Type::Float);
        b.open();
        let now = b.get(x);
        let one = b.literal(1.0);
        let done = b.compare(Comparison::Greater, now, one);
        exit(b, done, Some((x, one)), Jump::Break(0));
        let next = b.add(now, of.input(0));
        b.set(x, next);
        let body = b.close();
        b.repeat(body);
        vec![b.get(x)]
    });
    assert_snapshot!(after(&["structurize"], &program), @"
    loop
      %21 = $0 x
      %23: bool = greater %21, 1.0
      if %23
        $0 x = 1.0
      break if %23 with 
      %24 = add %21, in.x
      $0 x = %24
    %25 = $0 x
    output out: position = %25
    ");
    assert_snapshot!(after(&["structurize", "ssa"], &program), @"
    loop
      parameter %28 = 0.0, then %24
      %23: bool = greater %28, 1.0
      if %23
      phi %29 = 1.0 | %28
      break if %23 with %29
      %24 = add %28, in.x
    result %30
    output out: position = %30
    ");
}

#[test]
fn what_follows_an_early_exit_becomes_the_other_branch() {
    let program = build(|b, of| {
        let x = b.variable("x", Type::Float);
        b.open();
        let (one, two) = (b.literal(1.0), b.literal(2.0));
        let first = b.compare(Comparison::Less, of.input(0), one);
        exit(b, first, Some((x, one)), Jump::Break(0));
        let second = b.compare(Comparison::Less, of.input(1), one);
        exit(b, second, Some((x, two)), Jump::Break(0));
        b.set(x, of.input(2));
        let block = b.close();
        b.labelled(block);
        vec![b.get(x)]
    });
    assert_snapshot!(after(&["structurize"], &program), @"
    %23: bool = less in.x, 1.0
    if %23
      $0 x = 1.0
    else
      %24: bool = less in.y, 1.0
      if %24
        $0 x = 2.0
      else
        $0 x = in.z
    %25 = $0 x
    output out: position = %25
    ");
}

#[test]
fn a_jump_from_within_sets_a_flag() {
    let program = build(|b, of| {
        let x = b.variable("x", Type::Float);
        b.open();
        let one = b.literal(1.0);
        let outer = b.compare(Comparison::Less, of.input(0), one);
        let inner = b.compare(Comparison::Less, of.input(1), one);
        b.open();
        exit(b, inner, None, Jump::Break(0));
        b.set(x, one);
        let then = b.close();
        b.branch(outer, then, Block::default());
        let before = b.get(x);
        let sum = b.add(before, of.input(2));
        b.set(x, sum);
        let block = b.close();
        b.labelled(block);
        vec![b.get(x)]
    });
    assert_snapshot!(after(&["structurize"], &program), @"
    $1 end0 = false
    %22: bool = less in.x, 1.0
    %23: bool = less in.y, 1.0
    if %22
      if %23
        $1 end0 = true
      else
        $0 x = 1.0
    %28: bool = $1 end0
    if %28
    else
      %24 = $0 x
      %25 = add %24, in.z
      $0 x = %25
    %26 = $0 x
    output out: position = %26
    ");
    assert_snapshot!(after(&["structurize", "ssa"], &program), @"
    %22: bool = less in.x, 1.0
    %23: bool = less in.y, 1.0
    if %22
      if %23
      phi %32: bool = true | false
      phi %33 = 0.0 | 1.0
    phi %34: bool = %32 | false
    phi %35 = %33 | 0.0
    if %34
    else
      %25 = add %35, in.z
    phi %36 = %35 | %25
    output out: position = %36
    ");
}

#[test]
fn a_jump_leaves_all_loops_between() {
    let program = build(|b, of| {
        let x = b.variable("x", Type::Float);
        b.open();
        b.open();
        let one = b.literal(1.0);
        let now = b.get(x);
        let done = b.compare(Comparison::Greater, now, one);
        exit(b, done, None, Jump::Break(1));
        let again = b.compare(Comparison::Greater, now, of.input(1));
        exit(b, again, None, Jump::Continue(1));
        let next = b.add(now, of.input(0));
        b.set(x, next);
        let inner = b.close();
        b.repeat(inner);
        let outer = b.close();
        b.repeat(outer);
        vec![b.get(x)]
    });
    assert_snapshot!(after(&["structurize"], &program), @"
    loop
      $2 next0 = false
      $1 end0 = false
      $1 end0 = false
      $2 next0 = false
      loop
        $2 next0 = false
        $1 end0 = false
        %22 = $0 x
        %23: bool = greater %22, 1.0
        if %23
          $1 end0 = true
        break if %23 with 
        %24: bool = greater %22, in.y
        if %24
          $2 next0 = true
        break if %24 with 
        %25 = add %22, in.x
        $0 x = %25
      %33: bool = $1 end0
      break if %33 with 
    %26 = $0 x
    output out: position = %26
    ");
}

#[test]
fn too_many_exits_within_each_other_are_refused() {
    let mut program = build(|b, of| {
        b.open();
        for _ in 0..200 {
            let one = b.literal(1.0);
            let done = b.compare(Comparison::Less, of.input(0), one);
            exit(b, done, None, Jump::Break(0));
        }
        let block = b.close();
        b.labelled(block);
        vec![b.literal(0.0)]
    });
    assert!(structurize::run(&mut program).is_err());
}

#[test]
fn a_loop_with_a_constant_limit_is_counted() {
    let passes = ["structurize", "ssa", "trip-count", "fold", "simplify-phis", "dce"];
    assert_snapshot!(after(&passes, &counting(6.0, 2.0)), @"
    loop 3 times
      parameter %31 = 0.0, then %25
      parameter %32: int = 0.0, then %27
      %25 = mad %31, in.x, %32
      %27: int = add %32, 2.0
      end %25
    result %33
    output out: position = %33
    ");
    // A loop that runs too often for the GPU's counter stays as it is.
    let long = after(&passes, &counting(600.0, 2.0));
    assert!(long.contains("break if"), "{long}");
}

#[test]
fn a_loop_without_rounds_vanishes() {
    let passes = ["structurize", "ssa", "trip-count", "fold", "simplify-phis", "dce"];
    assert_snapshot!(after(&passes, &counting(0.0, 2.0)), @"output out: position = 0.0");
}

#[test]
fn a_short_loop_is_unrolled() {
    let passes = ["structurize", "ssa", "trip-count", "unroll", "fold", "cse", "dce"];
    assert_snapshot!(after(&passes, &counting(3.0, 1.0)), @"
    %42 = add in.x, 2.0
    output out: position = %42
    ");
    // The iterations of this one would take too many instructions.
    let long = after(&passes, &counting(100.0, 1.0));
    assert!(long.contains("loop 100 times"), "{long}");
}

#[test]
fn what_no_output_needs_disappears() {
    let mut program = counting(3.0, 1.0);
    for output in &mut program.outputs {
        output.components.clear();
    }
    assert_eq!(after(&["structurize", "ssa", "dce"], &program), "");
    assert!(shown(&program).contains("loop"));
}

#[test]
fn what_is_the_same_in_each_round_is_computed_before_the_loop() {
    let program = build(|b, of| {
        let x = b.variable("x", Type::Float);
        b.open();
        let now = b.get(x);
        let done = b.compare(Comparison::Greater, now, of.input(3));
        exit(b, done, None, Jump::Break(0));
        let same = b.multiply(of.input(0), of.input(1));
        let same = b.add(same, of.input(2));
        let next = b.multiply_add(now, same, same);
        b.set(x, next);
        let body = b.close();
        b.repeat(body);
        vec![b.get(x)]
    });
    assert_snapshot!(after(&["structurize", "ssa", "licm"], &program), @"
    %23 = mul in.x, in.y
    %24 = add %23, in.z
    loop
      parameter %29 = 0.0, then %25
      %22: bool = greater %29, in.w
      break if %22 with %29
      %25 = mad %29, %24, %24
    result %30
    output out: position = %30
    ");
}
