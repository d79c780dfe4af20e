//! Expectations about triangles.

use pica200_machine::Triangle;

use super::failure::Problem;

/// An expectation about an emitted triangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedTriangle {
    /// Triangle, from 0.
    pub triangle: usize,
    /// True if its winding is inverted.
    pub inverted: Option<bool>,
    /// Emitted vertices that are its corners, in drawing order.
    pub corners: Option<[usize; 3]>,
}

impl ExpectedTriangle {
    /// Adds the differences of a triangle.
    pub(super) fn check(&self, found: &Triangle, problems: &mut Vec<Problem>) {
        let triangle = self.triangle;
        if self.inverted == Some(!found.inverted) {
            problems.push(Problem::Winding {
                triangle,
                inverted: found.inverted,
            });
        }
        let corners = self.corners.iter().flatten().zip(found.vertices);
        for (corner, (&expected, got)) in corners.enumerate() {
            if got != u64::try_from(expected).ok() {
                problems.push(Problem::Corner {
                    triangle,
                    corner,
                    expected,
                    got,
                });
            }
        }
    }
}
