//! 32-bit floats. Subnormal numbers are preserved, and sums and products are rounded separately.

use super::{each, each2, each3, flag};
use crate::registers::Vector;

#[inline(always)]
pub(super) fn one(a: Vector, operation: impl Fn(f32) -> f32) -> Vector {
    each(a, |a| operation(f32::from_bits(a)).to_bits())
}

#[inline(always)]
pub(super) fn two(a: Vector, b: Vector, operation: impl Fn(f32, f32) -> f32) -> Vector {
    each2(a, b, |a, b| operation(f32::from_bits(a), f32::from_bits(b)).to_bits())
}

#[inline(always)]
pub(super) fn compare(a: Vector, b: Vector, holds: impl Fn(&f32, &f32) -> bool) -> Vector {
    each2(a, b, |a, b| flag(holds(&f32::from_bits(a), &f32::from_bits(b))))
}

/// Subtracts `from` from `to`, component by component.
pub(crate) fn difference(from: Vector, to: Vector) -> Vector {
    two(from, to, |from, to| to - from)
}

pub(super) fn mad(a: Vector, b: Vector, c: Vector) -> Vector {
    each3(a, b, c, |a, b, c| {
        (f32::from_bits(a) * f32::from_bits(b) + f32::from_bits(c)).to_bits()
    })
}

/// Computes the dot product of the first `N` components, added in the order x, y, z, w. The result is in all
/// components.
pub(super) fn dot<const N: usize>(a: Vector, b: Vector) -> Vector {
    let products = two(a, b, |a, b| a * b).map(f32::from_bits);
    let mut sum = products[0];
    for product in products.into_iter().take(N).skip(1) {
        sum += product;
    }
    [sum.to_bits(); 4]
}

pub(super) fn sincos(a: Vector) -> [Vector; 2] {
    [one(a, libm::sinf), one(a, libm::cosf)]
}

/// Clamps to the range from 0 to 1. NaN becomes 0.
pub(super) fn saturated(a: Vector) -> Vector {
    one(a, |a| if a > 0.0 { a.min(1.0) } else { 0.0 })
}

/// Rounds to the nearest float, ties to even.
pub(super) fn from_signed(a: u32) -> u32 {
    (a.cast_signed() as f32).to_bits()
}

/// Rounds to the nearest float, ties to even.
pub(super) fn from_unsigned(a: u32) -> u32 {
    (a as f32).to_bits()
}
