//! Operators of integers, which have 32 bits in the source.

use ::naga::{BinaryOperator, ScalarKind};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Bitwise, Comparison, Operand, ReasonId, Type, nearest, wrapped};

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn binary_integer(&mut self, op: BinaryOperator, kind: ScalarKind, [a, b]: [Operand; 2]) -> Operand {
        use BinaryOperator as Op;
        if let Some(known) = self.known_result(op, kind, [a, b]) {
            return known;
        }
        match op {
            Op::Add => self.builder.add(a, b),
            Op::Subtract => self.builder.subtract(a, b),
            Op::Multiply => self.builder.multiply(a, b),
            Op::Divide => self.quotient(kind, a, b)[0],
            Op::Modulo => self.quotient(kind, a, b)[1],
            Op::Equal => self.builder.compare(Comparison::Equal, a, b),
            Op::NotEqual => self.builder.compare(Comparison::NotEqual, a, b),
            Op::Less => self.ordered(Comparison::Less, kind, [a, b]),
            Op::LessEqual => self.ordered(Comparison::LessEqual, kind, [a, b]),
            Op::Greater => self.ordered(Comparison::Greater, kind, [a, b]),
            Op::GreaterEqual => self.ordered(Comparison::GreaterEqual, kind, [a, b]),
            Op::And => self.bitwise("&", Bitwise::And, a, b),
            Op::InclusiveOr => self.bitwise("|", Bitwise::Or, a, b),
            Op::ExclusiveOr => self.bitwise("^", Bitwise::Xor, a, b),
            Op::ShiftLeft => self.bitwise("<<", Bitwise::ShiftLeft, a, b),
            Op::ShiftRight => self.bitwise(">>", right_shift(kind), a, b),
            // Validation refuses integers.
            Op::LogicalAnd | Op::LogicalOr => a,
        }
    }

    /// Returns the result for two integers that are known, as one of 32 bits.
    fn known_result(&mut self, op: BinaryOperator, kind: ScalarKind, sides: [Operand; 2]) -> Option<Operand> {
        use BinaryOperator as Op;
        let [Some(a), Some(b)] = sides.map(|side| self.builder.program().integer(side)) else {
            return None;
        };
        let [a, b] = [a, b].map(wrapped);
        // The numbers that the bits are.
        let number = |bits: i32| match kind {
            ScalarKind::Uint => i64::from(bits.cast_unsigned()),
            _ => i64::from(bits),
        };
        let (x, y) = (number(a), number(b));
        let result = match op {
            Op::Add => x.wrapping_add(y),
            Op::Subtract => x.wrapping_sub(y),
            Op::Multiply => x.wrapping_mul(y),
            Op::Divide => x.checked_div(y)?,
            Op::Modulo => x.checked_rem(y)?,
            Op::And => i64::from(a & b),
            Op::InclusiveOr => i64::from(a | b),
            Op::ExclusiveOr => i64::from(a ^ b),
            Op::ShiftLeft => i64::from(Bitwise::ShiftLeft.evaluate(a, b)),
            Op::ShiftRight => i64::from(right_shift(kind).evaluate(a, b)),
            Op::Equal => return Some(self.builder.boolean(x == y)),
            Op::NotEqual => return Some(self.builder.boolean(x != y)),
            Op::Less => return Some(self.builder.boolean(x < y)),
            Op::LessEqual => return Some(self.builder.boolean(x <= y)),
            Op::Greater => return Some(self.builder.boolean(x > y)),
            Op::GreaterEqual => return Some(self.builder.boolean(x >= y)),
            Op::LogicalAnd | Op::LogicalOr => return None,
        };
        Some(self.whole_number(number(wrapped(result))))
    }

    /// `~a`
    pub(super) fn complement(&mut self, a: Operand) -> Operand {
        if let Some(number) = self.builder.program().integer(a) {
            return self.whole_number((!wrapped(number)).into());
        }
        let all = self.builder.integer(-1.0);
        self.builder.subtract(all, a)
    }

    fn ordered(&mut self, comparison: Comparison, kind: ScalarKind, sides: [Operand; 2]) -> Operand {
        let [a, b] = sides.map(|side| self.natural(kind, side));
        self.builder.compare(comparison, a, b)
    }

    /// Returns an integer of a kind as the number that it is in the source.
    pub(super) fn natural(&mut self, kind: ScalarKind, a: Operand) -> Operand {
        match kind {
            ScalarKind::Uint => self.builder.unsigned(a, Type::Int),
            _ => a,
        }
    }

    /// Returns an operation on bits, which has this name in the source.
    pub(super) fn bitwise(&mut self, name: &str, operation: Bitwise, a: Operand, b: Operand) -> Operand {
        let reason = self.reason_of_bits(name);
        self.builder.bitwise(operation, a, b, reason)
    }

    /// Some bits of an integer.
    pub(super) fn masked(&mut self, a: Operand, mask: u32) -> Operand {
        let mask = self.whole_number(mask.into());
        self.bitwise("&", Bitwise::And, a, mask)
    }

    /// Returns an integer, shifted by a known number of bits, to the right with a positive one.
    pub(super) fn shifted(&mut self, kind: ScalarKind, a: Operand, count: u8) -> Operand {
        let count = self.builder.integer(count.into());
        self.bitwise(">>", right_shift(kind), a, count)
    }

    pub(super) fn reason_of_bits(&mut self, name: &str) -> ReasonId {
        let (message, help) = refused_bits(name);
        self.reason(Code::UnsupportedOperation, message, help)
    }

    /// Returns the quotient, rounded toward 0, and the remainder, which has the sign of the first number.
    fn quotient(&mut self, kind: ScalarKind, a: Operand, b: Operand) -> [Operand; 2] {
        let divisor = self.builder.program().integer(b);
        let exponent = divisor.and_then(|divisor| {
            let exponents = 0..=17_u8;
            exponents.into_iter().find(|exponent| 1 << exponent == divisor)
        });
        match (kind, exponent) {
            (ScalarKind::Uint, Some(exponent)) => {
                [self.shifted(kind, a, exponent), self.masked(a, (1 << exponent) - 1)]
            }
            (ScalarKind::Uint, None) => {
                let [a, b] = [a, b].map(|side| self.natural(kind, side));
                expand::divide_integers(&mut self.builder, a, b)
            }
            (_, Some(exponent)) => {
                let builder = &mut self.builder;
                let factor = builder.literal(1.0 / nearest(1 << exponent));
                let exact = builder.multiply(a, factor);
                let quotient = expand::truncate(builder, exact);
                let remainder = builder.multiply_add(quotient.negate(), b, a);
                [quotient, remainder]
            }
            (_, None) => self.signed_quotient(a, b),
        }
    }

    fn signed_quotient(&mut self, a: Operand, b: Operand) -> [Operand; 2] {
        let builder = &mut self.builder;
        let divisor = expand::absolute(builder, b);
        let dividend = expand::absolute(builder, a);
        let [quotient, remainder] = expand::divide_integers(builder, dividend, divisor);
        let zero = builder.integer(0.0);
        let is_negative = builder.compare(Comparison::Less, a, zero);
        let remainder = builder.select(is_negative, remainder.negate(), remainder);
        let sign = builder.multiply(a, b);
        let differs = builder.compare(Comparison::Less, sign, zero);
        [builder.select(differs, quotient.negate(), quotient), remainder]
    }
}

/// Returns the shift to the right of integers of a kind.
const fn right_shift(kind: ScalarKind) -> Bitwise {
    match kind {
        ScalarKind::Uint => Bitwise::ShiftRightUnsigned,
        _ => Bitwise::ShiftRight,
    }
}

/// Returns the reason why an operation on bits is refused, and the replacement to write.
pub(super) fn refused_bits(name: &str) -> (String, &'static str) {
    let whose = match name {
        "&" | "|" | "^" => "of two integers, which may have more than 17 bits in common",
        _ => "of a number",
    };
    let message = format!("`{name}` operates on the bits {whose}; integers are floats on this hardware");
    (message, way_out(name))
}

/// Returns the advice for an operation on bits.
fn way_out(name: &str) -> &'static str {
    match name {
        "&" | "|" | "^" => {
            "mask the relevant bits, as in `(a & 255u) ^ b`, or combine numbers with shifts by constants, as in `(a << 8u) | (b & 255u)`"
        }
        _ if name.starts_with("pack") || name.starts_with("unpack") || name.starts_with("dot4") => {
            "pass the components as a separate attribute or uniform; the console converts bytes to floats"
        }
        "quantizeToF16" => "avoid it: numbers have 16 mantissa bits on this hardware",
        _ => "use constants, or arithmetic: `x & mask` is possible with a constant mask, and so are shifts",
    }
}
