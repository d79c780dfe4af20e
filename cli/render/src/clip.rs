//! Clipping of triangles and lines against the view volume: x and y from -w to w, z from -w to 0.

use crate::corner::Corner;

/// Smallest w of a visible position, so that the division by w is finite.
const MIN_W: f32 = 1.0 / 1_048_576.0;

/// Number of clip planes.
const EDGES: usize = 7;

/// Returns the signed distance of a position from each clip plane; negative is outside.
fn distances([x, y, z, w]: [f32; 4]) -> [f32; EDGES] {
    [w - MIN_W, w + x, w - x, w + y, w - y, w + z, -z]
}

fn inside(corner: &Corner, edge: usize) -> f32 {
    let distances = distances(corner.position);
    distances.get(edge).copied().unwrap_or_default()
}

/// Returns true if all components of a position are finite.
fn is_finite(corner: &Corner) -> bool {
    corner.position.iter().all(|number| number.is_finite())
}

/// Clips a triangle to a polygon with its corners in order, which is empty if nothing is visible.
pub(crate) fn triangle(corners: &[Corner; 3], polygon: &mut Vec<Corner>) {
    polygon.clear();
    if !corners.iter().all(is_finite) {
        return;
    }
    polygon.extend(corners);
    for edge in 0..EDGES {
        if polygon.iter().all(|corner| inside(corner, edge) >= 0.0) {
            continue;
        }
        let whole = std::mem::take(polygon);
        let ends = whole.iter().skip(1).chain(whole.first());
        for (from, to) in whole.iter().zip(ends) {
            if inside(from, edge) >= 0.0 {
                polygon.push(*from);
            }
            polygon.extend(crossing(from, to, edge));
        }
    }
}

/// Returns the intersection of a line with a clip plane. It is the same from both ends, so that neighbours stay
/// connected.
fn crossing(from: &Corner, to: &Corner, edge: usize) -> Option<Corner> {
    let (start, end) = (inside(from, edge), inside(to, edge));
    match (start >= 0.0, end >= 0.0) {
        (true, false) => Some(from.lerp(to, start / (start - end))),
        (false, true) => Some(to.lerp(from, end / (end - start))),
        _ => None,
    }
}

/// Clips a line.
pub(crate) fn line(mut from: Corner, mut to: Corner) -> Option<[Corner; 2]> {
    if !(is_finite(&from) && is_finite(&to)) {
        return None;
    }
    for edge in 0..EDGES {
        let cut = crossing(&from, &to, edge);
        match (inside(&from, edge) >= 0.0, inside(&to, edge) >= 0.0) {
            (false, false) => return None,
            (true, false) => to = cut?,
            (false, true) => from = cut?,
            (true, true) => {}
        }
    }
    Some([from, to])
}
