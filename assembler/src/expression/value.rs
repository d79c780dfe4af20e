//! Values of expressions: 64-bit integers and doubles, and the operators on them.

use std::cmp::Ordering;

use crate::syntax::ast::Binary;

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer. Sums, differences, products and remainders of integers are also integers.
    Integer(i64),
    /// A number that has, or could have, a fraction.
    Float(f64),
}

/// The reason why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvalError {
    /// It divides by zero.
    DivisionByZero,
    /// Its result is an integer that does not fit into 64 bits.
    Overflow,
    /// Its result is infinite, although its operands are finite.
    Infinite,
    /// It is not defined for these operands.
    Undefined,
}

impl Number {
    /// Converts to a double. An integer with more than 53 bits is rounded to nearest.
    #[expect(
        clippy::cast_precision_loss,
        reason = "integers of that size are rounded like literals"
    )]
    pub(crate) const fn to_f64(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }

    /// Creates the result of a floating-point operation on `operands`.
    pub(crate) fn checked_float(result: f64, operands: &[Self]) -> Result<Self, EvalError> {
        let infinite = |number: &Self| number.to_f64().is_infinite();
        if result.is_nan() || operands.iter().any(|number| number.to_f64().is_nan()) {
            Err(EvalError::Undefined)
        } else if result.is_infinite() && !operands.iter().any(infinite) {
            Err(EvalError::Infinite)
        } else {
            Ok(Self::Float(result))
        }
    }

    /// Creates the result of an integer operation.
    pub(crate) fn checked_integer(result: Option<i64>) -> Result<Self, EvalError> {
        result.map(Self::Integer).ok_or(EvalError::Overflow)
    }

    /// Negates the number.
    pub(crate) fn negate(self) -> Result<Self, EvalError> {
        match self {
            Self::Integer(number) => Self::checked_integer(number.checked_neg()),
            Self::Float(number) => Ok(Self::Float(-number)),
        }
    }

    /// Returns true if the number is not zero.
    pub(crate) fn is_true(self) -> bool {
        self.to_f64() != 0.0
    }

    /// Converts a bool to 1 or 0.
    pub(crate) fn from_bool(value: bool) -> Self {
        Self::Integer(value.into())
    }

    /// Compares two numbers. Integers are compared exactly.
    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => Some(left.cmp(&right)),
            _ => self.to_f64().partial_cmp(&other.to_f64()),
        }
    }

    /// Evaluates a comparison; `None` for other operators.
    fn relation(self, operator: Binary, other: Self) -> Option<bool> {
        let order = self.compare(other);
        Some(match operator {
            Binary::Equal => order == Some(Ordering::Equal),
            Binary::NotEqual => order != Some(Ordering::Equal),
            Binary::Less => order == Some(Ordering::Less),
            Binary::LessEqual => order.is_some_and(Ordering::is_le),
            Binary::Greater => order == Some(Ordering::Greater),
            Binary::GreaterEqual => order.is_some_and(Ordering::is_ge),
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Remainder => return None,
        })
    }

    /// Computes `self OPERATOR other`. A quotient of integers with a remainder is not an integer.
    pub(crate) fn join(self, operator: Binary, other: Self) -> Result<Self, EvalError> {
        if let Some(is_true) = self.relation(operator, other) {
            return Ok(Self::from_bool(is_true));
        }
        let divides = matches!(operator, Binary::Divide | Binary::Remainder);
        if divides && other.to_f64() == 0.0 {
            return Err(EvalError::DivisionByZero);
        }
        if let (Self::Integer(left), Self::Integer(right)) = (self, other) {
            match operator {
                Binary::Add => return Self::checked_integer(left.checked_add(right)),
                Binary::Subtract => return Self::checked_integer(left.checked_sub(right)),
                Binary::Multiply => return Self::checked_integer(left.checked_mul(right)),
                // The only remainder whose quotient overflows is 0.
                Binary::Remainder => return Ok(Self::Integer(left.wrapping_rem(right))),
                Binary::Divide if left.wrapping_rem(right) == 0 => {
                    return Self::checked_integer(left.checked_div(right));
                }
                _ => {}
            }
        }
        let (left, right) = (self.to_f64(), other.to_f64());
        let result = match operator {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => left / right,
            // Comparisons have returned above.
            _ => left % right,
        };
        Self::checked_float(result, &[self, other])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Number::{Float, Integer};

    #[test]
    fn integers_stay_integers_where_possible() {
        for (left, operator, right, result) in [
            (6, Binary::Add, 3, Integer(9)),
            (6, Binary::Subtract, 9, Integer(-3)),
            (-6, Binary::Multiply, 3, Integer(-18)),
            (6, Binary::Divide, -3, Integer(-2)),
            (7, Binary::Divide, 2, Float(3.5)),
            (1, Binary::Divide, 128, Float(0.007_812_5)),
            (7, Binary::Remainder, 3, Integer(1)),
            (-7, Binary::Remainder, 3, Integer(-1)),
            (i64::MIN, Binary::Remainder, -1, Integer(0)),
        ] {
            assert_eq!(
                Integer(left).join(operator, Integer(right)),
                Ok(result),
                "{left} {operator:?} {right}"
            );
        }
        assert_eq!(Integer(2).join(Binary::Multiply, Float(1.5)), Ok(Float(3.0)));
        assert_eq!(Float(-7.5).join(Binary::Remainder, Integer(2)), Ok(Float(-1.5)));
    }

    #[test]
    fn operations_without_a_result_are_faults() {
        let max = Integer(i64::MAX);
        for (left, operator, right, error) in [
            (Integer(1), Binary::Divide, Integer(0), EvalError::DivisionByZero),
            (Float(1.0), Binary::Divide, Float(-0.0), EvalError::DivisionByZero),
            (Integer(1), Binary::Remainder, Float(0.0), EvalError::DivisionByZero),
            (max, Binary::Add, Integer(1), EvalError::Overflow),
            (max, Binary::Multiply, Integer(2), EvalError::Overflow),
            (Integer(i64::MIN), Binary::Divide, Integer(-1), EvalError::Overflow),
            (Float(1e300), Binary::Multiply, Float(1e300), EvalError::Infinite),
            (
                Float(f64::INFINITY),
                Binary::Subtract,
                Float(f64::INFINITY),
                EvalError::Undefined,
            ),
            (Float(f64::NAN), Binary::Add, Integer(1), EvalError::Undefined),
        ] {
            assert_eq!(
                left.join(operator, right),
                Err(error),
                "{left:?} {operator:?} {right:?}"
            );
        }
        assert_eq!(Integer(i64::MIN).negate(), Err(EvalError::Overflow));
        let infinity = Float(f64::INFINITY);
        assert_eq!(infinity.join(Binary::Add, Integer(1)), Ok(infinity));
    }
}
