//! Directions and cube faces.

/// The three coordinates of a texel, or of a point between texels.
pub(super) type Vec3<T> = [T; 3];

/// A point in a texture.
pub(super) struct SamplePoint {
    /// The coordinates. The whole texture, or the face of a cube, ranges from 0 to 1.
    pub(super) texture: Vec3<f64>,
    /// The face, for a cube.
    pub(super) face: Option<u32>,
}

/// The faces, by the major axis of a direction and its sign: for each, the signed axes along which u and v grow.
const AXES: [[(usize, f64); 3]; 6] = [
    [(0, 1.0), (2, -1.0), (1, -1.0)],
    [(0, -1.0), (2, 1.0), (1, -1.0)],
    [(1, 1.0), (0, 1.0), (2, 1.0)],
    [(1, -1.0), (0, 1.0), (2, -1.0)],
    [(2, 1.0), (0, 1.0), (1, -1.0)],
    [(2, -1.0), (0, -1.0), (1, -1.0)],
];

/// Returns the axes of a face.
fn axes(face: u32) -> [(usize, f64); 3] {
    AXES.get(face as usize).copied().unwrap_or(AXES[0])
}

/// Returns the face in a direction.
fn face(direction: Vec3<f64>) -> u32 {
    let [x, y, z] = direction.map(f64::abs);
    let (axis, first) = match () {
        () if z >= x && z >= y => (2, 4),
        () if y >= x => (1, 2),
        () => (0, 0),
    };
    first + u32::from(direction[axis] < 0.0)
}

/// Projects a direction onto a face, and its changes to changes of the face coordinates.
pub(super) fn project(direction: Vec3<f64>, changes: [Vec3<f64>; 2]) -> (SamplePoint, [Vec3<f64>; 2]) {
    let face = face(direction);
    let [main, u, v] = axes(face);
    let along = |vector: Vec3<f64>, (axis, sign): (usize, f64)| vector[axis] * sign;
    let depth = along(direction, main);
    let coordinate = |axis| along(direction, axis) / depth / 2.0;
    let changed = |change: Vec3<f64>, axis| {
        let turned = along(change, axis) * depth - along(direction, axis) * along(change, main);
        turned / (depth * depth) / 2.0
    };
    let point = SamplePoint {
        texture: [coordinate(u) + 0.5, coordinate(v) + 0.5, 0.0],
        face: Some(face),
    };
    let changes = changes.map(|change| [changed(change, u), changed(change, v), 0.0]);
    (point, changes)
}

/// Resolves a texel of a face, which may be outside its edges: there, it belongs to the neighboring face.
pub(super) fn texel(number: u32, at: [i64; 2], size: u32) -> (u32, [u32; 2]) {
    let side = i64::from(size);
    if at.iter().all(|at| (0..side).contains(at)) {
        return (number, at.map(|at| u32::try_from(at).unwrap_or_default()));
    }
    // From the center of the cube to the center of the texel, which is at most one past the edge.
    let [main, u, v] = axes(number);
    let mut direction = [0.0; 3];
    direction[main.0] = main.1;
    for ((axis, sign), at) in [u, v].into_iter().zip(at) {
        direction[axis] = sign * middle(at.clamp(-1, side), size);
    }
    let (point, _) = project(direction, [[0.0; 3]; 2]);
    let [x, y, _] = point.texture.map(|coordinate| column(coordinate, size));
    (point.face.unwrap_or_default(), [x, y])
}

/// Returns the center of a texel, on a face that ranges from -1 to 1.
#[expect(clippy::cast_precision_loss, reason = "sizes are small")]
fn middle(at: i64, size: u32) -> f64 {
    (2.0 * at as f64 + 1.0) / f64::from(size) - 1.0
}

/// Returns the column or row of a coordinate.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion stops at the limits of the type"
)]
fn column(coordinate: f64, size: u32) -> u32 {
    let at = (coordinate * f64::from(size)) as u32;
    at.min(size.saturating_sub(1))
}
