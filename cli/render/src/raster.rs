//! Triangle rasterization.
//!
//! Positions are integers in units of 1/256 of a pixel. A pixel is covered if its centre is inside the triangle, or on
//! a top or left edge, so that the pixels of a shared edge belong to one of two triangles.

use crate::corner::{Corner, Varyings};
use crate::number::{float, floor};
use crate::picture::Picture;
use crate::scene::Viewport;
use crate::stage::Stage;

/// Subpixel steps per pixel.
const STEPS: i64 = 256;

/// Depth of the nearest position.
const NEAREST: f32 = 16_777_215.0;

/// A corner in screen space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ScreenPosition {
    /// Steps from the left edge of the image.
    pub(crate) x: i64,
    /// Steps from its upper edge.
    pub(crate) y: i64,
    /// Depth: 0 is the farthest, 1 the nearest.
    depth: f32,
    /// 1 / w of the position.
    inverse: f32,
    /// Interpolated values, multiplied by `inverse`.
    varyings: Varyings,
}

impl ScreenPosition {
    /// Returns the screen-space position of a visible corner.
    pub(crate) fn new(corner: &Corner, viewport: Viewport) -> Self {
        let [x, y, z, w] = corner.position;
        let inverse = 1.0 / w;
        let (width, height) = (viewport.size.width(), viewport.size.height());
        Self {
            x: steps((x * inverse).clamp(-1.0, 1.0), width, viewport.left),
            y: steps((-y * inverse).clamp(-1.0, 1.0), height, viewport.top),
            depth: (-z * inverse).clamp(0.0, 1.0),
            inverse,
            varyings: corner.varyings.map(|number| number * inverse),
        }
    }

    /// Returns twice the area of a triangle; negative if its corners are in counter-clockwise order.
    pub(crate) fn area(a: &Self, b: &Self, c: &Self) -> i64 {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}

/// Converts a coordinate from -1 to 1 to steps along a side of the viewport.
fn steps(position: f32, side: u16, start: u16) -> i64 {
    let within = (position + 1.0) * 0.5 * f32::from(side) * float(STEPS);
    floor(within + 0.5) + i64::from(start) * STEPS
}

/// An edge function, which is positive inside.
#[derive(Clone, Copy)]
struct Edge {
    /// Value at the centre of the current pixel.
    here: i64,
    /// Increment per column to the right.
    across: i64,
    /// Increment per row downwards.
    down: i64,
    /// Minimum value of a covered pixel.
    least: i64,
}

impl Edge {
    /// Creates the edge between two corners, with the value at a position.
    fn new(from: &ScreenPosition, to: &ScreenPosition, x: i64, y: i64) -> Self {
        let (right, below) = (to.x - from.x, to.y - from.y);
        let is_left = below < 0;
        let is_top = below == 0 && right > 0;
        Self {
            here: right * (y - from.y) - below * (x - from.x),
            across: -below * STEPS,
            down: right * STEPS,
            least: if is_left || is_top { 0 } else { 1 },
        }
    }

    fn covers(&self) -> bool {
        self.here >= self.least
    }
}

/// Returns the columns or rows whose centres are within the bounds of three coordinates, clamped to a side of the
/// image.
fn between(numbers: [i64; 3], side: u16) -> std::ops::Range<i64> {
    let [a, b, c] = numbers;
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    let first = (min + STEPS / 2 - 1).div_euclid(STEPS).max(0);
    let last = (max - STEPS / 2).div_euclid(STEPS);
    first..(last + 1).min(side.into()).max(first)
}

/// Draws a triangle into an image with the depth of each pixel. Returns the number of pixels visited.
pub(crate) fn fill(
    (picture, depths): (&mut Picture, &mut [u32]),
    [a, b, c]: [&ScreenPosition; 3],
    stage: &Stage<'_>,
    tests_depth: bool,
) -> u64 {
    let area = ScreenPosition::area(a, b, c);
    let [a, b, c] = if area < 0 { [a, c, b] } else { [a, b, c] };
    let Some(triangle) = Triangle::new([a, b, c], area.abs()) else {
        return 0;
    };
    let size = picture.size();
    let columns = between([a.x, b.x, c.x], size.width());
    let rows = between([a.y, b.y, c.y], size.height());
    let (x, y) = (columns.start * STEPS + STEPS / 2, rows.start * STEPS + STEPS / 2);
    let mut edges = [(b, c), (c, a), (a, b)].map(|(from, to)| Edge::new(from, to, x, y));
    let first_row = usize::try_from(rows.start).unwrap_or_default();
    let first = usize::try_from(columns.start).unwrap_or_default();
    let width = usize::try_from(columns.end - columns.start).unwrap_or_default();
    let height = usize::try_from(rows.end - rows.start).unwrap_or_default();
    let depths = depths.chunks_exact_mut(size.width().into());
    let lines = picture.rows_mut(first_row).zip(depths.skip(first_row));
    for (pixels, depths) in lines.take(height) {
        let mut row = edges;
        let pixels = pixels.iter_mut().zip(depths).skip(first).take(width);
        for (pixel, depth) in pixels {
            if row.iter().all(Edge::covers) {
                triangle.shade(row.map(|edge| edge.here), |found, varyings| {
                    if !tests_depth || found >= *depth {
                        *pixel = stage.color(varyings());
                        if tests_depth {
                            *depth = found;
                        }
                    }
                });
            }
            for edge in &mut row {
                edge.here += edge.across;
            }
        }
        for edge in &mut edges {
            edge.here += edge.down;
        }
    }
    u64::try_from(width * height).unwrap_or(u64::MAX)
}

/// The setup of a triangle.
struct Triangle<'p> {
    corners: [&'p ScreenPosition; 3],
    /// 1 divided by twice the area.
    inverse: f32,
}

impl<'p> Triangle<'p> {
    /// Creates a triangle with corners in clockwise order; `None` if it has no area.
    fn new(corners: [&'p ScreenPosition; 3], area: i64) -> Option<Self> {
        let inverse = 1.0 / float(area);
        (area > 0).then_some(Self { corners, inverse })
    }

    /// Passes on the depth of a pixel, and a function for its interpolated values.
    fn shade(&self, edges: [i64; 3], draw: impl FnOnce(u32, &dyn Fn() -> Varyings)) {
        let weights = edges.map(|edge| float(edge) * self.inverse);
        let [a, b, c] = self.corners;
        let [u, v, w] = weights;
        let depth = a.depth * u + b.depth * v + c.depth * w;
        let varyings = || {
            let inverse = 1.0 / (a.inverse * u + b.inverse * v + c.inverse * w);
            let mut numbers = Varyings::default();
            let corners = a.varyings.iter().zip(b.varyings).zip(c.varyings);
            for (number, ((a, b), c)) in numbers.iter_mut().zip(corners) {
                *number = (a * u + b * v + c * w) * inverse;
            }
            numbers
        };
        draw(steps_of_depth(depth), &varyings);
    }
}

/// Converts a depth to 24 bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number has 24 bits"
)]
fn steps_of_depth(depth: f32) -> u32 {
    (depth.clamp(0.0, 1.0) * NEAREST) as u32
}
