//! Pixel colours.

use crate::corner::Varyings;
use crate::number::channel;
use crate::picture::Pixel;
use crate::scene::{DisplayMode, Draw};
use crate::texture::Texture;

/// The pixel stage of a draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage<'d> {
    show: DisplayMode,
    texture: Option<&'d Texture>,
    low: f32,
    /// Difference between the numbers displayed as full intensity and as 0.
    extent: f32,
}

impl<'d> Stage<'d> {
    pub(crate) fn new(draw: &'d Draw) -> Self {
        let [low, high] = draw.range;
        Self {
            show: draw.show,
            texture: draw.texture.as_deref(),
            low,
            extent: high - low,
        }
    }

    /// Returns the colour of a pixel with these values. Every pixel is opaque.
    pub(crate) fn color(&self, [r, g, b, a, s, t]: Varyings) -> Pixel {
        let color = match self.show {
            DisplayMode::Color => [r, g, b],
            DisplayMode::Texture => self.texture([r, g]),
            DisplayMode::Product => {
                let [red, green, blue] = self.texture([s, t]);
                [r * red, g * green, b * blue]
            }
            DisplayMode::Normal => self.in_range(rotate([r, g, b, a])),
            _ => self.in_range([r, g, b]),
        };
        let [red, green, blue] = color.map(channel);
        [red, green, blue, u8::MAX]
    }

    fn texture(&self, uv: [f32; 2]) -> [f32; 3] {
        let [r, g, b, _] = self.texture.map_or([1.0; 4], |texture| texture.at(uv));
        [r, g, b]
    }

    fn in_range(&self, numbers: [f32; 3]) -> [f32; 3] {
        numbers.map(|number| (number - self.low) / self.extent)
    }
}

/// Returns (0, 0, 1) rotated by a quaternion, which need not be normalized.
fn rotate([x, y, z, w]: [f32; 4]) -> [f32; 3] {
    let square = x * x + y * y + z * z + w * w;
    if square <= 0.0 {
        return [0.0; 3];
    }
    [
        2.0 * (x * z + y * w) / square,
        2.0 * (y * z - x * w) / square,
        (z * z + w * w - x * x - y * y) / square,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quaternions_turn_the_view() {
        assert_eq!(rotate([0.0, 0.0, 0.0, 2.0]), [0.0, 0.0, 1.0]);
        // A quarter turn about the x axis moves z to -y, one about the y axis moves z to x.
        assert_eq!(rotate([1.0, 0.0, 0.0, 1.0]), [0.0, -1.0, 0.0]);
        assert_eq!(rotate([0.0, 1.0, 0.0, 1.0]), [1.0, 0.0, 0.0]);
        assert_eq!(rotate([0.0; 4]), [0.0; 3]);
    }
}
