//! Functions in expressions. Their results are the same on all hosts, because none of them uses the C library.

use std::ops::RangeInclusive;

use super::scope::is_name_function;
use super::value::{EvalError, Number};

/// Name of the constant π.
pub(crate) const PI: &str = "pi";

/// A function.
pub(crate) struct Function {
    /// Its name, in lowercase.
    pub(crate) name: &'static str,
    /// Number of arguments.
    pub(crate) arguments: RangeInclusive<usize>,
    /// Computes the result. The number of arguments has been checked.
    pub(crate) apply: fn(&[Number]) -> Result<Number, EvalError>,
}

/// Creates a function of one argument.
const fn unary(name: &'static str, apply: fn(&[Number]) -> Result<Number, EvalError>) -> Function {
    Function {
        name,
        arguments: 1..=1,
        apply,
    }
}

/// All functions.
pub(crate) const FUNCTIONS: &[Function] = &[
    unary("abs", |a| match a {
        [Number::Integer(number)] => Number::checked_integer(number.checked_abs()),
        _ => float(a, f64::abs),
    }),
    unary("ceil", |a| whole(a, f64::ceil)),
    unary("floor", |a| whole(a, f64::floor)),
    unary("round", |a| whole(a, f64::round)),
    Function {
        name: "max",
        arguments: 2..=usize::MAX,
        apply: |a| min_or_max(a, i64::max, f64::max),
    },
    Function {
        name: "min",
        arguments: 2..=usize::MAX,
        apply: |a| min_or_max(a, i64::min, f64::min),
    },
    unary("sqrt", |a| float(a, libm::sqrt)),
    Function {
        name: "pow",
        arguments: 2..=2,
        apply: power,
    },
    unary("exp2", |a| float(a, libm::exp2)),
    unary("log2", |a| float(a, libm::log2)),
    unary("sin", |a| float(a, libm::sin)),
    unary("cos", |a| float(a, libm::cos)),
    unary("tan", |a| float(a, libm::tan)),
    unary("asin", |a| float(a, libm::asin)),
    unary("acos", |a| float(a, libm::acos)),
    unary("atan", |a| float(a, libm::atan)),
    unary("deg", |a| float(a, f64::to_degrees)),
    unary("rad", |a| float(a, f64::to_radians)),
];

/// Returns the names of all functions, in lowercase.
pub(crate) fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// Looks up a function by name, case-insensitively.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS
        .iter()
        .find(|function| function.name.eq_ignore_ascii_case(name))
}

/// Returns true if an undeclared word has a meaning in expressions.
pub(crate) fn is_expression_word(word: &str) -> bool {
    word.eq_ignore_ascii_case(PI) || find(word).is_some() || is_name_function(word)
}

/// Returns the only argument.
fn single(arguments: &[Number]) -> f64 {
    arguments.first().map_or(f64::NAN, |number| number.to_f64())
}

fn float(arguments: &[Number], apply: fn(f64) -> f64) -> Result<Number, EvalError> {
    Number::checked_float(apply(single(arguments)), arguments)
}

/// Applies a function whose results are integers.
fn whole(arguments: &[Number], apply: fn(f64) -> f64) -> Result<Number, EvalError> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if let [integer @ Number::Integer(_)] = arguments {
        return Ok(*integer);
    }
    let number = float(arguments, apply)?.to_f64();
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer and within range")]
    let integer = (-LIMIT..LIMIT).contains(&number).then_some(number as i64);
    Number::checked_integer(integer)
}

/// Returns the minimum or maximum of the arguments: an integer if all of them are.
fn min_or_max(
    arguments: &[Number],
    of_integers: fn(i64, i64) -> i64,
    of_floats: fn(f64, f64) -> f64,
) -> Result<Number, EvalError> {
    let join = |one, other| match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => Number::Integer(of_integers(one, other)),
        _ => Number::Float(of_floats(one.to_f64(), other.to_f64())),
    };
    let result = arguments.iter().copied().reduce(join);
    match result.ok_or(EvalError::Undefined)? {
        Number::Float(result) => Number::checked_float(result, arguments),
        integer => Ok(integer),
    }
}

/// Computes a power: an integer if both arguments are integers and the exponent is not negative.
fn power(arguments: &[Number]) -> Result<Number, EvalError> {
    let &[base, exponent] = arguments else {
        return Err(EvalError::Undefined);
    };
    if let (Number::Integer(base), Number::Integer(exponent @ 0..)) = (base, exponent) {
        // For larger exponents, only powers of three bases fit into 64 bits.
        let exponent = match u32::try_from(exponent) {
            Ok(exponent) => exponent,
            Err(_) if base.unsigned_abs() > 1 => return Err(EvalError::Overflow),
            Err(_) => 2 + u32::from(exponent % 2 == 1),
        };
        return Number::checked_integer(base.checked_pow(exponent));
    }
    let (base, exponent) = (base.to_f64(), exponent.to_f64());
    Number::checked_float(libm::pow(base, exponent), arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    use Number::{Float, Integer};

    fn apply(name: &str, arguments: &[Number]) -> Result<Number, EvalError> {
        let function = find(name).expect("a function");
        assert!(function.arguments.contains(&arguments.len()));
        (function.apply)(arguments)
    }

    #[test]
    fn values() {
        for (name, arguments, result) in [
            ("abs", vec![Integer(-3)], Integer(3)),
            ("abs", vec![Float(-3.5)], Float(3.5)),
            ("ceil", vec![Float(-1.5)], Integer(-1)),
            ("floor", vec![Float(-1.5)], Integer(-2)),
            ("floor", vec![Integer(7)], Integer(7)),
            ("round", vec![Float(2.5)], Integer(3)),
            ("max", vec![Integer(1), Integer(3), Integer(2)], Integer(3)),
            ("MIN", vec![Integer(1), Float(0.5)], Float(0.5)),
            ("min", vec![Integer(1), Float(1.5)], Float(1.0)),
            ("sqrt", vec![Integer(16)], Float(4.0)),
            ("pow", vec![Integer(2), Integer(10)], Integer(1024)),
            ("pow", vec![Integer(-1), Integer(i64::MAX)], Integer(-1)),
            ("pow", vec![Integer(2), Integer(-1)], Float(0.5)),
            ("exp2", vec![Integer(3)], Float(8.0)),
            ("log2", vec![Float(0.25)], Float(-2.0)),
            ("sin", vec![Integer(0)], Float(0.0)),
            ("cos", vec![Integer(0)], Float(1.0)),
            ("tan", vec![Integer(0)], Float(0.0)),
            ("asin", vec![Integer(1)], Float(std::f64::consts::FRAC_PI_2)),
            ("acos", vec![Integer(-1)], Float(std::f64::consts::PI)),
            ("atan", vec![Integer(1)], Float(std::f64::consts::FRAC_PI_4)),
            ("rad", vec![Integer(180)], Float(std::f64::consts::PI)),
            ("deg", vec![Float(std::f64::consts::PI)], Float(180.0)),
        ] {
            assert_eq!(apply(name, &arguments), Ok(result), "{name} {arguments:?}");
        }
    }

    #[test]
    fn functions_fail_outside_their_domains() {
        for (name, arguments, error) in [
            ("sqrt", vec![Integer(-1)], EvalError::Undefined),
            ("asin", vec![Float(1.5)], EvalError::Undefined),
            ("log2", vec![Integer(0)], EvalError::Infinite),
            ("log2", vec![Integer(-1)], EvalError::Undefined),
            ("exp2", vec![Integer(5000)], EvalError::Infinite),
            ("pow", vec![Integer(2), Integer(63)], EvalError::Overflow),
            ("pow", vec![Integer(2), Integer(i64::MAX)], EvalError::Overflow),
            ("pow", vec![Integer(0), Integer(-1)], EvalError::Infinite),
            ("floor", vec![Float(1e19)], EvalError::Overflow),
            ("abs", vec![Integer(i64::MIN)], EvalError::Overflow),
            ("max", vec![Float(f64::NAN), Integer(1)], EvalError::Undefined),
        ] {
            assert_eq!(apply(name, &arguments), Err(error), "{name} {arguments:?}");
        }
    }
}
