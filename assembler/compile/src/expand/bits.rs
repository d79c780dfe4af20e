//! Bits of integers at offsets that may be computed.

use crate::ir::{Binary, Bitwise, Builder, Op, Operand, ReasonId, Type, Unary, nearest};

/// Builds operations on bits.
pub(crate) struct Bits<'b> {
    pub(crate) builder: &'b mut Builder,
    /// The reason why the GPU cannot compute them.
    pub(crate) reason: ReasonId,
}

impl Bits<'_> {
    fn known(&mut self, a: Operand) -> Option<i64> {
        self.builder.program().integer(a)
    }

    /// Returns an operation on the bits of two integers.
    pub(crate) fn apply(&mut self, operation: Bitwise, a: Operand, b: Operand) -> Operand {
        self.builder.bitwise(operation, a, b, self.reason)
    }

    /// Returns the bits of an integer that a mask has.
    pub(crate) fn masked(&mut self, a: Operand, mask: u32) -> Operand {
        let mask = self.builder.whole(mask.cast_signed().into(), self.reason);
        self.apply(Bitwise::And, a, mask)
    }

    /// Some bits of an integer from an offset on; the highest of them is the sign, if the integer has one.
    pub(crate) fn extracted(&mut self, is_signed: bool, a: Operand, [offset, count]: [Operand; 2]) -> Operand {
        let known = [offset, count].map(|part| self.known(part));
        match known {
            [Some(32..), _] | [_, Some(0)] => return self.builder.integer(0.0),
            [Some(from), Some(count)] if from + count >= 32 && !is_signed => {
                return self.apply(Bitwise::ShiftRightUnsigned, a, offset);
            }
            _ => {}
        }
        // Copies of the sign are not among the bits.
        let shifted = self.apply(Bitwise::ShiftRight, a, offset);
        if let [Some(from), Some(count)] = known
            && from + count >= 32
        {
            return shifted;
        }
        let (bits, half, whole) = match known[1].map(|count| u8::try_from(count).unwrap_or(31)) {
            Some(count) => {
                let bits = self.masked(shifted, (1 << count) - 1);
                let half = self.builder.integer(nearest(1 << (count - 1)));
                let whole = self.builder.integer(nearest(1 << count));
                (bits, half, whole)
            }
            None => {
                let whole = self.power_of_two(count);
                let half = self.builder.literal(0.5);
                let half = self.builder.multiply(whole, half);
                (self.lowest(shifted, count), half, whole)
            }
        };
        if !is_signed {
            return bits;
        }
        let is_negative = self.builder.binary(Binary::Sge, bits, half);
        self.builder.multiply_add(is_negative.negate(), whole, bits)
    }

    /// Returns an integer of which some bits from an offset on are replaced by the lowest ones of another.
    pub(crate) fn inserted(&mut self, a: Operand, bits: Operand, [offset, count]: [Operand; 2]) -> Operand {
        if let [Some(offset), Some(count)] = [offset, count].map(|part| self.known(part)) {
            let below = |count: i64| match u32::try_from(count) {
                Ok(count @ 0..=31) => (1_u32 << count) - 1,
                _ => u32::MAX,
            };
            let mask = below(offset + count) & !below(offset);
            let kept = self.masked(a, !mask);
            // Bits above the highest one are lost anyway.
            let bits = match offset + count {
                32.. => bits,
                _ => self.masked(bits, below(count)),
            };
            let offset = self.builder.integer(nearest(offset.clamp(0, 31)));
            let bits = self.apply(Bitwise::ShiftLeft, bits, offset);
            return self.apply(Bitwise::Or, kept, bits);
        }
        // Clears the old bits and inserts the new ones.
        let before = self.extracted(false, a, [offset, count]);
        let bits = match self.known(count) {
            Some(count @ 0..=31) => self.masked(bits, (1 << count) - 1),
            _ => self.lowest(bits, count),
        };
        let difference = self.builder.subtract(bits, before);
        let factor = self.power_of_two(offset);
        self.builder.multiply_add(difference, factor, a)
    }

    /// 2 to the power of an integer, as an integer.
    fn power_of_two(&mut self, exponent: Operand) -> Operand {
        let power = Op::Unary(Unary::Exp2, exponent);
        self.builder.value(power, Type::Int)
    }

    /// Returns the lowest bits of an integer, of which the number is computed.
    fn lowest(&mut self, a: Operand, count: Operand) -> Operand {
        let factor = self.builder.unary(Unary::Exp2, count.negate());
        let quotient = self.builder.multiply(a, factor);
        let quotient = self.builder.unary(Unary::Floor, quotient);
        let modulus = self.power_of_two(count);
        self.builder.multiply_add(quotient.negate(), modulus, a)
    }
}
