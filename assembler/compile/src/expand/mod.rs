//! Operations of source languages that the GPU has no instruction for, as operations that it has.
//!
//! Each function takes scalars. Vectors take it for each component: the back end merges equal operations on different
//! components.

use crate::ir::{Binary, Builder, Comparison, Logic, Op, Operand, Unary};

#[cfg(feature = "naga")]
mod angles;
mod bits;

pub(crate) use bits::Bits;

#[cfg(feature = "naga")]
pub(crate) use angles::{
    arccosine, arcsine, arctangent, arctangent_of_two, inverse_hyperbolic_cosine, inverse_hyperbolic_sine,
    inverse_hyperbolic_tangent, logarithm,
};

/// The allowed differences from the operations of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MathMode {
    /// Minima and maxima with NaN are as exact as the GPU allows.
    pub(crate) strict: bool,
    /// Halves are rounded up, rather than to even numbers.
    pub(crate) fast_round: bool,
}

/// Returns the smaller number.
pub(crate) fn minimum(builder: &mut Builder, math_mode: MathMode, a: Operand, b: Operand) -> Operand {
    extreme(builder, math_mode, Binary::Minimum, a, b)
}

/// Returns the larger number.
pub(crate) fn maximum(builder: &mut Builder, math_mode: MathMode, a: Operand, b: Operand) -> Operand {
    extreme(builder, math_mode, Binary::Maximum, a, b)
}

/// Returns a minimum or maximum. The GPU reads literals and uniforms in the first operand, and the second one wins over
/// NaN, so the order only matters if NaN does.
fn extreme(builder: &mut Builder, math_mode: MathMode, op: Binary, a: Operand, b: Operand) -> Operand {
    let is_constant =
        |builder: &mut Builder, operand| matches!(builder.program().op(operand), Op::Literal(_) | Op::Uniform(..));
    if !math_mode.strict && is_constant(builder, b) && !is_constant(builder, a) {
        builder.binary(op, b, a)
    } else {
        builder.binary(op, a, b)
    }
}

/// Returns the number without its sign.
pub(crate) fn absolute(builder: &mut Builder, a: Operand) -> Operand {
    match builder.program().literal(a) {
        Some(number) => builder.literal(number.abs()),
        None => builder.binary(Binary::Maximum, a, a.negate()),
    }
}

/// Returns the number in the range from 0 to 1.
pub(crate) fn saturate(builder: &mut Builder, math_mode: MathMode, a: Operand) -> Operand {
    let [zero, one] = [builder.literal(0.0), builder.literal(1.0)];
    let low = maximum(builder, math_mode, a, zero);
    minimum(builder, math_mode, low, one)
}

/// Returns the difference to the next integer below.
pub(crate) fn fraction(builder: &mut Builder, a: Operand) -> Operand {
    let floor = builder.unary(Unary::Floor, a);
    builder.subtract(a, floor)
}

/// Returns the least integer that is not below the number.
pub(crate) fn ceiling(builder: &mut Builder, a: Operand) -> Operand {
    builder.unary(Unary::Floor, a.negate()).negate()
}

/// Returns the fraction, from 1/2 to below 1 in magnitude, and the exponent, whose power of 2 the number is a multiple
/// of; both are 0 for 0.
///
/// The logarithm can be rounded to another integer, so the exponent is corrected once in each direction.
#[cfg(feature = "naga")]
pub(crate) fn fraction_and_exponent(builder: &mut Builder, a: Operand) -> [Operand; 2] {
    let [zero, one] = [0.0, 1.0].map(|number| builder.integer(number));
    let half = builder.literal(0.5);
    let magnitude = absolute(builder, a);
    let logarithm = builder.unary(Unary::Log2, magnitude);
    let floor = builder.unary(Unary::Floor, logarithm);
    let estimate = builder.add(floor, one);
    let factor = builder.unary(Unary::Exp2, estimate.negate());
    let fraction = builder.multiply(magnitude, factor);
    let above = builder.binary(Binary::Sge, fraction, one);
    let below = builder.binary(Binary::Slt, fraction, half);
    let correction = builder.subtract(above, below);
    let exponent = builder.add(estimate, correction);
    let factor = builder.unary(Unary::Exp2, exponent.negate());
    // The logarithm of 0 is negative infinity, and 0 times infinity is 0.
    let is_positive = builder.binary(Binary::Slt, zero, magnitude);
    [builder.multiply(a, factor), builder.multiply(exponent, is_positive)]
}

/// Returns the integer part. That of NaN is 0.
pub(crate) fn truncate(builder: &mut Builder, a: Operand) -> Operand {
    let zero = builder.literal(0.0);
    let [above, below] = [a, a.negate()].map(|side| {
        let positive = builder.binary(Binary::Maximum, zero, side);
        builder.unary(Unary::Floor, positive)
    });
    builder.subtract(above, below)
}

/// Returns the nearest integer; of two, the even one, or the larger one if exactness does not matter.
pub(crate) fn round(builder: &mut Builder, math_mode: MathMode, a: Operand) -> Operand {
    let half = builder.literal(0.5);
    let sum = builder.add(a, half);
    let up = builder.unary(Unary::Floor, sum);
    if math_mode.fast_round {
        return up;
    }
    // The distance is at most one half, and exactly that at a tie.
    let distance = builder.subtract(up, a);
    let is_tie = builder.binary(Binary::Sge, distance, half);
    let halved = builder.multiply(up, half);
    let whole = builder.unary(Unary::Floor, halved);
    let minus_two = builder.integer(-2.0);
    let is_odd = builder.multiply_add(whole, minus_two, up);
    builder.multiply_add(is_tie.negate(), is_odd, up)
}

/// Returns the root. That of 0 is 0, because 0 times infinity is 0.
pub(crate) fn square_root(builder: &mut Builder, a: Operand) -> Operand {
    let reciprocal = builder.unary(Unary::ReciprocalRoot, a);
    builder.multiply(a, reciprocal)
}

/// Returns the quotient.
pub(crate) fn divide(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let reciprocal = reciprocal(builder, b);
    builder.multiply(a, reciprocal)
}

/// 1 divided by the number.
pub(crate) fn reciprocal(builder: &mut Builder, a: Operand) -> Operand {
    match builder.program().literal(a) {
        Some(number) => builder.literal(1.0 / number),
        None => builder.unary(Unary::Reciprocal, a),
    }
}

/// Returns the quotient of two integers that are not negative, rounded down, and the remainder.
///
/// The product with the reciprocal can miss the quotient by one, so it is corrected once in each direction.
pub(crate) fn divide_integers(builder: &mut Builder, a: Operand, b: Operand) -> [Operand; 2] {
    let estimate = divide(builder, a, b);
    let quotient = builder.unary(Unary::Floor, estimate);
    let remainder = builder.multiply_add(quotient.negate(), b, a);
    if builder.program().literal(b).is_some_and(is_power_of_two) {
        return [quotient, remainder];
    }
    let zero = builder.integer(0.0);
    let above = builder.binary(Binary::Slt, remainder, zero);
    let quotient = builder.subtract(quotient, above);
    let remainder = builder.multiply_add(above, b, remainder);
    let below = builder.binary(Binary::Sge, remainder, b);
    let quotient = builder.add(quotient, below);
    [quotient, builder.multiply_add(below.negate(), b, remainder)]
}

fn is_power_of_two(number: f32) -> bool {
    number > 0.0 && number.to_bits().trailing_zeros() >= 23
}

/// Returns a boolean by another one.
pub(crate) fn select_bool(builder: &mut Builder, condition: Operand, a: Operand, b: Operand) -> Operand {
    let known = [a, b].map(|side| builder.program().as_bool(side));
    match known {
        [Some(true), Some(false)] => condition,
        [Some(false), Some(true)] => condition.negate(),
        _ => {
            let yes = builder.logic(Logic::And, condition, a);
            let no = builder.logic(Logic::And, condition.negate(), b);
            builder.logic(Logic::Or, yes, no)
        }
    }
}

/// Returns whether a number is not 0.
pub(crate) fn is_not_zero(builder: &mut Builder, a: Operand) -> Operand {
    let zero = builder.literal(0.0);
    builder.compare(Comparison::NotEqual, a, zero)
}

/// The factor that makes turns of an angle in radians: 1 / (2 pi), rounded to float24.
const TURNS: f32 = 0.159_154_89;
/// Sines of turns as an odd polynomial: the coefficients from the first power on, which are float24 values. The error
/// is 6.5e-6, about the step of float24 near 1.
const SINE: [f32; 5] = [6.283_081, -41.332_03, 81.375, -74.509_766, 32.822_754];

/// Returns the sine and the cosine of an angle in radians. The back end computes both with the same instructions,
/// because only constants differ.
pub(crate) fn sine_and_cosine(builder: &mut Builder, a: Operand) -> [Operand; 2] {
    [0.5, 0.75].map(|phase| {
        let [turns, phase] = [builder.literal(TURNS), builder.literal(phase)];
        let angle = builder.multiply_add(a, turns, phase);
        let fraction = fraction(builder, angle);
        let half = builder.literal(0.5);
        let angle = builder.subtract(fraction, half);
        let square = builder.multiply(angle, angle);
        let [first, rest @ .., last] = SINE.map(|number| builder.literal(number));
        let sum = rest
            .into_iter()
            .rev()
            .fold(last, |sum, coefficient| builder.multiply_add(square, sum, coefficient));
        let sum = builder.multiply_add(square, sum, first);
        builder.multiply(angle, sum)
    })
}

#[cfg(test)]
mod tests;
