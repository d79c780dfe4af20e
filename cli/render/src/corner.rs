//! Triangle corners, the input of the rasterizer.

/// Interpolated values, of which a draw uses some: four of a colour, and two texture coordinates.
pub(crate) type Varyings = [f32; 6];

/// A corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Corner {
    /// Clip-space position.
    pub(crate) position: [f32; 4],
    pub(crate) varyings: Varyings,
}

impl Corner {
    /// Interpolates to another corner.
    pub(crate) fn lerp(&self, other: &Self, part: f32) -> Self {
        Self {
            position: mix(self.position, other.position, part),
            varyings: mix(self.varyings, other.varyings, part),
        }
    }
}

fn mix<const N: usize>(from: [f32; N], to: [f32; N], part: f32) -> [f32; N] {
    let mut numbers = from;
    for (number, to) in numbers.iter_mut().zip(to) {
        *number += (to - *number) * part;
    }
    numbers
}
