//! Mathematical functions.

use std::cmp::Ordering;

use naga::MathFunction;

use super::real::Real;
use super::value::{Kind, Scalar, Value};
use super::{Outcome, Stop, integer, matrix, unknown};

/// Returns the result of a function.
pub(super) fn call(function: MathFunction, arguments: &[Value]) -> Outcome<Value> {
    use MathFunction as F;
    match (function, arguments) {
        (F::Transpose, [a]) => matrix::transpose(a),
        (F::Inverse, [a]) => matrix::inverse(a),
        (F::Outer, [a, b]) => matrix::outer(a, b),
        (F::Determinant, [a]) => Ok(real(matrix::determinant(a)?)),
        (F::Modf, [a]) => {
            let whole = a.map(&|a| by_one(F::Trunc, a))?;
            let fraction = a.zip(&whole, &|a, whole| Ok(Scalar::Real(a.real().subtract(whole.real())?)))?;
            Ok(Value::List(Kind::Aggregate, vec![fraction, whole]))
        }
        (F::Frexp, [a]) => {
            let exponent = a.map(&|a| by_one(F::Frexp, a))?;
            let fraction = a.zip(&exponent, &|a, exponent| {
                let factor = exponent.real().negate().exp2()?;
                Ok(Scalar::Real(a.real().multiply(Real::exact(factor.value))?))
            })?;
            Ok(Value::List(Kind::Aggregate, vec![fraction, exponent]))
        }
        (F::Dot, [a, b]) => dot(a, b),
        (F::ExtractBits | F::InsertBits, _) => fields(function, arguments),
        (_, [a, rest @ ..]) => match of_vectors(function, a, rest)? {
            Some(value) => Ok(value),
            None => by_components(function, a, rest),
        },
        _ => Err(unknown(format!("{function:?}"))),
    }
}

const fn real(number: Real) -> Value {
    Value::Scalar(Scalar::Real(number))
}

/// Returns the sum of products of floats or of integers.
fn dot(a: &Value, b: &Value) -> Outcome<Value> {
    let (a, b) = (a.scalars(), b.scalars());
    let mut sum = 0;
    for pair in a.iter().zip(&b) {
        match pair {
            (Scalar::Signed(a), Scalar::Signed(b)) | (Scalar::Unsigned(a), Scalar::Unsigned(b)) => {
                sum += a * b;
            }
            _ => {
                let reals = |scalars: &[Scalar]| scalars.iter().map(|s| s.real()).collect::<Vec<_>>();
                return Ok(real(matrix::dot(&reals(&a), &reals(&b))?));
            }
        }
    }
    let is_signed = matches!(a.first(), Some(Scalar::Signed(_)));
    Ok(Value::Scalar(Scalar::integer(sum, is_signed)?))
}

/// Functions of vectors of floats as a whole. `None` for all others.
fn of_vectors(function: MathFunction, a: &Value, rest: &[Value]) -> Outcome<Option<Value>> {
    use MathFunction as F;
    Ok(Some(match (function, rest) {
        (F::Length, []) => real(length(&a.reals()?)?),
        (F::Distance, [b]) => real(length(&difference(&a.reals()?, &b.reals()?)?)?),
        (F::Normalize, []) => {
            let a = a.reals()?;
            let factor = length(&a)?.reciprocal()?;
            Value::of_reals(scaled(&a, factor)?)
        }
        (F::Cross, [b]) => Value::of_reals(cross(&a.reals()?, &b.reals()?)?),
        (F::Reflect, [n]) => {
            let (i, n) = (a.reals()?, n.reals()?);
            let factor = matrix::dot(&n, &i)?.multiply(Real::exact(2.0))?;
            Value::of_reals(difference(&i, &scaled(&n, factor)?)?)
        }
        (F::Refract, [n, ratio]) => {
            let (i, n, ratio) = (a.reals()?, n.reals()?, ratio.scalar()?.real());
            Value::of_reals(refract(&i, &n, ratio)?)
        }
        (F::FaceForward, [i, reference]) => {
            let cosine = matrix::dot(&reference.reals()?, &i.reals()?)?;
            let order = cosine.compare(Real::exact(0.0));
            let components = a.reals()?.into_iter();
            Value::of_reals(components.map(|component| match order {
                Ok(Ordering::Less) => component,
                Ok(_) => component.negate(),
                Err(_) => Real::OPEN,
            }))
        }
        _ => return Ok(None),
    }))
}

fn length(a: &[Real]) -> Outcome<Real> {
    match a {
        [only] => Ok(only.absolute()),
        _ => matrix::dot(a, a)?.square_root(),
    }
}

fn difference(a: &[Real], b: &[Real]) -> Outcome<Vec<Real>> {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.subtract(*b)).collect()
}

fn scaled(a: &[Real], factor: Real) -> Outcome<Vec<Real>> {
    a.iter().map(|component| component.multiply(factor)).collect()
}

fn cross(a: &[Real], b: &[Real]) -> Outcome<Vec<Real>> {
    let component = |i: usize, j: usize| a[i].multiply(b[j])?.subtract(a[j].multiply(b[i])?);
    Ok(vec![component(1, 2)?, component(2, 0)?, component(0, 1)?])
}

fn refract(i: &[Real], n: &[Real], ratio: Real) -> Outcome<Vec<Real>> {
    let [zero, one] = [0.0, 1.0].map(Real::exact);
    let cosine = matrix::dot(n, i)?;
    let sine = one.subtract(cosine.multiply(cosine)?)?;
    let k = one.subtract(ratio.multiply(ratio)?.multiply(sine)?)?;
    match k.compare(zero) {
        Ok(Ordering::Less) => return Ok(vec![zero; i.len()]),
        Ok(_) => {}
        Err(_) => return Ok(vec![Real::OPEN; i.len()]),
    }
    let factor = ratio.multiply(cosine)?.add(k.square_root()?)?;
    difference(&scaled(i, ratio)?, &scaled(n, factor)?)
}

/// Componentwise functions.
fn by_components(function: MathFunction, a: &Value, rest: &[Value]) -> Outcome<Value> {
    match rest {
        [] => a.map(&|a| by_one(function, a)),
        [b] => a.zip(b, &|a, b| by_two(function, a, b)),
        [b, c] => {
            let size = [a, b, c].map(|value| value.scalars().len());
            let size = size.into_iter().max().unwrap_or(1);
            let component = |value: &Value, index: usize| {
                let scalars = value.scalars();
                let component = scalars.get(index).or(scalars.first()).copied();
                component.ok_or_else(|| unknown("an argument has no lanes"))
            };
            let result = |index| {
                by_three(
                    function,
                    [component(a, index)?, component(b, index)?, component(c, index)?],
                )
            };
            if matches!(a, Value::Scalar(_)) && size == 1 {
                return Ok(Value::Scalar(result(0)?));
            }
            let components = (0..size).map(result).collect::<Outcome<Vec<_>>>()?;
            Ok(Value::vector(components))
        }
        _ => Err(unknown(format!("{function:?}"))),
    }
}

/// Functions of bits at an offset, which is the same for all components.
fn fields(function: MathFunction, arguments: &[Value]) -> Outcome<Value> {
    let components: Vec<_> = arguments.iter().map(Value::scalars).collect();
    let count = components.first().map_or(0, Vec::len);
    let results = (0..count).map(|index| {
        let component = |components: &Vec<Scalar>| components.get(index).or(components.first()).copied();
        let arguments: Vec<_> = components.iter().filter_map(component).collect();
        let result = integer::function(function, &arguments)?;
        result.ok_or_else(|| unknown(format!("{function:?}")))
    });
    let results = results.collect::<Outcome<Vec<_>>>()?;
    Ok(match arguments {
        [Value::Scalar(_), ..] => Value::Scalar(results[0]),
        _ => Value::vector(results),
    })
}

fn by_one(function: MathFunction, a: Scalar) -> Outcome<Scalar> {
    use MathFunction as F;
    if let Some(result) = integer::function(function, &[a])? {
        return Ok(result);
    }
    if let (F::Frexp, Scalar::Real(a)) = (function, a) {
        let size = a.absolute();
        let exponent = match () {
            () if size.high() <= 0.0 => 0.0,
            () if size.low() <= 0.0 => {
                return Err(Stop::Undecided("the exponent of 0, or nearly so"));
            }
            () => size.step(|a| a.log2().floor())?.value + 1.0,
        };
        #[expect(clippy::cast_possible_truncation, reason = "it is a small integer")]
        return Scalar::integer(exponent as i64, true);
    }
    let a = match (function, a) {
        (_, Scalar::Real(a)) => a,
        (F::Abs, Scalar::Signed(a)) => return Scalar::integer(a.abs(), true),
        (F::Sign, Scalar::Signed(a)) => return Scalar::integer(a.signum(), true),
        (F::Abs, Scalar::Unsigned(_)) => return Ok(a),
        (_, other) => return Err(unknown(format!("{function:?} of {other:?}"))),
    };
    Ok(Scalar::Real(of_real(function, a)?))
}

fn of_real(function: MathFunction, a: Real) -> Outcome<Real> {
    use MathFunction as F;
    let [zero, half, one] = [0.0, 0.5, 1.0].map(Real::exact);
    match function {
        F::Abs => Ok(a.absolute()),
        F::Saturate => Ok(a.maximum(zero).minimum(one)),
        F::Floor => a.step(f64::floor),
        F::Ceil => a.step(f64::ceil),
        F::Trunc => a.step(f64::trunc),
        F::Round => a.step(f64::round_ties_even),
        F::Fract => a.subtract(a.step(f64::floor)?),
        F::Sign => Ok(match a.compare(zero) {
            Ok(Ordering::Less) => one.negate(),
            Ok(Ordering::Equal) => zero,
            Ok(Ordering::Greater) => one,
            Err(_) => Real::OPEN,
        }),
        F::Sqrt => a.square_root(),
        F::InverseSqrt => a.square_root()?.reciprocal(),
        F::Exp => a.exp(),
        F::Exp2 => a.exp2(),
        F::Log => a.log(),
        F::Log2 => a.log2(),
        F::Sin => a.sine(),
        F::Cos => a.cosine(),
        F::Tan => a.sine()?.divide(a.cosine()?),
        F::Asin => a.inverse([-1.0, 1.0], f64::asin),
        F::Acos => a.inverse([-1.0, 1.0], f64::acos),
        F::Atan => a.inverse([-1e6, 1e6], f64::atan),
        F::Asinh => a.inverse([-1e6, 1e6], f64::asinh),
        F::Acosh => a.inverse([1.0, 1e6], f64::acosh),
        // The quotient grows without a limit near 1.
        F::Atanh => a.inverse([-0.999, 0.999], f64::atanh),
        F::Sinh => a.exp()?.subtract(a.negate().exp()?)?.multiply(half),
        F::Cosh => a.exp()?.add(a.negate().exp()?)?.multiply(half),
        F::Tanh => {
            let [grows, falls] = [a.exp()?, a.negate().exp()?];
            grows.subtract(falls)?.divide(grows.add(falls)?)
        }
        F::Radians => a.multiply(Real::new(std::f64::consts::PI / 180.0)),
        F::Degrees => a.multiply(Real::new(180.0 / std::f64::consts::PI)),
        other => Err(unknown(format!("{other:?}"))),
    }
}

fn by_two(function: MathFunction, a: Scalar, b: Scalar) -> Outcome<Scalar> {
    use MathFunction as F;
    let is_signed = matches!(a, Scalar::Signed(_));
    match (function, a, b) {
        (F::Min, Scalar::Signed(a) | Scalar::Unsigned(a), Scalar::Signed(b) | Scalar::Unsigned(b)) => {
            Scalar::integer(a.min(b), is_signed)
        }
        (F::Max, Scalar::Signed(a) | Scalar::Unsigned(a), Scalar::Signed(b) | Scalar::Unsigned(b)) => {
            Scalar::integer(a.max(b), is_signed)
        }
        _ => {
            let (a, b) = (a.real(), b.real());
            Ok(Scalar::Real(match function {
                F::Min => a.minimum(b),
                F::Max => a.maximum(b),
                F::Pow => a.power(b)?,
                F::Atan2 => a.angle(b)?,
                F::Step => match b.compare(a) {
                    Ok(Ordering::Less) => Real::exact(0.0),
                    Ok(_) => Real::exact(1.0),
                    Err(_) => Real::OPEN,
                },
                F::Ldexp => a.multiply(b.exp2()?)?,
                other => return Err(unknown(format!("{other:?}"))),
            }))
        }
    }
}

fn by_three(function: MathFunction, [a, b, c]: [Scalar; 3]) -> Outcome<Scalar> {
    use MathFunction as F;
    if let (F::Clamp, Scalar::Signed(number) | Scalar::Unsigned(number)) = (function, a) {
        let is_signed = matches!(a, Scalar::Signed(_));
        return match (b, c) {
            (Scalar::Signed(low) | Scalar::Unsigned(low), Scalar::Signed(high) | Scalar::Unsigned(high))
                if low <= high =>
            {
                Scalar::integer(number.clamp(low, high), is_signed)
            }
            _ => Err(Stop::Undefined("the range of `clamp` is empty")),
        };
    }
    let [a, b, c] = [a, b, c].map(Scalar::real);
    Ok(Scalar::Real(match function {
        F::Clamp if b.high() <= c.low() => a.maximum(b).minimum(c),
        F::Clamp => Real::OPEN,
        F::Fma => a.multiply(b)?.add(c)?,
        F::Mix => b.subtract(a)?.multiply(c)?.add(a)?,
        F::SmoothStep => smooth_step(a, b, c)?,
        other => return Err(unknown(format!("{other:?}"))),
    }))
}

fn smooth_step(low: Real, high: Real, x: Real) -> Outcome<Real> {
    let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(Real::exact);
    let t = x.subtract(low)?.divide(high.subtract(low)?)?;
    let t = t.maximum(zero).minimum(one);
    t.multiply(t)?.multiply(three.subtract(two.multiply(t)?)?)
}
