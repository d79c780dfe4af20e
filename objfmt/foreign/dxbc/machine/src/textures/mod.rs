//! Textures and samplers, and their access by instructions.

mod cube;
mod filter;
mod sampler;
mod texture;

use std::collections::BTreeMap;
use std::sync::Arc;

use pica200_dxbc::program::{Opcode, RegisterKind};

use crate::registers::Vector;
use crate::resources::{Access, AccessResult, Resources};
use cube::{SamplePoint, Vec3};
use filter::{Sampling, TexelOp, layer, lod};

pub use sampler::{AddressMode, Comparison, Filter, Sampler, SamplerError};
pub use texture::{Image, Texel, Texture, TextureError};

/// Textures and samplers by register number. They implement the instructions that sample, load and describe textures;
/// others fault.
///
/// - Coordinates, weights and levels of detail are exact except for rounding; hardware has fewer bits. There is no
///   anisotropic filtering.
/// - The level of detail of a pixel that runs alone is 0. `sample_b` adds its bias to it.
/// - A register without a sampler uses the [default](Sampler::default).
/// - Reference values of comparisons are clamped to the range from 0 to 1, as for 8-bit textures.
/// - Loads out of bounds return 0.
/// - Cube filters read texels of neighboring faces across edges.
#[derive(Clone, Default, Debug)]
pub struct Textures {
    textures: BTreeMap<u32, Arc<Texture>>,
    samplers: BTreeMap<u32, Sampler>,
}

impl Textures {
    /// Binds a texture to a `t` register.
    pub fn set_texture(&mut self, register: u32, texture: impl Into<Arc<Texture>>) {
        self.textures.insert(register, texture.into());
    }

    /// Binds a sampler to an `s` register.
    pub fn set_sampler(&mut self, register: u32, sampler: Sampler) {
        self.samplers.insert(register, sampler);
    }
}

impl Resources for Textures {
    fn access(&mut self, access: &Access<'_>) -> Option<AccessResult> {
        (&*self).access(access)
    }
}

impl Resources for &Textures {
    fn access(&mut self, access: &Access<'_>) -> Option<AccessResult> {
        let opcode = access.instruction.opcode();
        if access.resource.kind == RegisterKind::RASTERIZER {
            return described(opcode, 1, access).map(AccessResult::from);
        }
        if access.resource.kind != RegisterKind::RESOURCE {
            return None;
        }
        let texture = self.textures.get(&access.resource.number)?;
        let value = match opcode {
            Opcode::LD | Opcode::LD_S | Opcode::LDMS | Opcode::LDMS_S => load(texture, access),
            Opcode::RESINFO => size(texture, access),
            Opcode::SAMPLEINFO | Opcode::SAMPLEPOS => described(opcode, texture.samples(), access)?,
            _ => {
                let sampler = access.sampler.and_then(|number| self.samplers.get(&number));
                sampled(texture, sampler.copied().unwrap_or_default(), access)?
            }
        };
        Some(value.into())
    }
}

/// Returns the first component of a value as a float; 0 if there is none.
fn number(access: &Access<'_>, at: usize) -> f64 {
    access
        .values
        .get(at)
        .map_or(0.0, |value| f32::from_bits(value[0]).into())
}

fn value(access: &Access<'_>, at: usize) -> Vector {
    access.values.get(at).copied().unwrap_or_default()
}

/// Returns the coordinates in a value.
fn vec3(value: Vector) -> Vec3<f64> {
    [0, 1, 2].map(|component: usize| f32::from_bits(value[component]).into())
}

/// How a sample instruction selects the level of detail.
enum Detail {
    /// By derivatives, of the quad or explicit, plus a bias.
    Changes([Vec3<f64>; 2], f64),
    /// An explicit level.
    Level(f64),
    /// None: the four texels around the point in the largest level are returned unfiltered.
    Square,
}

/// Returns the result of a sample instruction, or `None` for other instructions.
fn sampled(texture: &Texture, sampler: Sampler, access: &Access<'_>) -> Option<Vector> {
    let opcode = access.instruction.opcode();
    let of_pixels = access.gradients.map_or([[0.0; 3]; 2], |gradients| gradients.map(vec3));
    let given = || [vec3(value(access, 1)), vec3(value(access, 2))];
    // The operands with the reference value and the minimum level.
    let (detail, reference, min) = match opcode {
        Opcode::SAMPLE | Opcode::LOD => (Detail::Changes(of_pixels, 0.0), None, None),
        Opcode::SAMPLE_CL_S => (Detail::Changes(of_pixels, 0.0), None, Some(1)),
        Opcode::SAMPLE_B => (Detail::Changes(of_pixels, number(access, 1)), None, None),
        Opcode::SAMPLE_B_CL_S => (Detail::Changes(of_pixels, number(access, 1)), None, Some(2)),
        Opcode::SAMPLE_C => (Detail::Changes(of_pixels, 0.0), Some(1), None),
        Opcode::SAMPLE_C_CL_S => (Detail::Changes(of_pixels, 0.0), Some(1), Some(2)),
        Opcode::SAMPLE_D => (Detail::Changes(given(), 0.0), None, None),
        Opcode::SAMPLE_D_CL_S => (Detail::Changes(given(), 0.0), None, Some(3)),
        Opcode::SAMPLE_L | Opcode::SAMPLE_L_S => (Detail::Level(number(access, 1)), None, None),
        Opcode::SAMPLE_C_LZ | Opcode::SAMPLE_C_LZ_S => (Detail::Level(0.0), Some(1), None),
        Opcode::GATHER4 | Opcode::GATHER4_S | Opcode::GATHER4_PO | Opcode::GATHER4_PO_S => (Detail::Square, None, None),
        Opcode::GATHER4_C | Opcode::GATHER4_C_S => (Detail::Square, Some(1), None),
        Opcode::GATHER4_PO_C | Opcode::GATHER4_PO_C_S => (Detail::Square, Some(2), None),
        _ => return None,
    };
    let coordinates = vec3(value(access, 0));
    let is_gather = matches!(detail, Detail::Square);
    let (point, detail) = match detail {
        Detail::Square => (sample_point(texture, coordinates, [[0.0; 3]; 2]).0, 0.0),
        Detail::Level(level) => (sample_point(texture, coordinates, [[0.0; 3]; 2]).0, level),
        Detail::Changes(changes, bias) => {
            let (point, changes) = sample_point(texture, coordinates, changes);
            let size = texture.level(0).map_or([1; 3], |level| level.size);
            let detail = lod(changes, size, texture.axes());
            // A pixel without differing neighbors uses the largest level, to which biases are added.
            let has_changes = access.gradients.is_some() || detail.is_finite();
            let detail = if has_changes { detail } else { 0.0 };
            (point, detail + bias)
        }
    };
    let sampling = Sampling {
        texture,
        sampler,
        offsets: offsets(access),
        op: match reference {
            Some(at) => TexelOp::Compare(number(access, at).clamp(0.0, 1.0)),
            None => TexelOp::Load,
        },
    };
    if opcode == Opcode::LOD {
        let numbers = [sampling.effective(detail), detail, 0.0, 0.0];
        return Some(numbers.map(single));
    }
    let detail = match min {
        Some(at) => sampling.clamped(detail).max(number(access, at)),
        None => detail,
    };
    let layer = match texture.layer_component() {
        Some(component) => {
            let address = f32::from_bits(value(access, 0)[component]);
            if texture.is_cube() {
                layer(address, texture.layers / texture::FACES) * texture::FACES
            } else {
                layer(address, texture.layers)
            }
        }
        None => 0,
    };
    let numbers = if is_gather {
        let [above_left, above_right, below_left, below_right] = sampling.square(&point, layer);
        let channel = match reference {
            Some(_) => 0,
            None => usize::from(access.component & 3),
        };
        [below_left, below_right, above_right, above_left].map(|texel| texel[channel])
    } else {
        sampling.sample(&point, layer, detail)
    };
    let is_integer = texture.is_integer() && reference.is_none();
    Some(numbers.map(|number| if is_integer { integer(number) } else { single(number) }))
}

/// Returns the point at texture coordinates, and the changes of its coordinates.
fn sample_point(texture: &Texture, coordinates: Vec3<f64>, changes: [Vec3<f64>; 2]) -> (SamplePoint, [Vec3<f64>; 2]) {
    if texture.is_cube() {
        return cube::project(coordinates, changes);
    }
    let point = SamplePoint {
        texture: coordinates,
        face: None,
    };
    (point, changes)
}

/// Returns the texel offsets: immediate, or of an operand, whose lowest 6 bits are signed.
fn offsets(access: &Access<'_>) -> Vec3<i64> {
    let is_operand = matches!(
        access.instruction.opcode(),
        Opcode::GATHER4_PO | Opcode::GATHER4_PO_S | Opcode::GATHER4_PO_C | Opcode::GATHER4_PO_C_S
    );
    if is_operand {
        let [x, y, ..] = value(access, 1).map(|component| i64::from((component << 26).cast_signed() >> 26));
        return [x, y, 0];
    }
    access.instruction.offsets().unwrap_or_default().map(i64::from)
}

/// Returns the result of a load: the texel at integer coordinates, or 0 out of bounds.
fn load(texture: &Texture, access: &Access<'_>) -> Vector {
    let address = value(access, 0);
    let is_of_samples = texture.dimension().is_multisampled();
    let number = if is_of_samples { 0 } else { address[3] };
    let sample = if is_of_samples { value(access, 1)[0] } else { 0 };
    let layer = if texture.is_cube() {
        address[2]
    } else {
        texture.layer_component().map_or(0, |component| address[component])
    };
    let level = texture.level(number);
    let level = level.filter(|_| layer < texture.layers && sample < texture.samples());
    let Some(level) = level else {
        return [0; 4];
    };
    let mut at = [0; 3];
    for (axis, offset) in offsets(access).into_iter().enumerate().take(texture.axes()) {
        let moved = i64::from(address[axis].cast_signed()) + offset;
        match u32::try_from(moved).ok().filter(|at| *at < level.size[axis]) {
            Some(moved) => at[axis] = moved,
            None => return [0; 4],
        }
    }
    let numbers = texture.texel(level, layer, at);
    numbers.map(|number| {
        if texture.is_integer() {
            integer(number)
        } else {
            single(number)
        }
    })
}

/// Returns the result of `resinfo`: the size of a level (0 if there is no such level), the number of layers, and the
/// number of levels.
fn size(texture: &Texture, access: &Access<'_>) -> Vector {
    let form = access.instruction.token.info_type();
    let sides = texture.level(value(access, 0)[0]).map_or([0; 3], |level| level.size);
    let side = |side: u32| match form {
        2 => side,
        1 => (1.0 / float(side)).to_bits(),
        _ => float(side).to_bits(),
    };
    let count = |count: u32| match form {
        2 => count,
        _ => float(count).to_bits(),
    };
    let mut result = [count(0), count(0), count(0), count(texture.count())];
    for (slot, length) in result.iter_mut().zip(sides).take(texture.axes()) {
        *slot = side(length);
    }
    let layers = if texture.is_cube() {
        texture.layers / texture::FACES
    } else {
        texture.layers
    };
    // For cubes, it takes the component of the third dimension.
    if let Some(slot) = texture
        .layer_component()
        .and_then(|component| result.get_mut(component.min(2)))
    {
        *slot = count(layers);
    }
    result
}

/// Returns the result of `sampleinfo` and `samplepos` for texels or pixels with this sample count, or `None` for other
/// instructions, and for sample positions that Direct3D does not define.
fn described(opcode: Opcode, samples: u32, access: &Access<'_>) -> Option<Vector> {
    match opcode {
        Opcode::SAMPLEINFO => Some(match access.instruction.token.info_type() {
            1 => [samples, 0, 0, 0],
            _ => [float(samples).to_bits(), 0, 0, 0],
        }),
        Opcode::SAMPLEPOS => {
            let positions: &[[i8; 2]] = match samples {
                1 => &[[0, 0]],
                2 => &[[4, 4], [-4, -4]],
                4 => &[[-2, -6], [6, -2], [-6, 2], [2, 6]],
                8 => &SAMPLE_POSITIONS_8,
                16 => &SAMPLE_POSITIONS_16,
                _ => return None,
            };
            let position = positions.get(value(access, 0)[0] as usize).copied();
            let [x, y] = position
                .unwrap_or_default()
                .map(|coordinate| (f32::from(coordinate) / 16.0).to_bits());
            Some([x, y, 0, 0])
        }
        _ => None,
    }
}

/// The standard sample positions in a pixel, relative to its center, in units of 1/16.
const SAMPLE_POSITIONS_8: [[i8; 2]; 8] = [[1, -3], [-1, 3], [5, 1], [-3, -5], [-5, 5], [-7, -1], [3, 7], [7, -7]];
const SAMPLE_POSITIONS_16: [[i8; 2]; 16] = [
    [1, 1],
    [-1, -3],
    [-3, 2],
    [4, -1],
    [-5, -2],
    [2, 5],
    [5, 3],
    [3, -5],
    [-2, 6],
    [0, -7],
    [-4, -6],
    [-6, 4],
    [-8, 0],
    [7, -4],
    [6, 7],
    [-7, -8],
];

/// Rounds to the nearest 32-bit float.
#[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
fn single(number: f64) -> u32 {
    (number as f32).to_bits()
}

/// Truncates to an integer and returns its bits.
#[expect(clippy::cast_possible_truncation, reason = "texels have a byte for each number")]
fn integer(number: f64) -> u32 {
    (number as i32).cast_unsigned()
}

/// Converts a number of texels, layers, levels or samples to a float.
#[expect(clippy::cast_precision_loss, reason = "such numbers are small")]
fn float(count: u32) -> f32 {
    count as f32
}
