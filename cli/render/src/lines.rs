//! Lines of a wireframe.

use crate::picture::{Picture, Pixel};
use crate::raster::Place;

/// The steps of a pixel in [`Place`], as a shift.
const SHIFT: u32 = 8;

/// Draws a line, a pixel for each column or row, whichever it has more of. It is the same from both ends.
pub(crate) fn line(picture: &mut Picture, [from, to]: [Place; 2], color: Pixel) {
    let ends = [(from.x, from.y), (to.x, to.y)];
    let [(x, y), (last_x, last_y)] = if ends[0] <= ends[1] {
        ends
    } else {
        [ends[1], ends[0]]
    };
    let (across, down) = (last_x - x, last_y - y);
    let count = across.abs().max(down.abs()) >> SHIFT;
    for step in 0..=count {
        let part = |way: i64| if count == 0 { 0 } else { way * step / count };
        dot(picture, x + part(across), y + part(down), color);
    }
}

fn dot(picture: &mut Picture, x: i64, y: i64, color: Pixel) {
    let size = picture.size();
    // The right and lower edges belong to the last pixels.
    let column = (x >> SHIFT).clamp(0, i64::from(size.width()) - 1);
    let row = (y >> SHIFT).clamp(0, i64::from(size.height()) - 1);
    let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
        return;
    };
    if let Some(pixel) = picture
        .rows_mut(row)
        .next()
        .and_then(|row| row.get_mut(column))
    {
        *pixel = color;
    }
}
