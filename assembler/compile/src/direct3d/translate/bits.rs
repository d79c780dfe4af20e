//! Instructions of bits: of booleans, and of integers, whose operations passes replace by arithmetic.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Opcode};

use crate::expand::Bits;
use crate::ir::{Bitwise, Comparison, Logic, Operand, ReasonId};

use super::super::views::{View, Views};
use super::Walk;
use super::destination::ComponentValue;
use super::float::{Results, written};
use super::source::{SourceComponent, SourceOperand};

/// Returns whether an opcode computes with bits.
pub(super) fn is_bits(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::AND
            | Opcode::OR
            | Opcode::XOR
            | Opcode::NOT
            | Opcode::ISHL
            | Opcode::ISHR
            | Opcode::USHR
            | Opcode::UBFE
            | Opcode::IBFE
            | Opcode::BFI
    )
}

impl Walk<'_> {
    pub(super) fn bits(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let mut result = [ComponentValue::UNKNOWN; 4];
        for component in written(instruction, 0).components() {
            let reads = self.reads(fetched, component);
            result[component as usize] = match (instruction.opcode(), reads.as_slice()) {
                (Opcode::AND, [a, b]) => self.and(a, b),
                (Opcode::OR | Opcode::XOR, [a, b]) => self.or(instruction.opcode(), a, b),
                (Opcode::NOT, [a]) => self.not(a),
                (Opcode::ISHL, [a, by]) => self.shifted(Bitwise::ShiftLeft, a, by),
                (Opcode::ISHR, [a, by]) => self.shifted(Bitwise::ShiftRight, a, by),
                (Opcode::USHR, [a, by]) => self.shifted(Bitwise::ShiftRightUnsigned, a, by),
                (Opcode::UBFE | Opcode::IBFE, [width, offset, a]) => {
                    let is_signed = instruction.opcode() == Opcode::IBFE;
                    self.extracted(is_signed, [width, offset], a)
                }
                (Opcode::BFI, [width, offset, from, into]) => self.inserted([width, offset], from, into),
                _ => ComponentValue::UNKNOWN,
            };
        }
        vec![result]
    }

    /// Returns whether an integer is negative.
    fn is_negative(&mut self, read: &SourceComponent) -> Operand {
        if let Some(bits) = read.literal() {
            return self.builder.boolean(bits >> 31 == 1);
        }
        let value = self.int(read);
        let zero = self.builder.integer(0.0);
        self.builder.compare(Comparison::Less, value, zero)
    }

    fn and(&mut self, a: &SourceComponent, b: &SourceComponent) -> ComponentValue {
        // The bit of the sign, which a condition tests: quotients of signed integers are made so.
        for (number, mask) in [(a, b), (b, a)] {
            let is_sign = mask.literal() == Some(1 << 31) && number.literal().is_none();
            let views = number.views;
            if is_sign && views.contains(Views::SIGN) {
                return ComponentValue::boolean(self.view(number, View::Sign));
            }
            if is_sign && views.contains(Views::INT) {
                return ComponentValue::boolean(self.is_negative(number));
            }
        }
        let is_bool = |read: &SourceComponent| read.views.contains(Views::BOOLEAN);
        let is_int = |read: &SourceComponent| read.views.contains(Views::INT);
        if is_bool(a) && is_bool(b) {
            let [a, b] = [self.boolean(a), self.boolean(b)];
            return ComponentValue::boolean(self.builder.logic(Logic::And, a, b));
        }
        // All bits or none can be a boolean as well.
        let has_mask = a.literal().is_some() && is_int(b) || b.literal().is_some() && is_int(a);
        if has_mask {
            return self.bitwise(Bitwise::And, a, b);
        }
        match (is_bool(a), is_bool(b)) {
            (true, _) => self.kept_if(a, b),
            (_, true) => self.kept_if(b, a),
            _ if is_int(a) && is_int(b) => self.bitwise(Bitwise::And, a, b),
            _ => self.refused(),
        }
    }

    /// Returns a number if a boolean holds, otherwise 0.
    fn kept_if(&mut self, boolean: &SourceComponent, number: &SourceComponent) -> ComponentValue {
        let holds = self.boolean(boolean);
        let views = number.views;
        let mut assigned = ComponentValue {
            views: Views::NONE
                .with(Views::FLOAT, views.contains(Views::FLOAT))
                .with(Views::INT, views.contains(Views::INT))
                .with(Views::UNSIGNED, views.contains(Views::UNSIGNED)),
            values: [None; 4],
        };
        for view in [View::Float, View::Int] {
            if !views.contains(view.alone()) {
                continue;
            }
            let zero = self.nothing(view);
            let value = self.view(number, view);
            assigned.values[view as usize] = Some(self.builder.select(holds, value, zero));
        }
        assigned
    }

    /// Returns an operation on the bits of two integers.
    fn bitwise(&mut self, operation: Bitwise, a: &SourceComponent, b: &SourceComponent) -> ComponentValue {
        let is_unsigned = |read: &SourceComponent| match read.literal() {
            Some(bits) => bits >> 31 == 0,
            None => read.views.contains(Views::UNSIGNED) && !read.modifier.negate,
        };
        let are_unsigned = [a, b].map(is_unsigned);
        let is_unsigned = match operation {
            Bitwise::And => are_unsigned.contains(&true),
            _ => are_unsigned == [true, true],
        };
        let reason = self.reason();
        let [a, b] = [a, b].map(|side| self.all_bits(side, reason));
        let result = self.builder.bitwise(operation, a, b, reason);
        ComponentValue::int(result, is_unsigned)
    }

    /// Returns an integer all of whose 32 bits matter.
    fn all_bits(&mut self, read: &SourceComponent, reason: ReasonId) -> Operand {
        match read.literal() {
            Some(bits) => self.builder.whole(bits.cast_signed().into(), reason),
            None => self.int(read),
        }
    }

    /// The reason why the GPU cannot compute the bits of the current instruction.
    fn reason(&mut self) -> ReasonId {
        let message = format!(
            "{} operates on the bits of integers that may have more than 17 bits; integers are floats on this hardware",
            self.name()
        );
        let help = "mask the relevant bits, as in `(a & 255) ^ b`, or use products, `floor` and conditions";
        self.report.reason(self.at, Code::UnsupportedOperation, &message, help)
    }

    fn or(&mut self, opcode: Opcode, a: &SourceComponent, b: &SourceComponent) -> ComponentValue {
        let is_bool = |read: &SourceComponent| read.views.contains(Views::BOOLEAN);
        if is_bool(a) && is_bool(b) {
            let [a, b] = [self.boolean(a), self.boolean(b)];
            return ComponentValue::boolean(match opcode {
                Opcode::OR => self.builder.logic(Logic::Or, a, b),
                _ => self.differ(a, b),
            });
        }
        if !is_number(a) || !is_number(b) {
            return self.refused();
        }
        if opcode == Opcode::OR {
            return self.bitwise(Bitwise::Or, a, b);
        }
        // Quotients of signed integers need the sign alone.
        let number = self.bitwise(Bitwise::Xor, a, b);
        let [a, b] = [self.is_negative(a), self.is_negative(b)];
        let sign = ComponentValue::one(View::Sign, self.differ(a, b));
        number.and(&sign)
    }

    fn not(&mut self, a: &SourceComponent) -> ComponentValue {
        if a.views.contains(Views::BOOLEAN) {
            return ComponentValue::boolean(self.boolean(a).negate());
        }
        if a.views.contains(Views::INT) {
            let value = self.int(a);
            let minus_one = self.builder.integer(-1.0);
            return ComponentValue::int(self.builder.subtract(minus_one, value), false);
        }
        self.refused()
    }

    fn shifted(&mut self, operation: Bitwise, a: &SourceComponent, by: &SourceComponent) -> ComponentValue {
        let is_unsigned = a.views.contains(Views::UNSIGNED) && !a.modifier.negate;
        let reason = self.reason();
        let a = self.all_bits(a, reason);
        let by = self.place(by);
        let result = self.builder.bitwise(operation, a, by, reason);
        ComponentValue::int(result, is_unsigned || operation == Bitwise::ShiftRightUnsigned)
    }

    /// Returns the number of a bit, from 0 to 31.
    fn place(&mut self, read: &SourceComponent) -> Operand {
        match read.literal() {
            Some(bits) => {
                let number = u8::try_from(bits & 31).unwrap_or(0);
                self.builder.integer(number.into())
            }
            None => self.int(read),
        }
    }

    /// Some bits of an integer, as an integer.
    fn extracted(
        &mut self,
        is_signed: bool,
        [width, offset]: [&SourceComponent; 2],
        a: &SourceComponent,
    ) -> ComponentValue {
        let reason = self.reason();
        let a = self.all_bits(a, reason);
        let place = [offset, width].map(|part| self.place(part));
        let mut bits = Bits {
            builder: &mut self.builder,
            reason,
        };
        ComponentValue::int(bits.extracted(is_signed, a, place), !is_signed)
    }

    /// Returns an integer with some bits replaced by the lowest ones of another.
    fn inserted(
        &mut self,
        [width, offset]: [&SourceComponent; 2],
        from: &SourceComponent,
        into: &SourceComponent,
    ) -> ComponentValue {
        let is_unsigned = [from, into].iter().all(|read| read.views.contains(Views::UNSIGNED));
        let reason = self.reason();
        let [from, into] = [from, into].map(|read| self.all_bits(read, reason));
        let place = [offset, width].map(|part| self.place(part));
        let mut bits = Bits {
            builder: &mut self.builder,
            reason,
        };
        ComponentValue::int(bits.inserted(into, from, place), is_unsigned)
    }

    /// Reports bits of floats.
    fn refused(&mut self) -> ComponentValue {
        let message = format!(
            "{} operates on the bits of floats, which the hardware cannot access",
            self.name()
        );
        self.error(
            Code::BitsReinterpreted,
            &message,
            "use `abs`, `sign`, comparisons and conditions",
        );
        ComponentValue::UNKNOWN
    }
}

/// Returns whether a component can be used as an integer: true is -1.
fn is_number(read: &SourceComponent) -> bool {
    let is_typed = read.views.contains(Views::INT) || read.views.contains(Views::BOOLEAN);
    is_typed || read.literal().is_some()
}
