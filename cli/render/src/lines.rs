//! Lines of a wireframe.

use crate::picture::{Picture, Pixel};
use crate::raster::ScreenPosition;
use crate::scene::Viewport;

/// Subpixel steps in [`ScreenPosition`], as a shift.
const SHIFT: u32 = 8;

/// Draws a line within a viewport, with one pixel per column or row, whichever are more. It is the same from both ends.
/// Returns the number of pixels.
pub(crate) fn line(picture: &mut Picture, viewport: Viewport, [from, to]: [ScreenPosition; 2], color: Pixel) -> u64 {
    let ends = [(from.x, from.y), (to.x, to.y)];
    let [(x, y), (last_x, last_y)] = if ends[0] <= ends[1] { ends } else { [ends[1], ends[0]] };
    let (across, down) = (last_x - x, last_y - y);
    let count = across.abs().max(down.abs()) >> SHIFT;
    for step in 0..=count {
        let part = |way: i64| if count == 0 { 0 } else { way * step / count };
        let position = [x + part(across), y + part(down)];
        dot(picture, viewport, position, color);
    }
    count.unsigned_abs() + 1
}

fn dot(picture: &mut Picture, viewport: Viewport, [x, y]: [i64; 2], color: Pixel) {
    let column = within(x, viewport.left, viewport.size.width());
    let row = within(y, viewport.top, viewport.size.height());
    let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
        return;
    };
    if let Some(pixel) = picture.rows_mut(row).next().and_then(|row| row.get_mut(column)) {
        *pixel = color;
    }
}

/// Returns the column or row at a number of steps. The right and lower edges belong to the last pixels.
fn within(steps: i64, start: u16, side: u16) -> i64 {
    let first = i64::from(start);
    (steps >> SHIFT).clamp(first, first + i64::from(side) - 1)
}
