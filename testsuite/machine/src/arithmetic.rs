//! What instructions compute. The numbers are `f32`, as in emulators that were tested against the machine.

use pica200_objfmt::float24::Float24;
use pica200_objfmt::opcode::Opcode;

use crate::registers::Vector;

/// `a * b`, where 0 times anything is 0: also an infinity, and NaN.
///
/// That 0 times an infinity is 0 is certain. For 0 times NaN the tested emulators give NaN, while notes about the
/// machine say 0; the notes are followed. The sign of such a zero is not known: it is positive here.
#[inline(always)]
pub(crate) fn multiply(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product.is_nan() & ((a == 0.0) | (b == 0.0)) {
        0.0
    } else {
        product
    }
}

/// `a > b ? a : b`: the second wins where either is NaN, and where both are zeros.
#[inline(always)]
pub(crate) fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `a < b ? a : b`: the second wins where either is NaN, and where both are zeros.
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

/// The products of the components, summed up from 0 in the order x, y, z, w.
#[inline(always)]
fn dot<const N: usize>(a: Vector, b: Vector) -> Vector {
    let mut sum = 0.0;
    for (a, b) in a.into_iter().zip(b).take(N) {
        sum += multiply(a, b);
    }
    [sum; 4]
}

/// The lighting helper, approximately: it is known that it clamps, `x` and `w` to be at least 0 and `y` to the range of
/// an exponent, and not what it does besides. `z` is 0 here, and the flags stay as they are.
fn lighting(a: Vector) -> Vector {
    /// The highest number of 8 bits before the point and 8 behind it.
    const HIGHEST: f32 = 127.996_09;
    let [x, y, _, w] = a;
    [
        maximum(x, 0.0),
        maximum(minimum(y, HIGHEST), -HIGHEST),
        0.0,
        maximum(w, 0.0),
    ]
}

/// The result of an instruction that writes a vector, `None` for the others. `source` gives the operands; those that
/// the instruction has not are not asked for.
///
/// `ex2`, `lg2`, `rcp` and `rsq` are as exact as `f32` is: how the machine rounds them is not known. `rsq` of a negative
/// number is NaN, of -0 negative infinity; `lg2` of a zero is negative infinity, of a negative number NaN.
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

/// The number nearest to zero from `value` that a float24 can hold; see [`Float24::from_f32`]. NaN stays NaN, which the
/// conversion of constants in files does not know.
pub(crate) fn rounded(value: f32) -> f32 {
    if value.is_nan() {
        value
    } else {
        Float24::from_f32(value).to_f32()
    }
}

/// What `mova` makes of a number: the integer before its point. What the machine does with numbers far beyond those
/// that count is not known: here they are the nearest of 32 bits, none of which count, and NaN is 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion saturates, as it is meant to"
)]
pub(crate) fn truncated(value: f32) -> i32 {
    value as i32
}

/// Whether a comparison holds. With NaN only `ne` does. The operators 6 and 7 have no name and are taken to hold always:
/// nothing certain is known of them.
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

    /// The result of an opcode for operands.
    fn of(opcode: Opcode, operands: &[Vector]) -> Vector {
        result(opcode, |n| operands[n]).expect("the opcode writes a vector")
    }

    /// Compares bits, so that the signs of zeros count; any NaN is like any other.
    fn assert_same(found: Vector, expected: Vector) {
        let bits = |v: Vector| v.map(|x| if x.is_nan() { 0x7FC0_0000 } else { x.to_bits() });
        assert_eq!(bits(found), bits(expected), "{found:?}, not {expected:?}");
    }

    #[test]
    fn zero_times_anything_is_zero() {
        let a = [0.0, -0.0, INF, 0.0];
        let b = [INF, -INF, 0.0, NAN];
        assert_same(of(Opcode::Mul, &[a, b]), [0.0; 4]);
        assert_same(of(Opcode::Mul, &[b, a]), [0.0; 4]);
        // Otherwise as f32 has it, signs of zeros and numbers below the normal ones included.
        let a = [NAN, INF, -0.0, 1e-40];
        let b = [2.0, -2.0, 3.0, 0.5];
        assert_same(of(Opcode::Mul, &[a, b]), [NAN, -INF, -0.0, 5e-41]);
    }

    #[test]
    fn sums_are_those_of_f32() {
        let a = [INF, 0.0, -0.0, 16_777_216.0];
        let b = [-INF, -0.0, -0.0, 1.0];
        assert_same(of(Opcode::Add, &[a, b]), [NAN, 0.0, -0.0, 16_777_216.0]);
    }

    #[test]
    fn mad_rounds_its_product() {
        // (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, of which f32 has no last place: in one step 2^-24 would be left.
        let a = [1.0 + 1.0 / 4096.0, 0.0, 2.0, NAN];
        let c = [-(1.0 + 1.0 / 2048.0), 7.0, -INF, 1.0];
        let b = [a[0], INF, 3.0, 1.0];
        let expected = [0.0, 7.0, -INF, NAN];
        assert_same(of(Opcode::Mad, &[a, b, c]), expected);
        assert_same(of(Opcode::Madi, &[a, b, c]), expected);
    }

    #[test]
    fn the_second_operand_wins_on_nan_and_zeros() {
        let a = [NAN, 1.0, 0.0, -0.0];
        let b = [2.0, NAN, -0.0, 0.0];
        for opcode in [Opcode::Max, Opcode::Min] {
            assert_same(of(opcode, &[a, b]), b);
        }
        let (a, b) = ([1.0, -INF, 3.0, 4.0], [2.0, INF, -3.0, 4.0]);
        assert_same(of(Opcode::Max, &[a, b]), [2.0, INF, 3.0, 4.0]);
        assert_same(of(Opcode::Min, &[a, b]), [1.0, -INF, -3.0, 4.0]);
    }

    #[test]
    fn comparisons_with_nan_give_0() {
        let a = [NAN, 1.0, 0.0, -1.0];
        let b = [NAN, NAN, -0.0, 1.0];
        for opcode in [Opcode::Sge, Opcode::Sgei] {
            assert_same(of(opcode, &[a, b]), [0.0, 0.0, 1.0, 0.0]);
        }
        for opcode in [Opcode::Slt, Opcode::Slti] {
            assert_same(of(opcode, &[a, b]), [0.0, 0.0, 0.0, 1.0]);
        }
    }

    #[test]
    fn dot_products_add_up_from_0_in_order() {
        // 1e8 + 1 is 1e8: what stands between 1e8 and -1e8 is lost, what stands behind is not.
        let ones = [1.0; 4];
        assert_same(of(Opcode::Dp4, &[[1e8, 1.0, -1e8, 1.0], ones]), [1.0; 4]);
        assert_same(of(Opcode::Dp4, &[[1e8, -1e8, 1.0, 1.0], ones]), [2.0; 4]);
        assert_same(of(Opcode::Dp3, &[[1e8, -1e8, 1.0, 9.0], ones]), [1.0; 4]);
        // The fourth component of the first is not looked at, and counts as 1.
        let a = [1.0, 2.0, 3.0, NAN];
        let b = [10.0, 20.0, 30.0, 0.5];
        for opcode in [Opcode::Dph, Opcode::Dphi] {
            assert_same(of(opcode, &[a, b]), [140.5; 4]);
        }
        // 0 + -0 is 0.
        assert_same(of(Opcode::Dp3, &[[-0.0; 4], ones]), [0.0; 4]);
        assert_same(
            of(Opcode::Dp3, &[[INF, 1.0, 0.0, 0.0], [0.0, 1.0, INF, 0.0]]),
            [1.0; 4],
        );
    }

    #[test]
    fn distance_vectors() {
        let (a, b) = ([9.0, 2.0, 3.0, 9.0], [9.0, 5.0, 9.0, 7.0]);
        for opcode in [Opcode::Dst, Opcode::Dsti] {
            assert_same(of(opcode, &[a, b]), [1.0, 10.0, 3.0, 7.0]);
        }
    }

    #[test]
    fn functions_of_x() {
        let cases = [
            (
                Opcode::Rcp,
                vec![
                    (4.0, 0.25),
                    (0.0, INF),
                    (-0.0, -INF),
                    (INF, 0.0),
                    (-INF, -0.0),
                    (NAN, NAN),
                ],
            ),
            (
                Opcode::Rsq,
                vec![
                    (4.0, 0.5),
                    (0.0, INF),
                    (-0.0, -INF),
                    (INF, 0.0),
                    (-1.0, NAN),
                    (NAN, NAN),
                ],
            ),
            (
                Opcode::Ex2,
                vec![
                    (3.0, 8.0),
                    (-1.0, 0.5),
                    (0.0, 1.0),
                    (200.0, INF),
                    (-INF, 0.0),
                    (NAN, NAN),
                ],
            ),
            (
                Opcode::Lg2,
                vec![
                    (8.0, 3.0),
                    (0.5, -1.0),
                    (1.0, 0.0),
                    (0.0, -INF),
                    (INF, INF),
                    (-1.0, NAN),
                ],
            ),
        ];
        for (opcode, pairs) in cases {
            for (x, expected) in pairs {
                assert_same(of(opcode, &[[x, 5.0, 6.0, 7.0]]), [expected; 4]);
            }
        }
    }

    #[test]
    fn floors_and_copies() {
        assert_same(
            of(Opcode::Flr, &[[1.5, -1.5, -0.0, INF]]),
            [1.0, -2.0, -0.0, INF],
        );
        assert_same(
            of(Opcode::Mov, &[[NAN, -0.0, 1e-40, -INF]]),
            [NAN, -0.0, 1e-40, -INF],
        );
    }

    #[test]
    fn the_lighting_helper_clamps() {
        let result = of(Opcode::Litp, &[[-1.0, 200.0, 5.0, -2.0]]);
        assert_same(result, [0.0, 127.996_09, 0.0, 0.0]);
        let result = of(Opcode::Litp, &[[2.0, -200.0, 5.0, 3.0]]);
        assert_same(result, [2.0, -127.996_09, 0.0, 3.0]);
    }

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
        // 16 bits behind the point: 1 + 2^-16 + 2^-17 loses the last.
        let last = 1.0 / 65536.0;
        assert_eq!(rounded(1.0 + last + last / 2.0), 1.0 + last);
        assert_eq!(rounded(-1.0 - last / 2.0), -1.0);
        assert_eq!(rounded(1e30), INF);
        assert_eq!(rounded(1e-30).to_bits(), 0);
        assert!(rounded(NAN).is_nan());
    }
}
