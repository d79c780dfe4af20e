//! Operators, relations and conversions.

use std::rc::Rc;

use ::naga::{BinaryOperator, Expression, Handle, RelationalFunction, ScalarKind, UnaryOperator};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Binary, Comparison, Logic, Operand, Type, Unary};

use super::super::shape::{Shape, lane_type};
use super::{Content, Lowering};

/// The most bits that a shift moves by, as integers have no more.
const MOST_BITS: f32 = 17.0;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, op: UnaryOperator, a: Handle<Expression>) -> Rc<[Operand]> {
        let lanes = self.lanes(a);
        if op == UnaryOperator::BitwiseNot {
            return lanes.iter().map(|_| self.refuse_bits("~")).collect();
        }
        lanes.iter().map(|lane| lane.negate()).collect()
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Rc<[Operand]> {
        let shapes = [self.shape(left), self.shape(right)];
        if op == BinaryOperator::Multiply
            && shapes
                .iter()
                .any(|shape| matches!(shape, Shape::Matrix { .. }))
        {
            return self.matrix_product([left, right], shapes).into();
        }
        let kind = kind_of(shapes[0]);
        let (a, b) = (self.lanes(left), self.lanes(right));
        let count = a.len().max(b.len());
        if op == BinaryOperator::Subtract && kind == ScalarKind::Uint {
            self.warn_about_difference(&a, &b);
        }
        let mut lanes = Vec::with_capacity(count);
        for index in 0..count {
            // A scalar goes with each lane of a vector.
            let side = |lanes: &[Operand]| lanes.get(index).or(lanes.first()).copied();
            let (Some(a), Some(b)) = (side(&a), side(&b)) else {
                break;
            };
            lanes.push(self.binary_lane(op, kind, a, b));
        }
        let _ = result;
        lanes.into()
    }

    fn binary_lane(
        &mut self,
        op: BinaryOperator,
        kind: ScalarKind,
        a: Operand,
        b: Operand,
    ) -> Operand {
        use BinaryOperator as Op;
        let is_truth = kind == ScalarKind::Bool;
        let builder = &mut self.builder;
        match op {
            Op::Add => builder.add(a, b),
            Op::Subtract => builder.subtract(a, b),
            Op::Multiply => builder.multiply(a, b),
            Op::Divide if kind == ScalarKind::Float => expand::divide(builder, a, b),
            Op::Divide => self.integer_quotient(kind, a, b)[0],
            Op::Modulo if kind == ScalarKind::Float => {
                let quotient = expand::divide(builder, a, b);
                let whole = expand::truncate(builder, quotient);
                builder.multiply_add(whole.negate(), b, a)
            }
            Op::Modulo => self.integer_quotient(kind, a, b)[1],
            Op::Equal if is_truth => builder.logic(Logic::Xor, a, b).negate(),
            Op::NotEqual if is_truth => builder.logic(Logic::Xor, a, b),
            Op::Equal => builder.compare(Comparison::Equal, a, b),
            Op::NotEqual => builder.compare(Comparison::NotEqual, a, b),
            Op::Less => builder.compare(Comparison::Less, a, b),
            Op::LessEqual => builder.compare(Comparison::LessEqual, a, b),
            Op::Greater => builder.compare(Comparison::Greater, a, b),
            Op::GreaterEqual => builder.compare(Comparison::GreaterEqual, a, b),
            Op::LogicalAnd => builder.logic(Logic::And, a, b),
            Op::LogicalOr => builder.logic(Logic::Or, a, b),
            Op::And if is_truth => builder.logic(Logic::And, a, b),
            Op::InclusiveOr if is_truth => builder.logic(Logic::Or, a, b),
            Op::ExclusiveOr if is_truth => builder.logic(Logic::Xor, a, b),
            Op::And => self.masked(a, b),
            Op::InclusiveOr => self.refuse_bits("|"),
            Op::ExclusiveOr => self.refuse_bits("^"),
            Op::ShiftLeft => self.shift(a, b, true),
            Op::ShiftRight => self.shift(a, b, false),
        }
    }

    /// The quotient, rounded toward 0, and the remainder, which has the sign of the first number.
    fn integer_quotient(&mut self, kind: ScalarKind, a: Operand, b: Operand) -> [Operand; 2] {
        if kind == ScalarKind::Uint {
            return expand::divide_integers(&mut self.builder, a, b);
        }
        let builder = &mut self.builder;
        let divisor = expand::absolute(builder, b);
        let dividend = expand::absolute(builder, a);
        let [quotient, remainder] = expand::divide_integers(builder, dividend, divisor);
        let zero = builder.integer(0.0);
        let is_negative = builder.compare(Comparison::Less, a, zero);
        let remainder = builder.select(is_negative, remainder.negate(), remainder);
        let sign = builder.multiply(a, b);
        let differs = builder.compare(Comparison::Less, sign, zero);
        [
            builder.select(differs, quotient.negate(), quotient),
            remainder,
        ]
    }

    /// `a & b`, where one of them is a constant with only the lowest bits set.
    fn masked(&mut self, a: Operand, b: Operand) -> Operand {
        for (value, mask) in [(a, b), (b, a)] {
            let count = self.builder.program().literal(mask).and_then(lowest_bits);
            if let Some(count) = count {
                return expand::lowest_bits(&mut self.builder, value, count);
            }
        }
        self.refuse_bits("&")
    }

    fn shift(&mut self, a: Operand, b: Operand, is_left: bool) -> Operand {
        let count = self.builder.program().literal(b);
        let count = count.filter(|count| (0.0..=MOST_BITS).contains(count));
        let Some(count) = count.and_then(small) else {
            let (operator, way_out) = if is_left {
                (
                    "<<",
                    "multiply: `x << n` is `x * u32(exp2(f32(n)))`; or shift by a constant from 0 to 17",
                )
            } else {
                (
                    ">>",
                    "multiply: `x >> n` is `u32(f32(x) * exp2(-f32(n)))`; or shift by a constant from 0 to 17",
                )
            };
            return self.poison(
                Type::Int,
                Code::UnsupportedOperation,
                format!("a shift `{operator}` by a computed number of bits; the machine has no bit operations"),
                way_out,
            );
        };
        if is_left {
            let factor = self.builder.integer(expand::power_of_two(count));
            self.builder.multiply(a, factor)
        } else {
            expand::shift_right(&mut self.builder, a, count)
        }
    }

    /// Refuses an operation on the bits of a number.
    pub(super) fn refuse_bits(&mut self, name: &str) -> Operand {
        let (message, help) = refused_bits(name);
        self.poison(Type::Int, Code::UnsupportedOperation, message, help)
    }

    /// Warns about a difference of unsigned integers, unless both are constants.
    fn warn_about_difference(&mut self, a: &[Operand], b: &[Operand]) {
        let program = self.builder.program();
        let literal = |lane: &Operand| program.literal(*lane).is_some();
        if a.iter().all(literal) && b.iter().all(literal) {
            return;
        }
        self.report_with(
            Code::UintSubtraction,
            "this difference of unsigned integers can be negative; on the machine it does not wrap around",
            "make sure that the first number is the larger one, or use `i32`",
        );
    }

    pub(super) fn relational(
        &mut self,
        function: RelationalFunction,
        a: Handle<Expression>,
    ) -> Rc<[Operand]> {
        let lanes = self.lanes(a);
        let logic = match function {
            RelationalFunction::All => Logic::And,
            RelationalFunction::Any => Logic::Or,
            RelationalFunction::IsNan => {
                // Only a NaN differs from itself.
                let compare =
                    |lane: &Operand| self.builder.compare(Comparison::NotEqual, *lane, *lane);
                return lanes.iter().map(compare).collect();
            }
            RelationalFunction::IsInf => {
                let infinity = self.builder.literal(f32::INFINITY);
                let test = |lane: &Operand| {
                    let size = expand::absolute(&mut self.builder, *lane);
                    self.builder.compare(Comparison::Equal, size, infinity)
                };
                return lanes.iter().map(test).collect();
            }
        };
        let mut lanes = lanes.iter().copied();
        let first = lanes.next();
        let joined = lanes.fold(first, |sum, lane| {
            sum.map(|sum| self.builder.logic(logic, sum, lane))
        });
        joined.into_iter().collect()
    }

    pub(super) fn conversion(
        &mut self,
        a: Handle<Expression>,
        to: ScalarKind,
        converts: bool,
    ) -> Rc<[Operand]> {
        let from = kind_of(self.shape(a));
        let lanes = self.lanes(a);
        let is_integer = |kind| matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
        if !converts && from != to && !(is_integer(from) && is_integer(to)) {
            let mut poison = || {
                self.poison(
                    lane_type(to),
                    Code::BitsReinterpreted,
                    "the bits of a number are used as a number of another type; no instruction sees bits",
                    "convert the value, as `f32(x)` does",
                )
            };
            return lanes.iter().map(|_| poison()).collect();
        }
        let convert = |lane: &Operand| self.converted(*lane, from, to);
        lanes.iter().map(convert).collect()
    }

    fn converted(&mut self, lane: Operand, from: ScalarKind, to: ScalarKind) -> Operand {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let builder = &mut self.builder;
        match (from, to) {
            (Bool, Bool) => lane,
            (Bool, _) => builder.number(lane),
            (_, Bool) => expand::is_not_zero(builder, lane),
            (Float, Sint) => match builder.program().literal(lane) {
                Some(number) => builder.integer(number.trunc()),
                None => expand::truncate(builder, lane),
            },
            (Float, Uint) => {
                let zero = builder.literal(0.0);
                let positive = builder.binary(Binary::Maximum, zero, lane);
                builder.unary(Unary::Floor, positive)
            }
            _ => lane,
        }
    }

    /// The number before its conversion to an integer, if that is what an expression is.
    pub(super) fn before_conversion(&mut self, handle: Handle<Expression>) -> Option<Content> {
        let function = self.frames.last()?.function;
        match function.expressions[handle] {
            Expression::As {
                expr,
                kind: ScalarKind::Sint | ScalarKind::Uint,
                convert: Some(_),
            } if self.shape(expr) == Shape::Scalar(ScalarKind::Float) => Some(self.content(expr)),
            _ => None,
        }
    }
}

/// Why an operation on bits is refused, and what to write in its place.
pub(super) fn refused_bits(name: &str) -> (String, &'static str) {
    let message =
        format!("`{name}` works on the bits of a number; integers of the machine are floats");
    (message, way_out(name))
}

/// What to write in place of an operation on bits.
fn way_out(name: &str) -> &'static str {
    match name {
        "~" => "`~x` of an `i32` is `-1 - x`",
        "|" => {
            "add numbers that have no bits in common, as in `a + b`; or use a `bool` or a uniform for each bit"
        }
        "^" => "compare with `!=`, which gives a `bool`; or use a `bool` or a uniform for each bit",
        "&" => {
            "`x & mask` is possible with a constant mask of the lowest bits; one bit is `(x >> k) & 1`"
        }
        "frexp" => {
            "the exponent is `floor(log2(abs(x))) + 1.0`, the fraction is `x * exp2(-exponent)`"
        }
        _ if name.starts_with("pack") || name.starts_with("unpack") || name.starts_with("dot4") => {
            "pass the components as an attribute or a uniform of their own; the console converts bytes to floats"
        }
        "quantizeToF16" => {
            "do without it: numbers of the machine have 16 bits behind the leading one"
        }
        _ => {
            "use arithmetic: `x & mask` is possible with a constant mask of the lowest bits, and shifts by constants"
        }
    }
}

/// The kind of the lanes of a shape that is not an aggregate.
pub(super) const fn kind_of(shape: Shape) -> ScalarKind {
    match shape {
        Shape::Scalar(kind) | Shape::Vector(_, kind) => kind,
        _ => ScalarKind::Float,
    }
}

/// The number of bits of a mask that has only the lowest ones set.
fn lowest_bits(mask: f32) -> Option<u32> {
    (0..=17).find(|count| {
        let difference = expand::power_of_two(*count) - 1.0 - mask;
        difference == 0.0
    })
}

/// A small whole number.
fn small(number: f32) -> Option<u32> {
    (0_u8..=17).find_map(|count| (f32::from(count) - number == 0.0).then_some(u32::from(count)))
}
