//! Textures from images, compared with hand-computed numbers and an independent implementation of filters.

mod filters;
mod levels;
mod loads;
mod settings;

use pica200_dxbc::program::{Dimension, RegisterKind, ReturnType};
use pica200_dxbc_machine::{Image, Machine, NoObserver, Register, Texel, Texture, Textures, Vector};

use crate::common::{BUDGET, floats, load};

/// Returns the channel value of a texel at a location.
pub(super) fn channel(x: u32, y: u32, layer: u32) -> Texel {
    [x * 16, y * 32, layer * 8, 255 - x - y].map(|number| number as u8)
}

/// Creates an image whose texels encode their location.
pub(super) fn picture(width: u32, height: u32, layer: u32) -> Image {
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| channel(x, y, layer)));
    Image::new(width, height, texels.collect()).unwrap()
}

pub(super) fn texture_of(dimension: Dimension, images: &[Image]) -> Texture {
    Texture::new(dimension, ReturnType::FLOAT, 4, images).unwrap()
}

/// Creates a texture with one image of 4 x 2 texels.
pub(super) fn plain() -> Texture {
    texture_of(Dimension::TEXTURE_2D, &[picture(4, 2, 0)])
}

/// Creates a texture with one channel, given in units of 1/255.
pub(super) fn channels(width: u32, height: u32, numbers: &[u8]) -> Texture {
    let texels = numbers.iter().map(|number| [*number, 0, 0, 255]).collect();
    texture_of(Dimension::TEXTURE_2D, &[Image::new(width, height, texels).unwrap()])
}

/// Returns `o0` of a pixel shader with one instruction, with `v0` to `v2`.
pub(super) fn result(line: &str, texture: Texture, sampler: &str, inputs: &[Vector]) -> Vector {
    let program = load(&format!("ps_5_0\n{line}\nret")).unwrap();
    let mut textures = Textures::default();
    textures.set_texture(1, texture);
    textures.set_sampler(2, sampler.parse().unwrap());
    let mut machine = Machine::new(&program);
    for (number, input) in (0..).zip(inputs) {
        let _ = machine.set_input_register(number, *input);
    }
    machine.run_with(BUDGET, &mut textures, &mut NoObserver).unwrap();
    machine.register(Register::new(RegisterKind::OUTPUT, 0)).unwrap()
}

/// Returns the result as floats.
pub(super) fn sampled(line: &str, texture: Texture, sampler: &str, at: [f32; 4]) -> [f32; 4] {
    result(line, texture, sampler, &[floats(at)]).map(f32::from_bits)
}

pub(super) fn near(found: [f32; 4], expected: [f32; 4]) -> bool {
    found
        .iter()
        .zip(expected)
        .all(|(found, expected)| (found - expected).abs() < 1e-5)
}

/// Returns the channels of a texel, scaled so that 255 is 1.
pub(super) fn from_bytes(numbers: [f32; 4]) -> [f32; 4] {
    numbers.map(|number| number / 255.0)
}

pub(super) const LEVEL_0: &str = "sample_l o0.xyzw, v0.xyzw, t1.xyzw, s2, l(0.0)";
