//! Integers of 32 bits.
//!
//! A result is compared if the GPU can represent it: if it is up to 2^17 in magnitude, or an unsigned integer that
//! close to 2^32. The GPU has the bits of the latter and knows that they are large, but cannot order them.

use std::cmp::Ordering;

use naga::{BinaryOperator, MathFunction};

use super::value::{LARGEST_INTEGER, Scalar};
use super::{Outcome, Stop, unknown};

/// The number of 32-bit integers.
const MODULUS: i64 = 1 << 32;

/// Returns an integer as the GPU represents it: an unsigned one in the upper half is negative.
pub(super) fn held(number: i64) -> i64 {
    if number >= MODULUS / 2 {
        number - MODULUS
    } else {
        number
    }
}

/// Returns the integer that the GPU represents by a number.
fn of_held(number: i64, is_signed: bool) -> Outcome<Scalar> {
    if number.abs() > LARGEST_INTEGER {
        return Err(Stop::Undefined("an integer is too large for the machine"));
    }
    Ok(if is_signed {
        Scalar::Signed(number)
    } else {
        Scalar::Unsigned(number.rem_euclid(MODULUS))
    })
}

/// Returns an unsigned integer of the lower half.
fn natural(number: i64) -> Outcome<i64> {
    if number >= MODULUS / 2 {
        return Err(Stop::Undefined("the value of a very large integer"));
    }
    Ok(number)
}

/// Returns the result of an operator.
pub(super) fn operation(op: BinaryOperator, [a, b]: [i64; 2], is_signed: bool) -> Outcome<Scalar> {
    let by_zero = Stop::Undefined("an integer is divided by 0");
    let (x, y) = (held(a), held(b));
    let result = match op {
        BinaryOperator::Add => x + y,
        BinaryOperator::Subtract if !is_signed && x >= 0 && x < y => {
            return Err(Stop::Undefined("an unsigned integer is negative"));
        }
        BinaryOperator::Subtract => x - y,
        BinaryOperator::Multiply => x * y,
        BinaryOperator::Divide => natural(a)?.checked_div(natural(b)?).ok_or(by_zero)?,
        BinaryOperator::Modulo => natural(a)?.checked_rem(natural(b)?).ok_or(by_zero)?,
        BinaryOperator::And => x & y,
        BinaryOperator::InclusiveOr => x | y,
        BinaryOperator::ExclusiveOr => x ^ y,
        BinaryOperator::ShiftLeft => x << (b & 31),
        BinaryOperator::ShiftRight => a >> (b & 31),
        _ => return Err(unknown(format!("{op:?} of integers"))),
    };
    of_held(result, is_signed)
}

/// How two integers compare. Equal ones have equal bits.
pub(super) fn compare(a: i64, b: i64, is_equality: bool) -> Outcome<Ordering> {
    if !is_equality && held(a) < 0 && held(b) < 0 && a >= 0 && b >= 0 {
        return Err(Stop::Undefined("very large integers are compared"));
    }
    Ok(a.cmp(&b))
}

/// `~a`
pub(super) fn complement(a: i64, is_signed: bool) -> Outcome<Scalar> {
    of_held(-1 - held(a), is_signed)
}

/// Returns a function of the bits of integers. `None` for others.
pub(super) fn function(function: MathFunction, arguments: &[Scalar]) -> Outcome<Option<Scalar>> {
    use MathFunction as F;
    let is_signed = matches!(arguments.first(), Some(Scalar::Signed(_)));
    let numbers: Option<Vec<i64>> = arguments
        .iter()
        .map(|argument| match argument {
            Scalar::Signed(number) | Scalar::Unsigned(number) => Some(held(*number)),
            _ => None,
        })
        .collect();
    let Some(numbers) = numbers else {
        return Ok(None);
    };
    // The lowest 32 bits, above which there are zeros.
    let bits = |number: i64| number & (MODULUS - 1);
    let below = |count: i64| (1_i64 << count) - 1;
    let zeros = |number: u32| i64::from(number);
    let result = match (function, numbers.as_slice()) {
        (F::CountOneBits, &[a]) => zeros(bits(a).count_ones()),
        (F::CountLeadingZeros, &[a]) => zeros(bits(a).leading_zeros()) - 32,
        (F::CountTrailingZeros, &[a]) => zeros(a.trailing_zeros()).min(32),
        (F::FirstLeadingBit, &[a]) => {
            let a = if is_signed && a < 0 { -1 - a } else { bits(a) };
            63 - zeros(a.leading_zeros())
        }
        (F::FirstTrailingBit, &[0]) => -1,
        (F::FirstTrailingBit, &[a]) => zeros(a.trailing_zeros()),
        (F::ExtractBits, &[a, offset, count]) => {
            let [offset, count] = limited(offset, count);
            let a = if is_signed { a } else { bits(a) };
            let field = (a >> offset) & below(count);
            let is_negative = is_signed && count > 0 && field >> (count - 1) == 1;
            if is_negative { field - (1 << count) } else { field }
        }
        (F::InsertBits, &[a, b, offset, count]) => {
            let [offset, count] = limited(offset, count);
            let mask = below(count) << offset;
            let number = (bits(a) & !mask) | ((bits(b) << offset) & mask);
            held(number)
        }
        _ => return Ok(None),
    };
    of_held(result, is_signed).map(Some)
}

/// Returns the offset and the width of a bit field within 32 bits.
fn limited(offset: i64, count: i64) -> [i64; 2] {
    let offset = offset.clamp(0, 32);
    [offset, count.clamp(0, 32 - offset)]
}
