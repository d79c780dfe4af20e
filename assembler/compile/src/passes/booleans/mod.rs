//! `booleans`: truth values become numbers, except where the machine has conditions.
//!
//! The machine branches on one or two comparisons or on a flag, and nothing else holds a truth value. So each truth value
//! that something else reads becomes two numbers, 1 and 0, and 0 and 1 for its opposite; `dead` then removes those that
//! nothing reads. Both come from comparisons of the right sense, so that no subtraction from 1 is needed.

mod control;

use crate::ir::{
    Binary, Block, Comparison, Definition, Join, Logic, Op, Operand, Origin, Program, Statement,
    Type, Value,
};
use crate::passes::edit::{Literals, Replacements};

/// Removes truth values, except for conditions. A condition is a flag, a known value, a comparison, or one or both of two
/// comparisons.
pub(crate) fn run(program: &mut Program) {
    let body = std::mem::take(&mut program.body);
    let mut converter = Converter {
        literals: Literals::new(program),
        replaced: Replacements::new(program),
        numbers: vec![None; program.values.len()],
        program,
    };
    let mut to = Vec::new();
    converter.flags(&mut to);
    converter.block(body, &mut to);
    let Converter { replaced, .. } = converter;
    program.body = Block(to);
    replaced.apply(program);
    crate::passes::dead::run(program);
}

struct Converter<'p> {
    program: &'p mut Program,
    literals: Literals,
    replaced: Replacements,
    /// For each truth value, the number 1 where it holds, and the number 1 where it does not.
    numbers: Vec<Option<[Operand; 2]>>,
}

impl Converter<'_> {
    fn number(&mut self, number: f32) -> Operand {
        self.literals.number(self.program, number)
    }

    fn define(&mut self, op: Op, kind: Type, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let value = self.program.add(Definition { op, kind, origin });
        to.push(Statement::Define(value));
        value.into()
    }

    fn joined(&mut self, origin: Origin) -> Value {
        self.program.add(Definition {
            op: Op::Joined,
            kind: Type::Int,
            origin,
        })
    }

    fn set_numbers(&mut self, value: Value, numbers: [Operand; 2]) {
        let index = value.index();
        if index >= self.numbers.len() {
            self.numbers.resize(index + 1, None);
        }
        self.numbers[index] = Some(numbers);
    }

    /// The numbers of a truth value, of which each use was preceded by its definition.
    fn numbers(&mut self, truth: Operand) -> [Operand; 2] {
        let truth = self.replaced.resolve(truth);
        let [yes, no] = match self.program.truth(truth.negate_if(truth.negated)) {
            Some(holds) => {
                let [yes, no] = [self.number(1.0), self.number(0.0)];
                if holds { [yes, no] } else { [no, yes] }
            }
            None => {
                let known = self.numbers.get(truth.value.index()).copied().flatten();
                known.unwrap_or([truth, truth])
            }
        };
        if truth.negated { [no, yes] } else { [yes, no] }
    }

    /// Flags become numbers at the beginning, by an `If`.
    fn flags(&mut self, to: &mut Vec<Statement>) {
        for index in 0..self.program.values.len() {
            let flag = Value::of(index);
            let Definition {
                op: Op::Flag(_),
                origin,
                ..
            } = *self.program.definition(flag)
            else {
                continue;
            };
            let [one, zero] = [self.number(1.0), self.number(0.0)];
            let [yes, no] = [self.joined(origin), self.joined(origin)];
            let joins = vec![
                Join {
                    value: yes,
                    from: [one, zero],
                },
                Join {
                    value: no,
                    from: [zero, one],
                },
            ];
            to.push(Statement::If {
                condition: flag.into(),
                then: Block::default(),
                otherwise: Block::default(),
                joins,
                origin,
            });
            self.set_numbers(flag, [yes.into(), no.into()]);
        }
    }

    fn block(&mut self, block: Block, to: &mut Vec<Statement>) {
        for statement in block.0 {
            match statement {
                Statement::Define(value) => self.definition(value, to),
                Statement::If { .. } => self.branch(statement, to),
                Statement::Loop { .. } => self.looped(statement, to),
                Statement::Leave {
                    condition,
                    values,
                    origin,
                } => {
                    let condition = self.condition(condition, origin, to);
                    let values = values.into_iter().map(|value| self.as_number(value));
                    let values = values.collect();
                    to.push(Statement::Leave {
                        condition,
                        values,
                        origin,
                    });
                }
                other => to.push(other),
            }
        }
    }

    /// An operand as a number.
    fn as_number(&mut self, operand: Operand) -> Operand {
        // Joined truth values are numbers already, but their opposites are not their negatives.
        let is_joined = matches!(self.numbers.get(operand.value.index()), Some(Some(_)));
        if is_joined || self.program.kind(operand) == Type::Bool {
            self.numbers(operand)[0]
        } else {
            operand
        }
    }

    fn definition(&mut self, value: Value, to: &mut Vec<Statement>) {
        let Definition { op, kind, origin } = *self.program.definition(value);
        if kind == Type::Bool {
            // The definition stays for conditions, which look at it, and disappears as dead.
            let numbers = self.truth(&op, origin, to);
            self.set_numbers(value, numbers);
            return;
        }
        match op {
            Op::Number(truth) => {
                let number = self.numbers(truth)[0];
                self.replaced.set(value, number);
            }
            Op::Select(condition, arms) => {
                let condition = self.replaced.resolve(condition);
                if let Op::Flag(_) = self.program.op(condition) {
                    self.select_by_flag(value, condition, arms, to);
                    return;
                }
                let numbers = self.numbers(condition);
                let result = self.select(numbers, arms, kind, origin, to);
                self.replaced.set(value, result);
            }
            _ => to.push(Statement::Define(value)),
        }
    }

    /// A number that a flag selects becomes a join, of one `If` with others before it.
    fn select_by_flag(
        &mut self,
        value: Value,
        flag: Operand,
        arms: [Operand; 2],
        to: &mut Vec<Statement>,
    ) {
        let from = if flag.negated {
            [arms[1], arms[0]]
        } else {
            arms
        };
        let from = from.map(|operand| self.replaced.resolve(operand));
        self.program.values[value.index()].op = Op::Joined;
        let origin = self.program.definition(value).origin;
        let join = Join { value, from };
        if let Some(Statement::If {
            condition, joins, ..
        }) = to.last_mut()
            && condition.value == flag.value
            && !joins
                .iter()
                .any(|other| from.iter().any(|arm| arm.value == other.value))
        {
            joins.push(join);
            return;
        }
        to.push(Statement::If {
            condition: flag.value.into(),
            then: Block::default(),
            otherwise: Block::default(),
            joins: vec![join],
            origin,
        });
    }

    /// Defines the numbers of a truth value.
    fn truth(&mut self, op: &Op, origin: Origin, to: &mut Vec<Statement>) -> [Operand; 2] {
        match *op {
            Op::Compare(comparison, both) => {
                [comparison, comparison.opposite()].map(|c| self.compare(c, both, origin, to))
            }
            Op::Logic(logic, [a, b]) => {
                let ([a, not_a], [b, not_b]) = (self.numbers(a), self.numbers(b));
                let opposite = match logic {
                    Logic::And => Logic::Or,
                    Logic::Or => Logic::And,
                    Logic::Xor => Logic::Xor,
                };
                [
                    self.logic(logic, [a, b], origin, to),
                    self.logic(
                        opposite,
                        [not_a, if logic == Logic::Xor { b } else { not_b }],
                        origin,
                        to,
                    ),
                ]
            }
            Op::Select(condition, [a, b]) => {
                let numbers = self.numbers(condition);
                let ([a, not_a], [b, not_b]) = (self.numbers(a), self.numbers(b));
                [[a, b], [not_a, not_b]]
                    .map(|arms| self.select(numbers, arms, Type::Int, origin, to))
            }
            // The verifier allows no other operation.
            _ => [self.number(0.0), self.number(1.0)],
        }
    }

    fn binary(
        &mut self,
        binary: Binary,
        both: [Operand; 2],
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        self.define(Op::Binary(binary, both), Type::Int, origin, to)
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        [a, b]: [Operand; 2],
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        let [zero_a, zero_b] = [a, b].map(|side| self.program.literal(side) == Some(0.0));
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_equality && (zero_a || zero_b) {
            // The magnitude decides.
            let value = if zero_a { b } else { a };
            let zero = self.number(0.0);
            let magnitude = Op::Binary(Binary::Maximum, [value, value.negate()]);
            let kind = self.program.kind(value);
            let magnitude = self.define(magnitude, kind, origin, to);
            return if comparison == Comparison::Equal {
                self.binary(Binary::AtLeast, [zero, magnitude], origin, to)
            } else {
                self.binary(Binary::Below, [zero, magnitude], origin, to)
            };
        }
        match comparison {
            Comparison::Less => self.binary(Binary::Below, [a, b], origin, to),
            Comparison::Greater => self.binary(Binary::Below, [b, a], origin, to),
            Comparison::GreaterEqual => self.binary(Binary::AtLeast, [a, b], origin, to),
            Comparison::LessEqual => self.binary(Binary::AtLeast, [b, a], origin, to),
            Comparison::Equal => {
                let sides = [[a, b], [b, a]];
                let sides = sides.map(|both| self.binary(Binary::AtLeast, both, origin, to));
                self.binary(Binary::Multiply, sides, origin, to)
            }
            Comparison::NotEqual => {
                let sides = [[a, b], [b, a]];
                let sides = sides.map(|both| self.binary(Binary::Below, both, origin, to));
                self.binary(Binary::Add, sides, origin, to)
            }
        }
    }

    fn logic(
        &mut self,
        logic: Logic,
        both: [Operand; 2],
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        match logic {
            Logic::And => self.binary(Binary::Multiply, both, origin, to),
            Logic::Or => self.binary(Binary::Maximum, both, origin, to),
            Logic::Xor => {
                let [a, b] = both;
                let difference = self.binary(Binary::Add, [a, b.negate()], origin, to);
                self.binary(Binary::Multiply, [difference, difference], origin, to)
            }
        }
    }

    /// `a` where the first number is 1, `b` where the second one is.
    fn select(
        &mut self,
        [yes, no]: [Operand; 2],
        [a, b]: [Operand; 2],
        kind: Type,
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> Operand {
        let [a, b] = [a, b].map(|arm| self.replaced.resolve(arm));
        let numbers = [a, b].map(|arm| self.program.literal(arm));
        let mut times = |factor, arm| {
            self.define(
                Op::Binary(Binary::Multiply, [factor, arm]),
                kind,
                origin,
                to,
            )
        };
        match numbers {
            [Some(1.0), Some(0.0)] => return yes,
            [Some(0.0), Some(1.0)] => return no,
            [_, Some(0.0)] => return times(yes, a),
            [Some(0.0), _] => return times(no, b),
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
        let otherwise = self.define(Op::Binary(Binary::Multiply, [no, b]), kind, origin, to);
        self.define(Op::MultiplyAdd([yes, a, otherwise]), kind, origin, to)
    }
}
