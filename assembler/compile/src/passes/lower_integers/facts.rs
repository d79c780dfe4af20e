//! Facts about numbers: ranges, and the bits that integers can have.

use super::Arms;
use crate::ir::{
    Array, Binary, Bitwise, Block, Loop, Op, Operand, Program, Statement, Type, Unary, Value, integer, wrapped,
};

/// Maximum number of statements that are visited for each one of the program. Beyond that, nothing is known of the
/// parameters of loops.
const MAX_VISITS: usize = 32;

/// Facts about a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Facts {
    /// The least possible value.
    pub(super) low: f64,
    /// The greatest number that it can be.
    pub(super) high: f64,
    /// The bits that can be set, if it is an integer.
    pub(super) bits: u32,
    /// True if it can be an unsigned integer from 2^31 up, which is negative here.
    pub(super) wraps: bool,
    /// True if its negative can be such an integer.
    negative_wraps: bool,
}

impl Facts {
    pub(super) const UNKNOWN: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        bits: u32::MAX,
        wraps: false,
        negative_wraps: false,
    };
    const BIT: Self = Self {
        low: 0.0,
        high: 1.0,
        bits: 1,
        wraps: false,
        negative_wraps: true,
    };

    fn of_number(number: f32) -> Self {
        let bits = integer(number).map_or(u32::MAX, |number| wrapped(number).cast_unsigned());
        Self {
            low: number.into(),
            high: number.into(),
            bits,
            wraps: number < 0.0,
            negative_wraps: number > 0.0,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the number has up to 33 bits")]
    fn of_integer(number: i64) -> Self {
        Self {
            low: number as f64,
            high: number as f64,
            bits: wrapped(number).cast_unsigned(),
            wraps: number < 0,
            negative_wraps: number > 0,
        }
    }

    /// Facts of a range, none if an end is not a number.
    fn of_range(low: f64, high: f64) -> Self {
        if low.is_nan() || high.is_nan() {
            return Self::UNKNOWN;
        }
        let unlimited = Self {
            low,
            high,
            bits: u32::MAX,
            wraps: high < 0.0,
            negative_wraps: low >= 0.0,
        };
        unlimited.limited()
    }

    /// Facts of an integer with only these bits.
    pub(super) fn of_bits(bits: u32) -> Self {
        if bits >> 31 == 1 {
            return Self { bits, ..Self::UNKNOWN };
        }
        Self {
            low: 0.0,
            high: bits.into(),
            bits,
            wraps: false,
            negative_wraps: true,
        }
    }

    /// Returns the facts, without bits that a number in the range cannot have.
    fn limited(self) -> Self {
        if let Some(bits) = self.known_bits() {
            return Self { bits, ..self };
        }
        if self.low < 0.0 || self.high >= 4_294_967_296.0 {
            return self;
        }
        let below = (0..=32).find(|count| self.high < 2_f64.powi(*count));
        let mask = match below {
            Some(count @ 0..=31) => (1_u32 << count) - 1,
            _ => u32::MAX,
        };
        Self {
            bits: self.bits & mask,
            ..self
        }
    }

    /// Returns the bits of a number that is known and an integer.
    #[expect(clippy::cast_possible_truncation, reason = "the number has up to 33 bits")]
    fn known_bits(self) -> Option<u32> {
        let is_integer = self.low == self.high && self.low.abs() <= 4_294_967_296.0;
        (is_integer && self.low.fract() == 0.0).then(|| wrapped(self.low as i64).cast_unsigned())
    }

    /// Facts of a number that is one of two.
    fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            bits: self.bits | other.bits,
            wraps: self.wraps | other.wraps,
            negative_wraps: self.negative_wraps | other.negative_wraps,
        }
    }

    /// Facts of a loop parameter that can be this or another number: facts that differ are dropped.
    fn widened(self, other: Self) -> Self {
        let both = self.union(other);
        let kept = |before: f64, after: f64, given_up: f64| {
            if before == after { before } else { given_up }
        };
        Self {
            low: kept(self.low, both.low, f64::NEG_INFINITY),
            high: kept(self.high, both.high, f64::INFINITY),
            bits: if both.bits == self.bits { self.bits } else { u32::MAX },
            ..both
        }
    }

    fn negative(self) -> Self {
        if self.low == 0.0 && self.high == 0.0 {
            return self;
        }
        // The lowest set bit stays.
        let bits = if self.low == self.high {
            self.bits.wrapping_neg()
        } else {
            u32::MAX.checked_shl(self.bits.trailing_zeros()).unwrap_or(0)
        };
        Self {
            low: -self.high,
            high: -self.low,
            bits,
            wraps: self.negative_wraps,
            negative_wraps: self.wraps,
        }
    }

    /// Returns the facts, for a number that is an integer: where nothing is known, it is none beyond those that floats
    /// have exactly.
    pub(super) fn of_machine(self) -> Self {
        let limit = 131_072.0;
        Self {
            low: if self.low == f64::NEG_INFINITY {
                -limit
            } else {
                self.low
            },
            high: if self.high == f64::INFINITY { limit } else { self.high },
            ..self
        }
    }

    /// Returns whether it is 0 or -1.
    pub(super) fn is_mask(self) -> bool {
        self.low >= -1.0 && self.high <= 0.0
    }

    /// Returns whether it is 0 or 1.
    pub(super) fn is_bit(self) -> bool {
        self.low >= 0.0 && self.high <= 1.0
    }

    /// Returns the number of bits above which all are copies of the sign, if there are at most 17 of them.
    pub(super) fn width(self) -> Option<u32> {
        (0_u8..=17).find_map(|count| {
            let limit = 2_f64.powi(count.into());
            (self.low >= -limit && self.high < limit).then_some(count.into())
        })
    }

    fn plus(self, other: Self) -> Self {
        let sum = Self::of_range(self.low + other.low, self.high + other.high);
        let both = self.bits | other.bits;
        let bits = if self.bits & other.bits == 0 {
            both
        } else {
            // The bits below the lowest one of both stay 0.
            u32::MAX.checked_shl(both.trailing_zeros()).unwrap_or(0)
        };
        Self {
            bits: sum.bits & bits,
            ..sum
        }
    }

    fn times(self, other: Self) -> Self {
        // On the GPU, 0 times infinity is 0.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let ends = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let product = Self::of_range(low, high);
        let zeros = self.bits.trailing_zeros() + other.bits.trailing_zeros();
        let mut bits = u32::MAX.checked_shl(zeros).unwrap_or(0);
        for (factor, number) in [(self, other), (other, self)] {
            if factor.low == factor.high && factor.bits.is_power_of_two() && factor.low > 0.0 {
                bits &= number.bits << factor.bits.trailing_zeros();
            }
        }
        Self {
            bits: product.bits & bits,
            wraps: self.wraps | other.wraps | product.wraps,
            ..product
        }
    }
}

/// The facts of all values of a program.
pub(super) struct AllFacts {
    facts: Vec<Facts>,
    /// The statements that may still be visited.
    budget: usize,
}

impl AllFacts {
    pub(super) fn new(program: &Program, arms: &Arms) -> Self {
        let mut all = Self {
            facts: Vec::with_capacity(program.values.len()),
            budget: program.body.walk().count().saturating_mul(MAX_VISITS),
        };
        for definition in &program.values {
            let is_leaf = definition.is_leaf();
            let facts = is_leaf.then(|| all.result(program, &definition.op));
            all.facts.push(facts.unwrap_or(Facts::UNKNOWN));
        }
        all.block(program, arms, &program.body);
        all
    }

    pub(super) fn get(&self, operand: Operand) -> Facts {
        let facts = self.facts.get(operand.value.index()).copied();
        let facts = facts.unwrap_or(Facts::UNKNOWN);
        if operand.negated { facts.negative() } else { facts }
    }

    /// Adds the facts of a value.
    pub(super) fn define(&mut self, program: &Program, value: Value) {
        let definition = program.definition(value);
        let mut facts = self.result(program, &definition.op);
        if definition.kind != Type::Int && !definition.is_leaf() {
            facts.bits = u32::MAX;
        }
        self.set(value, facts);
    }

    pub(super) fn set(&mut self, value: Value, facts: Facts) {
        let index = value.index();
        if index >= self.facts.len() {
            self.facts.resize(index + 1, Facts::UNKNOWN);
        }
        self.facts[index] = facts;
    }

    fn block(&mut self, program: &Program, arms: &Arms, block: &Block) {
        self.budget = self.budget.saturating_sub(block.0.len());
        for statement in &block.0 {
            match statement {
                Statement::Define(value) => self.define(program, *value),
                Statement::If(_) => {
                    for inner in statement.blocks() {
                        self.block(program, arms, inner);
                    }
                    self.join(arms, statement.defined());
                }
                Statement::Loop(repeat) => {
                    self.looped(program, arms, repeat);
                    self.join(arms, repeat.results.iter().copied());
                }
                _ => {}
            }
        }
    }

    fn looped(&mut self, program: &Program, arms: &Arms, repeat: &Loop) {
        let is_known = self.budget > 0;
        for (value, first) in repeat.firsts() {
            let first = self.get(first);
            self.set(value, if is_known { first } else { Facts::UNKNOWN });
        }
        self.block(program, arms, &repeat.body);
        let mut is_stable = !is_known;
        while !is_stable {
            is_stable = true;
            for (value, next) in repeat.nexts() {
                let before = self.get(value.into());
                let after = match self.budget {
                    0 => Facts::UNKNOWN,
                    _ => before.widened(self.get(next)),
                };
                is_stable &= after == before;
                self.set(value, after);
            }
            if !is_stable {
                self.block(program, arms, &repeat.body);
            }
        }
    }

    /// Sets the facts of values that come from one of several.
    fn join(&mut self, arms: &Arms, values: impl Iterator<Item = Value>) {
        for value in values {
            let arms = arms.get(&value).into_iter().flatten();
            let facts = arms.map(|arm| self.get(*arm)).reduce(Facts::union);
            self.set(value, facts.unwrap_or(Facts::UNKNOWN));
        }
    }

    /// Returns the facts of the result of an operation.
    fn result(&self, program: &Program, op: &Op) -> Facts {
        match *op {
            Op::Literal(number) => Facts::of_number(number),
            Op::Integer(number, _) => Facts::of_integer(number),
            Op::BoolToFloat(_) | Op::Binary(Binary::Sge | Binary::Slt, _) => Facts::BIT,
            Op::Select(_, [a, b]) => self.get(a).union(self.get(b)),
            Op::Unary(unary, a) => self.unary(program, unary, a),
            Op::Binary(binary, both) => self.binary(program, binary, both),
            Op::MultiplyAdd([a, b, c]) => self.get(a).times(self.get(b)).plus(self.get(c)),
            Op::Bitwise(operation, [a, b], _) => self.bitwise(program, operation, a, b),
            Op::Unsigned(a) => unsigned(self.get(a)),
            Op::Element {
                array: Array::Table(table),
                component,
                ..
            } => {
                let rows = program.tables.get(table.index()).into_iter();
                let rows = rows.flat_map(|table| &table.rows);
                let numbers = rows.map(|row| Facts::of_number(row[component as usize]));
                numbers.reduce(Facts::union).unwrap_or(Facts::UNKNOWN)
            }
            _ => Facts::UNKNOWN,
        }
    }

    fn unary(&self, program: &Program, unary: Unary, a: Operand) -> Facts {
        let facts = self.get(a);
        match unary {
            Unary::Copy => facts,
            Unary::Floor if program.kind(a) == Type::Int => facts,
            Unary::Floor => Facts::of_range(facts.low.floor(), facts.high.floor()),
            Unary::Exp2 => Facts::of_range(facts.low.exp2(), facts.high.exp2()),
            _ => Facts::UNKNOWN,
        }
    }

    fn binary(&self, program: &Program, binary: Binary, [a, b]: [Operand; 2]) -> Facts {
        let (x, y) = (self.get(a), self.get(b));
        let mut facts = match binary {
            Binary::Add => x.plus(y),
            Binary::Multiply => x.times(y),
            Binary::Minimum => Facts::of_range(x.low.min(y.low), x.high.min(y.high)),
            Binary::Maximum => Facts::of_range(x.low.max(y.low), x.high.max(y.high)),
            Binary::Sge | Binary::Slt => Facts::BIT,
        };
        if matches!(binary, Binary::Minimum | Binary::Maximum) {
            facts.bits &= x.bits | y.bits;
        }
        // An unsigned integer, subtracted from 2^32 or nearly so: the lowered form of `~`.
        if binary == Binary::Add {
            let sides = [(a, b), (b, a)].map(|(number, other)| {
                let number = program.literal(number).unwrap_or(0.0);
                let is_negative = number < 0.0;
                (number != 0.0 && is_negative == other.negated).then_some(is_negative)
            });
            facts.wraps |= sides.contains(&Some(true));
            facts.negative_wraps |= sides.contains(&Some(false));
        }
        facts
    }

    fn bitwise(&self, program: &Program, operation: Bitwise, a: Operand, b: Operand) -> Facts {
        let (x, y) = (self.get(a), self.get(b));
        let signed = |bits: u32, wraps: bool| match (x.width(), y.width()) {
            _ if bits >> 31 == 0 => Facts::of_bits(bits),
            (Some(x), Some(y)) => {
                let limit = 2_f64.powi(i32::from(u8::try_from(x.max(y)).unwrap_or(u8::MAX)));
                let range = Facts::of_range(-limit, limit - 1.0);
                Facts { bits, wraps, ..range }
            }
            _ => Facts {
                bits,
                wraps,
                ..Facts::UNKNOWN
            },
        };
        let count = program.integer(b).map(|count| {
            let count = wrapped(count).cast_unsigned();
            count & 31
        });
        match (operation, count) {
            (Bitwise::And, _) => signed(x.bits & y.bits, x.wraps & y.wraps),
            (Bitwise::Or | Bitwise::Xor, _) => signed(x.bits | y.bits, x.wraps | y.wraps),
            (Bitwise::ShiftLeft, Some(count)) => x.times(Facts::of_integer(1 << count)),
            (Bitwise::ShiftLeft, None) => x.times(Facts::of_range(y.low.exp2(), y.high.exp2())),
            (_, Some(count)) => shifted_right(operation, x, count),
            // Nothing becomes larger.
            _ if x.low >= 0.0 => Facts::of_range(0.0, x.high),
            _ => Facts {
                wraps: x.wraps && operation == Bitwise::ShiftRight,
                ..Facts::of_range(x.low, x.high.max(0.0))
            },
        }
    }
}

fn shifted_right(operation: Bitwise, x: Facts, count: u32) -> Facts {
    let has_zeros = operation == Bitwise::ShiftRightUnsigned && count > 0;
    if has_zeros && x.wraps {
        return Facts::of_bits(x.bits >> count);
    }
    let scale = f64::from(1_u32 << count);
    let [mut low, high] = [x.low, x.high].map(|end| (end / scale).floor());
    if has_zeros {
        low = low.max(0.0);
    }
    let bits = x.bits.cast_signed() >> count;
    let range = Facts::of_range(low, high.max(low));
    Facts {
        bits: range.bits & bits.cast_unsigned(),
        wraps: x.wraps && !has_zeros,
        ..range
    }
}

/// Returns the facts of an integer as a number without a sign.
pub(super) fn unsigned(x: Facts) -> Facts {
    if x.wraps {
        return Facts::of_range(0.0, 4_294_967_295.0);
    }
    let range = Facts::of_range(x.low.max(0.0), x.high.max(0.0));
    Facts {
        bits: range.bits & x.bits,
        ..range
    }
}
