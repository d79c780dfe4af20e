//! Operations on integers that become others.

use super::Rewriter;
use super::facts::unsigned;
use crate::ir::{
    Binary, Bitwise, Definition, LARGEST_INTEGER, Logic, Op, Operand, ReasonId, Statement, Type, Unary, Value, nearest,
    wrapped,
};

/// The number of 32-bit integers.
const MODULUS: f32 = 4_294_967_296.0;

impl Rewriter<'_> {
    /// Replaces an operation on bits.
    pub(super) fn bitwise(
        &mut self,
        operation: Bitwise,
        [a, b]: [Operand; 2],
        reason: ReasonId,
        value: Value,
    ) -> Option<Operand> {
        let known = [a, b].map(|side| self.program.integer(side).map(wrapped));
        // A constant that the GPU does not have is why the result is none that it has.
        let reason = self.reason(&[a, b]).unwrap_or(reason);
        match (operation, known) {
            (_, [Some(a), Some(b)]) => Some(self.integer(operation.evaluate(a, b), reason)),
            (Bitwise::And | Bitwise::Or | Bitwise::Xor, [None, Some(mask)]) => {
                self.with_constant(operation, a, mask, reason, value)
            }
            (Bitwise::And | Bitwise::Or | Bitwise::Xor, [Some(mask), None]) => {
                self.with_constant(operation, b, mask, reason, value)
            }
            (Bitwise::And | Bitwise::Or | Bitwise::Xor, _) => self.of_variables(operation, [a, b], reason),
            (Bitwise::ShiftLeft, [_, count]) => Some(self.shifted_left(a, b, count)),
            (_, [_, Some(count)]) => self.shifted_right(operation, a, count, reason),
            (_, [_, None]) if self.is_last => Some(self.shifted_by(operation, a, b)),
            _ => None,
        }
    }

    /// Returns an integer, which need not be one that the GPU has.
    pub(super) fn integer(&mut self, number: i32, reason: ReasonId) -> Operand {
        let number = i64::from(number);
        let operand = self.literals.integer(self.program, number, reason);
        self.facts.define(self.program, operand.value);
        operand
    }

    fn with_constant(
        &mut self,
        operation: Bitwise,
        a: Operand,
        mask: i32,
        reason: ReasonId,
        value: Value,
    ) -> Option<Operand> {
        let bits = self.facts.get(a).bits;
        let set = mask.cast_unsigned();
        let is_small = i64::from(mask).abs() <= LARGEST_INTEGER;
        match operation {
            Bitwise::And if set & bits == 0 => return Some(self.number(0.0)),
            Bitwise::And if set & bits == bits => return Some(a),
            Bitwise::Or | Bitwise::Xor if mask == 0 => return Some(a),
            Bitwise::Or if mask == -1 => return Some(self.number(-1.0)),
            Bitwise::Xor if mask == -1 => {
                let all = self.number(-1.0);
                return Some(self.sum(all, a.negate()));
            }
            Bitwise::Or | Bitwise::Xor if set & bits == 0 && is_small => {
                let constant = self.integer(mask, reason);
                return Some(self.sum(a, constant));
            }
            _ => {}
        }
        if self.facts.get(a).is_mask() {
            let arms = match operation {
                Bitwise::And => [mask, 0],
                Bitwise::Or => [-1, mask],
                _ => [!mask, mask],
            };
            let holds = self.is_not_zero(a);
            let [yes, no] = arms.map(|arm| self.integer(arm, reason));
            return Some(self.select(holds, yes, no, Type::Int));
        }
        if let Some(nested) = self.nested(operation, a, mask, reason) {
            return Some(nested);
        }
        if !self.is_last {
            return None;
        }
        if operation == Bitwise::And {
            return Some(self.masked(a, set, value));
        }
        let constant = self.integer(mask, reason);
        Some(match operation {
            Bitwise::Or => self.with_bits_set(a, set, constant),
            _ => self.with_bits_changed(a, mask, constant),
        })
    }

    /// Returns an operation with a constant of an operation with another one.
    fn nested(&mut self, operation: Bitwise, a: Operand, mask: i32, reason: ReasonId) -> Option<Operand> {
        if operation == Bitwise::And
            && i64::from(mask).abs() <= LARGEST_INTEGER
            && let Some(opposite) = self.opposite(a)
        {
            let constant = self.integer(mask, reason);
            let kept = self.again(Bitwise::And, opposite, mask, reason);
            return Some(self.sum(constant, kept.negate()));
        }
        let Op::Bitwise(inner, [x, y], _) = *self.program.op(a) else {
            return None;
        };
        let (x, constant) = match [x, y].map(|side| self.program.integer(side)) {
            [None, Some(constant)] => (x, wrapped(constant)),
            [Some(constant), None] => (y, wrapped(constant)),
            _ => return None,
        };
        if a.negated || !inner.commutes() {
            return None;
        }
        match (operation, inner) {
            _ if operation == inner => Some(self.again(operation, x, operation.evaluate(constant, mask), reason)),
            // The bits of the constant that the mask leaves, if these are none, or the GPU does not have all.
            (Bitwise::And, Bitwise::Or | Bitwise::Xor)
                if constant & mask == 0 || i64::from(constant).abs() > LARGEST_INTEGER =>
            {
                let kept = self.again(Bitwise::And, x, mask, reason);
                Some(self.again(inner, kept, constant & mask, reason))
            }
            _ => None,
        }
    }

    /// Returns an operation with a constant instead of another one.
    fn again(&mut self, operation: Bitwise, a: Operand, constant: i32, reason: ReasonId) -> Operand {
        let constant = self.integer(constant, reason);
        let value = self.program.add(Definition {
            op: Op::Bitwise(operation, [a, constant], reason),
            kind: Type::Int,
            origin: self.origin,
        });
        if let Some(found) = self.bitwise(operation, [a, constant], reason, value) {
            return found;
        }
        self.facts.define(self.program, value);
        self.to.push(Statement::Define(value));
        value.into()
    }

    /// Returns the integer that has the bits that an operand does not have.
    fn opposite(&self, a: Operand) -> Option<Operand> {
        let Op::Binary(Binary::Add, [x, y]) = *self.program.op(a) else {
            return None;
        };
        let [x, y] = [x, y].map(|side| side.negate_if(a.negated));
        let is_all = |side: Operand| self.program.literal(side) == Some(-1.0);
        [(x, y), (y, x)]
            .into_iter()
            .find_map(|(all, other)| is_all(all).then_some(other.negate()))
    }

    fn of_variables(&mut self, operation: Bitwise, [a, b]: [Operand; 2], reason: ReasonId) -> Option<Operand> {
        let (x, y) = (self.facts.get(a), self.facts.get(b));
        if a == b {
            return Some(match operation {
                Bitwise::Xor => self.number(0.0),
                _ => a,
            });
        }
        let are_masks = x.is_mask() && y.is_mask();
        if are_masks || (x.is_bit() && y.is_bit()) {
            let [c, d] = [a, b].map(|side| self.is_not_zero(side));
            let logic = match operation {
                Bitwise::And => Logic::And,
                Bitwise::Or => Logic::Or,
                _ => Logic::Xor,
            };
            let boolean = self.add(Op::Logic(logic, [c, d]), Type::Bool);
            let number = self.add(Op::BoolToFloat(boolean), Type::Int);
            return Some(number.negate_if(are_masks));
        }
        if x.is_mask() {
            return Some(self.with_mask(operation, a, b));
        }
        if y.is_mask() {
            return Some(self.with_mask(operation, b, a));
        }
        if operation != Bitwise::And
            && let Some(select) = self.opposite_selects(a, b)
        {
            return Some(select);
        }
        match operation {
            Bitwise::And if x.bits & y.bits == 0 => Some(self.number(0.0)),
            _ if x.bits & y.bits == 0 => Some(self.sum(a, b)),
            _ if self.is_last => Some(self.by_bits(operation, [a, b], reason)),
            _ => None,
        }
    }

    /// Returns an operation of an integer of which all bits are set or none, and another one.
    fn with_mask(&mut self, operation: Bitwise, mask: Operand, b: Operand) -> Operand {
        let holds = self.is_not_zero(mask);
        let [zero, all] = [0.0, -1.0].map(|number| self.number(number));
        let [yes, no] = match operation {
            Bitwise::And => [b, zero],
            Bitwise::Or => [all, b],
            _ => [self.sum(all, b.negate()), b],
        };
        self.select(holds, yes, no, Type::Int)
    }

    /// One of two numbers: each is 0 where the other one is not.
    fn opposite_selects(&mut self, a: Operand, b: Operand) -> Option<Operand> {
        let parts = [a, b].map(|side| match *self.program.op(side) {
            Op::Select(condition, [yes, no]) if !side.negated => {
                let [is_zero_yes, is_zero_no] = [yes, no].map(|arm| self.program.literal(arm) == Some(0.0));
                match (is_zero_yes, is_zero_no) {
                    (_, true) => Some((condition, yes)),
                    (true, _) => Some((condition.negate(), no)),
                    _ => None,
                }
            }
            _ => None,
        });
        match parts {
            [Some((c, yes)), Some((d, no))] if c == d.negate() => Some(self.select(c, yes, no, Type::Int)),
            _ => None,
        }
    }

    fn shifted_left(&mut self, a: Operand, by: Operand, count: Option<i32>) -> Operand {
        let factor = match count.map(|count| count & 31) {
            Some(0) => return a,
            Some(count) => self.number(power_of_two(count)),
            None => self.add(Op::Unary(Unary::Exp2, by), Type::Int),
        };
        if self.program.literal(a) == Some(1.0) {
            return factor;
        }
        self.product(a, factor)
    }

    fn shifted_right(&mut self, operation: Bitwise, a: Operand, count: i32, reason: ReasonId) -> Option<Operand> {
        let count = count & 31;
        let facts = self.facts.get(a);
        let has_zeros = operation == Bitwise::ShiftRightUnsigned;
        if count == 0 || (facts.is_mask() && !has_zeros) {
            return Some(a);
        }
        if facts.low >= 0.0 && facts.high < f64::from(power_of_two(count)) {
            return Some(self.number(0.0));
        }
        if facts.is_mask() {
            let holds = self.is_not_zero(a);
            let all = self.integer(operation.evaluate(-1, count), reason);
            let zero = self.number(0.0);
            return Some(self.select(holds, all, zero, Type::Int));
        }
        if !self.is_last {
            return None;
        }
        let shifted = self.shifted(a, count.cast_unsigned());
        if !has_zeros || !facts.wraps {
            return Some(shifted);
        }
        let above = self.number(power_of_two(32 - count));
        Some(self.raised(shifted, a, above))
    }

    /// Returns an integer shifted to the right by a computed number of bits.
    fn shifted_by(&mut self, operation: Bitwise, a: Operand, by: Operand) -> Operand {
        let factor = self.add(Op::Unary(Unary::Exp2, by.negate()), Type::Float);
        let product = self.add(Op::Binary(Binary::Multiply, [a, factor]), Type::Float);
        let shifted = self.floor(product);
        if operation != Bitwise::ShiftRightUnsigned || !self.facts.get(a).wraps {
            return shifted;
        }
        let modulus = self.number(MODULUS);
        let above = self.product(factor, modulus);
        self.raised(shifted, a, above)
    }

    /// Returns a number, and the sum with another one where an integer is negative.
    fn raised(&mut self, number: Operand, integer: Operand, by: Operand) -> Operand {
        let zero = self.number(0.0);
        let is_negative = Op::Binary(Binary::Slt, [integer, zero]);
        let is_negative = self.add(is_negative, Type::Int);
        self.add(Op::MultiplyAdd([is_negative, by, number]), Type::Int)
    }

    /// Returns the number of an unsigned integer.
    pub(super) fn unsigned(&mut self, a: Operand) -> Operand {
        let facts = self.facts.get(a);
        if let Some(number) = self.program.integer(a)
            && number < 0
        {
            let number = i64::from(wrapped(number).cast_unsigned());
            return self.number(nearest(number));
        }
        if !facts.wraps {
            return a;
        }
        let modulus = self.number(MODULUS);
        if facts.is_mask() {
            let holds = self.is_not_zero(a);
            let zero = self.number(0.0);
            return self.select(holds, modulus, zero, Type::Int);
        }
        let raised = self.raised(a, a, modulus);
        self.facts.set(raised.value, unsigned(facts));
        raised
    }

    /// Simplifies an operation on two numbers, if one is an integer that the GPU cannot hold, or it negates a boolean.
    pub(super) fn binary(&mut self, binary: Binary, [a, b]: [Operand; 2]) -> Option<Operand> {
        if binary == Binary::Add {
            let sides = [(a, b), (b, a)];
            let opposite = sides.into_iter().find_map(|(one, number)| {
                let is_less = self.program.literal(one)? < 0.0;
                let is_one = self.program.literal(one)?.abs() == 1.0;
                let Op::BoolToFloat(boolean) = *self.program.op(number) else {
                    return None;
                };
                (is_one && number.negated != is_less).then_some((boolean.negate(), is_less))
            });
            if let Some((boolean, is_negative)) = opposite {
                let number = self.add(Op::BoolToFloat(boolean), Type::Int);
                return Some(number.negate_if(is_negative));
            }
        }
        let reason = self.reason(&[a, b])?;
        let [x, y] = [a, b].map(|side| self.program.integer(side));
        match (binary, x, y) {
            (Binary::Add, Some(x), Some(y)) => Some(self.integer(wrapped(x + y), reason)),
            (Binary::Multiply, Some(x), Some(y)) => Some(self.integer(wrapped(x.wrapping_mul(y)), reason)),
            (Binary::Minimum | Binary::Maximum, ..) => {
                let [x, y] = [a, b].map(|side| self.facts.get(side).of_machine());
                let is_first_less = x.high <= y.low;
                let is_second_less = y.high <= x.low;
                let wants_less = binary == Binary::Minimum;
                match (is_first_less, is_second_less) {
                    (true, _) => Some(if wants_less { a } else { b }),
                    (_, true) => Some(if wants_less { b } else { a }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Simplifies a multiply-add, if all numbers are known and one is an integer that the GPU cannot hold.
    pub(super) fn multiply_add(&mut self, all: [Operand; 3]) -> Option<Operand> {
        let reason = self.reason(&all)?;
        match all.map(|operand| self.program.integer(operand)) {
            [Some(a), Some(b), Some(c)] => {
                let sum = a.wrapping_mul(b).wrapping_add(c);
                Some(self.integer(wrapped(sum), reason))
            }
            _ => None,
        }
    }

    /// The reason why the GPU does not have the first of some operands that it does not have.
    fn reason(&self, operands: &[Operand]) -> Option<ReasonId> {
        operands.iter().find_map(|operand| match *self.program.op(*operand) {
            Op::Integer(_, reason) => Some(reason),
            _ => None,
        })
    }
}

/// 2 to the power of a number from 0 to 32.
pub(super) fn power_of_two(exponent: i32) -> f32 {
    libm::ldexpf(1.0, exponent)
}
