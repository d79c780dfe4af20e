//! Corners of triangles, as the rasteriser takes them.

/// The numbers that pixels show, of which a draw takes some: four of a colour, and two texture coordinates.
pub(crate) type Varyings = [f32; 6];

/// A corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Corner {
    /// Its place before the division by the fourth number.
    pub(crate) position: [f32; 4],
    pub(crate) varyings: Varyings,
}

impl Corner {
    /// The point on the line to another corner, at a part of the way.
    pub(crate) fn towards(&self, other: &Self, part: f32) -> Self {
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
