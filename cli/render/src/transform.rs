//! Matrices of common transformations: four rows, for column vectors.
//!
//! The eye is at the origin and looks along -z, with x to the right and y upwards, as in citro3d. Projections map z to
//! -w at the near plane and 0 at the far plane.

use pica200_machine::Vector;

/// A matrix of four rows.
pub type Matrix = [Vector; 4];

/// Identity matrix.
pub const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// Returns the product of two matrices: `second` is applied first.
pub fn product(first: &Matrix, second: &Matrix) -> Matrix {
    first.map(|row| {
        let mut sum = [0.0; 4];
        for (factor, other) in row.iter().zip(second) {
            for (sum, number) in sum.iter_mut().zip(other) {
                *sum += factor * number;
            }
        }
        sum
    })
}

/// Returns the transpose of a matrix.
pub fn transposed([a, b, c, d]: &Matrix) -> Matrix {
    [
        [a[0], b[0], c[0], d[0]],
        [a[1], b[1], c[1], d[1]],
        [a[2], b[2], c[2], d[2]],
        [a[3], b[3], c[3], d[3]],
    ]
}

/// Returns a vector transformed by a matrix.
pub fn transformed(matrix: &Matrix, vector: Vector) -> Vector {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// Returns a translation by a vector.
pub fn translation([x, y, z]: [f32; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[0][3] = x;
    matrix[1][3] = y;
    matrix[2][3] = z;
    matrix
}

/// Returns a scaling along the axes.
pub fn scaling([x, y, z]: [f32; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[0][0] = x;
    matrix[1][1] = y;
    matrix[2][2] = z;
    matrix
}

/// Returns a rotation about an axis in degrees, counter-clockwise as seen from its end. An axis of length 0 gives the
/// identity.
pub fn rotation(axis: [f32; 3], degrees: f32) -> Matrix {
    let Some([x, y, z]) = normalized(axis) else {
        return IDENTITY;
    };
    let angle = degrees.to_radians();
    let (s, c) = (libm::sinf(angle), libm::cosf(angle));
    let d = 1.0 - c;
    [
        [x * x * d + c, x * y * d - z * s, x * z * d + y * s, 0.0],
        [y * x * d + z * s, y * y * d + c, y * z * d - x * s, 0.0],
        [z * x * d - y * s, z * y * d + x * s, z * z * d + c, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

/// Returns a perspective projection with a vertical field of view in degrees, the aspect ratio, and the distances of
/// the planes.
pub fn perspective(degrees: f32, ratio: f32, near: f32, far: f32) -> Matrix {
    let focal = 1.0 / libm::tanf(degrees.to_radians() / 2.0);
    let depth = near / (near - far);
    [
        [focal / ratio, 0.0, 0.0, 0.0],
        [0.0, focal, 0.0, 0.0],
        [0.0, 0.0, depth, depth * far],
        [0.0, 0.0, -1.0, 0.0],
    ]
}

/// Returns an orthographic projection of a volume with this width and height around the axis, between two distances.
pub fn orthographic(width: f32, height: f32, near: f32, far: f32) -> Matrix {
    let depth = 1.0 / (near - far);
    [
        [2.0 / width, 0.0, 0.0, 0.0],
        [0.0, 2.0 / height, 0.0, 0.0],
        [0.0, 0.0, depth, depth * far],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

/// Returns a view matrix, which moves `eye` to the origin, and the target to the viewing axis. `up` is
/// upwards in the image.
pub fn look_at(eye: [f32; 3], target: [f32; 3], up: [f32; 3]) -> Option<Matrix> {
    let back = normalized(minus(eye, target))?;
    let right = normalized(cross(up, back))?;
    let up = cross(back, right);
    let row = |axis: [f32; 3]| {
        let [x, y, z] = axis;
        [x, y, z, -dot(axis, eye)]
    };
    Some([row(right), row(up), row(back), [0.0, 0.0, 0.0, 1.0]])
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns the dot product.
pub fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns the cross product.
pub fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns a normalized vector; `None` if its length is 0.
pub fn normalized(vector: [f32; 3]) -> Option<[f32; 3]> {
    let length = libm::sqrtf(dot(vector, vector));
    (length > 0.0 && length.is_finite()).then(|| vector.map(|number| number / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Vector, expected: Vector) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-5, "{found:?}, expected {expected:?}");
        }
    }

    #[test]
    fn projections_put_depths_from_minus_w_to_0() {
        let perspective = perspective(90.0, 2.0, 1.0, 10.0);
        close(transformed(&perspective, [2.0, 1.0, -1.0, 1.0]), [1.0, 1.0, -1.0, 1.0]);
        close(transformed(&perspective, [0.0, 0.0, -10.0, 1.0]), [0.0, 0.0, 0.0, 10.0]);
        let parallel = orthographic(4.0, 2.0, 1.0, 10.0);
        close(transformed(&parallel, [2.0, 1.0, -1.0, 1.0]), [1.0, 1.0, -1.0, 1.0]);
        close(transformed(&parallel, [0.0, 0.0, -10.0, 1.0]), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn rotations_are_counter_clockwise() {
        let about_z = rotation([0.0, 0.0, 2.0], 90.0);
        close(transformed(&about_z, [1.0, 0.0, 0.0, 1.0]), [0.0, 1.0, 0.0, 1.0]);
        let about_y = rotation([0.0, 1.0, 0.0], 90.0);
        close(transformed(&about_y, [0.0, 0.0, 1.0, 1.0]), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(rotation([0.0; 3], 90.0), IDENTITY);
    }

    #[test]
    fn the_view_looks_along_minus_z() {
        let view = look_at([0.0, 0.0, 5.0], [5.0, 0.0, 5.0], [0.0, 1.0, 0.0]);
        let view = view.expect("the directions differ");
        close(transformed(&view, [7.0, 1.0, 5.0, 1.0]), [0.0, 1.0, -7.0, 1.0]);
        assert_eq!(look_at([0.0; 3], [0.0; 3], [0.0, 1.0, 0.0]), None);
    }

    #[test]
    fn the_second_matrix_of_a_product_comes_first() {
        let both = product(&translation([1.0, 0.0, 0.0]), &scaling([2.0, 2.0, 2.0]));
        close(transformed(&both, [1.0, 1.0, 1.0, 1.0]), [3.0, 2.0, 2.0, 1.0]);
        assert_eq!(transposed(&transposed(&both)), both);
    }
}
