//! The shaders of a small game, built by Cargo, and a loader like the console's.
//!
//! [`particles`] and [`models`] come from the build script, with constants for all registers; [`FLAT`] from a macro in
//! a single line.

#![no_std]

pub mod loader;

use pica200_macros::include_shader;

/// Particles: a vertex shader and a geometry shader.
pub mod particles {
    include!(concat!(env!("OUT_DIR"), "/particles.rs"));
}

/// Models, with 0, 1, 2 or 4 lights, with and without fog.
pub mod models {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}

/// The shader for geometry in screen space.
pub static FLAT: &[u8] = include_shader!("../shaders/flat.vsh");

/// Register of the projection in all shaders.
pub const PROJECTION: u8 = models::variant_0::main::uniforms::PROJECTION.location();

/// Returns the shader for a scene; `None` if there is none for this number of lights.
pub const fn model_shader(lights: i32, foggy: bool) -> Option<&'static [u8]> {
    match models::index_of(lights, foggy as i32) {
        Some(index) => Some(models::VARIANTS[index].shbin),
        None => None,
    }
}
