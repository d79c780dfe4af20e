//! Selects of numbers.

use super::Converter;
use crate::ir::{Binary, If, Op, Operand, Origin, Phi, Statement, Type, Value};

impl Converter<'_> {
    /// A number that a flag selects becomes a phi of one `If`, shared with others before it.
    pub(super) fn select_by_flag(&mut self, value: Value, flag: Operand, arms: [Operand; 2], to: &mut Vec<Statement>) {
        let from = if flag.negated { [arms[1], arms[0]] } else { arms };
        let from = from.map(|operand| self.replaced.resolve(operand));
        self.merge(value, flag.value.into(), from, to);
    }

    /// A number, not all of whose sides are numbers, becomes a phi: its product with 0 might be NaN.
    pub(super) fn select_by_branch(
        &mut self,
        value: Value,
        condition: Operand,
        from: [Operand; 2],
        to: &mut Vec<Statement>,
    ) {
        let known = self.branched.filter(|[source, machine]| {
            *source == condition && matches!(to.last(), Some(Statement::If(branch)) if branch.condition == *machine)
        });
        let origin = self.program.definition(value).origin;
        let machine = match known {
            Some([_, machine]) => machine,
            None => self.condition(condition, origin, to),
        };
        self.branched = Some([condition, machine]);
        self.merge(value, machine, from, to);
    }

    /// Merges a number by a phi of the preceding `If`, if it has the same condition, or by a phi of a new one.
    fn merge(&mut self, value: Value, condition: Operand, from: [Operand; 2], to: &mut Vec<Statement>) {
        self.program.values[value.index()].op = Op::Phi;
        let phi = Phi { value, from };
        let is_joined = |other: &Phi| from.iter().any(|arm| arm.value == other.value);
        if let Some(Statement::If(before)) = to.last_mut()
            && before.condition == condition
            && !before.phis.iter().any(is_joined)
        {
            before.phis.push(phi);
            return;
        }
        let origin = self.program.definition(value).origin;
        to.push(Statement::If(If {
            condition,
            arms: Default::default(),
            phis: vec![phi],
            origin,
        }));
    }

    /// `a` where the first number is 1, `b` where the second one is.
    pub(super) fn select(
        &mut self,
        [yes, no]: [Operand; 2],
        [a, b]: [Operand; 2],
        kind: Type,
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        let [a, b] = [a, b].map(|arm| self.replaced.resolve(arm));
        let numbers = [a, b].map(|arm| self.program.literal(arm));
        match numbers {
            [Some(1.0), Some(0.0)] => return yes,
            [Some(0.0), Some(1.0)] => return no,
            [_, Some(0.0)] => {
                let op = Op::Binary(Binary::Multiply, [yes, a]);
                return self.define(op, kind, origin, to);
            }
            [Some(0.0), _] => return self.unless(yes, no, b, kind, origin, to),
            [Some(of_yes), Some(of_no)] => {
                let step = of_yes - of_no;
                if of_no + step == of_yes && step.is_finite() {
                    let step = self.number(step);
                    return self.define(Op::MultiplyAdd([yes, step, b]), kind, origin, to);
                }
            }
            _ => {}
        }
        if numbers[0] == Some(1.0) {
            return self.define(Op::MultiplyAdd([no, b, yes]), kind, origin, to);
        }
        if numbers[1] == Some(1.0) {
            return self.define(Op::MultiplyAdd([yes, a, no]), kind, origin, to);
        }
        for (factor, arm, other) in [(yes, a, b), (no, b, a)] {
            if self.facts.is_finite(other) && self.is_component(other) {
                // The difference is exactly 0 or the other number.
                let op = Op::MultiplyAdd([factor.negate(), other, other]);
                let rest = self.define(op, kind, origin, to);
                return self.define(Op::MultiplyAdd([factor, arm, rest]), kind, origin, to);
            }
        }
        let otherwise = self.define(Op::Binary(Binary::Multiply, [no, b]), kind, origin, to);
        self.define(Op::MultiplyAdd([yes, a, otherwise]), kind, origin, to)
    }
    /// 0 where the first number is 1, `b` where the second one is.
    fn unless(
        &mut self,
        yes: Operand,
        no: Operand,
        b: Operand,
        kind: Type,
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        // A comparison gives one of the numbers, and the other one takes a subtraction if it is not a comparison.
        let is_difference = matches!(self.program.op(no), Op::Binary(Binary::Add, _));
        let op = if is_difference && self.facts.is_finite(b) && self.is_component(b) {
            Op::MultiplyAdd([yes.negate(), b, b])
        } else {
            Op::Binary(Binary::Multiply, [no, b])
        };
        self.define(op, kind, origin, to)
    }

    /// Returns whether an instruction can read a number twice: it is not in a constant register.
    fn is_component(&self, operand: Operand) -> bool {
        !matches!(
            self.program.op(operand),
            Op::Literal(_) | Op::Uniform(..) | Op::Element { .. }
        )
    }
}
