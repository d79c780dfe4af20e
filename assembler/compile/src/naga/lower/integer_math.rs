//! Functions of integers, and of the bits of integers and floats.

use std::rc::Rc;

use ::naga::{MathFunction, ScalarKind};

use crate::expand::{self, Bits};
use crate::ir::{Binary, Comparison, Op, Operand, Type, nearest, wrapped};

use super::Lowering;

/// The number of bits of an integer whose magnitude the GPU has exactly.
const BITS: u8 = 17;

impl Lowering<'_> {
    /// Returns a function of integers for one component of each argument. `None` if it is one that floats have.
    pub(super) fn integer_function(
        &mut self,
        function: MathFunction,
        kind: ScalarKind,
        arguments: &[Operand],
    ) -> Option<Operand> {
        use MathFunction as F;
        Some(match (function, arguments) {
            (F::Abs, &[a]) if kind == ScalarKind::Uint => a,
            (F::Min, &[a, b]) => self.limit(Binary::Minimum, kind, a, b),
            (F::Max, &[a, b]) => self.limit(Binary::Maximum, kind, a, b),
            (F::Clamp, &[a, low, high]) => {
                let low = self.limit(Binary::Maximum, kind, a, low);
                self.limit(Binary::Minimum, kind, low, high)
            }
            (F::CountOneBits, &[a]) => self.count_ones(kind, a),
            (F::FirstLeadingBit, &[a]) => self.first_leading_bit(kind, a),
            (F::CountLeadingZeros, &[a]) => self.leading_zeros(kind, a),
            (F::FirstTrailingBit, &[a]) => self.trailing_zeros(a, -1.0),
            (F::CountTrailingZeros, &[a]) => self.trailing_zeros(a, 32.0),
            (F::ReverseBits, &[a]) => {
                let known = self.builder.program().integer(a)?;
                let bits = wrapped(known).cast_unsigned().reverse_bits();
                self.whole_number(bits.into())
            }
            (F::ExtractBits, &[a, offset, count]) => {
                let is_signed = kind != ScalarKind::Uint;
                let mut bits = self.bits("extractBits");
                bits.extracted(is_signed, a, [offset, count])
            }
            (F::InsertBits, &[a, inserted, offset, count]) => {
                let mut bits = self.bits("insertBits");
                bits.inserted(a, inserted, [offset, count])
            }
            _ => return None,
        })
    }

    fn limit(&mut self, limit: Binary, kind: ScalarKind, a: Operand, b: Operand) -> Operand {
        let [a, b] = [a, b].map(|side| self.natural(kind, side));
        match limit {
            Binary::Minimum => expand::minimum(&mut self.builder, self.math_mode, a, b),
            _ => expand::maximum(&mut self.builder, self.math_mode, a, b),
        }
    }

    /// Returns whether the highest of the 32 bits of an integer is set.
    fn has_sign(&mut self, kind: ScalarKind, a: Operand) -> Operand {
        let a = self.natural(kind, a);
        match kind {
            ScalarKind::Uint => {
                let limit = self.whole_number(1 << 31);
                let limit = self.natural(kind, limit);
                self.builder.compare(Comparison::GreaterEqual, a, limit)
            }
            _ => {
                let zero = self.builder.integer(0.0);
                self.builder.compare(Comparison::Less, a, zero)
            }
        }
    }

    /// Returns the sum of numbers of which four are in a register.
    fn total(&mut self, numbers: &[Operand]) -> Operand {
        let one = self.builder.integer(1.0);
        let mut sum = self.builder.integer(0.0);
        for part in numbers.chunks(4) {
            let part = match *part {
                [a, b, c, d] => {
                    let dot = Op::Dot4([a, b, c, d], [one; 4]);
                    self.builder.value(dot, Type::Int)
                }
                _ => part
                    .iter()
                    .copied()
                    .reduce(|a, b| self.builder.add(a, b))
                    .unwrap_or(one),
            };
            sum = self.builder.add(sum, part);
        }
        sum
    }

    /// Returns the number of bits that are set: the integer, less half of it, a quarter of it and so on, all rounded
    /// down.
    fn count_ones(&mut self, kind: ScalarKind, a: Operand) -> Operand {
        if let Some(number) = self.builder.program().integer(a) {
            return self.whole_number(wrapped(number).count_ones().into());
        }
        let has_sign = self.has_sign(kind, a);
        let opposite = self.complement(a);
        let rest = self.builder.select(has_sign, opposite, a);
        let halves: Vec<_> = (1..=BITS)
            .map(|count| self.shifted(ScalarKind::Uint, rest, count))
            .collect();
        let halves = self.total(&halves);
        let count = self.builder.subtract(rest, halves);
        let all = self.builder.integer(32.0);
        let others = self.builder.subtract(all, count);
        self.builder.select(has_sign, others, count)
    }

    /// Returns the index of the highest bit that is set, or of a negative integer, of the highest one that is not; -1
    /// if there is none.
    fn first_leading_bit(&mut self, kind: ScalarKind, a: Operand) -> Operand {
        if kind == ScalarKind::Uint {
            let zeros = self.leading_zeros(kind, a);
            let last = self.builder.integer(31.0);
            return self.builder.subtract(last, zeros);
        }
        if let Some(number) = self.builder.program().integer(a).map(wrapped) {
            let bits = if number < 0 { !number } else { number };
            return self.whole_number(31 - i64::from(bits.leading_zeros()));
        }
        let opposite = self.complement(a);
        let rest = self.builder.binary(Binary::Maximum, a, opposite);
        let count = self.highest_bit(rest);
        let one = self.builder.integer(1.0);
        self.builder.subtract(count, one)
    }

    /// Returns the number of zeros above the highest bit that is set.
    fn leading_zeros(&mut self, kind: ScalarKind, a: Operand) -> Operand {
        if let Some(number) = self.builder.program().integer(a) {
            return self.whole_number(wrapped(number).leading_zeros().into());
        }
        let has_sign = self.has_sign(kind, a);
        let count = self.highest_bit(a);
        let [zero, all] = [0.0, 32.0].map(|number| self.builder.integer(number));
        let zeros = self.builder.subtract(all, count);
        self.builder.select(has_sign, zero, zeros)
    }

    /// Returns the number of the highest bit that is set, from 1; 0 if there is none.
    fn highest_bit(&mut self, a: Operand) -> Operand {
        let reached: Vec<_> = (0..=BITS)
            .map(|bit| {
                let limit = self.builder.integer(nearest(1 << bit));
                self.builder.binary(Binary::Sge, a, limit)
            })
            .collect();
        self.total(&reached)
    }

    /// Returns the number of zeros below the lowest bit that is set; another number if none is.
    fn trailing_zeros(&mut self, a: Operand, of_zero: f32) -> Operand {
        if let Some(number) = self.builder.program().integer(a) {
            return match wrapped(number) {
                0 => self.builder.integer(of_zero),
                bits => self.whole_number(bits.trailing_zeros().into()),
            };
        }
        let zero = self.builder.integer(0.0);
        let zeros: Vec<_> = (1..=BITS)
            .map(|count| {
                let rest = self.masked(a, (1 << count) - 1);
                self.builder.binary(Binary::Sge, zero, rest)
            })
            .collect();
        let count = self.total(&zeros);
        let is_zero = self.builder.compare(Comparison::Equal, a, zero);
        let of_zero = self.builder.integer(of_zero);
        self.builder.select(is_zero, of_zero, count)
    }

    /// Returns the builder of the bits of an operation with this name in the source.
    fn bits(&mut self, name: &str) -> Bits<'_> {
        let reason = self.reason_of_bits(name);
        Bits {
            builder: &mut self.builder,
            reason,
        }
    }

    /// Evaluates functions that pack or unpack constants.
    pub(super) fn packed(&mut self, function: MathFunction, arguments: &[Rc<[Operand]>]) -> Option<Rc<[Operand]>> {
        let components = arguments.first()?;
        if let Some(bits) = components
            .first()
            .and_then(|component| self.builder.program().integer(*component))
            && let Some(numbers) = unpacked(function, wrapped(bits).cast_unsigned())
        {
            return Some(match numbers {
                UnpackFormat::Floats(numbers) => {
                    let numbers = numbers.iter().map(|number| self.builder.literal(*number));
                    numbers.collect()
                }
                UnpackFormat::Integers(numbers) => {
                    let numbers = numbers.iter().map(|number| self.whole_number(*number));
                    numbers.collect()
                }
            });
        }
        let numbers = components
            .iter()
            .map(|component| self.builder.program().literal(*component));
        let numbers: Vec<_> = numbers.collect::<Option<_>>()?;
        let bits = pack(function, &numbers)?;
        Some(Rc::from([self.whole_number(bits.into())]))
    }
}

/// The format of a packed integer.
enum UnpackFormat {
    Floats(Vec<f32>),
    Integers(Vec<i64>),
}

/// Unpacks an integer. `None` for other functions.
fn unpacked(function: MathFunction, bits: u32) -> Option<UnpackFormat> {
    use MathFunction as F;
    let bytes = bits.to_le_bytes();
    let [a, b, c, d] = bytes;
    let halves = [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])];
    Some(match function {
        F::Unpack4x8unorm => UnpackFormat::Floats(bytes.map(|byte| f32::from(byte) / 255.0).to_vec()),
        F::Unpack4x8snorm => {
            let number = |byte: u8| (f32::from(byte.cast_signed()) / 127.0).max(-1.0);
            UnpackFormat::Floats(bytes.map(number).to_vec())
        }
        F::Unpack2x16unorm => UnpackFormat::Floats(halves.map(|half| f32::from(half) / 65535.0).to_vec()),
        F::Unpack2x16snorm => {
            let number = |half: u16| (f32::from(half.cast_signed()) / 32767.0).max(-1.0);
            UnpackFormat::Floats(halves.map(number).to_vec())
        }
        F::Unpack4xI8 => UnpackFormat::Integers(bytes.map(|byte| byte.cast_signed().into()).to_vec()),
        F::Unpack4xU8 => UnpackFormat::Integers(bytes.map(i64::from).to_vec()),
        _ => return None,
    })
}

/// Packs numbers into an integer. `None` for other functions.
fn pack(function: MathFunction, numbers: &[f32]) -> Option<u32> {
    use MathFunction as F;
    // The bits of a number in a range, times a factor, beside the bits of the others.
    let all = |width: u32, range: [f32; 2], factor: f32| {
        let [low, high] = range;
        let field = |number: &f32| {
            let number = libm::rintf(number.clamp(low, high) * factor);
            let bits = crate::ir::integer(number).map_or(0, wrapped);
            bits.cast_unsigned() & ((1 << width) - 1)
        };
        let fields = numbers.iter().map(field).rev();
        fields.fold(0_u32, |sum, field| (sum << width) | field)
    };
    Some(match function {
        F::Pack4x8unorm => all(8, [0.0, 1.0], 255.0),
        F::Pack4x8snorm => all(8, [-1.0, 1.0], 127.0),
        F::Pack2x16unorm => all(16, [0.0, 1.0], 65535.0),
        F::Pack2x16snorm => all(16, [-1.0, 1.0], 32767.0),
        F::Pack4xI8 | F::Pack4xU8 => all(8, [f32::MIN, f32::MAX], 1.0),
        F::Pack4xI8Clamp => all(8, [-128.0, 127.0], 1.0),
        F::Pack4xU8Clamp => all(8, [0.0, 255.0], 1.0),
        _ => return None,
    })
}
