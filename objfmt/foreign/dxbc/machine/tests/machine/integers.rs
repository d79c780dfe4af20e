//! Integer and bit instructions.

use crate::common::{o0, result, signed};

#[track_caller]
fn check(line: &str, inputs: &[[i32; 4]], expected: [i32; 4]) {
    let inputs: Vec<_> = inputs.iter().map(|input| signed(*input)).collect();
    assert_eq!(result(line, &inputs).map(u32::cast_signed), expected, "{line}");
}

const A: [i32; 4] = [5, -7, i32::MAX, 0];
const B: [i32; 4] = [3, 2, 1, -1];

#[test]
fn sums_and_products_wrap() {
    check("iadd o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [8, -5, i32::MIN, -1]);
    check("ineg o0.xyzw, v0.xyzw", &[A], [-5, 7, -i32::MAX, 0]);
    check("imad o0.xyzw, v0.xyzw, v1.xyzw, v0.xyzw", &[A, B], [20, -21, -2, 0]);
    check("umad o0.xyzw, v0.xyzw, v1.xyzw, v0.xyzw", &[A, B], [20, -21, -2, 0]);
}

#[test]
fn extremes() {
    check("imax o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [5, 2, i32::MAX, 0]);
    check("imin o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [3, -7, 1, -1]);
    check("umax o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [5, -7, i32::MAX, -1]);
    check("umin o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [3, 2, 1, 0]);
}

#[test]
fn comparisons() {
    check("ieq o0.xyzw, v0.xyzw, v0.xyzz", &[A], [-1, -1, -1, 0]);
    check("ine o0.xyzw, v0.xyzw, v0.xyzz", &[A], [0, 0, 0, -1]);
    check("ige o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [-1, 0, -1, -1]);
    check("ilt o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [0, -1, 0, 0]);
    check("uge o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [-1, -1, -1, 0]);
    check("ult o0.xyzw, v0.xyzw, v1.xyzw", &[A, B], [0, 0, 0, -1]);
}

/// The first destination has the high half, the second the low one.
#[test]
fn products_of_64_bits() {
    let operands = [[i32::MAX, -1, -1, 2], [4, 1, -1, 3]];
    check("imul o0.xyzw, null, v0.xyzw, v1.xyzw", &operands, [1, -1, 0, 0]);
    check("imul null, o0.xyzw, v0.xyzw, v1.xyzw", &operands, [-4, -1, 1, 6]);
    check("umul o0.xyzw, null, v0.xyzw, v1.xyzw", &operands, [1, 0, -2, 0]);
    check("umul null, o0.xyzw, v0.xyzw, v1.xyzw", &operands, [-4, -1, 1, 6]);
}

#[test]
fn division_by_zero_sets_all_bits() {
    let operands = [[7, -1, 6, 5], [2, 16, 0, 7]];
    check(
        "udiv o0.xyzw, null, v0.xyzw, v1.xyzw",
        &operands,
        [3, 0x0FFF_FFFF, -1, 0],
    );
    check("udiv null, o0.xyzw, v0.xyzw, v1.xyzw", &operands, [1, 15, -1, 5]);
}

#[test]
fn carries_and_borrows() {
    let operands = [[-1, 1, 2, 0], [1, 1, 3, 0]];
    check("uaddc o0.xyzw, null, v0.xyzw, v1.xyzw", &operands, [0, 2, 5, 0]);
    check("uaddc null, o0.xyzw, v0.xyzw, v1.xyzw", &operands, [1, 0, 0, 0]);
    check("usubb o0.xyzw, null, v0.xyzw, v1.xyzw", &operands, [-2, 0, -1, 0]);
    check("usubb null, o0.xyzw, v0.xyzw, v1.xyzw", &operands, [0, 0, 1, 0]);
}

#[test]
fn bits_of_words() {
    let operands = [[0b1100, -1, 0, 5], [0b1010, 1, 2, 5]];
    check("and o0.xyzw, v0.xyzw, v1.xyzw", &operands, [0b1000, 1, 0, 5]);
    check("or o0.xyzw, v0.xyzw, v1.xyzw", &operands, [0b1110, -1, 2, 5]);
    check("xor o0.xyzw, v0.xyzw, v1.xyzw", &operands, [0b0110, -2, 2, 0]);
    check("not o0.xyzw, v0.xyzw", &operands, [!0b1100, 0, -1, !5]);
    check("bfrev o0.xyzw, l(1, 2, 0, -1)", &[], [i32::MIN, 1 << 30, 0, -1]);
    check("countbits o0.xyzw, l(1, 6, 0, -1)", &[], [1, 2, 0, 32]);
}

/// Only the low five bits of the count are used.
#[test]
fn shifts() {
    let operands = [[1, -8, -8, 3], [33, 1, 34, 31]];
    check("ishl o0.xyzw, v0.xyzw, v1.xyzw", &operands, [2, -16, -32, i32::MIN]);
    check("ishr o0.xyzw, v0.xyzw, v1.xyzw", &operands, [0, -4, -2, 0]);
    check(
        "ushr o0.xyzw, v0.xyzw, v1.xyzw",
        &operands,
        [0, 0x7FFF_FFFC, 0x3FFF_FFFE, 0],
    );
}

#[test]
fn first_bits() {
    check("firstbit_hi o0.xyzw, l(1, -1, 0x00F0, 0)", &[], [31, 0, 24, -1]);
    check("firstbit_lo o0.xyzw, l(1, -1, 0x00F0, 0)", &[], [0, 0, 4, -1]);
    check("firstbit_shi o0.xyzw, l(1, -1, -2, 0)", &[], [31, -1, 31, -1]);
}

/// Width, offset, value. Bits past the end of the value are zeros, or the sign.
#[test]
fn fields() {
    let fields = [[4, 0, 8, 32], [4, 4, 28, 1]];
    check("ubfe o0.xyzw, v0.xyzw, v1.xyzw, l(0xF0000080)", &fields, [8, 0, 15, 0]);
    check("ibfe o0.xyzw, v0.xyzw, v1.xyzw, l(0xF0000080)", &fields, [-8, 0, -1, 0]);
    let insert = "bfi o0.xyzw, l(4, 0, 8, 4), l(4, 4, 28, 36), l(-1), l(0x00000F00)";
    check(insert, &[], [0xFF0, 0xF00, 0xF000_0F00_u32.cast_signed(), 0xFF0]);
}

#[test]
fn differences_of_bytes_skip_zeros_of_the_reference() {
    check(
        "msad o0.xyzw, l(0x01000510, 0, -1, 0), l(0x03FF0214), l(10)",
        &[],
        [19, 10, 10 + 252 + 253 + 235, 10],
    );
}

#[test]
fn negation_is_that_of_integers() {
    check("iadd o0.xyzw, v0.xyzw, -v1.xyzw", &[A, B], [2, -9, i32::MAX - 1, 1]);
    check("and o0.xyzw, -v0.xyzw, l(-1)", &[A], [-5, 7, -i32::MAX, 0]);
    check("itof o0.xyzw, -v0.wwww", &[A], [0; 4]);
}

#[test]
fn choices_move_bits() {
    let (test, a, b) = ([1, 0, i32::MIN, 0], [1, 2, 3, 4], [-1, -2, -3, -4]);
    check("movc o0.xyzw, v0.xyzw, v1.xyzw, v2.xyzw", &[test, a, b], [1, -2, 3, -4]);
    check(
        "swapc o0.xyzw, null, v0.xyzw, v1.xyzw, v2.xyzw",
        &[test, a, b],
        [-1, 2, -3, 4],
    );
    check(
        "swapc null, o0.xyzw, v0.xyzw, v1.xyzw, v2.xyzw",
        &[test, a, b],
        [1, -2, 3, -4],
    );
}

/// A signalling NaN, which arithmetic would change.
#[test]
fn moves_keep_bits() {
    let bits = [0x7F80_0001, 0xFFC0_0000, 1, 0x8000_0000];
    assert_eq!(result("mov o0.xyzw, v0.xyzw", &[bits]), bits);
    assert_eq!(
        o0("mov r0.xyzw, v0.xyzw\nmovc o0.xyzw, l(1), r0.xyzw, l(0)\nret", &[bits]),
        bits
    );
}
