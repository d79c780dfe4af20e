//! Conditions of control flow, and the values that control flow joins.

use super::Converter;
use crate::ir::{Binary, Block, Comparison, Logic, Op, Operand, Origin, Statement, Type, Value};

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

    pub(super) fn branch(&mut self, statement: Statement, to: &mut Vec<Statement>) {
        let Statement::If {
            condition,
            then,
            otherwise,
            mut joins,
            origin,
        } = statement
        else {
            return;
        };
        let condition = self.condition(condition, origin, to);
        let mut blocks = [Vec::new(), Vec::new()];
        for (side, block) in [then, otherwise].into_iter().enumerate() {
            self.block(block, &mut blocks[side]);
            for join in &mut joins {
                join.from[side] = self.as_number(join.from[side]);
            }
        }
        let truths: Vec<_> = joins
            .iter()
            .map(|join| join.value)
            .filter(|value| self.program.definition(*value).kind == Type::Bool)
            .collect();
        let [then, otherwise] = blocks;
        to.push(Statement::If {
            condition,
            then: Block(then),
            otherwise: Block(otherwise),
            joins,
            origin,
        });
        for value in truths {
            self.join_numbers(value, origin, to);
        }
    }

    pub(super) fn looped(&mut self, statement: Statement, to: &mut Vec<Statement>) {
        let Statement::Loop {
            mut parameters,
            mut rounds,
            body,
            results,
            origin,
        } = statement
        else {
            return;
        };
        let mut inner = Vec::with_capacity(body.0.len());
        let was_truth: Vec<_> = parameters
            .iter()
            .map(|p| self.program.definition(p.value).kind == Type::Bool)
            .collect();
        for (parameter, was_truth) in parameters.iter_mut().zip(&was_truth) {
            if *was_truth {
                parameter.first = self.numbers(parameter.first)[0];
                self.join_numbers(parameter.value, origin, &mut inner);
            }
        }
        self.block(body, &mut inner);
        for (parameter, was_truth) in parameters.iter_mut().zip(&was_truth) {
            if *was_truth {
                parameter.next = self.numbers(parameter.next)[0];
            }
        }
        if let Some(rounds) = &mut rounds {
            for value in &mut rounds.values {
                *value = self.as_number(*value);
            }
        }
        let truths: Vec<_> = results
            .iter()
            .copied()
            .filter(|result| self.program.definition(*result).kind == Type::Bool)
            .collect();
        to.push(Statement::Loop {
            parameters,
            rounds,
            body: Block(inner),
            results,
            origin,
        });
        for value in truths {
            self.join_numbers(value, origin, to);
        }
    }
}
