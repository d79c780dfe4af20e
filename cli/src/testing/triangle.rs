//! What is expected of triangles.

use pica200_machine::{Triangle, Vertex};

use super::failure::Problem;

/// What is expected of an emitted triangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExpectedTriangle {
    /// The triangle, counted from 0.
    pub(crate) triangle: usize,
    /// Whether its winding is inverted.
    pub(crate) inverted: Option<bool>,
    /// Which emitted vertices its corners are, in the order in which it is drawn.
    pub(crate) corners: Option<[usize; 3]>,
}

impl ExpectedTriangle {
    /// Notes in what a triangle differs. `vertices` are those that were emitted.
    pub(super) fn check(&self, found: &Triangle, vertices: &[Vertex], problems: &mut Vec<Problem>) {
        let triangle = self.triangle;
        if self.inverted == Some(!found.inverted) {
            problems.push(Problem::Winding {
                triangle,
                inverted: found.inverted,
            });
        }
        let corners = self.corners.iter().flatten().zip(&found.corners);
        for (corner, (&expected, vertex)) in corners.enumerate() {
            let is_expected = vertices.get(expected).is_some_and(|v| same(v, vertex));
            if !is_expected {
                problems.push(Problem::Corner {
                    triangle,
                    corner,
                    expected,
                    got: vertices.iter().position(|v| same(v, vertex)),
                });
            }
        }
    }
}

/// Whether two vertices are the same, bit for bit: NaN is like NaN.
fn same(a: &Vertex, b: &Vertex) -> bool {
    let bits = |vertex: &Vertex| vertex.map(|vector| vector.map(f32::to_bits));
    bits(a) == bits(b)
}
