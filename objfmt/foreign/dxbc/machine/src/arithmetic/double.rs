//! 64-bit floats. The components x and y hold one, z and w another, low half first.
//!
//! Between doubles, the component pairs correspond. If only one side has doubles, they correspond in order to the
//! components of the other side: the components of the write mask, or x and y of a source.

use super::flag;
use crate::registers::Vector;

fn join(low: u32, high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32 | u64::from(low))
}

fn split(number: f64) -> [u32; 2] {
    let [b0, b1, b2, b3, b4, b5, b6, b7] = number.to_le_bytes();
    [
        u32::from_le_bytes([b0, b1, b2, b3]),
        u32::from_le_bytes([b4, b5, b6, b7]),
    ]
}

fn doubles([x, y, z, w]: Vector) -> [f64; 2] {
    [join(x, y), join(z, w)]
}

fn from_doubles([first, second]: [f64; 2]) -> Vector {
    let ([x, y], [z, w]) = (split(first), split(second));
    [x, y, z, w]
}

/// Puts two numbers, in order, into the components of a mask.
fn in_order(mask: u8, numbers: [u32; 2]) -> Vector {
    let mut numbers = numbers.into_iter();
    std::array::from_fn(|component| {
        let number = (mask >> component & 1 == 1).then(|| numbers.next());
        number.flatten().unwrap_or_default()
    })
}

pub(super) fn one(sources: &[Vector; 3], operation: impl Fn(f64) -> f64) -> Vector {
    from_doubles(doubles(sources[0]).map(operation))
}

pub(super) fn two(sources: &[Vector; 3], operation: impl Fn(f64, f64) -> f64) -> Vector {
    let ([a, b], [c, d]) = (doubles(sources[0]), doubles(sources[1]));
    from_doubles([operation(a, c), operation(b, d)])
}

/// Fused multiply-add, with a single rounding.
pub(super) fn multiply_add(sources: &[Vector; 3]) -> Vector {
    let [[a, b], [c, d], [e, f]] = sources.map(doubles);
    from_doubles([libm::fma(a, c, e), libm::fma(b, d, f)])
}

pub(super) fn compare(mask: u8, sources: &[Vector; 3], holds: impl Fn(&f64, &f64) -> bool) -> Vector {
    let ([a, b], [c, d]) = (doubles(sources[0]), doubles(sources[1]));
    in_order(mask, [flag(holds(&a, &c)), flag(holds(&b, &d))])
}

/// Selects each double: x and z of the first source are the conditions.
pub(super) fn choose(&[test, a, b]: &[Vector; 3]) -> Vector {
    let [low_x, low_y, ..] = if test[0] != 0 { a } else { b };
    let [.., high_z, high_w] = if test[2] != 0 { a } else { b };
    [low_x, low_y, high_z, high_w]
}

/// Converts doubles to 32-bit numbers.
pub(super) fn narrow(mask: u8, sources: &[Vector; 3], convert: impl Fn(f64) -> u32) -> Vector {
    in_order(mask, doubles(sources[0]).map(convert))
}

/// Converts 32-bit numbers to doubles.
pub(super) fn widen(mask: u8, sources: &[Vector; 3], convert: impl Fn(u32) -> f64) -> Vector {
    let [first, second, ..] = sources[0].map(convert);
    if mask & 3 == 0 {
        from_doubles([first, first])
    } else {
        from_doubles([first, second])
    }
}

/// Rounds to the nearest float, ties to even.
#[expect(clippy::cast_possible_truncation, reason = "the number is rounded as intended")]
pub(super) fn to_single(a: f64) -> u32 {
    (a as f32).to_bits()
}

/// Truncates and saturates; 0 for NaN.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates as intended")]
pub(super) fn to_signed(a: f64) -> u32 {
    (a as i32).cast_unsigned()
}

/// Truncates and saturates; 0 for NaN.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates as intended"
)]
pub(super) fn to_unsigned(a: f64) -> u32 {
    a as u32
}

/// Clamps to the range from 0 to 1. NaN becomes 0.
pub(super) fn saturated(a: Vector) -> Vector {
    from_doubles(doubles(a).map(|a| if a > 0.0 { a.min(1.0) } else { 0.0 }))
}
