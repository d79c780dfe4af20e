//! Render target with a depth buffer.

use crate::clip;
use crate::corner::Corner;
use crate::error::DrawError;
use crate::lines::line;
use crate::picture::{Picture, Pixel};
use crate::primitives::Triangle;
use crate::raster::{ScreenPosition, fill};
use crate::scene::{Cull, DisplayMode, Draw, Scene, Viewport};
use crate::stage::Stage;

/// Pixels with their colours and depths.
#[derive(Debug)]
pub(crate) struct Surface {
    pub(crate) picture: Picture,
    /// Depth of each pixel: 0 is the farthest.
    pub(crate) depths: Vec<u32>,
    /// Maximum number of covered pixels, and the number left.
    limit: u64,
    left: u64,
    /// Colour of wireframes.
    wire: Pixel,
}

impl Surface {
    /// Creates an empty surface.
    pub(crate) fn new(scene: &Scene<'_>) -> Self {
        Self {
            picture: Picture::new(scene.size, scene.background),
            depths: vec![0; scene.size.pixels()],
            limit: scene.pixels,
            left: scene.pixels,
            wire: wire(scene.background),
        }
    }

    pub(crate) fn into_picture(self) -> Picture {
        self.picture
    }

    /// Draws triangles.
    pub(crate) fn draw(&mut self, draw: &Draw, triangles: &[Triangle]) -> Result<(), DrawError> {
        let stage = Stage::new(draw);
        let size = self.picture.size();
        let viewport = draw.viewport.unwrap_or(Viewport { left: 0, top: 0, size });
        let mut polygon = Vec::new();
        let mut positions = Vec::new();
        for triangle in triangles {
            clip::triangle(triangle, &mut polygon);
            positions.clear();
            positions.extend(polygon.iter().map(|corner| ScreenPosition::new(corner, viewport)));
            if is_culled(&positions, draw.cull) {
                continue;
            }
            if draw.show == DisplayMode::Wireframe {
                self.draw_edges(triangle, viewport)?;
                continue;
            }
            for [a, b, c] in fan(&positions) {
                let target = (&mut self.picture, &mut self.depths[..]);
                let covered = fill(target, [a, b, c], &stage, draw.depth);
                self.count(covered)?;
            }
        }
        Ok(())
    }

    /// Draws the edges of a triangle.
    fn draw_edges(&mut self, [a, b, c]: &Triangle, viewport: Viewport) -> Result<(), DrawError> {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let position = |corner: Corner| ScreenPosition::new(&corner, viewport);
            if let Some(ends) = clip::line(*from, *to) {
                let covered = line(&mut self.picture, viewport, ends.map(position), self.wire);
                self.count(covered)?;
            }
        }
        Ok(())
    }

    /// Counts covered pixels.
    fn count(&mut self, covered: u64) -> Result<(), DrawError> {
        let left = self.left.checked_sub(covered);
        self.left = left.ok_or(DrawError::TooManyPixels { limit: self.limit })?;
        Ok(())
    }
}

/// Returns the triangles of a polygon.
fn fan(positions: &[ScreenPosition]) -> impl Iterator<Item = [&ScreenPosition; 3]> {
    let first = positions.first();
    let others = positions.get(1..).unwrap_or_default().windows(2);
    others.filter_map(move |pair| Some([first?, pair.first()?, pair.get(1)?]))
}

/// Returns true if a polygon is culled.
fn is_culled(positions: &[ScreenPosition], cull: Cull) -> bool {
    let area: i64 = fan(positions).map(|[a, b, c]| ScreenPosition::area(a, b, c)).sum();
    // Rows are counted downwards, so the area of a counter-clockwise triangle is negative.
    match cull {
        Cull::None => false,
        Cull::Back => area >= 0,
        Cull::Front => area <= 0,
    }
}

/// Returns white or black, whichever differs more from the background.
fn wire([r, g, b, _]: Pixel) -> Pixel {
    let is_dark = [r, g, b].map(u16::from).iter().sum::<u16>() < 3 * 128;
    let channel = if is_dark { u8::MAX } else { 0 };
    [channel, channel, channel, u8::MAX]
}
