//! Bits of integers by arithmetic.
//!
//! `floor(x / 2^k)` is `x` without its lowest `k` bits, also of a negative integer, whose upper bits are all set. Each
//! run of bits of a mask is the difference of two such numbers, times a power of two.

use super::facts::Facts;
use super::rules::power_of_two;
use super::{MaskedValue, Rewriter};
use crate::ir::{Binary, Bitwise, Op, Operand, ReasonId, Type, Unary, Value};

/// A number of the form `factor * floor(x / 2^count)`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Term {
    count: u32,
    factor: f32,
}

/// Returns the terms whose sum is `x & mask` for an integer that can have only some bits.
fn terms(mask: u32, possible: u32) -> Vec<Term> {
    let is_set = |bit: u32| mask >> bit & 1 == 1;
    let mut bits = (0..32).filter(|bit| possible >> bit & 1 == 1).peekable();
    // Bits that are always 0 extend an adjacent run.
    let mut state = false;
    let mut terms = Vec::new();
    if bits.peek().is_some_and(|bit| is_set(*bit)) {
        state = true;
        terms.push(Term { count: 0, factor: 1.0 });
    }
    for bit in bits {
        if is_set(bit) == state {
            continue;
        }
        state = !state;
        let factor = power_of_two(bit.cast_signed());
        terms.push(Term {
            count: bit,
            factor: if state { factor } else { -factor },
        });
    }
    terms
}

/// A number that is `x * 2^exponent`, rounded down if that is not an integer.
struct ScaledValue {
    of: Operand,
    exponent: i32,
}

impl Rewriter<'_> {
    /// Returns the integer that another one was before it was multiplied with a power of two, or divided by one.
    fn scaled(&self, a: Operand) -> ScaledValue {
        let product = |operand: Operand| match *self.program.op(operand) {
            Op::Binary(Binary::Multiply, [x, y]) => {
                let sides = [(x, y), (y, x)];
                sides.into_iter().find_map(|(x, factor)| {
                    let exponent = exponent(self.program.literal(factor)?)?;
                    let of = x.negate_if(operand.negated);
                    Some(ScaledValue { of, exponent })
                })
            }
            _ => None,
        };
        let found = match *self.program.op(a) {
            Op::Unary(Unary::Floor, inner) if !a.negated => product(inner),
            _ => product(a),
        };
        found.unwrap_or(ScaledValue { of: a, exponent: 0 })
    }

    /// Returns an integer, divided by a power of two and rounded down.
    pub(super) fn shifted(&mut self, a: Operand, count: u32) -> Operand {
        if count == 0 {
            return a;
        }
        let limit = f64::from(power_of_two(count.cast_signed()));
        let Facts { low, high, .. } = self.facts.get(a);
        if low >= 0.0 && high < limit {
            return self.number(0.0);
        }
        let ScaledValue { of, exponent } = self.scaled(a);
        let exponent = exponent - count.cast_signed();
        if exponent == 0 && self.program.kind(of) == Type::Int {
            return of;
        }
        let factor = self.number(power_of_two(exponent));
        let is_integer = exponent > 0 && self.program.kind(of) == Type::Int;
        let kind = if is_integer { Type::Int } else { Type::Float };
        let product = self.add(Op::Binary(Binary::Multiply, [of, factor]), kind);
        if is_integer { product } else { self.floor(product) }
    }

    /// `a & mask`. `value` is the operation that this replaces.
    pub(super) fn masked(&mut self, a: Operand, mask: u32, value: Value) -> Operand {
        let possible = self.facts.get(a).bits;
        let mask = mask & possible;
        self.masked.insert(value, MaskedValue { of: a, mask });
        let result = self.total(a, &terms(mask, possible), None);
        if result.value != a.value && !result.negated {
            self.masked.insert(result.value, MaskedValue { of: a, mask });
            if mask >> 31 == 0 {
                self.facts.set(result.value, Facts::of_bits(mask));
            }
        }
        result
    }

    /// `a | mask`: the remaining bits of `a`, plus the mask as constant.
    pub(super) fn with_bits_set(&mut self, a: Operand, mask: u32, constant: Operand) -> Operand {
        let possible = self.facts.get(a).bits;
        self.total(a, &terms(!mask, possible), Some(constant))
    }

    /// `a ^ mask`: for each bit of the mask, its weight minus twice the bit of `a`. The constant is the mask.
    ///
    /// With few bits it is `a + (mask - 2 * (a & mask))`, with few zeros `(mask + 2 * (a & !mask)) - a`, so that the
    /// number in the IR is no larger than the constant.
    pub(super) fn with_bits_changed(&mut self, a: Operand, mask: i32, constant: Operand) -> Operand {
        let possible = self.facts.get(a).bits;
        let bits = if mask < 0 { !mask } else { mask };
        let kept = self.total(a, &terms(bits.cast_unsigned(), possible), None);
        let factor = self.number(if mask < 0 { 2.0 } else { -2.0 });
        let change = self.add(Op::MultiplyAdd([kept, factor, constant]), Type::Int);
        self.sum(change, a.negate_if(mask < 0))
    }

    /// Returns the sum of terms of an integer and a constant. Each partial sum is the number of the lowest bits, or of
    /// all bits, so that it is exact as a float.
    fn total(&mut self, a: Operand, terms: &[Term], constant: Option<Operand>) -> Operand {
        let shifted: Vec<_> = terms.iter().map(|term| self.shifted(a, term.count)).collect();
        let factors: Vec<_> = terms.iter().map(|term| term.factor).collect();
        let mut constant = constant;
        let sum = match (shifted.as_slice(), factors.as_slice()) {
            (&[only], &[factor]) if factor != 1.0 && constant.is_some() => {
                let constant = constant.take().unwrap_or(only);
                let factor = self.number(factor);
                self.add(Op::MultiplyAdd([only, factor, constant]), Type::Int)
            }
            (&[first, second], &[of_first, of_second]) => {
                let first = self.times(first, of_first);
                let factor = self.number(of_second);
                self.add(Op::MultiplyAdd([second, factor, first]), Type::Int)
            }
            _ => self.dot(&shifted, &factors),
        };
        match constant {
            Some(constant) => self.sum(sum, constant),
            None => sum,
        }
    }

    fn times(&mut self, a: Operand, factor: f32) -> Operand {
        if factor.abs() == 1.0 {
            return a.negate_if(factor < 0.0);
        }
        let factor = self.number(factor);
        self.product(a, factor)
    }

    /// Returns the sum of products of integers and constants, in order.
    fn dot(&mut self, integers: &[Operand], factors: &[f32]) -> Operand {
        let mut sum: Option<Operand> = None;
        for (integers, numbers) in integers.chunks(4).zip(factors.chunks(4)) {
            let factors: Vec<_> = numbers.iter().map(|factor| self.number(*factor)).collect();
            let part = match (integers, factors.as_slice()) {
                (&[a], _) => self.times(a, numbers.first().copied().unwrap_or(0.0)),
                (&[a, b], &[of_a, of_b]) => {
                    let product = self.product(a, of_a);
                    self.add(Op::MultiplyAdd([b, of_b, product]), Type::Int)
                }
                (&[a, b, c], &[of_a, of_b, of_c]) => self.add(Op::Dot3([a, b, c], [of_a, of_b, of_c]), Type::Int),
                (&[a, b, c, d], &[of_a, of_b, of_c, of_d]) => {
                    let dot = Op::Dot4([a, b, c, d], [of_a, of_b, of_c, of_d]);
                    self.add(dot, Type::Int)
                }
                _ => continue,
            };
            sum = Some(match sum {
                Some(sum) => self.sum(sum, part),
                None => part,
            });
        }
        sum.unwrap_or_else(|| self.number(0.0))
    }

    /// Returns an integer without the bits above a mask that is one run of bits, and the lowest bit of the run.
    pub(super) fn upper_bits_removed(&mut self, masked: MaskedValue) -> Option<(Operand, i32)> {
        let MaskedValue { of, mask } = masked;
        let facts = self.facts.get(of);
        let lowest = mask.trailing_zeros().cast_signed();
        match *terms(mask, facts.bits).as_slice() {
            [_] if facts.low >= 0.0 => Some((of, lowest)),
            [_, Term { count, factor }] if factor < 0.0 => {
                let upper = self.shifted(of, count);
                let factor = self.number(factor);
                let rest = self.add(Op::MultiplyAdd([upper, factor, of]), Type::Int);
                Some((rest, lowest))
            }
            _ => None,
        }
    }

    /// Returns an operation of two integers, bit by bit, if one of them has few bits.
    pub(super) fn by_bits(&mut self, operation: Bitwise, [a, b]: [Operand; 2], reason: ReasonId) -> Operand {
        let (x, y) = (self.facts.get(a), self.facts.get(b));
        let common = x.bits & y.bits;
        let bits: Vec<(u32, f32)> = match (x.width(), y.width()) {
            _ if common >> 17 == 0 => {
                let bits = (0..17_u32).filter(|bit| common >> bit & 1 == 1);
                bits.map(|bit| (bit, power_of_two(bit.cast_signed()))).collect()
            }
            // All bits above equal the sign.
            (Some(x), Some(y)) => {
                let sign = x.max(y);
                let factor = |bit: u32| power_of_two(bit.cast_signed());
                let bits = (0..sign).filter(|bit| common >> bit & 1 == 1);
                let bits = bits.map(|bit| (bit, factor(bit)));
                bits.chain([(sign, -factor(sign))]).collect()
            }
            _ => {
                let poison = crate::ir::Definition {
                    op: Op::Poison(reason),
                    kind: Type::Int,
                    origin: self.origin,
                };
                return self.literals.leaf(self.program, poison);
            }
        };
        // Bits that a mask keeps equal the bits of its operand.
        let whole = [a, b].map(|side| match self.masked.get(&side.value) {
            Some(masked) if !side.negated && common & !masked.mask == 0 => masked.of,
            _ => side,
        });
        let both: Vec<_> = bits.iter().map(|(bit, _)| self.bit(whole, *bit)).collect();
        let factors: Vec<_> = bits.iter().map(|(_, factor)| *factor).collect();
        let both = self.dot(&both, &factors);
        match operation {
            Bitwise::And => both,
            Bitwise::Or => {
                let rest = self.sum(a, both.negate());
                self.sum(rest, b)
            }
            _ => {
                let [a, b] = [a, b].map(|side| self.sum(side, both.negate()));
                self.sum(a, b)
            }
        }
    }

    /// Returns the number 1 if two integers have a bit, otherwise 0.
    fn bit(&mut self, both: [Operand; 2], bit: u32) -> Operand {
        let factor = self.number(power_of_two(-1 - bit.cast_signed()));
        let fractions = both.map(|side| {
            let product = Op::Binary(Binary::Multiply, [side, factor]);
            let product = self.add(product, Type::Float);
            let whole = self.floor(product);
            self.add(Op::Binary(Binary::Add, [product, whole.negate()]), Type::Float)
        });
        let less = self.add(Op::Binary(Binary::Minimum, fractions), Type::Float);
        let half = self.number(0.5);
        self.add(Op::Binary(Binary::Sge, [less, half]), Type::Int)
    }
}

/// Returns the exponent of a power of two.
fn exponent(number: f32) -> Option<i32> {
    (-32..=32).find(|exponent| power_of_two(*exponent) == number)
}
