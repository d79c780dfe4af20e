//! Passes on booleans.

use insta::assert_snapshot;

use super::{after, build, number};
use crate::ir::{Block, Comparison, Logic, Type};

#[test]
fn selects_become_products() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let (zero, one) = (number(b, 0.0), number(b, 1.0));
        let (three, five) = (number(b, 3.0), number(b, 5.0));
        let less = b.compare(Comparison::Less, x, y);
        let general = b.select(less, x, y);
        let masked = b.select(less, zero, y);
        let with_one = b.select(less, one, y);
        let literals = b.select(less, three, five);
        vec![general, masked, with_one, literals]
    });
    assert_snapshot!(after(&["ssa", "lower-booleans"], &program), @"
    %34: int = slt in.x, in.y
    %35: int = sge in.x, in.y
    %36 = mad -%34, in.y, in.y
    %37 = mad %34, in.x, %36
    %38 = mul %35, in.y
    %39 = mad %35, in.y, %34
    %41 = mad %34, -2.0, 5.0
    output out: position = %37, %38, %39, %41
    ");
}

#[test]
fn opposites_need_no_subtraction() {
    let program = build(|b, of| {
        let (x, y, z) = (of.input(0), of.input(1), of.input(2));
        let less = b.compare(Comparison::Less, x, y);
        let equal = b.compare(Comparison::Equal, x, z);
        let neither = b.logic(Logic::Or, less, equal).negate();
        let neither = b.bool_to_float(neither);
        let one = b.logic(Logic::Xor, less, equal);
        let one = b.bool_to_float(one);
        let zero = number(b, 0.0);
        let is_zero = b.compare(Comparison::Equal, y, zero);
        let is_zero = b.bool_to_float(is_zero);
        vec![neither, one, is_zero]
    });
    assert_snapshot!(after(&["ssa", "lower-booleans"], &program), @"
    %35: int = slt in.x, in.y
    %36: int = sge in.x, in.y
    %37: int = sge in.x, in.z
    %38: int = sge in.z, in.x
    %39: int = mul %37, %38
    %40: int = slt in.x, in.z
    %41: int = slt in.z, in.x
    %42: int = add %40, %41
    %44: int = mul %36, %42
    %45: int = add %35, -%39
    %46: int = mul %45, %45
    %49 = max in.y, -in.y
    %50: int = sge 0.0, %49
    output out: position = %44, %46, %50
    ");
}

#[test]
fn flags_become_joins() {
    let program = build(|b, of| {
        let flag = of.flag;
        let chosen = b.select(flag.negate(), of.input(0), of.input(1));
        let other = b.select(flag, of.input(2), of.input(3));
        let number = b.bool_to_float(flag);
        vec![chosen, other, number]
    });
    assert_snapshot!(after(&["ssa", "lower-booleans"], &program), @"
    if flag
    phi %27: int = 1.0 | 0.0
    phi %21 = in.y | in.x
    phi %22 = in.z | in.w
    output out: position = %21, %22, %27
    ");
}

#[test]
fn conditions_stand_before_their_branches() {
    let program = build(|b, of| {
        let result = b.variable("result", Type::Float);
        let kept = b.variable("kept", Type::Bool);
        let less = b.compare(Comparison::Less, of.input(0), of.input(1));
        let equal = b.compare(Comparison::Equal, of.input(0), of.input(2));
        let either = b.logic(Logic::Or, less, equal);
        b.open();
        b.set(result, of.input(3));
        b.set(kept, less);
        let then = b.close();
        b.branch(either.negate(), then, Block::default());
        let kept = b.get(kept);
        b.open();
        b.set(result, of.input(2));
        let then = b.close();
        b.branch(kept, then, Block::default());
        vec![b.get(result)]
    });
    assert_snapshot!(after(&["ssa", "lower-booleans", "sink-comparisons"], &program), @"
    %34: int = slt in.x, in.y
    %49: bool = less in.x, in.y
    %50: bool = not-equal in.x, in.z
    %51: bool = and !%49, %50
    if %51
    phi %28 = in.w | 0.0
    phi %29: int = %34 | 0.0
    %52: bool = not-equal %29, 0.0
    if %52
    phi %30 = in.z | %28
    output out: position = %30
    ");
}
