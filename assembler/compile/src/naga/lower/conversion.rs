//! Conversions between types, and bit casts.

use std::rc::Rc;

use ::naga::{Expression, Handle, ScalarKind};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Binary, Operand, Type, Unary, nearest, wrapped};

use super::super::shape::{Shape, component_type};
use super::operator::kind_of;
use super::{Content, Lowering};

impl Lowering<'_> {
    pub(super) fn conversion(&mut self, a: Handle<Expression>, to: ScalarKind, converts: bool) -> Rc<[Operand]> {
        let from = kind_of(self.shape(a));
        let components = self.components(a);
        let is_integer = |kind| matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
        if !converts && from != to && !(is_integer(from) && is_integer(to)) {
            let cast = |component: &Operand| self.reinterpreted(*component, to);
            return components.iter().map(cast).collect();
        }
        let convert = |component: &Operand| self.converted(*component, from, to);
        components.iter().map(convert).collect()
    }

    fn converted(&mut self, component: Operand, from: ScalarKind, to: ScalarKind) -> Operand {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let builder = &mut self.builder;
        match (from, to) {
            (Bool, Bool) => component,
            (Bool, _) => builder.bool_to_float(component),
            (_, Bool) => expand::is_not_zero(builder, component),
            (Float, Sint) => match builder.program().literal(component) {
                Some(number) => builder.integer(number.trunc()),
                None => expand::truncate(builder, component),
            },
            (Float, Uint) => {
                let zero = builder.literal(0.0);
                let positive = builder.binary(Binary::Maximum, zero, component);
                builder.unary(Unary::Floor, positive)
            }
            (Sint | Uint, Float) => match builder.program().integer(component) {
                Some(number) => {
                    let number = match from {
                        Uint => i64::from(wrapped(number).cast_unsigned()),
                        _ => number,
                    };
                    builder.literal(nearest(number))
                }
                None if from == Uint => builder.unsigned(component, Type::Float),
                None => component,
            },
            _ => component,
        }
    }

    /// Returns a number with the bits of another one, of which one is a float and one is an integer.
    fn reinterpreted(&mut self, component: Operand, to: ScalarKind) -> Operand {
        let program = self.builder.program();
        if to == ScalarKind::Float {
            let bits = program.integer(component).map(wrapped);
            let number = bits.map(|bits| f32::from_bits(bits.cast_unsigned()));
            if let Some(number) = number.filter(|number| !number.is_nan()) {
                return self.builder.literal(number);
            }
        } else if let Some(number) = program.literal(component) {
            return self.whole_number(number.to_bits().into());
        }
        let reason = self.reason(
            Code::BitsReinterpreted,
            "the bits of a number are used as a number of another type; no instruction sees bits",
            "convert the value, as `f32(x)` does",
        );
        self.builder.bitcast(component, component_type(to), reason)
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
