//! Doubles: the components x and y hold one, z and w another.

use crate::common::{doubles, floats, result, signed};

const A: [f64; 2] = [1.5, -2.0];
const B: [f64; 2] = [0.25, 8.0];

#[track_caller]
fn check(line: &str, expected: [f64; 2]) {
    let inputs = [doubles(A), doubles(B), [1, 1, 0, 0], signed([3, -4, 0, 0])];
    assert_eq!(result(line, &inputs), doubles(expected), "{line}");
}

#[test]
fn arithmetic() {
    check("dadd o0.xyzw, v0.xyzw, v1.xyzw", [1.75, 6.0]);
    check("dmul o0.xyzw, v0.xyzw, v1.xyzw", [0.375, -16.0]);
    check("ddiv o0.xyzw, v0.xyzw, v1.xyzw", [6.0, -0.25]);
    check("dmin o0.xyzw, v0.xyzw, v1.xyzw", [0.25, -2.0]);
    check("dmax o0.xyzw, v0.xyzw, v1.xyzw", [1.5, 8.0]);
    check("dfma o0.xyzw, v0.xyzw, v1.xyzw, v0.xyzw", [1.875, -18.0]);
    check("drcp o0.xyzw, v1.xyzw", [4.0, 0.125]);
    check("dmov o0.xyzw, v0.zwxy", [-2.0, 1.5]);
    check("dmovc o0.xyzw, v2.xxzz, v0.xyzw, v1.xyzw", [1.5, 8.0]);
    check("dadd o0.xyzw, v0.xyzw, d(1.0, 2.5)", [2.5, 0.5]);
}

#[test]
fn modifiers_and_saturation() {
    check("dmov o0.xyzw, -v0.xyzw", [-1.5, 2.0]);
    check("dmov o0.xyzw, |v0.xyzw|", [1.5, 2.0]);
    check("dmov o0.xyzw, -|v0.xyzw|", [-1.5, -2.0]);
    check("dadd_sat o0.xyzw, v0.xyzw, v0.xyzw", [1.0, 0.0]);
}

#[test]
fn pairs_of_the_mask() {
    check("dadd o0.zw, v0.xyxy, v1.xyxy", [0.0, 1.75]);
    check("dadd o0.xy, v0.zwzw, v1.zwzw", [6.0, 0.0]);
}

/// 32-bit results go to the components of the mask in order.
#[test]
fn comparisons() {
    let inputs = [doubles(A), doubles(B)];
    for (line, expected) in [
        ("dlt o0.xy, v0.xyzw, v1.xyzw", [0, -1, 0, 0]),
        ("dge o0.xz, v0.xyzw, v1.xyzw", [-1, 0, 0, 0]),
        ("dge o0.zw, v1.xyzw, v0.xyzw", [0, 0, 0, -1]),
        ("deq o0.xy, v0.xyzw, v0.xyxy", [-1, 0, 0, 0]),
        ("dne o0.yw, v0.xyzw, v0.xyxy", [0, 0, 0, -1]),
    ] {
        assert_eq!(result(line, &inputs), signed(expected), "{line}");
    }
}

#[test]
fn conversions() {
    let inputs = [doubles([1.5, -2.75]), doubles([1e300, f64::NAN])];
    let found = result("dtof o0.yw, v0.xyzw", &inputs);
    assert_eq!(found, floats([0.0, 1.5, 0.0, -2.75]));
    assert_eq!(result("dtoi o0.xy, v0.xyzw", &inputs), signed([1, -2, 0, 0]));
    assert_eq!(result("dtou o0.xy, v0.xyzw", &inputs), [1, 0, 0, 0]);
    assert_eq!(result("dtoi o0.xy, v1.xyzw", &inputs), signed([i32::MAX, 0, 0, 0]));
    check("ftod o0.xyzw, l(1.5, -2.0, 9.0, 9.0)", [1.5, -2.0]);
    check("ftod o0.zw, l(1.5, -2.0, 9.0, 9.0)", [0.0, 1.5]);
    check("itod o0.xyzw, v3.xyxx", [3.0, -4.0]);
    check("utod o0.xyzw, v3.xyxx", [3.0, 4_294_967_292.0]);
}
