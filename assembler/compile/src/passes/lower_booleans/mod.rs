//! `lower-booleans`: turns booleans into numbers, except in conditions that the GPU has.
//!
//! The GPU branches on one or two comparisons or on a flag, and nothing else holds a boolean. So each boolean that
//! something else reads becomes two numbers, 1 and 0, and 0 and 1 for its opposite; `dce` then removes those that
//! nothing reads. Both come from comparisons of the right sense, so that no subtraction from 1 is needed.

mod control;
mod select;

use crate::ir::{
    Binary, Block, Comparison, Definition, If, Logic, Op, Operand, Origin, Phi, Program, Statement, Type, Value,
};
use crate::passes::edit::{Literals, Replacements};
use crate::passes::facts::{Fact, Facts};

/// Removes booleans, except for conditions. A condition is a flag, a known value, a comparison, or one or both of two
/// comparisons. With `strict`, makes no assumptions about uploaded numbers.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    let mut converter = Converter {
        facts,
        branched: None,
        literals: Literals::default(),
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
    crate::passes::dce::run(program);
    true
}

struct Converter<'p> {
    program: &'p mut Program,
    facts: Facts,
    /// The condition of the last selecting `If`: the original and the lowered one.
    branched: Option<[Operand; 2]>,
    literals: Literals,
    replaced: Replacements,
    /// For each boolean, its number, 0 or 1, and the number of its negation.
    numbers: Vec<Option<[Operand; 2]>>,
}

impl Converter<'_> {
    fn number(&mut self, number: f32) -> Operand {
        let literal = self.literals.number(self.program, number);
        self.facts.add(self.program, literal.value);
        literal
    }

    fn define(&mut self, op: Op, kind: Type, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let value = self.program.add(Definition { op, kind, origin });
        self.facts.add(self.program, value);
        to.push(Statement::Define(value));
        value.into()
    }

    fn add_phi(&mut self, origin: Origin) -> Value {
        let value = self.program.add(Definition {
            op: Op::Phi,
            kind: Type::Int,
            origin,
        });
        self.facts.set(value, Fact::UNIT);
        value
    }

    fn set_numbers(&mut self, value: Value, numbers: [Operand; 2]) {
        let index = value.index();
        if index >= self.numbers.len() {
            self.numbers.resize(index + 1, None);
        }
        self.numbers[index] = Some(numbers);
    }

    /// Returns the numbers of a boolean, of which each use was preceded by its definition.
    fn numbers(&mut self, boolean: Operand) -> [Operand; 2] {
        let boolean = self.replaced.resolve(boolean);
        let [yes, no] = match self.program.as_bool(boolean.negate_if(boolean.negated)) {
            Some(holds) => {
                let [yes, no] = [self.number(1.0), self.number(0.0)];
                if holds { [yes, no] } else { [no, yes] }
            }
            None => {
                let known = self.numbers.get(boolean.value.index()).copied().flatten();
                known.unwrap_or([boolean, boolean])
            }
        };
        if boolean.negated { [no, yes] } else { [yes, no] }
    }

    /// Flags become numbers at the beginning, by an `If`.
    fn flags(&mut self, to: &mut Vec<Statement>) {
        for index in 0..self.program.values.len() {
            let flag = Value::from_index(index);
            let Definition {
                op: Op::Flag(_),
                origin,
                ..
            } = *self.program.definition(flag)
            else {
                continue;
            };
            let [one, zero] = [self.number(1.0), self.number(0.0)];
            let [yes, no] = [self.add_phi(origin), self.add_phi(origin)];
            let phis = vec![
                Phi {
                    value: yes,
                    from: [one, zero],
                },
                Phi {
                    value: no,
                    from: [zero, one],
                },
            ];
            to.push(Statement::If(If {
                condition: flag.into(),
                arms: Default::default(),
                phis,
                origin,
            }));
            self.set_numbers(flag, [yes.into(), no.into()]);
        }
    }

    fn block(&mut self, block: Block, to: &mut Vec<Statement>) {
        for statement in block.0 {
            match statement {
                Statement::Define(value) => self.definition(value, to),
                Statement::If(branch) => self.branch(branch, to),
                Statement::Loop(repeat) => self.looped(repeat, to),
                Statement::Break(mut exit) => {
                    exit.condition = self.condition(exit.condition, exit.origin, to);
                    for value in &mut exit.values {
                        *value = self.as_number(*value);
                    }
                    to.push(Statement::Break(exit));
                }
                other => to.push(other),
            }
        }
    }

    /// Converts an operand to a number.
    fn as_number(&mut self, operand: Operand) -> Operand {
        // Joined booleans are numbers already, but their opposites are not their negatives.
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
            // The definition stays for conditions, which look at it, and is removed as dead.
            let numbers = self.boolean(&op, origin, to);
            self.set_numbers(value, numbers);
            return;
        }
        match op {
            Op::BoolToFloat(boolean) => {
                let number = self.numbers(boolean)[0];
                self.replaced.set(value, number);
            }
            Op::Select(condition, arms) => {
                let condition = self.replaced.resolve(condition);
                if let Op::Flag(_) = self.program.op(condition) {
                    self.select_by_flag(value, condition, arms, to);
                    return;
                }
                let arms = arms.map(|arm| self.replaced.resolve(arm));
                if !arms.iter().all(|arm| self.facts.is_number(*arm)) {
                    self.select_by_branch(value, condition, arms, to);
                    return;
                }
                let numbers = self.numbers(condition);
                let result = self.select(numbers, arms, kind, origin, to);
                self.replaced.set(value, result);
            }
            _ => to.push(Statement::Define(value)),
        }
    }

    /// Defines the numbers of a boolean.
    fn boolean(&mut self, op: &Op, origin: Origin, to: &mut Vec<Statement>) -> [Operand; 2] {
        match *op {
            Op::Compare(comparison, both) => self.comparisons(comparison, both, origin, to),
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
                [[a, b], [not_a, not_b]].map(|arms| self.select(numbers, arms, Type::Int, origin, to))
            }
            // The verifier allows no other operation.
            _ => [self.number(0.0), self.number(1.0)],
        }
    }

    fn binary(&mut self, binary: Binary, both: [Operand; 2], origin: Origin, to: &mut Vec<Statement>) -> Operand {
        self.define(Op::Binary(binary, both), Type::Int, origin, to)
    }

    /// Returns the numbers of a comparison, and of its opposite.
    fn comparisons(
        &mut self,
        comparison: Comparison,
        both: [Operand; 2],
        origin: Origin,
        to: &mut Vec<Statement>,
    ) -> [Operand; 2] {
        if both.iter().all(|side| self.facts.is_number(*side)) {
            return [comparison, comparison.opposite()].map(|c| self.compare(c, both, origin, to));
        }
        // The GPU's comparisons with NaN do not hold, and all but one of the language do not.
        let is_opposite = comparison == Comparison::NotEqual;
        let holds = if is_opposite { Comparison::Equal } else { comparison };
        let yes = self.compare(holds, both, origin, to);
        let one = self.number(1.0);
        let no = self.binary(Binary::Add, [one, yes.negate()], origin, to);
        if is_opposite { [no, yes] } else { [yes, no] }
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
                self.binary(Binary::Sge, [zero, magnitude], origin, to)
            } else {
                self.binary(Binary::Slt, [zero, magnitude], origin, to)
            };
        }
        match comparison {
            Comparison::Less => self.binary(Binary::Slt, [a, b], origin, to),
            Comparison::Greater => self.binary(Binary::Slt, [b, a], origin, to),
            Comparison::GreaterEqual => self.binary(Binary::Sge, [a, b], origin, to),
            Comparison::LessEqual => self.binary(Binary::Sge, [b, a], origin, to),
            Comparison::Equal => {
                let sides = [[a, b], [b, a]];
                let sides = sides.map(|both| self.binary(Binary::Sge, both, origin, to));
                self.binary(Binary::Multiply, sides, origin, to)
            }
            Comparison::NotEqual => {
                let sides = [[a, b], [b, a]];
                let sides = sides.map(|both| self.binary(Binary::Slt, both, origin, to));
                self.binary(Binary::Add, sides, origin, to)
            }
        }
    }

    fn logic(&mut self, logic: Logic, both: [Operand; 2], origin: Origin, to: &mut Vec<Statement>) -> Operand {
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
}
