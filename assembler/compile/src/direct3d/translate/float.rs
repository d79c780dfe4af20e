//! Instructions of floats, moves, and tests of floats.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Instruction, Mask, Modifier, Opcode};

use crate::expand;
use crate::ir::{Binary, Comparison, Op, Operand, Type, Unary};

use super::super::views::{View, Views};
use super::Walk;
use super::destination::ComponentValue;
use super::source::{SourceComponent, SourceOperand};

/// The results of an instruction: for each destination, the values of its components.
pub(super) type Results = Vec<[ComponentValue; 4]>;

/// Returns whether an opcode reads floats.
pub(super) fn is_float(opcode: Opcode) -> bool {
    comparison(opcode).is_some()
        || matches!(
            opcode,
            Opcode::ADD
                | Opcode::MUL
                | Opcode::MAD
                | Opcode::DIV
                | Opcode::MIN
                | Opcode::MAX
                | Opcode::DP2
                | Opcode::DP3
                | Opcode::DP4
                | Opcode::FRC
                | Opcode::ROUND_NE
                | Opcode::ROUND_NI
                | Opcode::ROUND_PI
                | Opcode::ROUND_Z
                | Opcode::EXP
                | Opcode::LOG
                | Opcode::SQRT
                | Opcode::RSQ
                | Opcode::RCP
                | Opcode::SINCOS
                | Opcode::FTOI
                | Opcode::FTOU
        )
}

fn comparison(opcode: Opcode) -> Option<Comparison> {
    Some(match opcode {
        Opcode::EQ => Comparison::Equal,
        Opcode::NE => Comparison::NotEqual,
        Opcode::GE => Comparison::GreaterEqual,
        Opcode::LT => Comparison::Less,
        _ => return None,
    })
}

/// Returns the components that a destination of an instruction has.
pub(super) fn written(instruction: &Instruction, number: usize) -> Mask {
    let operand = instruction.operands().get(number);
    operand.map_or(Mask::NONE, |operand| operand.write_mask())
}

impl Walk<'_> {
    /// Reads one component of all sources.
    pub(super) fn reads(&mut self, fetched: &[SourceOperand<'_>], component: Component) -> Vec<SourceComponent> {
        fetched.iter().map(|source| self.read(source, component)).collect()
    }

    pub(super) fn moves(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let count = if instruction.opcode() == Opcode::SWAPC { 2 } else { 1 };
        let mut results = vec![[ComponentValue::UNKNOWN; 4]; count];
        for (number, result) in results.iter_mut().enumerate() {
            for component in written(instruction, number).components() {
                let reads = self.reads(fetched, component);
                let assigned = match reads.as_slice() {
                    [value] => self.copy(value),
                    [condition, a, b] if instruction.opcode() == Opcode::MOVC => self.select(condition, a, b),
                    [condition, a, b] if number == 0 => self.select(condition, b, a),
                    [condition, a, b] => self.select(condition, a, b),
                    _ => ComponentValue::UNKNOWN,
                };
                result[component as usize] = if instruction.token.saturates() {
                    self.saturated(assigned)
                } else {
                    assigned
                };
            }
        }
        results
    }

    /// Returns the views that a component has after its modifier, which changes the sign of floats.
    fn modified(read: &SourceComponent) -> Views {
        if read.modifier == Modifier::default() {
            read.views
        } else {
            Views::FLOAT
        }
    }

    fn copy(&mut self, read: &SourceComponent) -> ComponentValue {
        let views = Self::modified(read);
        let mut assigned = ComponentValue {
            views,
            values: [None; 4],
        };
        for view in View::ALL.into_iter().filter(|view| views.contains(view.alone())) {
            assigned.values[view as usize] = Some(self.view(read, view));
        }
        assigned
    }

    fn select(&mut self, condition: &SourceComponent, a: &SourceComponent, b: &SourceComponent) -> ComponentValue {
        let holds = self.boolean(condition);
        let views = Self::modified(a).meet(Self::modified(b));
        let mut assigned = ComponentValue {
            views,
            values: [None; 4],
        };
        for view in View::ALL.into_iter().filter(|view| views.contains(view.alone())) {
            let [yes, no] = [self.view(a, view), self.view(b, view)];
            assigned.values[view as usize] = Some(match view {
                View::Bool | View::Sign => expand::select_bool(&mut self.builder, holds, yes, no),
                _ => self.builder.select(holds, yes, no),
            });
        }
        assigned
    }

    fn saturated(&mut self, assigned: ComponentValue) -> ComponentValue {
        let math_mode = self.math_mode();
        match assigned.values[View::Float as usize] {
            Some(value) => ComponentValue::float(expand::saturate(&mut self.builder, math_mode, value)),
            None => assigned,
        }
    }

    pub(super) fn floats(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let opcode = instruction.opcode();
        let mut results = match opcode {
            Opcode::DP2 | Opcode::DP3 | Opcode::DP4 => {
                let sum = self.dot(opcode, fetched);
                vec![[sum; 4]]
            }
            Opcode::SINCOS => self.sine_and_cosine(instruction, fetched),
            _ => {
                let mut result = [ComponentValue::UNKNOWN; 4];
                for component in written(instruction, 0).components() {
                    let reads = self.reads(fetched, component);
                    let operands: Vec<_> = reads.iter().map(|read| self.float(read)).collect();
                    result[component as usize] = self.float_result(opcode, &operands);
                }
                vec![result]
            }
        };
        if instruction.token.saturates() {
            for (number, result) in results.iter_mut().enumerate() {
                for component in written(instruction, number).components() {
                    result[component as usize] = self.saturated(result[component as usize]);
                }
            }
        }
        results
    }

    fn dot(&mut self, opcode: Opcode, fetched: &[SourceOperand<'_>]) -> ComponentValue {
        let [a, b] = fetched else {
            return ComponentValue::UNKNOWN;
        };
        let mut components = |source: &SourceOperand<'_>, count: usize| {
            let components = Component::ALL.into_iter().take(count);
            let components: Vec<_> = components.map(|component| self.read(source, component)).collect();
            components.iter().map(|read| self.float(read)).collect::<Vec<_>>()
        };
        let count = match opcode {
            Opcode::DP2 => 2,
            Opcode::DP3 => 3,
            _ => 4,
        };
        let (a, b) = (components(a, count), components(b, count));
        let sum = match (a.as_slice(), b.as_slice()) {
            (&[a, b, c], &[d, e, f]) => self.builder.value(Op::Dot3([a, b, c], [d, e, f]), Type::Float),
            (&[a, b, c, d], &[e, f, g, h]) => self.builder.value(Op::Dot4([a, b, c, d], [e, f, g, h]), Type::Float),
            (&[a, b], &[c, d]) => {
                let first = self.builder.multiply(a, c);
                self.builder.multiply_add(b, d, first)
            }
            _ => return ComponentValue::UNKNOWN,
        };
        ComponentValue::float(sum)
    }

    fn sine_and_cosine(&mut self, instruction: &Instruction, fetched: &[SourceOperand<'_>]) -> Results {
        let mut results = vec![[ComponentValue::UNKNOWN; 4]; 2];
        self.approximated();
        let Some(source) = fetched.first() else {
            return results;
        };
        for component in Component::ALL {
            let is_written = [0, 1].map(|number| written(instruction, number).contains(component));
            if is_written == [false; 2] {
                continue;
            }
            let read = self.read(source, component);
            let angle = self.float(&read);
            let both = expand::sine_and_cosine(&mut self.builder, angle);
            for (result, value) in results.iter_mut().zip(both) {
                result[component as usize] = ComponentValue::float(value);
            }
        }
        results
    }

    /// Warns that the result of an instruction is less exact than in Direct3D.
    pub(super) fn approximated(&mut self) {
        let message = format!(
            "{} becomes several instructions, whose result is less exact",
            self.name()
        );
        self.error(Code::Approximation, &message, "");
    }

    fn float_result(&mut self, opcode: Opcode, operands: &[Operand]) -> ComponentValue {
        if let (Some(comparison), &[a, b]) = (comparison(opcode), operands) {
            return ComponentValue::boolean(self.builder.compare(comparison, a, b));
        }
        match (opcode, operands) {
            (Opcode::FTOI, &[a]) => {
                return ComponentValue::int(expand::truncate(&mut self.builder, a), false);
            }
            (Opcode::FTOU, &[a]) => {
                let zero = self.builder.literal(0.0);
                let positive = self.builder.binary(Binary::Maximum, zero, a);
                return ComponentValue::int(self.builder.unary(Unary::Floor, positive), true);
            }
            (Opcode::DIV, &[_, b]) if self.builder.program().literal(b).is_none() => self.approximated(),
            _ => {}
        }
        let math_mode = self.math_mode();
        let builder = &mut self.builder;
        ComponentValue::float(match (opcode, operands) {
            (Opcode::ADD, &[a, b]) => builder.add(a, b),
            (Opcode::MUL, &[a, b]) => builder.multiply(a, b),
            (Opcode::MAD, &[a, b, c]) => builder.multiply_add(a, b, c),
            (Opcode::DIV, &[a, b]) => expand::divide(builder, a, b),
            (Opcode::MIN, &[a, b]) => expand::minimum(builder, math_mode, a, b),
            (Opcode::MAX, &[a, b]) => expand::maximum(builder, math_mode, a, b),
            (Opcode::FRC, &[a]) => expand::fraction(builder, a),
            (Opcode::ROUND_NE, &[a]) => expand::round(builder, math_mode, a),
            (Opcode::ROUND_NI, &[a]) => builder.unary(Unary::Floor, a),
            (Opcode::ROUND_PI, &[a]) => expand::ceiling(builder, a),
            (Opcode::ROUND_Z, &[a]) => expand::truncate(builder, a),
            (Opcode::EXP, &[a]) => builder.unary(Unary::Exp2, a),
            (Opcode::LOG, &[a]) => builder.unary(Unary::Log2, a),
            (Opcode::SQRT, &[a]) => expand::square_root(builder, a),
            (Opcode::RSQ, &[a]) => builder.unary(Unary::ReciprocalRoot, a),
            (Opcode::RCP, &[a]) => expand::reciprocal(builder, a),
            _ => return ComponentValue::UNKNOWN,
        })
    }
}
