//! Instructions of bits, where they mean something for numbers: truth values, lowest bits, shifts.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Opcode};

use crate::expand;
use crate::ir::{Binary, Comparison, Logic, Operand};

use super::super::views::{View, Views};
use super::Walk;
use super::destination::Assigned;
use super::float::{Results, written};
use super::source::{Fetched, Read};

/// Whether an opcode computes with bits.
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

/// What the bits of a mask are, if an `and` with it can be computed.
enum Bits {
    /// None.
    None,
    /// All.
    All,
    /// Those from one number to below another.
    Run(u32, u32),
    /// Those from a number up.
    From(u32),
}

impl Bits {
    fn of(mask: u32) -> Option<Self> {
        let low = mask.trailing_zeros();
        let high = 32 - mask.leading_zeros();
        Some(match mask {
            0 => Self::None,
            u32::MAX => Self::All,
            _ if mask.count_ones() != high - low => return None,
            _ if high == 32 => Self::From(low),
            _ => Self::Run(low, high),
        })
    }
}

impl Walk<'_> {
    pub(super) fn bits(&mut self, instruction: &Instruction, fetched: &[Fetched<'_>]) -> Results {
        let mut result = [Assigned::UNKNOWN; 4];
        for lane in written(instruction, 0).lanes() {
            let reads = self.reads(fetched, lane);
            result[lane as usize] = match (instruction.opcode(), reads.as_slice()) {
                (Opcode::AND, [a, b]) => self.and(a, b),
                (Opcode::OR | Opcode::XOR, [a, b]) => self.or(instruction.opcode(), a, b),
                (Opcode::NOT, [a]) => self.not(a),
                (Opcode::ISHL, [a, b]) => self.shifted_left(a, b),
                (Opcode::ISHR | Opcode::USHR, [a, b]) => self.shifted_right(a, b),
                (Opcode::UBFE | Opcode::IBFE, [width, offset, a]) => {
                    let is_signed = instruction.opcode() == Opcode::IBFE;
                    self.extracted(is_signed, [width, offset], a)
                }
                (Opcode::BFI, [width, offset, from, into]) => {
                    self.inserted([width, offset], from, into)
                }
                _ => Assigned::UNKNOWN,
            };
        }
        vec![result]
    }

    /// Whether an integer is negative.
    fn is_negative(&mut self, read: &Read) -> Operand {
        let value = self.int(read);
        let zero = self.builder.integer(0.0);
        self.builder.compare(Comparison::Less, value, zero)
    }

    fn and(&mut self, a: &Read, b: &Read) -> Assigned {
        // The bit of the sign, which a condition tests: quotients of signed integers are made so.
        for (number, mask) in [(a, b), (b, a)] {
            let is_sign = mask.literal() == Some(1 << 31) && number.literal().is_none();
            let views = number.views;
            if is_sign && views.contains(Views::INT) {
                return Assigned::truth(self.is_negative(number));
            }
            if is_sign && views.contains(Views::SIGN) {
                return Assigned::truth(self.view(number, View::Sign));
            }
        }
        let is_truth = |read: &Read| read.views.contains(Views::TRUTH);
        let is_int = |read: &Read| read.views.contains(Views::INT);
        match (a.literal(), b.literal()) {
            // An integer and a mask; all bits or none can be a truth value as well.
            (_, Some(mask)) if is_int(a) && !(is_truth(a) && is_truth(b)) => {
                return self.masked(a, mask);
            }
            (Some(mask), _) if is_int(b) && !(is_truth(a) && is_truth(b)) => {
                return self.masked(b, mask);
            }
            _ => {}
        }
        if is_truth(a) && is_truth(b) {
            let [a, b] = [self.truth(a), self.truth(b)];
            return Assigned::truth(self.builder.logic(Logic::And, a, b));
        }
        match (is_truth(a), is_truth(b)) {
            (true, _) => self.kept_if(a, b),
            (_, true) => self.kept_if(b, a),
            _ => self.refused(a, b),
        }
    }

    /// A number if a truth value holds, otherwise 0.
    fn kept_if(&mut self, truth: &Read, number: &Read) -> Assigned {
        let holds = self.truth(truth);
        let views = number.views;
        let mut assigned = Assigned {
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

    /// Some bits of an integer.
    fn masked(&mut self, read: &Read, mask: u32) -> Assigned {
        let Some(bits) = Bits::of(mask) else {
            return self.refused(read, read);
        };
        let is_unsigned = read.views.contains(Views::UNSIGNED);
        let value = self.int(read);
        let builder = &mut self.builder;
        match bits {
            Bits::None => Assigned::int(builder.integer(0.0), true),
            Bits::All => Assigned::int(value, is_unsigned),
            Bits::From(low) => {
                let rest = expand::lowest_bits(builder, value, low);
                Assigned::int(builder.subtract(value, rest), is_unsigned)
            }
            Bits::Run(0, high) => Assigned::int(expand::lowest_bits(builder, value, high), true),
            Bits::Run(low, high) => {
                let all = expand::lowest_bits(builder, value, high);
                let rest = expand::lowest_bits(builder, value, low);
                Assigned::int(builder.subtract(all, rest), true)
            }
        }
    }

    fn or(&mut self, opcode: Opcode, a: &Read, b: &Read) -> Assigned {
        let is_truth = |read: &Read| read.views.contains(Views::TRUTH);
        if is_truth(a) && is_truth(b) {
            let [a, b] = [self.truth(a), self.truth(b)];
            return Assigned::truth(match opcode {
                Opcode::OR => self.builder.logic(Logic::Or, a, b),
                _ => self.differ(a, b),
            });
        }
        let is_int = |read: &Read| read.views.contains(Views::INT);
        if opcode == Opcode::XOR && is_int(a) && is_int(b) {
            let [a, b] = [self.is_negative(a), self.is_negative(b)];
            return Assigned::one(View::Sign, self.differ(a, b));
        }
        self.refused(a, b)
    }

    fn not(&mut self, a: &Read) -> Assigned {
        if a.views.contains(Views::TRUTH) {
            return Assigned::truth(self.truth(a).negate());
        }
        if a.views.contains(Views::INT) {
            let value = self.int(a);
            let minus_one = self.builder.integer(-1.0);
            return Assigned::int(self.builder.subtract(minus_one, value), false);
        }
        self.refused(a, a)
    }

    /// The number of bits of a shift. Only those of literals are known.
    fn shift(&mut self, by: &Read) -> Option<u32> {
        if let Some(count) = by.literal() {
            return Some(count & 31);
        }
        let message = format!("{} shifts by a number that is computed", self.name());
        self.error(
            Code::UnsupportedOperation,
            &message,
            "shift by constants, or multiply with `exp2(n)`",
        );
        None
    }

    fn shifted_left(&mut self, a: &Read, by: &Read) -> Assigned {
        let Some(count) = self.shift(by) else {
            return Assigned::UNKNOWN;
        };
        let is_unsigned = a.views.contains(Views::UNSIGNED) && !a.modifier.negate;
        let value = self.int(a);
        let factor = self.builder.integer(expand::power_of_two(count));
        Assigned::int(self.builder.multiply(value, factor), is_unsigned)
    }

    fn shifted_right(&mut self, a: &Read, by: &Read) -> Assigned {
        let Some(count) = self.shift(by) else {
            return Assigned::UNKNOWN;
        };
        let is_unsigned = a.views.contains(Views::UNSIGNED) && !a.modifier.negate;
        let value: Operand = self.int(a);
        Assigned::int(
            expand::shift_right(&mut self.builder, value, count),
            is_unsigned,
        )
    }

    /// The width and the offset of some bits, which have to be literals.
    fn range(&mut self, range: [&Read; 2]) -> Option<[u32; 2]> {
        if let [Some(width), Some(offset)] = range.map(Read::literal) {
            return Some([width & 31, offset & 31]);
        }
        let message = format!("{} takes bits whose place is computed", self.name());
        let help = "use constant places, or products and `floor`";
        self.error(Code::UnsupportedOperation, &message, help);
        None
    }

    /// Some bits of an integer, as an integer.
    fn extracted(&mut self, is_signed: bool, range: [&Read; 2], a: &Read) -> Assigned {
        let Some([width, offset]) = self.range(range) else {
            return Assigned::UNKNOWN;
        };
        let value = self.int(a);
        let builder = &mut self.builder;
        let shifted = expand::shift_right(builder, value, offset);
        if width + offset >= 32 {
            return Assigned::int(shifted, false);
        }
        let bits = expand::lowest_bits(builder, shifted, width);
        if !is_signed || width == 0 {
            return Assigned::int(bits, true);
        }
        // The highest of the bits counts negative.
        let half = builder.integer(expand::power_of_two(width - 1));
        let is_negative = builder.binary(Binary::AtLeast, bits, half);
        let whole = builder.integer(-expand::power_of_two(width));
        Assigned::int(builder.multiply_add(is_negative, whole, bits), false)
    }

    /// An integer with some bits replaced by the lowest ones of another. Compilers write sums and products with powers of
    /// two so, of which nothing is lost at the top.
    fn inserted(&mut self, range: [&Read; 2], from: &Read, into: &Read) -> Assigned {
        let Some([width, offset]) = self.range(range) else {
            return Assigned::UNKNOWN;
        };
        let is_unsigned = [from, into]
            .iter()
            .all(|read| read.views.contains(Views::UNSIGNED));
        let is_small = into.literal().is_some_and(|bits| bits >> offset == 0);
        let [mut from, into] = [self.int(from), self.int(into)];
        let builder = &mut self.builder;
        let mut rest = into;
        if !is_small {
            rest = expand::lowest_bits(builder, into, offset);
        }
        if width + offset < 32 {
            from = expand::lowest_bits(builder, from, width);
            if !is_small {
                let below = expand::lowest_bits(builder, into, width + offset);
                let above = builder.subtract(into, below);
                rest = builder.add(above, rest);
            }
        }
        let factor = builder.integer(expand::power_of_two(offset));
        Assigned::int(builder.multiply_add(from, factor, rest), is_unsigned)
    }

    /// Reports bits of numbers.
    fn refused(&mut self, a: &Read, b: &Read) -> Assigned {
        let is_int =
            |read: &Read| read.views.contains(Views::INT) || read.views.contains(Views::TRUTH);
        if is_int(a) && is_int(b) {
            let message = format!(
                "{} works on the bits of integers, and the machine only has floats",
                self.name()
            );
            let help = "`and` with a constant run of bits can be translated, as in `n & 7`; for others, use products, `floor` and conditions";
            self.error(Code::UnsupportedOperation, &message, help);
        } else {
            let message = format!(
                "{} works on the bits of floats, and the machine cannot see them",
                self.name()
            );
            self.error(
                Code::BitsReinterpreted,
                &message,
                "use `abs`, `sign`, comparisons and conditions",
            );
        }
        Assigned::UNKNOWN
    }
}
