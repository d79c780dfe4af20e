//! Operands: components, modifiers, masks, and the order of reads and writes.

use crate::common::{floats, o0, result};

const A: [f32; 4] = [1.0, -2.0, 3.0, -4.0];

#[track_caller]
fn check(line: &str, expected: [f32; 4]) {
    assert_eq!(result(line, &[floats(A)]), floats(expected), "{line}");
}

#[test]
fn lanes_are_reordered() {
    check("mov o0.xyzw, v0.wzyx", [-4.0, 3.0, -2.0, 1.0]);
    check("mov o0.xyzw, v0.y", [-2.0; 4]);
    check("mov o0.yw, v0.xyzw", [0.0, -2.0, 0.0, -4.0]);
}

#[test]
fn modifiers_apply_in_order() {
    check("mov o0.xyzw, -v0.xyzw", [-1.0, 2.0, -3.0, 4.0]);
    check("mov o0.xyzw, |v0.xyzw|", [1.0, 2.0, 3.0, 4.0]);
    check("mov o0.xyzw, -|v0.xyzw|", [-1.0, -2.0, -3.0, -4.0]);
    check("add o0.xyzw, v0.xyzw, -|v0.wwww|", [-3.0, -6.0, -1.0, -8.0]);
}

/// A one-component literal is replicated.
#[test]
fn literals() {
    check("mov o0.xyzw, l(2.5)", [2.5; 4]);
    check("mov o0.xyzw, l(1.0, 2.0, 3.0, 4.0)", [1.0, 2.0, 3.0, 4.0]);
    check("mov o0.xyzw, -l(1.0, 2.0, 3.0, 4.0)", [-1.0, -2.0, -3.0, -4.0]);
}

/// All sources are read before a destination is written.
#[test]
fn destinations_that_are_sources() {
    let text = "mov r0.xyzw, v0.xyzw\nadd r0.xyzw, r0.yxwz, r0.xyzw\nmov o0.xyzw, r0.xyzw\nret";
    assert_eq!(o0(text, &[floats(A)]), floats([-1.0, -1.0, -1.0, -1.0]));
    let swap = "mov r0.xyzw, v0.xyzw\nmov r1.xyzw, -v0.xyzw\nswapc r0.xyzw, r1.xyzw, l(1), r0.xyzw, r1.xyzw\n\
        mov o0.xy, r0.xyzw\nmov o0.zw, r1.xyzw\nret";
    assert_eq!(o0(swap, &[floats(A)]), floats([-1.0, 2.0, 3.0, -4.0]));
}

/// If both destinations are the same register, the second wins.
#[test]
fn two_destinations_in_one_register() {
    let text = "imul r0.x, r0.x, l(0x10000), l(0x10000)\nmov o0.xyzw, r0.xxxx\nret";
    assert_eq!(o0(text, &[]), [0; 4]);
    let text = "imul r0.x, r0.y, l(0x10000), l(0x10000)\nmov o0.xyzw, r0.xyzw\nret";
    assert_eq!(o0(text, &[]), [1, 0, 0, 0]);
}
