//! Float instructions.

use crate::common::{floats, o0, result, signed};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Checks the bits of a result. Any NaN matches any other.
#[track_caller]
fn check(line: &str, inputs: &[[f32; 4]], expected: [f32; 4]) {
    let inputs: Vec<_> = inputs.iter().map(|input| floats(*input)).collect();
    let found = result(line, &inputs).map(f32::from_bits);
    for (found, expected) in found.into_iter().zip(expected) {
        let is_equal = found.to_bits() == expected.to_bits();
        assert!(
            is_equal || found.is_nan() && expected.is_nan(),
            "{line}: {found} is not {expected}"
        );
    }
}

#[test]
fn arithmetic() {
    let (a, b) = ([1.0, -2.0, 0.0, INF], [4.0, 0.5, 0.0, INF]);
    check("add o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [5.0, -1.5, 0.0, INF]);
    check("mul o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [4.0, -1.0, 0.0, INF]);
    check("div o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [0.25, -4.0, NAN, NAN]);
    check("mad o0.xyzw, v0.xyzw, v1.xyzw, l(1.0)", &[a, b], [5.0, 0.0, 1.0, INF]);
    check("rcp o0.xyzw, v0.xyzw", &[[2.0, -0.0, INF, NAN]], [0.5, -INF, 0.0, NAN]);
    check(
        "sqrt o0.xyzw, v0.xyzw",
        &[[4.0, -0.0, -1.0, INF]],
        [2.0, -0.0, NAN, INF],
    );
    check("rsq o0.xyzw, v0.xyzw", &[[4.0, 0.0, -1.0, INF]], [0.5, INF, NAN, 0.0]);
    check(
        "exp o0.xyzw, v0.xyzw",
        &[[3.0, -1.0, -INF, 128.0]],
        [8.0, 0.5, 0.0, INF],
    );
    check("log o0.xyzw, v0.xyzw", &[[8.0, 0.0, -1.0, INF]], [3.0, -INF, NAN, INF]);
}

/// The operand that is not NaN wins.
#[test]
fn extremes() {
    let (a, b) = ([1.0, NAN, 2.0, NAN], [-1.0, 3.0, NAN, NAN]);
    check("max o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [1.0, 3.0, 2.0, NAN]);
    check("min o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [-1.0, 3.0, 2.0, NAN]);
}

#[test]
fn rounding() {
    let a = [2.5, -2.5, 3.5, -0.25];
    check("round_ne o0.xyzw, v0.xyzw", &[a], [2.0, -2.0, 4.0, -0.0]);
    check("round_ni o0.xyzw, v0.xyzw", &[a], [2.0, -3.0, 3.0, -1.0]);
    check("round_pi o0.xyzw, v0.xyzw", &[a], [3.0, -2.0, 4.0, -0.0]);
    check("round_z o0.xyzw, v0.xyzw", &[a], [2.0, -2.0, 3.0, -0.0]);
    check("frc o0.xyzw, v0.xyzw", &[a], [0.5, 0.5, 0.5, 0.75]);
}

/// The sum is in all components of the mask, and in no others.
#[test]
fn sums_of_products() {
    let (a, b) = ([1.0, 2.0, 3.0, 4.0], [1.0, 10.0, 100.0, 1000.0]);
    check("dp2 o0.xyzw, v0.xyzw, v1.xyzw", &[a, b], [21.0; 4]);
    check("dp3 o0.xz, v0.xyzw, v1.xyzw", &[a, b], [321.0, 0.0, 321.0, 0.0]);
    check("dp4 o0.w, v0.xyzw, v1.xyzw", &[a, b], [0.0, 0.0, 0.0, 4321.0]);
}

#[test]
fn sines_and_cosines() {
    let input = floats([0.0, 1.0, -1.0, 0.5]);
    let found = o0(
        "sincos r0.xyzw, r1.xyzw, v0.xyzw\nmov o0.xyz, r0.xyzw\nmov o0.w, r1.y\nret",
        &[input],
    );
    let expected = [0.0, 0.841_471, -0.841_471, 0.540_302_3];
    for (found, expected) in found.map(f32::from_bits).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }
    check("sincos null, o0.x, v0.x", &[[0.0; 4]], [1.0, 0.0, 0.0, 0.0]);
    check("sincos o0.y, null, v0.x", &[[0.0; 4]], [0.0; 4]);
}

/// With NaN, only `ne` holds.
#[test]
fn comparisons() {
    let inputs = [floats([1.0, 2.0, 0.0, NAN]), floats([2.0, 1.0, -0.0, NAN])];
    for (line, expected) in [
        ("eq o0.xyzw, v0.xyzw, v1.xyzw", [0, 0, -1, 0]),
        ("ne o0.xyzw, v0.xyzw, v1.xyzw", [-1, -1, 0, -1]),
        ("ge o0.xyzw, v0.xyzw, v1.xyzw", [0, -1, -1, 0]),
        ("lt o0.xyzw, v0.xyzw, v1.xyzw", [-1, 0, 0, 0]),
    ] {
        assert_eq!(result(line, &inputs), signed(expected), "{line}");
    }
}

/// NaN becomes 0, and so does -0.
#[test]
fn saturation() {
    check(
        "mov_sat o0.xyzw, v0.xyzw",
        &[[2.0, -1.0, NAN, 0.25]],
        [1.0, 0.0, 0.0, 0.25],
    );
    check(
        "add_sat o0.xyzw, v0.xyzw, v0.xyzw",
        &[[0.25, -0.0, INF, 1.0]],
        [0.5, 0.0, 1.0, 1.0],
    );
    check("itof_sat o0.xyzw, l(0, 1, 2, -1)", &[], [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(result("iadd_sat o0.xyzw, l(5), l(6)", &[]), [11; 4]);
}

#[test]
fn conversions_to_integers() {
    let inputs = [floats([1.9, -1.9, 1e20, NAN])];
    assert_eq!(result("ftoi o0.xyzw, v0.xyzw", &inputs), signed([1, -1, i32::MAX, 0]));
    assert_eq!(result("ftoi o0.xyzw, -v0.zzzz", &inputs), signed([i32::MIN; 4]));
    assert_eq!(result("ftou o0.xyzw, v0.xyzw", &inputs), [1, 0, u32::MAX, 0]);
}

/// Integers beyond 2^24 are rounded to the nearest float, ties to even.
#[test]
fn conversions_from_integers() {
    let inputs = [signed([-3, 16_777_217, 16_777_219, -1])];
    let found = result("itof o0.xyzw, v0.xyzw", &inputs).map(f32::from_bits);
    assert_eq!(found, [-3.0, 16_777_216.0, 16_777_220.0, -1.0]);
    let found = result("utof o0.xyzw, v0.xyzw", &inputs).map(f32::from_bits);
    assert_eq!(found[3], 4_294_967_296.0);
}

#[test]
fn halves() {
    let found = result("f32tof16 o0.xyzw, v0.xyzw", &[floats([1.0, -0.5, 1e9, 0.0])]);
    assert_eq!(found, [0x3C00, 0xB800, 0x7C00, 0]);
    check(
        "f16tof32 o0.xyzw, l(0x3C00, 0xFFFFB800, 0x7C00, 1)",
        &[],
        [1.0, -0.5, INF, 5.960_464_5e-8],
    );
}
