//! Matrices, stored column by column.

use std::rc::Rc;

use ::naga::{Expression, Handle};
use rustc_hash::FxHashMap;

use crate::ir::{Array, Op, Operand, Program, Type, VariableId};

use super::super::shape::Shape;
use super::Lowering;

impl Lowering<'_> {
    /// Returns the product of two values of which one is a matrix.
    pub(super) fn matrix_product(&mut self, operands: [Handle<Expression>; 2], shapes: [Shape; 2]) -> Vec<Operand> {
        if let [Shape::Matrix { rows, .. }, Shape::Vector(..)] = shapes {
            let vector = self.components(operands[1]);
            return self.expression_times_vector(operands[0], rows, &vector);
        }
        let [a, b] = operands.map(|operand| self.components(operand));
        self.product_of_components(&a, &b, shapes)
    }

    fn product_of_components(&mut self, a: &[Operand], b: &[Operand], shapes: [Shape; 2]) -> Vec<Operand> {
        match shapes {
            [Shape::Vector(..), Shape::Matrix { rows, .. }] => {
                let columns = b.chunks(rows.max(1));
                columns.map(|column| self.sum_of_products(a, column)).collect()
            }
            [Shape::Matrix { rows, .. }, Shape::Matrix { rows: inner, .. }] => {
                let columns = b.chunks(inner.max(1));
                columns
                    .flat_map(|column| self.matrix_times_vector(a, rows, column))
                    .collect()
            }
            _ => {
                let count = a.len().max(b.len());
                let side = |components: &[Operand], index: usize| components.get(index).or(components.first()).copied();
                let pairs = (0..count).filter_map(|index| Some((side(a, index)?, side(b, index)?)));
                let pairs: Vec<_> = pairs.collect();
                pairs.into_iter().map(|(a, b)| self.builder.multiply(a, b)).collect()
            }
        }
    }

    fn matrix_times_vector(&mut self, matrix: &[Operand], rows: usize, vector: &[Operand]) -> Vec<Operand> {
        (0..rows)
            .map(|row| {
                let components = matrix.iter().skip(row).step_by(rows.max(1));
                let components: Vec<_> = components.copied().collect();
                self.sum_of_products(&components, vector)
            })
            .collect()
    }

    /// Returns a matrix times a vector. `(a * b) * v` becomes `a * (b * v)`.
    fn expression_times_vector(&mut self, matrix: Handle<Expression>, rows: usize, vector: &[Operand]) -> Vec<Operand> {
        let function = self.frames.last().map(|frame| frame.function);
        let expression = function.map(|function| &function.expressions[matrix]);
        if let Some(&Expression::Binary {
            op: ::naga::BinaryOperator::Multiply,
            left,
            right,
        }) = expression
            && !self.math_mode.strict
            && let [Shape::Matrix { .. }, Shape::Matrix { rows: inner, .. }] = [self.shape(left), self.shape(right)]
        {
            let product = self.expression_times_vector(right, inner, vector);
            return self.expression_times_vector(left, rows, &product);
        }
        let components = self.components(matrix);
        self.matrix_times_vector(&components, rows, vector)
    }

    /// Returns the sum of the products of components, in order: a dot product if the components of one side are in one
    /// register.
    pub(super) fn sum_of_products(&mut self, a: &[Operand], b: &[Operand]) -> Operand {
        if self.is_register(a) || self.is_register(b) {
            return self.dot(a, b);
        }
        self.chain(a, b)
    }

    /// Returns the dot product of two vectors.
    pub(super) fn dot(&mut self, a: &[Operand], b: &[Operand]) -> Operand {
        match (a, b) {
            (&[a0, a1, a2], &[b0, b1, b2]) => {
                let op = Op::Dot3([a0, a1, a2], [b0, b1, b2]);
                self.builder.value(op, Type::Float)
            }
            (&[a0, a1, a2, a3], &[b0, b1, b2, b3]) => {
                let op = Op::Dot4([a0, a1, a2, a3], [b0, b1, b2, b3]);
                self.builder.value(op, Type::Float)
            }
            _ => self.chain(a, b),
        }
    }

    fn chain(&mut self, a: &[Operand], b: &[Operand]) -> Operand {
        let mut sum: Option<Operand> = None;
        for (a, b) in a.iter().zip(b) {
            let product = self.builder.multiply(*a, *b);
            sum = Some(match sum {
                Some(sum) => self.builder.add(sum, product),
                None => product,
            });
        }
        sum.unwrap_or_else(|| self.builder.literal(0.0))
    }

    /// Returns whether components form one row of a uniform or input, or are computed from such rows componentwise.
    pub(super) fn is_register(&mut self, components: &[Operand]) -> bool {
        let rows = &self.rows;
        is_row(self.builder.program(), rows, components, MAX_ROW_DEPTH)
    }

    /// Records that variables hold rows of a matrix, if its rows are registers.
    pub(super) fn note_rows(&mut self, memory: usize, shape: Shape, offset: usize, components: &[Operand]) {
        let Shape::Matrix { rows, .. } = shape else {
            return;
        };
        let found = self.memories.get(memory).map(|found| &found.variables);
        let variables = found.into_iter().flatten().skip(offset).take(components.len());
        let variables: Vec<_> = variables.copied().collect();
        for row in 0..rows {
            let components = components.iter().skip(row).step_by(rows);
            let components: Vec<_> = components.copied().collect();
            let in_row = variables.iter().skip(row).step_by(rows);
            if self.is_register(&components) {
                let number = variables.get(row).map_or(0, |first| first.0);
                self.rows.extend(in_row.map(|variable| (*variable, number)));
            } else {
                in_row.for_each(|variable| {
                    self.rows.remove(variable);
                });
            }
        }
    }

    /// Returns a matrix with rows and columns exchanged.
    pub(super) fn transposed(&mut self, components: &[Operand], rows: usize) -> Vec<Operand> {
        (0..rows)
            .flat_map(|row| components.iter().skip(row).step_by(rows.max(1)).copied())
            .collect()
    }

    pub(super) fn determinant(&mut self, components: &[Operand], size: usize) -> Operand {
        match (size, components) {
            (2, &[a, b, c, d]) => {
                let (ad, bc) = (self.builder.multiply(a, d), self.builder.multiply(b, c));
                self.builder.subtract(ad, bc)
            }
            (3, _) => {
                let columns: Vec<_> = components.chunks(3).collect();
                let [a, b, c] = columns.as_slice() else {
                    return self.builder.literal(0.0);
                };
                let cross = self.cross(b, c);
                self.dot(a, &cross)
            }
            _ => self.determinant_of_4(components),
        }
    }

    pub(super) fn inverse(&mut self, components: &[Operand], size: usize) -> Rc<[Operand]> {
        let adjugate = match (size, components) {
            (2, &[a, b, c, d]) => vec![d, b.negate(), c.negate(), a],
            (3, _) => {
                let columns: Vec<_> = components.chunks(3).collect();
                let [a, b, c] = columns.as_slice() else {
                    return Rc::from([]);
                };
                // The rows of the adjugate are the cross products of the columns.
                let rows = [(b, c), (c, a), (a, b)].map(|(a, b)| self.cross(a, b));
                self.transposed(&rows.concat(), 3)
            }
            _ => return self.inverse_of_4(components),
        };
        let determinant = self.determinant(components, size);
        let factor = crate::expand::reciprocal(&mut self.builder, determinant);
        let scale = |component: Operand| self.builder.multiply(component, factor);
        adjugate.into_iter().map(scale).collect()
    }
}

/// How many operations a row may be away from registers.
const MAX_ROW_DEPTH: usize = 8;

/// Returns whether components form one row of a uniform, input or variable, or are computed from such rows
/// componentwise.
fn is_row(program: &Program, rows: &FxHashMap<VariableId, u32>, components: &[Operand], depth: usize) -> bool {
    let place = |component: &Operand| match *program.op(*component) {
        Op::Uniform(id, row, _) => Some((0, id.0, i32::from(row), None)),
        Op::Input(id, _) => Some((1, id.0, 0, None)),
        Op::Element {
            array: Array::Uniform(id),
            row,
            index,
            ..
        } => Some((2, id.0, i32::from(row), Some(index))),
        Op::Variable(id) => rows.get(&id).map(|row| (3, *row, 0, None)),
        _ => None,
    };
    let Some(first) = components.first() else {
        return false;
    };
    if let Some(first) = place(first) {
        return components.iter().all(|component| place(component) == Some(first));
    }
    let same_operation = |component: &Operand| {
        let (a, b) = (program.op(*first), program.op(*component));
        std::mem::discriminant(a) == std::mem::discriminant(b)
            && match (a, b) {
                (Op::Binary(a, _), Op::Binary(b, _)) => a == b,
                _ => true,
            }
    };
    let operation = program.op(*first);
    if depth == 0 || !matches!(operation, Op::Binary(..) | Op::MultiplyAdd(_)) || !components.iter().all(same_operation)
    {
        return false;
    }
    let operands: Vec<Vec<_>> = components
        .iter()
        .map(|component| program.op(*component).operands().collect())
        .collect();
    let count = operands.first().map_or(0, Vec::len);
    let mut some_row = false;
    let all = (0..count).all(|index| {
        let side = operands.iter().filter_map(|component| component.get(index).copied());
        let side: Vec<_> = side.collect();
        if side.iter().all(|component| Some(component) == side.first()) {
            return true;
        }
        some_row = true;
        is_row(program, rows, &side, depth - 1)
    });
    all && some_row
}
