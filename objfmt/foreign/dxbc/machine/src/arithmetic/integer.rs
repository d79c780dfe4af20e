//! 32-bit wrapping integers.

use super::{each3, flag};
use crate::registers::Vector;

/// Splits a 64-bit number, high half first.
fn halves(number: u64) -> [u32; 2] {
    let [b0, b1, b2, b3, b4, b5, b6, b7] = number.to_le_bytes();
    [
        u32::from_le_bytes([b4, b5, b6, b7]),
        u32::from_le_bytes([b0, b1, b2, b3]),
    ]
}

pub(super) fn multiply_signed(a: u32, b: u32) -> [u32; 2] {
    let product = i64::from(a.cast_signed()) * i64::from(b.cast_signed());
    halves(product.cast_unsigned())
}

pub(super) fn multiply_unsigned(a: u32, b: u32) -> [u32; 2] {
    halves(u64::from(a) * u64::from(b))
}

/// Computes quotient and remainder. Both are all ones if the divisor is 0.
pub(super) fn divide(a: u32, b: u32) -> [u32; 2] {
    match (a.checked_div(b), a.checked_rem(b)) {
        (Some(quotient), Some(remainder)) => [quotient, remainder],
        _ => [u32::MAX; 2],
    }
}

pub(super) fn add_with_carry(a: u32, b: u32) -> [u32; 2] {
    let (sum, carry) = a.overflowing_add(b);
    [sum, carry.into()]
}

pub(super) fn subtract_with_borrow(a: u32, b: u32) -> [u32; 2] {
    let (difference, borrow) = a.overflowing_sub(b);
    [difference, borrow.into()]
}

pub(super) fn mad(a: Vector, b: Vector, c: Vector) -> Vector {
    each3(a, b, c, |a, b, c| a.wrapping_mul(b).wrapping_add(c))
}

pub(super) fn signed(a: u32, b: u32, choose: impl Fn(i32, i32) -> i32) -> u32 {
    choose(a.cast_signed(), b.cast_signed()).cast_unsigned()
}

pub(super) fn compare(a: u32, b: u32, holds: impl Fn(&i32, &i32) -> bool) -> u32 {
    flag(holds(&a.cast_signed(), &b.cast_signed()))
}

pub(super) fn shift_right_signed(a: u32, count: u32) -> u32 {
    a.cast_signed().wrapping_shr(count).cast_unsigned()
}

/// Returns the position of the first set bit, counted from the top, or -1.
pub(super) fn highest_bit(a: u32) -> u32 {
    if a == 0 { u32::MAX } else { a.leading_zeros() }
}

/// Returns the position of the first set bit, counted from the bottom, or -1.
pub(super) fn lowest_bit(a: u32) -> u32 {
    if a == 0 { u32::MAX } else { a.trailing_zeros() }
}

/// Returns the position of the first bit that differs from the sign, counted from the top, or -1.
pub(super) fn highest_bit_signed(a: u32) -> u32 {
    highest_bit(if a.cast_signed() < 0 { !a } else { a })
}

/// Extracts `width` bits from bit `offset` up. Only the low 5 bits of width and offset are used.
pub(super) fn extract_unsigned(width: u32, offset: u32, value: u32) -> u32 {
    let (width, offset) = (width & 31, offset & 31);
    value >> offset & ((1 << width) - 1)
}

/// Extracts a bit field like [`extract_unsigned`], sign-extended from its highest bit. Bits past the end of the value
/// are copies of its sign.
pub(super) fn extract_signed(width: u32, offset: u32, value: u32) -> u32 {
    let (width, offset) = (width & 31, offset & 31);
    if width == 0 {
        return 0;
    }
    let unused = 32 - width.min(32 - offset);
    let shifted = value << (unused - offset);
    shift_right_signed(shifted, unused)
}

/// Replaces `width` bits from bit `offset` up by the low bits of another value.
pub(super) fn insert(width: u32, offset: u32, from: u32, into: u32) -> u32 {
    let (width, offset) = (width & 31, offset & 31);
    let mask = ((1 << width) - 1) << offset;
    from << offset & mask | into & !mask
}

/// Adds the absolute differences of bytes, except where the reference byte is 0, to a number.
pub(super) fn byte_differences(reference: u32, source: u32, sum: u32) -> u32 {
    let bytes = reference.to_le_bytes().into_iter().zip(source.to_le_bytes());
    bytes
        .filter(|&(reference, _)| reference != 0)
        .map(|(reference, source)| u32::from(reference.abs_diff(source)))
        .fold(sum, u32::wrapping_add)
}
