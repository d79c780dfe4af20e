//! Operators and relations.

use std::rc::Rc;

use ::naga::{BinaryOperator, Expression, Handle, RelationalFunction, ScalarKind, UnaryOperator};
use pica200_diagnostics::Code;

use crate::expand;
use crate::ir::{Comparison, Logic, Operand};

use super::super::shape::Shape;
use super::Lowering;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, op: UnaryOperator, a: Handle<Expression>) -> Rc<[Operand]> {
        let lanes = self.lanes(a);
        if op == UnaryOperator::BitwiseNot {
            return lanes.iter().map(|lane| self.complement(*lane)).collect();
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
            self.warn_about_difference(left, &a, &b);
        }
        let mut lanes = Vec::with_capacity(count);
        for index in 0..count {
            // A scalar goes with each lane of a vector.
            let side = |lanes: &[Operand]| lanes.get(index).or(lanes.first()).copied();
            let (Some(a), Some(b)) = (side(&a), side(&b)) else {
                break;
            };
            lanes.push(match kind {
                ScalarKind::Sint | ScalarKind::Uint => self.binary_integer(op, kind, [a, b]),
                _ => self.binary_lane(op, kind, a, b),
            });
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
        let is_bool = kind == ScalarKind::Bool;
        let builder = &mut self.builder;
        match op {
            Op::Add => builder.add(a, b),
            Op::Subtract => builder.subtract(a, b),
            Op::Multiply => builder.multiply(a, b),
            Op::Divide => expand::divide(builder, a, b),
            Op::Modulo => {
                let quotient = expand::divide(builder, a, b);
                let whole = expand::truncate(builder, quotient);
                builder.multiply_add(whole.negate(), b, a)
            }
            Op::Equal if is_bool => builder.logic(Logic::Xor, a, b).negate(),
            Op::NotEqual if is_bool => builder.logic(Logic::Xor, a, b),
            Op::Equal => builder.compare(Comparison::Equal, a, b),
            Op::NotEqual => builder.compare(Comparison::NotEqual, a, b),
            Op::Less => builder.compare(Comparison::Less, a, b),
            Op::LessEqual => builder.compare(Comparison::LessEqual, a, b),
            Op::Greater => builder.compare(Comparison::Greater, a, b),
            Op::GreaterEqual => builder.compare(Comparison::GreaterEqual, a, b),
            Op::LogicalAnd | Op::And => builder.logic(Logic::And, a, b),
            Op::LogicalOr | Op::InclusiveOr => builder.logic(Logic::Or, a, b),
            Op::ExclusiveOr => builder.logic(Logic::Xor, a, b),
            // Validation refuses floats and booleans.
            Op::ShiftLeft | Op::ShiftRight => a,
        }
    }

    /// Warns about a difference of unsigned integers, unless both are constants, or the first one is a variable that
    /// begins with a very large number: compilers of WGSL count the iterations of loops down from 4294967295.
    fn warn_about_difference(&mut self, left: Handle<Expression>, a: &[Operand], b: &[Operand]) {
        let program = self.builder.program();
        let is_known = |lane: &Operand| program.integer(*lane).is_some();
        if a.iter().all(is_known) && b.iter().all(is_known) {
            return;
        }
        let first = self.first_value(left).map(|init| self.lanes(init));
        let program = self.builder.program();
        let is_large = |lane: &Operand| program.integer(*lane).is_some_and(|number| number < 0);
        if first.is_some_and(|lanes| lanes.iter().all(is_large)) {
            return;
        }
        self.report_with(
            Code::UintSubtraction,
            "this difference of unsigned integers can be negative; on the machine it does not wrap around",
            "make sure that the first number is the larger one, or use `i32`",
        );
    }

    /// Returns the first value of the local variable that an expression reads.
    fn first_value(&self, handle: Handle<Expression>) -> Option<Handle<Expression>> {
        let function = self.frames.last()?.function;
        let Expression::Load { pointer } = function.expressions[handle] else {
            return None;
        };
        match function.expressions[pointer] {
            Expression::LocalVariable(local) => function.local_variables[local].init,
            _ => None,
        }
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
                // Only NaN differs from itself.
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
}

/// Returns the kind of the lanes of a shape that is not an aggregate.
pub(super) const fn kind_of(shape: Shape) -> ScalarKind {
    match shape {
        Shape::Scalar(kind) | Shape::Vector(_, kind) => kind,
        _ => ScalarKind::Float,
    }
}
