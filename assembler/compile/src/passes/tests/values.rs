//! Passes on operations.

use insta::assert_snapshot;

use super::{Leaves, after, build, number};
use crate::ir::{Array, Binary, Block, Builder, Comparison, Logic, Op, Operand, Type, Unary, UniformId};

fn element(b: &mut Builder, index: Operand) -> Operand {
    let op = Op::Element {
        array: Array::Uniform(UniformId(0)),
        row: 1,
        component: pica200_objfmt::isa::descriptor::Component::X,
        index,
    };
    b.value(op, Type::Float)
}

/// Returns the products of the components of an input and of a row, added from the left.
fn products(b: &mut Builder, of: &Leaves, row: usize, components: usize) -> Operand {
    let mut sum = None;
    for component in 0..components {
        let (x, y) = (of.input(component), of.row(row, component));
        let product = b.multiply(x, y);
        sum = Some(match sum {
            None => product,
            Some(sum) => b.add(sum, product),
        });
    }
    sum.expect("a lane")
}

#[test]
fn operations_with_literals_are_folded() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let (zero, one, two) = (b.literal(0.0), b.literal(1.0), b.literal(2.0));
        let same = b.add(x, zero);
        let same = b.multiply(same, one);
        let nothing = b.multiply(y, zero);
        let three = b.add(one, two);
        let number = b.multiply(x.negate(), three);
        let number = b.add(number.negate(), nothing);
        let none = b.add(y, y.negate());
        vec![same, number, none]
    });
    assert_snapshot!(after(&["ssa", "fold", "dce"], &program), @"
    %34 = mul in.x, 3.0
    output out: position = in.x, %34, 0.0
    ");
}

#[test]
fn selects_are_folded() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let (zero, one) = (b.literal(0.0), b.literal(1.0));
        let less = b.compare(Comparison::Less, x, y);
        let least = b.select(less, x, y);
        let most = b.select(less, y, x);
        let mask = b.select(less, one.negate(), zero);
        let is_set = b.compare(Comparison::NotEqual, mask, zero);
        let chosen = b.select(is_set.negate(), x, one);
        let inner = b.select(less, zero, y);
        let nested = b.select(less, inner, chosen);
        vec![least, most, chosen, nested]
    });
    assert_snapshot!(after(&["ssa", "fold", "cse", "dce"], &program), @"
    %23: bool = less in.x, in.y
    %24 = min in.x, in.y
    %25 = max in.y, in.x
    %28 = select %23, 1.0, in.x
    %30 = select %23, 0.0, in.x
    output out: position = %24, %25, %28, %30
    ");
}

#[test]
fn a_known_index_is_no_longer_an_element() {
    let program = build(|b, of| {
        let two = b.integer(2.0);
        let known = element(b, two);
        let index = b.unary(Unary::Floor, of.input(0));
        let next = b.add(index, two);
        let moved = element(b, next);
        let outside = b.integer(9.0);
        let outside = element(b, outside);
        vec![known, moved, outside]
    });
    assert_snapshot!(after(&["ssa", "fold", "dce"], &program), @"
    %23: int = flr in.x
    %25 = m[3 + %23].x
    %27 = m[1 + 9.0].x
    output out: position = m[3].x, %25, %27
    ");
}

#[test]
fn a_condition_is_known_in_its_branches() {
    let program = build(|b, of| {
        let result = b.variable("result", Type::Float);
        let less = b.compare(Comparison::Less, of.input(0), of.input(1));
        b.open();
        let chosen = b.select(less, of.input(2), of.input(3));
        b.set(result, chosen);
        let then = b.close();
        b.branch(less.negate(), then, Block::default());
        vec![b.get(result)]
    });
    assert_snapshot!(after(&["ssa", "fold", "dce"], &program), @"
    %21: bool = less in.x, in.y
    if %21
    phi %26 = 0.0 | in.w
    output out: position = %26
    ");
}

#[test]
fn equal_operations_are_shared() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let sum = b.add(x, y);
        let swapped = b.add(y, x);
        let less = b.compare(Comparison::Less, x, y);
        let opposite = b.compare(Comparison::LessEqual, y, x);
        let both = b.logic(Logic::And, less, opposite.negate());
        let number = b.bool_to_float(both);
        let product = b.multiply(sum, swapped);
        let least = b.binary(Binary::Minimum, x, y);
        let other = b.binary(Binary::Minimum, y, x);
        vec![product, number, least, other]
    });
    assert_snapshot!(after(&["ssa", "cse", "dce"], &program), @"
    %21 = add in.x, in.y
    %23: bool = less in.x, in.y
    %24: bool = less-equal in.y, in.x
    %25: bool = and %23, !%24
    %26: int = bool-to-float %25
    %27 = mul %21, %21
    %28 = min in.x, in.y
    %29 = min in.y, in.x
    output out: position = %27, %26, %28, %29
    ");
}

#[test]
fn limits_that_hold_anyway_vanish() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let (zero, one) = (b.literal(0.0), b.literal(1.0));
        let unit = b.binary(Binary::Maximum, zero, x);
        let unit = b.binary(Binary::Minimum, one, unit);
        let square = b.multiply(y, y);
        let positive = b.binary(Binary::Maximum, square, zero);
        let product = b.multiply(unit, unit);
        let again = b.binary(Binary::Minimum, product, one);
        let open = b.binary(Binary::Minimum, positive, one);
        let two = b.literal(2.0);
        let certain = b.binary(Binary::Slt, unit, two);
        vec![positive, again, open, certain]
    });
    assert_snapshot!(after(&["ssa", "ranges", "dce"], &program), @"
    %23 = max 0.0, in.x
    %24 = min 1.0, %23
    %25 = mul in.y, in.y
    %27 = mul %24, %24
    %29 = min %25, 1.0
    output out: position = %25, %27, %29, 1.0
    ");
}

#[test]
fn sums_of_products_become_dot_products() {
    let program = build(|b, of| {
        let four = products(b, of, 0, 4);
        let three = products(b, of, 1, 3);
        let last = of.row(1, 3);
        let homogeneous = b.add(three, last);
        let plain = products(b, of, 2, 3);
        let with_more = b.add(plain, of.input(0));
        let two = products(b, of, 3, 2);
        vec![four, homogeneous, with_more, two]
    });
    assert_snapshot!(after(&["ssa", "reassociate", "fma"], &program), @"
    %27 = dp4 in.x, in.y, in.z, in.w, m[0].x, m[0].y, m[0].z, m[0].w
    %33 = dph in.x, in.y, in.z, m[1].x, m[1].y, m[1].z, m[1].w
    %39 = dph m[2].x, m[2].y, m[2].z, in.x, in.y, in.z, in.x
    %40 = mul in.x, m[3].x
    %42 = mad in.y, m[3].y, %40
    output out: position = %27, %33, %39, %42
    ");
}

#[test]
fn a_sum_with_one_is_taken_for_another_one() {
    let program = build(|b, of| {
        let (one, two) = (number(b, 1.0), number(b, 2.0));
        let sum = b.add(of.input(0), one);
        let twice = b.multiply(of.input(0), two);
        let twice = b.add(two, twice);
        let other = b.multiply_add(two, of.input(1), two);
        vec![sum, twice, other]
    });
    assert_snapshot!(after(&["ssa", "matrix-chain", "dce"], &program), @"
    %23 = add in.x, 1.0
    %25 = mul %23, 2.0
    %26 = mad 2.0, in.y, 2.0
    output out: position = %23, %25, %26
    ");
}

#[test]
fn sums_of_integers_keep_their_order() {
    let program = build(|b, of| {
        let [x, y, z, w] = [0, 1, 2, 3].map(|component| {
            let component = of.input(component);
            b.value(Op::Unary(crate::ir::Unary::Floor, component), Type::Int)
        });
        let large = b.integer(65536.0);
        let product = b.multiply(x, large);
        let first = b.subtract(product, w);
        let [second, third] = [y, z].map(|component| b.multiply(component, large));
        let sum = b.add(first, second);
        vec![b.subtract(sum, third)]
    });
    let text = after(&["ssa", "matrix-chain", "reassociate", "fma"], &program);
    assert!(!text.contains("dp"), "{text}");
}

#[test]
fn the_order_of_a_sum_may_be_kept() {
    let program = build(|b, of| {
        let first = b.add(of.input(3), of.input(2));
        let sum = products(b, of, 0, 3);
        let rest = b.multiply(of.input(3), of.row(0, 3));
        let first = b.add(first, rest);
        vec![b.add(first, sum)]
    });
    assert_snapshot!(after(&["ssa", "reassociate", "fma"], &program), @"
    %32 = dp4 in.w, in.x, in.y, in.z, m[0].w, m[0].x, m[0].y, m[0].z
    %33 = add %32, in.w
    %29 = add %33, in.z
    output out: position = %29
    ");
    assert_snapshot!(after(&["strict", "ssa", "reassociate", "fma"], &program), @"
    %21 = add in.w, in.z
    %26 = dp3 in.x, in.y, in.z, m[0].x, m[0].y, m[0].z
    %28 = mad in.w, m[0].w, %21
    %29 = add %28, %26
    output out: position = %29
    ");
}

#[test]
fn products_of_components_of_many_registers_stay() {
    let program = build(|b, of| {
        let mut sum = number(b, 0.0);
        for row in 0..4 {
            let product = b.multiply(of.input(0), of.row(row, 1));
            sum = b.add(sum, product);
        }
        vec![sum]
    });
    assert_snapshot!(after(&["ssa", "fold", "reassociate", "fma"], &program), @"
    %22 = mul in.x, m[0].y
    %25 = mad in.x, m[1].y, %22
    %27 = mad in.x, m[2].y, %25
    %29 = mad in.x, m[3].y, %27
    output out: position = %29
    ");
}

#[test]
fn small_branches_become_selects() {
    let program = build(|b, of| {
        let result = b.variable("result", Type::Float);
        let less = b.compare(Comparison::Less, of.input(0), of.input(1));
        b.set(result, of.input(2));
        b.open();
        let zero = b.literal(0.0);
        b.set(result, zero);
        let then = b.close();
        b.branch(less, then, Block::default());
        vec![b.get(result)]
    });
    assert_snapshot!(after(&["ssa", "if-conversion"], &program), @"
    %21: bool = less in.x, in.y
    %26 = select %21, 0.0, in.z
    output out: position = %26
    ");
}

#[test]
fn outputs_are_computed_with_their_signs() {
    let program = build(|b, of| {
        let (x, y) = (of.input(0), of.input(1));
        let product = b.multiply(x, y).negate();
        let shared = b.add(x, y);
        let least = b.binary(Binary::Minimum, x, shared).negate();
        vec![product, shared.negate(), least, y.negate()]
    });
    assert_snapshot!(after(&["ssa", "fold-negation"], &program), @"
    %21 = mul -in.x, in.y
    %22 = add in.x, in.y
    %23 = max -in.x, -%22
    output out: position = %21, -%22, %23, -in.y
    ");
}
