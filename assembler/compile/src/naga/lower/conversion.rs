//! Conversions between types, and bit casts.

use std::rc::Rc;

use ::naga::{Expression, Handle, ScalarKind};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Binary, Operand, Type, Unary, nearest, wrapped};

use super::super::shape::{Shape, lane_type};
use super::operator::kind_of;
use super::{Content, Lowering};

impl Lowering<'_> {
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
            let cast = |lane: &Operand| self.reinterpreted(*lane, to);
            return lanes.iter().map(cast).collect();
        }
        let convert = |lane: &Operand| self.converted(*lane, from, to);
        lanes.iter().map(convert).collect()
    }

    fn converted(&mut self, lane: Operand, from: ScalarKind, to: ScalarKind) -> Operand {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let builder = &mut self.builder;
        match (from, to) {
            (Bool, Bool) => lane,
            (Bool, _) => builder.bool_to_float(lane),
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
            (Sint | Uint, Float) => match builder.program().integer(lane) {
                Some(number) => {
                    let number = match from {
                        Uint => i64::from(wrapped(number).cast_unsigned()),
                        _ => number,
                    };
                    builder.literal(nearest(number))
                }
                None if from == Uint => builder.unsigned(lane, Type::Float),
                None => lane,
            },
            _ => lane,
        }
    }

    /// Returns a number with the bits of another one, of which one is a float and one is an integer.
    fn reinterpreted(&mut self, lane: Operand, to: ScalarKind) -> Operand {
        let program = self.builder.program();
        if to == ScalarKind::Float {
            let bits = program.integer(lane).map(wrapped);
            let number = bits.map(|bits| f32::from_bits(bits.cast_unsigned()));
            if let Some(number) = number.filter(|number| !number.is_nan()) {
                return self.builder.literal(number);
            }
        } else if let Some(number) = program.literal(lane) {
            return self.whole_number(number.to_bits().into());
        }
        let reason = self.reason(
            Code::BitsReinterpreted,
            "the bits of a number are used as a number of another type; no instruction sees bits",
            "convert the value, as `f32(x)` does",
        );
        self.builder.bitcast(lane, lane_type(to), reason)
    }

    /// Returns the operand of a conversion to an integer, if the expression is one.
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
