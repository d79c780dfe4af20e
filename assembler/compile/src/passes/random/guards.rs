//! Random numbers that can be NaN or infinite, and their guards.

use super::Generator;
use crate::ir::{Binary, Comparison, Op, Operand, Type, Unary};

impl Generator {
    /// Returns a number that can be NaN or infinite.
    pub(super) fn wild(&mut self, depth: u32) -> Operand {
        let number = self.number(depth);
        match self.random.below(7) {
            0 => {
                // The sign of a zero may change, and with it the sign of its reciprocal: a square has none.
                let square = self.builder.multiply(number, number);
                self.builder.unary(Unary::Reciprocal, square)
            }
            1 => {
                let offset = self.builder.literal(0.3);
                let number = self.builder.add(number, offset);
                self.builder.unary(Unary::ReciprocalRoot, number)
            }
            2 => self.root(number),
            3 => {
                let large = self.builder.literal(512.0);
                let exponent = self.builder.multiply(number, large);
                self.builder.unary(Unary::Exp2, exponent)
            }
            4 => {
                let logarithm = self.builder.unary(Unary::Log2, number);
                let exponent = self.leaf();
                let product = self.builder.multiply(logarithm, exponent);
                self.builder.unary(Unary::Exp2, product)
            }
            _ => self.builder.unary(Unary::Log2, number),
        }
    }

    fn root(&mut self, number: Operand) -> Operand {
        let offset = self.builder.literal(0.3);
        let number = self.builder.add(number, offset);
        let reciprocal = self.builder.unary(Unary::ReciprocalRoot, number);
        self.builder.multiply(number, reciprocal)
    }

    /// Returns a number of which one side can be NaN or infinite, and the side that is selected rarely is.
    pub(super) fn guarded(&mut self, depth: u32) -> Operand {
        match self.random.below(7) {
            6 => self.chosen(depth),
            0 => {
                let condition = self.boolean(depth);
                let (a, b) = (self.wild(depth), self.number(depth));
                self.builder.select(condition, a, b)
            }
            1 => {
                let condition = self.boolean(depth);
                let (a, b) = (self.wild(depth), self.wild(depth));
                self.builder.select(condition, a, b)
            }
            2 => {
                // A mask, as sources without booleans have it.
                let (a, b) = (self.leaf(), self.leaf());
                let mask = self.builder.binary(Binary::Sge, a, b);
                let number = self.wild(depth);
                self.builder.multiply(mask, number)
            }
            3 => {
                let number = self.wild(depth);
                let is_number = self.builder.compare(Comparison::Equal, number, number);
                let other = self.leaf();
                self.builder.select(is_number, number, other)
            }
            _ => {
                let number = self.leaf();
                let limits = [0.0, 0.0, 0.5, -0.5, -1.0];
                let limit = self.random.pick(&limits);
                let limit = self.builder.literal(limit);
                let comparisons = [
                    Comparison::Greater,
                    Comparison::GreaterEqual,
                    Comparison::Less,
                    Comparison::LessEqual,
                    Comparison::NotEqual,
                ];
                let comparison = self.random.pick(&comparisons);
                let condition = self.builder.compare(comparison, number, limit);
                let negated = self.random.one_in(3);
                let wild = match self.random.below(3) {
                    0 => self.root(number),
                    1 => self.builder.unary(Unary::Log2, number),
                    _ => {
                        let square = self.builder.multiply(number, number);
                        self.builder.unary(Unary::Reciprocal, square)
                    }
                };
                let other = self.leaf();
                self.builder.select(condition.negate_if(negated), wild, other)
            }
        }
    }

    /// Returns a sum of products that choose one of several numbers, as front ends make it of the elements of an array.
    fn chosen(&mut self, depth: u32) -> Operand {
        let index = self.leaf();
        let half = self.builder.literal(0.5);
        let zero = self.builder.literal(0.0);
        let mut products = Vec::new();
        for number in 0..3_u8 {
            let at = self.builder.literal(f32::from(number));
            let difference = self.builder.subtract(index, at);
            let distance = self.builder.binary(Binary::Maximum, difference, difference.negate());
            let factor = self.builder.binary(Binary::Slt, distance, half);
            let is_chosen = if self.random.one_in(2) {
                self.builder.compare(Comparison::NotEqual, factor, zero)
            } else {
                self.builder.compare(Comparison::Less, distance, half)
            };
            let element = if self.random.one_in(2) {
                self.wild(depth)
            } else {
                self.number(depth)
            };
            let negate = self.random.one_in(4);
            let guarded = self.builder.select(is_chosen, element, zero);
            products.push([guarded.negate_if(negate), factor]);
        }
        let [[a, x], [b, y], [c, z]] = [products[0], products[1], products[2]];
        if self.random.one_in(2) {
            let dot = Op::Dot3([a, b, c], [x, y, z]);
            return self.builder.value(dot, Type::Float);
        }
        let sum = self.builder.multiply(a, x);
        let sum = self.builder.multiply_add(y, b, sum);
        self.builder.multiply_add(z, c, sum)
    }

    /// Adds a branch that computes a value only where it is a finite number, or only where it is not.
    pub(super) fn guarded_branch(&mut self) {
        let target = self.random.pick(&self.numbers.clone());
        let number = self.leaf();
        let copy = self.builder.variable("g", Type::Float);
        self.builder.set(copy, number);
        let number = self.builder.get(copy);
        let zero = self.builder.literal(0.0);
        let comparison = self
            .random
            .pick(&[Comparison::Greater, Comparison::Less, Comparison::LessEqual]);
        let condition = self.builder.compare(comparison, number, zero);
        let negated = self.random.one_in(3);
        self.builder.open();
        let wild = match self.random.below(3) {
            0 => self.root(number),
            1 => self.builder.unary(Unary::Log2, number),
            _ => self.wild(1),
        };
        let is_sum = self.random.one_in(2);
        let value = if is_sum {
            let before = self.builder.get(target);
            self.builder.add(before, wild)
        } else {
            wild
        };
        let limited = self.random.one_in(2);
        let value = if limited { self.limited(value) } else { value };
        self.builder.set(target, value);
        let then = self.builder.close();
        let condition = condition.negate_if(negated);
        self.builder.branch(condition, then, crate::ir::Block::default());
    }
}
