//! Sampling formulas: texel addressing, levels of detail, filtering.

use super::cube::{self, SamplePoint, Vec3};
use super::sampler::{AddressMode, Comparison, Filter, Sampler};
use super::texture::{Level, Texture};

/// How a sample uses texels.
#[derive(Clone, Copy)]
pub(super) enum TexelOp {
    /// The texel values.
    Load,
    /// 1 if the comparison of the reference value with the first component holds, else 0.
    Compare(f64),
}

/// A texture with the settings of an instruction.
pub(super) struct Sampling<'t> {
    pub(super) texture: &'t Texture,
    pub(super) sampler: Sampler,
    /// The texel offsets.
    pub(super) offsets: Vec3<i64>,
    pub(super) op: TexelOp,
}

/// Rounds down; 0 for NaN.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion stops at the limits of the type"
)]
fn floor(number: f64) -> i64 {
    number.floor() as i64
}

/// Returns the array layer of a coordinate: rounds to nearest, ties to even.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion stops at the limits of the type"
)]
pub(super) fn layer(address: f32, layers: u32) -> u32 {
    let nearest = address.round_ties_even() as u32;
    nearest.min(layers.saturating_sub(1))
}

/// Returns the texel at an index, or `None` for the border.
fn wrapped(at: i64, size: u32, mode: AddressMode) -> Option<u32> {
    let side = i64::from(size);
    let last = side - 1;
    let within = match mode {
        AddressMode::Wrap => at.rem_euclid(side),
        AddressMode::Mirror => {
            let index = at.rem_euclid(2 * side);
            index.min(2 * side - 1 - index)
        }
        AddressMode::Clamp => at.clamp(0, last),
        AddressMode::MirrorOnce => {
            let index = if at < 0 { -1 - at } else { at };
            index.min(last)
        }
        AddressMode::Border => at,
    };
    u32::try_from(within).ok().filter(|index| *index < size)
}

/// Two texels along an axis, and the weight of the second.
#[derive(Clone, Copy)]
struct TexelPair {
    indices: [i64; 2],
    weight: f64,
}

impl TexelPair {
    /// Returns the texels around a point in texel coordinates.
    fn around(point: f64, filter: Filter) -> Self {
        let (first, weight) = match filter {
            Filter::Point => (floor(point), 0.0),
            Filter::Linear => {
                let point = point - 0.5;
                (floor(point), point - point.floor())
            }
        };
        let weight = if weight.is_finite() { weight } else { 0.0 };
        Self {
            indices: [first, first.saturating_add(1)],
            weight,
        }
    }
}

impl Sampling<'_> {
    /// Clamps a level of detail to the limits of the sampler. NaN becomes the minimum.
    pub(super) fn clamped(&self, lod: f64) -> f64 {
        let [min, max] = self.sampler.lod.map(f64::from);
        lod.max(min).min(max)
    }

    /// Filters texels at a level of detail.
    pub(super) fn sample(&self, point: &SamplePoint, layer: u32, lod: f64) -> [f64; 4] {
        let lod = self.clamped(lod);
        let filter = if lod > 0.0 {
            self.sampler.minification
        } else {
            self.sampler.magnification
        };
        let last = i64::from(self.texture.count()) - 1;
        let at = |number: i64| {
            let number = u32::try_from(number.clamp(0, last)).unwrap_or_default();
            self.at_level(point, layer, number, filter)
        };
        match self.sampler.mip {
            None => at(0),
            Some(Filter::Point) => at(floor(lod + 0.5)),
            Some(Filter::Linear) => {
                let lod = lod.max(0.0);
                let first = floor(lod);
                mix(at(first), at(first.saturating_add(1)), lod - lod.floor())
            }
        }
    }

    /// Returns the level of detail that the settings select, as returned by `lod`.
    #[expect(clippy::cast_precision_loss, reason = "there are few levels")]
    pub(super) fn effective(&self, lod: f64) -> f64 {
        let last = f64::from(self.texture.count().saturating_sub(1));
        let lod = self.clamped(lod).max(0.0).min(last);
        match self.sampler.mip {
            None => 0.0,
            Some(Filter::Point) => floor(lod + 0.5) as f64,
            Some(Filter::Linear) => lod,
        }
    }

    /// Filters the texels of a level around a point.
    fn at_level(&self, point: &SamplePoint, layer: u32, number: u32, filter: Filter) -> [f64; 4] {
        let Some(level) = self.texture.level(number) else {
            return [0.0; 4];
        };
        let axes = self.texture.axes();
        let pairs = [0, 1, 2].map(|axis| {
            let pair = TexelPair::around(point.texture[axis] * f64::from(level.size[axis]), filter);
            if axis < axes {
                pair
            } else {
                TexelPair {
                    indices: [0; 2],
                    weight: 0.0,
                }
            }
        });
        let mut sum = [0.0; 4];
        for corner in 0..8usize {
            let mut weight = 1.0;
            let mut at = [0; 3];
            for (axis, pair) in pairs.iter().enumerate() {
                let second = corner >> axis & 1;
                weight *= match second {
                    0 => 1.0 - pair.weight,
                    _ => pair.weight,
                };
                at[axis] = pair.indices[second];
            }
            if weight > 0.0 {
                let found = self.fetch(level, point, layer, at);
                for (sum, number) in sum.iter_mut().zip(found) {
                    *sum += weight * number;
                }
            }
        }
        sum
    }

    /// Returns the four texels around a point in the largest level: top left, top right, bottom left, bottom right.
    pub(super) fn square(&self, point: &SamplePoint, layer: u32) -> [[f64; 4]; 4] {
        let Some(level) = self.texture.level(0) else {
            return [[0.0; 4]; 4];
        };
        let pair = |axis: usize| {
            let coordinate = point.texture[axis] * f64::from(level.size[axis]);
            TexelPair::around(coordinate, Filter::Linear).indices
        };
        let [columns, rows] = [pair(0), pair(1)];
        [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(x, y): (usize, usize)| self.fetch(level, point, layer, [columns[x], rows[y], 0]))
    }

    /// Fetches the texel at an index.
    fn fetch(&self, level: &Level, point: &SamplePoint, layer: u32, at: Vec3<i64>) -> [f64; 4] {
        let numbers = match point.face {
            Some(face) => {
                let [x, y, _] = at;
                let (face, [x, y]) = cube::texel(face, [x, y], level.size[0]);
                self.texture.texel(level, layer.saturating_add(face), [x, y, 0])
            }
            None => {
                let axes = self.texture.axes();
                let mut texel = Some([0; 3]);
                for axis in 0..axes {
                    let moved = at[axis].saturating_add(self.offsets[axis]);
                    let found = wrapped(moved, level.size[axis], self.sampler.address[axis]);
                    texel = texel.zip(found).map(|(mut texel, found)| {
                        texel[axis] = found;
                        texel
                    });
                }
                match texel {
                    Some(texel) => self.texture.texel(level, layer, texel),
                    None => self.sampler.border.map(f64::from),
                }
            }
        };
        match self.op {
            TexelOp::Load => numbers,
            TexelOp::Compare(reference) => {
                let comparison: Comparison = self.sampler.comparison;
                let compare = comparison.compare(reference, numbers[0]);
                [f64::from(u8::from(compare)), 0.0, 0.0, 1.0]
            }
        }
    }
}

/// Interpolates linearly.
fn mix(first: [f64; 4], second: [f64; 4], part: f64) -> [f64; 4] {
    if part > 0.0 {
        [0, 1, 2, 3].map(|component| first[component] * (1.0 - part) + second[component] * part)
    } else {
        first
    }
}

/// Returns the level of detail at which texels are as large as pixels, given the derivatives of the coordinates, in
/// units of the largest level.
pub(super) fn lod(changes: [Vec3<f64>; 2], size: Vec3<u32>, axes: usize) -> f64 {
    let length = |change: Vec3<f64>| {
        let sides = change.iter().zip(size).take(axes);
        let squares = sides.map(|(change, side)| (change * f64::from(side)).powi(2));
        squares.sum::<f64>()
    };
    let [right, down] = changes.map(length);
    // Half of the logarithm of the square.
    libm::log2(right.max(down)) / 2.0
}
