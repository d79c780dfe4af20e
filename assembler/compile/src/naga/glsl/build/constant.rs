//! Constant scalars, and operations with them. Integers wrap around at 32 bits, as the language says.

use std::fmt;

use ::naga::Literal as NagaLiteral;

use super::super::super::cast::{narrow, nearest, truncated, truncated_unsigned};
use super::super::ast::{Binary, Literal, Unary};
use super::super::types::Kind;

/// The value of a constant scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constant {
    Bool(bool),
    Int(i32),
    Uint(u32),
    Float(f32),
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Uint(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value}"),
        }
    }
}

impl Constant {
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Bool(_) => Kind::Bool,
            Self::Int(_) => Kind::Int,
            Self::Uint(_) => Kind::Uint,
            Self::Float(_) => Kind::Float,
        }
    }

    pub(super) const fn naga(self) -> NagaLiteral {
        match self {
            Self::Bool(value) => NagaLiteral::Bool(value),
            Self::Int(value) => NagaLiteral::I32(value),
            Self::Uint(value) => NagaLiteral::U32(value),
            Self::Float(value) => NagaLiteral::F32(value),
        }
    }

    /// Returns the value of an integer.
    pub(super) fn integer(self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(i64::from(value)),
            Self::Uint(value) => Some(i64::from(value)),
            _ => None,
        }
    }

    /// Returns the value as one of another kind.
    pub(super) fn converted(self, to: Kind) -> Self {
        match to {
            Kind::Bool => Self::Bool(match self {
                Self::Bool(value) => value,
                Self::Int(value) => value != 0,
                Self::Uint(value) => value != 0,
                Self::Float(value) => value != 0.0,
            }),
            Kind::Float => Self::Float(match self {
                Self::Bool(value) => f32::from(u8::from(value)),
                Self::Int(value) => nearest(i64::from(value)),
                Self::Uint(value) => nearest(i64::from(value)),
                Self::Float(value) => value,
            }),
            Kind::Int => Self::Int(match self {
                Self::Bool(value) => i32::from(value),
                Self::Int(value) => value,
                Self::Uint(value) => value.cast_signed(),
                Self::Float(value) => truncated(value),
            }),
            Kind::Uint => Self::Uint(match self {
                Self::Bool(value) => u32::from(value),
                Self::Int(value) => value.cast_unsigned(),
                Self::Uint(value) => value,
                Self::Float(value) => truncated_unsigned(value),
            }),
        }
    }
}

impl From<Literal> for Constant {
    fn from(literal: Literal) -> Self {
        match literal {
            Literal::Bool(value) => Self::Bool(value),
            Literal::Int(value) => Self::Int(value),
            Literal::Uint(value) => Self::Uint(value),
            Literal::Float(value) => Self::Float(narrow(value)),
        }
    }
}

/// Returns the result of an operator.
pub(super) fn unary(operator: Unary, a: Constant) -> Option<Constant> {
    Some(match (operator, a) {
        (Unary::Plus, value) => value,
        (Unary::Minus, Constant::Int(value)) => Constant::Int(value.wrapping_neg()),
        (Unary::Minus, Constant::Uint(value)) => Constant::Uint(value.wrapping_neg()),
        (Unary::Minus, Constant::Float(value)) => Constant::Float(-value),
        (Unary::Not, Constant::Bool(value)) => Constant::Bool(!value),
        (Unary::Complement, Constant::Int(value)) => Constant::Int(!value),
        (Unary::Complement, Constant::Uint(value)) => Constant::Uint(!value),
        _ => return None,
    })
}

/// Returns the result of an operator on constants, after the conversion of one of them. `None` where the language
/// leaves it undefined.
pub(super) fn binary(operator: Binary, a: Constant, b: Constant) -> Option<Constant> {
    let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
    if is_shift {
        return shift(operator, a, b);
    }
    let kind = if a.kind().converts_to(b.kind()) {
        b.kind()
    } else if b.kind().converts_to(a.kind()) {
        a.kind()
    } else {
        return None;
    };
    match (a.converted(kind), b.converted(kind)) {
        (Constant::Bool(a), Constant::Bool(b)) => Some(Constant::Bool(match operator {
            Binary::And => a && b,
            Binary::Or => a || b,
            Binary::Xor | Binary::NotEqual => a != b,
            Binary::Equal => a == b,
            _ => return None,
        })),
        (Constant::Int(a), Constant::Int(b)) => Some(match operator {
            Binary::Add => Constant::Int(a.wrapping_add(b)),
            Binary::Subtract => Constant::Int(a.wrapping_sub(b)),
            Binary::Multiply => Constant::Int(a.wrapping_mul(b)),
            Binary::Divide => Constant::Int(a.checked_div(b)?),
            Binary::Modulo => Constant::Int(a.checked_rem(b)?),
            Binary::BitAnd => Constant::Int(a & b),
            Binary::BitOr => Constant::Int(a | b),
            Binary::BitXor => Constant::Int(a ^ b),
            _ => Constant::Bool(compared(operator, &a, &b)?),
        }),
        (Constant::Uint(a), Constant::Uint(b)) => Some(match operator {
            Binary::Add => Constant::Uint(a.wrapping_add(b)),
            Binary::Subtract => Constant::Uint(a.wrapping_sub(b)),
            Binary::Multiply => Constant::Uint(a.wrapping_mul(b)),
            Binary::Divide => Constant::Uint(a.checked_div(b)?),
            Binary::Modulo => Constant::Uint(a.checked_rem(b)?),
            Binary::BitAnd => Constant::Uint(a & b),
            Binary::BitOr => Constant::Uint(a | b),
            Binary::BitXor => Constant::Uint(a ^ b),
            _ => Constant::Bool(compared(operator, &a, &b)?),
        }),
        (Constant::Float(a), Constant::Float(b)) => Some(match operator {
            Binary::Add => Constant::Float(a + b),
            Binary::Subtract => Constant::Float(a - b),
            Binary::Multiply => Constant::Float(a * b),
            Binary::Divide if b != 0.0 => Constant::Float(a / b),
            Binary::Divide => return None,
            _ => Constant::Bool(compared(operator, &a, &b)?),
        }),
        _ => None,
    }
}

fn compared<T: PartialOrd>(operator: Binary, a: &T, b: &T) -> Option<bool> {
    Some(match operator {
        Binary::Less => a < b,
        Binary::Greater => a > b,
        Binary::LessEqual => a <= b,
        Binary::GreaterEqual => a >= b,
        Binary::Equal => a == b,
        Binary::NotEqual => a != b,
        _ => return None,
    })
}

fn shift(operator: Binary, a: Constant, b: Constant) -> Option<Constant> {
    let count = u32::try_from(b.integer()?).ok().filter(|count| *count < 32)?;
    Some(match (a, operator) {
        (Constant::Int(a), Binary::ShiftLeft) => Constant::Int(a << count),
        (Constant::Int(a), _) => Constant::Int(a >> count),
        (Constant::Uint(a), Binary::ShiftLeft) => Constant::Uint(a << count),
        (Constant::Uint(a), _) => Constant::Uint(a >> count),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::ast::Binary;
    use super::{Constant, binary};

    #[test]
    fn integers_wrap_around() {
        let max = Constant::Int(i32::MAX);
        assert_eq!(
            binary(Binary::Add, max, Constant::Int(1)),
            Some(Constant::Int(i32::MIN))
        );
        let all = Constant::Uint(u32::MAX);
        assert_eq!(binary(Binary::Multiply, all, all), Some(Constant::Uint(1)));
        assert_eq!(
            binary(Binary::ShiftLeft, Constant::Int(3), Constant::Uint(31)),
            Some(Constant::Int(i32::MIN))
        );
        assert_eq!(
            binary(Binary::ShiftRight, Constant::Int(-8), Constant::Int(1)),
            Some(Constant::Int(-4))
        );
    }

    #[test]
    fn what_is_undefined_is_no_constant() {
        for operator in [Binary::Divide, Binary::Modulo] {
            assert_eq!(binary(operator, Constant::Int(1), Constant::Int(0)), None);
            assert_eq!(binary(operator, Constant::Int(i32::MIN), Constant::Int(-1)), None);
        }
        assert_eq!(binary(Binary::ShiftLeft, Constant::Int(1), Constant::Int(32)), None);
        assert_eq!(binary(Binary::ShiftLeft, Constant::Int(1), Constant::Int(-1)), None);
        assert_eq!(binary(Binary::Add, Constant::Bool(true), Constant::Int(1)), None);
    }

    #[test]
    fn one_side_is_converted() {
        let half = Constant::Float(0.5);
        assert_eq!(binary(Binary::Add, Constant::Int(1), half), Some(Constant::Float(1.5)));
        assert_eq!(
            binary(Binary::Less, half, Constant::Uint(1)),
            Some(Constant::Bool(true))
        );
        assert_eq!(
            binary(Binary::Add, Constant::Int(-1), Constant::Uint(1)),
            Some(Constant::Uint(0))
        );
    }
}
