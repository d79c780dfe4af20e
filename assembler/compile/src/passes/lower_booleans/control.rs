//! Conditions of control flow, and phis.

use super::Converter;
use crate::ir::{Binary, Block, Comparison, If, Logic, Loop, Op, Operand, Origin, Statement, Type, Value};

impl Converter<'_> {
    /// Lowers a condition to one that the GPU supports.
    pub(super) fn condition(&mut self, condition: Operand, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let condition = self.replaced.resolve(condition);
        match *self.program.op(condition) {
            Op::Flag(_) | Op::Bool(_) => condition,
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

    /// Returns a boolean as a comparison.
    fn comparison(&mut self, boolean: Operand, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let boolean = self.replaced.resolve(boolean);
        let op = if let comparison @ Op::Compare(..) = *self.program.op(boolean) {
            comparison
        } else {
            let [yes, _] = self.numbers(boolean.negate_if(boolean.negated));
            let zero = self.number(0.0);
            Op::Compare(Comparison::NotEqual, [yes, zero])
        };
        self.define(op, Type::Bool, origin, to).negate_if(boolean.negated)
    }

    /// Sets the numbers of a boolean phi to a numeric phi.
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
            for phi in &mut branch.phis {
                phi.from[arm] = self.as_number(phi.from[arm]);
            }
        }
        let booleans = self.booleans(branch.phis.iter().map(|phi| phi.value));
        to.push(Statement::If(branch));
        for value in booleans {
            self.join_numbers(value, origin, to);
        }
    }

    pub(super) fn looped(&mut self, mut repeat: Loop, to: &mut Vec<Statement>) {
        let origin = repeat.origin;
        let body = std::mem::take(&mut repeat.body.0);
        let inner = &mut repeat.body.0;
        let is_bool = |value| self.program.definition(value).kind == Type::Bool;
        let were_bools: Vec<_> = (repeat.parameters.iter()).map(|p| is_bool(p.value)).collect();
        for (parameter, was_bool) in repeat.parameters.iter_mut().zip(&were_bools) {
            if *was_bool {
                parameter.first = self.numbers(parameter.first)[0];
                self.join_numbers(parameter.value, origin, inner);
            }
        }
        self.block(Block(body), inner);
        for (parameter, was_bool) in repeat.parameters.iter_mut().zip(&were_bools) {
            if *was_bool {
                parameter.next = self.numbers(parameter.next)[0];
            }
        }
        for value in repeat
            .counted_exit
            .iter_mut()
            .flat_map(|counted_exit| &mut counted_exit.values)
        {
            *value = self.as_number(*value);
        }
        let booleans = self.booleans(repeat.results.iter().copied());
        to.push(Statement::Loop(repeat));
        for value in booleans {
            self.join_numbers(value, origin, to);
        }
    }

    /// Returns the booleans among values.
    fn booleans(&self, values: impl Iterator<Item = Value>) -> Vec<Value> {
        let is_bool = |value: &Value| self.program.definition(*value).kind == Type::Bool;
        values.filter(is_bool).collect()
    }
}
