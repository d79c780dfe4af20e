//! Conditions of control flow, and the values that control flow joins.

use super::Converter;
use crate::ir::{
    Binary, Block, Comparison, If, Logic, Loop, Op, Operand, Origin, Statement, Type, Value,
};

impl Converter<'_> {
    /// A condition that the machine has.
    pub(super) fn condition(
        &mut self,
        condition: Operand,
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        let condition = self.replaced.resolve(condition);
        match *self.program.op(condition) {
            Op::Flag(_) | Op::Truth(_) => condition,
            Op::Logic(logic @ (Logic::And | Logic::Or), both) => {
                let logic = match (logic, condition.negated) {
                    (Logic::And, true) => Logic::Or,
                    (Logic::Or, true) => Logic::And,
                    (same, _) => same,
                };
                let sides = both.map(|side| {
                    let side = side.negate_if(condition.negated);
                    self.comparison(side, origin, to)
                });
                self.define(Op::Logic(logic, sides), Type::Bool, origin, to)
            }
            _ => self.comparison(condition, origin, to),
        }
    }

    /// A truth value as a comparison.
    fn comparison(&mut self, truth: Operand, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let truth = self.replaced.resolve(truth);
        let op = if let comparison @ Op::Compare(..) = *self.program.op(truth) {
            comparison
        } else {
            let [yes, _] = self.numbers(truth.negate_if(truth.negated));
            let zero = self.number(0.0);
            Op::Compare(Comparison::NotEqual, [yes, zero])
        };
        self.define(op, Type::Bool, origin, to)
            .negate_if(truth.negated)
    }

    /// Gives a joined truth value the numbers of a joined number.
    fn join_numbers(&mut self, value: Value, origin: Origin, to: &mut Vec<Statement>) {
        // The same value becomes a number.
        self.program.values[value.index()].kind = Type::Int;
        let one = self.number(1.0);
        let yes = Operand::from(value);
        let op = Op::Binary(Binary::Add, [one, yes.negate()]);
        let no = self.define(op, Type::Int, origin, to);
        self.set_numbers(value, [yes, no]);
    }

    pub(super) fn branch(&mut self, mut branch: If, to: &mut Vec<Statement>) {
        let origin = branch.origin;
        branch.condition = self.condition(branch.condition, origin, to);
        for (arm, block) in branch.arms.iter_mut().enumerate() {
            let inner = std::mem::take(&mut block.0);
            self.block(Block(inner), &mut block.0);
            for join in &mut branch.joins {
                join.from[arm] = self.as_number(join.from[arm]);
            }
        }
        let truths = self.truths(branch.joins.iter().map(|join| join.value));
        to.push(Statement::If(branch));
        for value in truths {
            self.join_numbers(value, origin, to);
        }
    }

    pub(super) fn looped(&mut self, mut repeat: Loop, to: &mut Vec<Statement>) {
        let origin = repeat.origin;
        let body = std::mem::take(&mut repeat.body.0);
        let inner = &mut repeat.body.0;
        let is_truth = |value| self.program.definition(value).kind == Type::Bool;
        let were_truths: Vec<_> = (repeat.parameters.iter())
            .map(|p| is_truth(p.value))
            .collect();
        for (parameter, was_truth) in repeat.parameters.iter_mut().zip(&were_truths) {
            if *was_truth {
                parameter.first = self.numbers(parameter.first)[0];
                self.join_numbers(parameter.value, origin, inner);
            }
        }
        self.block(Block(body), inner);
        for (parameter, was_truth) in repeat.parameters.iter_mut().zip(&were_truths) {
            if *was_truth {
                parameter.next = self.numbers(parameter.next)[0];
            }
        }
        for value in repeat
            .rounds
            .iter_mut()
            .flat_map(|rounds| &mut rounds.values)
        {
            *value = self.as_number(*value);
        }
        let truths = self.truths(repeat.results.iter().copied());
        to.push(Statement::Loop(repeat));
        for value in truths {
            self.join_numbers(value, origin, to);
        }
    }

    /// Those of some values that are truth values.
    fn truths(&self, values: impl Iterator<Item = Value>) -> Vec<Value> {
        let is_truth = |value: &Value| self.program.definition(*value).kind == Type::Bool;
        values.filter(is_truth).collect()
    }
}
