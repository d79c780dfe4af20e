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
        let components = self.components(a);
        if op == UnaryOperator::BitwiseNot {
            return components.iter().map(|component| self.complement(*component)).collect();
        }
        components.iter().map(|component| component.negate()).collect()
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Rc<[Operand]> {
        let shapes = [self.shape(left), self.shape(right)];
        if op == BinaryOperator::Multiply && shapes.iter().any(|shape| matches!(shape, Shape::Matrix { .. })) {
            return self.matrix_product([left, right], shapes).into();
        }
        let kind = kind_of(shapes[0]);
        let (a, b) = (self.components(left), self.components(right));
        let count = a.len().max(b.len());
        if op == BinaryOperator::Subtract && kind == ScalarKind::Uint {
            self.warn_about_difference(left, &a, &b);
        }
        let mut components = Vec::with_capacity(count);
        for index in 0..count {
            // A scalar goes with each component of a vector.
            let side = |components: &[Operand]| components.get(index).or(components.first()).copied();
            let (Some(a), Some(b)) = (side(&a), side(&b)) else {
                break;
            };
            components.push(match kind {
                ScalarKind::Sint | ScalarKind::Uint => self.binary_integer(op, kind, [a, b]),
                _ => self.binary_component(op, kind, a, b),
            });
        }
        let _ = result;
        components.into()
    }

    fn binary_component(&mut self, op: BinaryOperator, kind: ScalarKind, a: Operand, b: Operand) -> Operand {
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
        let is_known = |component: &Operand| program.integer(*component).is_some();
        if a.iter().all(is_known) && b.iter().all(is_known) {
            return;
        }
        let first = self.first_value(left).map(|init| self.components(init));
        let program = self.builder.program();
        let is_large = |component: &Operand| program.integer(*component).is_some_and(|number| number < 0);
        if first.is_some_and(|components| components.iter().all(is_large)) {
            return;
        }
        self.report_with(
            Code::UintSubtraction,
            "this difference of unsigned integers can be negative; it does not wrap around on this hardware",
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

    pub(super) fn relational(&mut self, function: RelationalFunction, a: Handle<Expression>) -> Rc<[Operand]> {
        let components = self.components(a);
        let logic = match function {
            RelationalFunction::All => Logic::And,
            RelationalFunction::Any => Logic::Or,
            RelationalFunction::IsNan => {
                // Only NaN differs from itself.
                let compare = |component: &Operand| self.builder.compare(Comparison::NotEqual, *component, *component);
                return components.iter().map(compare).collect();
            }
            RelationalFunction::IsInf => {
                let infinity = self.builder.literal(f32::INFINITY);
                let test = |component: &Operand| {
                    let size = expand::absolute(&mut self.builder, *component);
                    self.builder.compare(Comparison::Equal, size, infinity)
                };
                return components.iter().map(test).collect();
            }
        };
        let mut components = components.iter().copied();
        let first = components.next();
        let joined = components.fold(first, |sum, component| {
            sum.map(|sum| self.builder.logic(logic, sum, component))
        });
        joined.into_iter().collect()
    }
}

/// Returns the kind of the components of a shape that is not an aggregate.
pub(super) const fn kind_of(shape: Shape) -> ScalarKind {
    match shape {
        Shape::Scalar(kind) | Shape::Vector(_, kind) => kind,
        _ => ScalarKind::Float,
    }
}
