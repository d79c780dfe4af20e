//! Random dot products and booleans.

use super::Generator;
use crate::ir::{Comparison, Logic, Op, Operand, Type, UniformId};

impl Generator {
    pub(super) fn dot(&mut self) -> Operand {
        let a = [(); 4].map(|()| self.leaf());
        let b = [(); 4].map(|()| self.leaf());
        let op = match self.random.below(3) {
            0 => Op::Dot3([a[0], a[1], a[2]], [b[0], b[1], b[2]]),
            1 => Op::Dot4(a, b),
            _ => Op::DotHomogeneous([a[0], a[1], a[2]], b),
        };
        self.builder.value(op, Type::Float)
    }

    pub(super) fn boolean(&mut self, depth: u32) -> Operand {
        let choices = if depth == 0 { 6 } else { 9 };
        let operand = match self.random.below(choices) {
            0..=3 => {
                let comparison = self.random.pick(&[
                    Comparison::Less,
                    Comparison::LessEqual,
                    Comparison::Greater,
                    Comparison::GreaterEqual,
                    Comparison::Equal,
                    Comparison::NotEqual,
                ]);
                let (a, b) = (self.number(depth / 2), self.leaf());
                self.builder.compare(comparison, a, b)
            }
            4 => {
                let variable = self.random.pick(&self.booleans.clone());
                self.builder.get(variable)
            }
            5 => match self.random.below(4) {
                0 => self.builder.boolean(true),
                _ => self.builder.value(Op::Flag(UniformId(1)), Type::Bool),
            },
            6 | 7 => {
                let logic = self.random.pick(&[Logic::And, Logic::Or, Logic::Xor]);
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                self.builder.logic(logic, a, b)
            }
            _ => {
                let all = [(); 3].map(|()| self.boolean(depth - 1));
                self.builder.select(all[0], all[1], all[2])
            }
        };
        let negate = self.random.one_in(4);
        operand.negate_if(negate)
    }
}
