//! The inverse and the determinant of a matrix of four rows, from cross products of its vectors.
//!
//! The upper three components of the vectors are `a`, `b`, `c` and `d`, the last ones are `x`, `y`, `z` and `w`. With
//!
//! - `s = cross(a, b)` and `t = cross(c, d)`,
//! - `u = y * a - x * b` and `v = w * c - z * d`,
//!
//! the determinant is `dot(s, v) + dot(t, u)`, and each row of the inverse is a cross product of two of them, a
//! multiple of a third, and a dot product. Whatever an output does not need of these is removed.

use std::rc::Rc;

use crate::expand;
use crate::ir::Operand;

use super::Lowering;

/// A vector of three components, and the component after it.
struct Vector {
    upper: Vec<Operand>,
    last: Operand,
}

/// Products shared by determinant and inverse.
struct Products {
    vectors: [Vector; 4],
    s: Vec<Operand>,
    t: Vec<Operand>,
    u: Vec<Operand>,
    v: Vec<Operand>,
    determinant: Operand,
}

impl Lowering<'_> {
    pub(super) fn determinant_of_4(&mut self, components: &[Operand]) -> Operand {
        // That of the transposed matrix is the same.
        let products = self.products_of_rows(components);
        let products = products.or_else(|| self.products(components));
        match products {
            Some(products) => products.determinant,
            None => self.builder.literal(0.0),
        }
    }

    /// Returns the components of the inverse, column by column.
    pub(super) fn inverse_of_4(&mut self, components: &[Operand]) -> Rc<[Operand]> {
        if let Some(products) = self.products_of_rows(components) {
            // The rows of the inverse of the transposed matrix are the columns of the inverse.
            return self.rows_of_inverse(&products).into();
        }
        match self.products(components) {
            Some(products) => {
                let rows = self.rows_of_inverse(&products);
                self.transposed(&rows, 4).into()
            }
            None => components.into(),
        }
    }

    /// Returns the products of the rows, if they are in registers.
    fn products_of_rows(&mut self, components: &[Operand]) -> Option<Products> {
        let rows = self.transposed(components, 4);
        let is_row = rows.chunks(4).all(|row| self.is_register(row));
        if is_row { self.products(&rows) } else { None }
    }

    /// Returns the products of four vectors. `None` if the components are not so many.
    fn products(&mut self, components: &[Operand]) -> Option<Products> {
        let vectors = components.chunks(4).map(|vector| match vector {
            [upper @ .., last] => Some(Vector {
                upper: upper.to_vec(),
                last: *last,
            }),
            [] => None,
        });
        let vectors: Option<Vec<_>> = vectors.collect();
        let vectors: [Vector; 4] = vectors?.try_into().ok()?;
        let [a, b, c, d] = &vectors;
        let s = self.cross(&a.upper, &b.upper);
        let t = self.cross(&c.upper, &d.upper);
        let u = self.difference_of_products(a, b);
        let v = self.difference_of_products(c, d);
        let [first, second] = [self.dot(&s, &v), self.dot(&t, &u)];
        let determinant = self.builder.add(first, second);
        Some(Products {
            vectors,
            s,
            t,
            u,
            v,
            determinant,
        })
    }

    /// `b.last * a - a.last * b`
    fn difference_of_products(&mut self, a: &Vector, b: &Vector) -> Vec<Operand> {
        let components = a.upper.iter().zip(&b.upper);
        let components = components.map(|(of_a, of_b)| {
            let product = self.builder.multiply(*of_b, a.last);
            self.builder.multiply_add(*of_a, b.last, product.negate())
        });
        components.collect()
    }

    /// Returns the rows of the inverse of the matrix with these columns.
    fn rows_of_inverse(&mut self, products: &Products) -> Vec<Operand> {
        let Products {
            vectors: [a, b, c, d],
            s,
            t,
            u,
            v,
            determinant,
        } = products;
        let factor = expand::reciprocal(&mut self.builder, *determinant);
        let rows = [
            (&b.upper, v, t, b.last, &b.upper, true),
            (v, &a.upper, t, a.last.negate(), &a.upper, false),
            (&d.upper, u, s, d.last, &d.upper, true),
            (u, &c.upper, s, c.last.negate(), &c.upper, false),
        ];
        let mut components = Vec::with_capacity(16);
        for (left, right, third, times, with, negated) in rows {
            let cross = self.cross(left, right);
            for (component, of_third) in cross.iter().zip(third) {
                let sum = self.builder.multiply_add(*of_third, times, *component);
                components.push(self.builder.multiply(sum, factor));
            }
            let dot = self.dot(with, third).negate_if(negated);
            components.push(self.builder.multiply(dot, factor));
        }
        components
    }
}
