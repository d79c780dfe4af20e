//! Textures: images sampled by coordinates.

use crate::number::{floor, unit};
use crate::picture::{Picture, Pixel};

/// A texture.
#[derive(Clone, Debug)]
pub struct Texture {
    picture: Picture,
    filter: Filter,
    wrap: Wrap,
}

/// Texture filter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Filter {
    /// The nearest pixel.
    #[default]
    Nearest,
    /// Bilinear interpolation of four pixels.
    Linear,
}

impl Filter {
    /// All values with their names.
    pub const ALL: [(&'static str, Self); 2] = [("nearest", Self::Nearest), ("linear", Self::Linear)];
}

/// Texture wrap mode.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Wrap {
    /// Repeats the texture.
    #[default]
    Repeat,
    /// Clamps to the edge.
    Clamp,
    /// Mirrors the texture.
    Mirror,
}

impl Wrap {
    /// All values with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("repeat", Self::Repeat),
        ("clamp", Self::Clamp),
        ("mirror", Self::Mirror),
    ];
}

impl Texture {
    /// Valid side lengths of textures on the console.
    pub const SIDES: [u16; 8] = [8, 16, 32, 64, 128, 256, 512, 1024];

    /// Creates a texture; `None` if the console does not support the size.
    pub fn new(picture: Picture, filter: Filter, wrap: Wrap) -> Option<Self> {
        let size = picture.size();
        let fits = |side| Self::SIDES.contains(&side);
        (fits(size.width()) && fits(size.height())).then_some(Self { picture, filter, wrap })
    }

    /// Samples the texture. (0, 0) is the lower left corner, (1, 1) the upper right one.
    pub(crate) fn at(&self, [s, t]: [f32; 2]) -> [f32; 4] {
        let size = self.picture.size();
        let column = s * f32::from(size.width());
        let row = t * f32::from(size.height());
        if !(column.is_finite() && row.is_finite()) {
            return [0.0; 4];
        }
        match self.filter {
            Filter::Nearest => self.pixel(floor(column), floor(row)).map(unit),
            Filter::Linear => self.mean(column - 0.5, row - 0.5),
        }
    }

    /// Returns the weighted mean of the four pixels around a point.
    fn mean(&self, column: f32, row: f32) -> [f32; 4] {
        let (left, below) = (floor(column), floor(row));
        let (right, above) = (column - libm::floorf(column), row - libm::floorf(row));
        let corners = [
            (0, 0, (1.0 - right) * (1.0 - above)),
            (1, 0, right * (1.0 - above)),
            (0, 1, (1.0 - right) * above),
            (1, 1, right * above),
        ];
        let mut sum = [0.0; 4];
        for (columns, rows, weight) in corners {
            let pixel = self.pixel(left.saturating_add(columns), below.saturating_add(rows));
            for (sum, channel) in sum.iter_mut().zip(pixel) {
                *sum += unit(channel) * weight;
            }
        }
        sum
    }

    /// Returns the pixel of a column and a row, which is counted from below. Both may be outside the texture.
    fn pixel(&self, column: i64, row: i64) -> Pixel {
        let size = self.picture.size();
        let column = self.wrap.inside(column, size.width());
        // The first row of an image is the topmost.
        let row = size.height() - 1 - self.wrap.inside(row, size.height());
        self.picture.pixel(column, row).unwrap_or_default()
    }
}

impl Wrap {
    /// Maps a coordinate into the range of a side.
    fn inside(self, position: i64, side: u16) -> u16 {
        let side = i64::from(side);
        let inside = match self {
            Self::Repeat => position.rem_euclid(side),
            Self::Clamp => position.clamp(0, side - 1),
            Self::Mirror => {
                let position = position.rem_euclid(2 * side);
                position.min(2 * side - 1 - position)
            }
        };
        u16::try_from(inside).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Size;

    #[test]
    fn places_beyond_the_edges() {
        let positions = [-9, -8, -1, 0, 7, 8, 15, 16];
        let inside = |wrap: Wrap| positions.map(|position| wrap.inside(position, 8));
        assert_eq!(inside(Wrap::Repeat), [7, 0, 7, 0, 7, 0, 7, 0]);
        assert_eq!(inside(Wrap::Clamp), [0, 0, 0, 0, 7, 7, 7, 7]);
        assert_eq!(inside(Wrap::Mirror), [7, 7, 0, 0, 7, 7, 0, 0]);
    }

    /// Returns a texture of the smallest size, whose rows have the numbers from 0, at the lower edge, to 7.
    fn rows(filter: Filter, wrap: Wrap) -> Texture {
        let rows = (0..8).rev().flat_map(|row| [[row, 0, 0, 255]; 8]);
        let size = Size::new(8, 8).expect("the size is small");
        let picture = Picture::from_pixels(size, rows.collect()).expect("there are 64 pixels");
        Texture::new(picture, filter, wrap).expect("the console has this size")
    }

    #[test]
    fn the_edge_of_a_texel_belongs_to_the_one_above_it() {
        let rows = |filter, wrap| {
            let texture = rows(filter, wrap);
            [-0.125, 0.0, 0.125, 0.5, 1.0].map(|t| {
                let [red, ..] = texture.at([0.5, t]);
                red * 255.0
            })
        };
        let nearest = |wrap| rows(Filter::Nearest, wrap);
        assert_eq!(nearest(Wrap::Repeat), [7.0, 0.0, 1.0, 4.0, 0.0]);
        assert_eq!(nearest(Wrap::Clamp), [0.0, 0.0, 1.0, 4.0, 7.0]);
        assert_eq!(nearest(Wrap::Mirror), [0.0, 0.0, 1.0, 4.0, 7.0]);
        let linear = rows(Filter::Linear, Wrap::Clamp);
        for (found, expected) in linear.into_iter().zip([0.0, 0.0, 0.5, 3.5, 7.0]) {
            assert!((found - expected).abs() < 1e-4, "{linear:?}");
        }
    }
}
