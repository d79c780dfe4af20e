//! The arithmetic of instructions. Numbers are `f32`, as in emulators that were tested against the machine.

use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;

use crate::registers::Vector;

/// `a * b`, where 0 times an infinity is 0. The product is NaN if a factor is NaN, even if the other one is 0.
///
/// Tested emulators do this: they give 0 where `f32` gives NaN although neither factor is NaN. Notes about the machine
/// that state 0 for 0 times NaN name the same emulators as their source. The sign of such a zero is not known; it is
/// positive here.
#[inline(always)]
pub(crate) fn multiply(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product.is_nan() & !a.is_nan() & !b.is_nan() {
        0.0
    } else {
        product
    }
}

/// `a > b ? a : b`: the second operand wins if either is NaN, and if both are zeros.
#[inline(always)]
pub(crate) fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `a < b ? a : b`: the second operand wins if either is NaN, and if both are zeros.
#[inline(always)]
pub(crate) fn minimum(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

#[inline(always)]
fn lanes(a: Vector, b: Vector, operation: impl Fn(f32, f32) -> f32) -> Vector {
    [
        operation(a[0], b[0]),
        operation(a[1], b[1]),
        operation(a[2], b[2]),
        operation(a[3], b[3]),
    ]
}

/// The sum of the products of the components, added from 0 in the order x, y, z, w.
#[inline(always)]
fn dot<const N: usize>(a: Vector, b: Vector) -> Vector {
    let mut sum = 0.0;
    for (a, b) in a.into_iter().zip(b).take(N) {
        sum += multiply(a, b);
    }
    [sum; 4]
}

/// An approximation of the lighting instruction. It is known to clamp `x` and `w` to at least 0 and `y` to the range of
/// an exponent; its other effects are not known. Here, `z` is 0 and the flags stay the same.
fn lighting(a: Vector) -> Vector {
    /// The highest number with 8 bits before the point and 8 after it.
    const HIGHEST: f32 = 127.996_09;
    let [x, y, _, w] = a;
    [
        maximum(x, 0.0),
        maximum(minimum(y, HIGHEST), -HIGHEST),
        0.0,
        maximum(w, 0.0),
    ]
}

/// The result of an instruction that writes a vector; `None` for other instructions. `source` gives the operands and is
/// called only for those that the instruction has.
///
/// `ex2`, `lg2`, `rcp` and `rsq` are as exact as `f32`, because the machine's rounding is not known. `rsq` of a
/// negative number is NaN, and of -0 negative infinity; `lg2` of a zero is negative infinity, and of a negative number
/// NaN.
#[inline(always)]
pub(crate) fn result(opcode: Opcode, source: impl Fn(usize) -> Vector) -> Option<Vector> {
    let both = |operation: fn(f32, f32) -> f32| lanes(source(0), source(1), operation);
    let of_x = |operation: fn(f32) -> f32| [operation(source(0)[0]); 4];
    Some(match opcode {
        Opcode::Add => lanes(source(0), source(1), |a, b| a + b),
        Opcode::Mul => lanes(source(0), source(1), multiply),
        Opcode::Mad | Opcode::Madi => {
            let product = lanes(source(0), source(1), multiply);
            lanes(product, source(2), |a, b| a + b)
        }
        Opcode::Mov => source(0),
        Opcode::Dp3 => dot::<3>(source(0), source(1)),
        Opcode::Dp4 => dot::<4>(source(0), source(1)),
        Opcode::Dph | Opcode::Dphi => {
            let [x, y, z, _] = source(0);
            dot::<4>([x, y, z, 1.0], source(1))
        }
        Opcode::Max => both(maximum),
        Opcode::Min => both(minimum),
        Opcode::Sge | Opcode::Sgei => both(|a, b| flag(a >= b)),
        Opcode::Slt | Opcode::Slti => both(|a, b| flag(a < b)),
        Opcode::Flr => source(0).map(f32::floor),
        Opcode::Rcp => of_x(|x| 1.0 / x),
        Opcode::Rsq => of_x(|x| 1.0 / x.sqrt()),
        Opcode::Ex2 => of_x(f32::exp2),
        Opcode::Lg2 => of_x(f32::log2),
        Opcode::Dst | Opcode::Dsti => {
            let ([_, ay, az, _], [_, by, _, bw]) = (source(0), source(1));
            [1.0, multiply(ay, by), az, bw]
        }
        Opcode::Litp => lighting(source(0)),
        _ => return None,
    })
}

/// The number that a float24 can hold nearest to `value`, rounded toward zero; see [`Float24::from_f32`]. NaN stays
/// NaN, unlike in the conversion of constants in files.
pub(crate) fn rounded(value: f32) -> f32 {
    if value.is_nan() {
        value
    } else {
        Float24::from_f32(value).to_f32()
    }
}

/// The conversion of `mova`: the integer part of a number. The machine's result for numbers far outside the useful
/// range is not known; here it is the nearest 32-bit integer, which counts as out of range, and 0 for NaN.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion saturates as intended"
)]
pub(crate) fn truncated(value: f32) -> i32 {
    value as i32
}

/// Whether a comparison holds. With NaN, only `ne` does. The operators 6 and 7 have no name; they are assumed to hold
/// always, which is not known for certain.
pub(crate) fn compare(operator: u8, a: f32, b: f32) -> bool {
    match operator {
        0 => a == b,
        1 => a != b,
        2 => a < b,
        3 => a <= b,
        4 => a > b,
        5 => a >= b,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f32 = f32::NAN;
    const INF: f32 = f32::INFINITY;

    #[test]
    fn operators_by_number() {
        // eq ne lt le gt ge, for less, equal, greater and NaN.
        let table = [
            (1.0, 2.0, [false, true, true, true, false, false]),
            (0.0, -0.0, [true, false, false, true, false, true]),
            (2.0, 1.0, [false, true, false, false, true, true]),
            (NAN, NAN, [false, true, false, false, false, false]),
        ];
        for (a, b, expected) in table {
            for (operator, holds) in (0..).zip(expected) {
                assert_eq!(compare(operator, a, b), holds, "{operator} {a} {b}");
            }
        }
        assert!(compare(6, 1.0, 2.0) && compare(7, NAN, NAN));
    }

    #[test]
    fn addresses_lose_what_is_behind_the_point() {
        for (value, expected) in [(1.9, 1), (-1.9, -1), (-0.5, 0), (300.0, 300), (NAN, 0)] {
            assert_eq!(truncated(value), expected, "{value}");
        }
        assert_eq!([INF, -INF].map(truncated), [i32::MAX, i32::MIN]);
    }

    #[test]
    fn float24_cuts_off() {
        // 16 bits after the point: 1 + 2^-16 + 2^-17 loses the last.
        let last = 1.0 / 65536.0;
        assert_eq!(rounded(1.0 + last + last / 2.0), 1.0 + last);
        assert_eq!(rounded(-1.0 - last / 2.0), -1.0);
        assert_eq!(rounded(1e30), INF);
        assert_eq!(rounded(1e-30).to_bits(), 0);
        assert!(rounded(NAN).is_nan());
    }
}
