//! Inverses of trigonometric and hyperbolic functions.

use super::{absolute, divide, square_root};
use crate::ir::{Binary, Builder, Operand, Unary};

/// A quarter of a turn, rounded to float24.
const QUARTER: f32 = 1.570_800_8;
/// Half a turn: twice [`QUARTER`].
const HALF: f32 = 3.141_601_6;
/// The arctangents of numbers from 0 to 1 as an odd polynomial: the coefficients from the first power on, which are
/// float24 values. The error is 2.4e-6.
const ARCTANGENT: [f32; 6] = [
    1.0,
    -0.332_965_85,
    0.195_180_9,
    -0.119_811_06,
    0.055_795_193,
    -0.012_803_316,
];
/// The arccosines of numbers from 0 to 1, divided by the root of the difference to 1, as a polynomial: the coefficients
/// from the power 0 on, which are float24 values. The error of the product is 6.6e-6.
const ARCCOSINE: [f32; 5] = [QUARTER, -0.214_462_28, 0.086_474_42, -0.038_962_364, 0.010_429_502];

/// Returns the angle in radians with a tangent.
pub(crate) fn arctangent(builder: &mut Builder, a: Operand) -> Operand {
    let one = builder.literal(1.0);
    let size = absolute(builder, a);
    let angle = of_legs(builder, size, one);
    signed(builder, a, angle)
}

/// Returns the angle in radians between the axis x and the direction of a point. That of the origin is 0.
pub(crate) fn arctangent_of_two(builder: &mut Builder, y: Operand, x: Operand) -> Operand {
    let [height, width] = [y, x].map(|leg| absolute(builder, leg));
    let angle = of_legs(builder, height, width);
    let zero = builder.literal(0.0);
    let is_left = builder.binary(Binary::Slt, x, zero);
    let angle = mirrored(builder, is_left, HALF, angle);
    signed(builder, y, angle)
}

/// Returns the angle in radians with a sine, for sines from -1 to 1.
pub(crate) fn arcsine(builder: &mut Builder, a: Operand) -> Operand {
    let complement = arccosine_of_size(builder, a);
    let quarter = builder.literal(QUARTER);
    let angle = builder.subtract(quarter, complement);
    signed(builder, a, angle)
}

/// Returns the angle in radians with a cosine, for cosines from -1 to 1.
pub(crate) fn arccosine(builder: &mut Builder, a: Operand) -> Operand {
    let angle = arccosine_of_size(builder, a);
    let zero = builder.literal(0.0);
    let is_negative = builder.binary(Binary::Slt, a, zero);
    mirrored(builder, is_negative, HALF, angle)
}

/// Returns the number with a hyperbolic sine.
pub(crate) fn inverse_hyperbolic_sine(builder: &mut Builder, a: Operand) -> Operand {
    let one = builder.literal(1.0);
    let square = builder.multiply_add(a, a, one);
    let root = square_root(builder, square);
    let size = absolute(builder, a);
    let sum = builder.add(size, root);
    let number = logarithm(builder, sum, 1.0);
    signed(builder, a, number)
}

/// Returns the positive number with a hyperbolic cosine, for cosines from 1 on.
pub(crate) fn inverse_hyperbolic_cosine(builder: &mut Builder, a: Operand) -> Operand {
    let minus_one = builder.literal(-1.0);
    let square = builder.multiply_add(a, a, minus_one);
    let root = square_root(builder, square);
    let sum = builder.add(a, root);
    logarithm(builder, sum, 1.0)
}

/// Returns the number with a hyperbolic tangent, for tangents from -1 to 1.
pub(crate) fn inverse_hyperbolic_tangent(builder: &mut Builder, a: Operand) -> Operand {
    let one = builder.literal(1.0);
    let above = builder.add(one, a);
    let below = builder.subtract(one, a);
    let quotient = divide(builder, above, below);
    logarithm(builder, quotient, 0.5)
}

/// Returns the natural logarithm, times a factor.
pub(crate) fn logarithm(builder: &mut Builder, a: Operand, factor: f32) -> Operand {
    let logarithm = builder.unary(Unary::Log2, a);
    let factor = builder.literal(factor * std::f32::consts::LN_2);
    builder.multiply(logarithm, factor)
}

/// Returns the angle at the leg `width` of a right triangle whose legs are not negative. That of two legs of 0 is 0.
fn of_legs(builder: &mut Builder, height: Operand, width: Operand) -> Operand {
    let short = builder.binary(Binary::Minimum, width, height);
    let long = builder.binary(Binary::Maximum, width, height);
    let tangent = divide(builder, short, long);
    let square = builder.multiply(tangent, tangent);
    let sum = polynomial(builder, square, &ARCTANGENT);
    let angle = builder.multiply(tangent, sum);
    let is_steep = builder.binary(Binary::Slt, width, height);
    mirrored(builder, is_steep, QUARTER, angle)
}

/// Returns the arccosine of the absolute value of a number.
fn arccosine_of_size(builder: &mut Builder, a: Operand) -> Operand {
    let one = builder.literal(1.0);
    let size = absolute(builder, a);
    let rest = builder.subtract(one, size);
    let root = square_root(builder, rest);
    let sum = polynomial(builder, size, &ARCCOSINE);
    builder.multiply(root, sum)
}

/// Returns a polynomial of a number with these coefficients, lowest power first.
fn polynomial(builder: &mut Builder, a: Operand, coefficients: &[f32]) -> Operand {
    let mut sum: Option<Operand> = None;
    for coefficient in coefficients.iter().rev() {
        let coefficient = builder.literal(*coefficient);
        sum = Some(match sum {
            Some(sum) => builder.multiply_add(a, sum, coefficient),
            None => coefficient,
        });
    }
    sum.unwrap_or_else(|| builder.literal(0.0))
}

/// `total - angle` if `mask` is 1, and `angle` if it is 0.
fn mirrored(builder: &mut Builder, mask: Operand, total: f32, angle: Operand) -> Operand {
    let twice = builder.add(angle, angle);
    let total = builder.literal(total);
    let difference = builder.subtract(total, twice);
    builder.multiply_add(mask, difference, angle)
}

/// `size` with the sign of `a`.
fn signed(builder: &mut Builder, a: Operand, size: Operand) -> Operand {
    let zero = builder.literal(0.0);
    let is_negative = builder.binary(Binary::Slt, a, zero);
    let twice = builder.add(size, size);
    builder.multiply_add(is_negative.negate(), twice, size)
}
