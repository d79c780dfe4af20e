//! The shaders of a small game, as Cargo builds them; and what the console makes of their files.
//!
//! [`particles`] and [`models`] come from the build script, with constants for all registers; [`FLAT`] from a macro, in
//! the one line that it takes.

#![no_std]

pub mod loader;

use pica200_macros::include_shader;

/// Particles: a vertex shader and a geometry shader.
pub mod particles {
    include!(concat!(env!("OUT_DIR"), "/particles.rs"));
}

/// Models, with 0, 1, 2 or 4 lights, with fog and without.
pub mod models {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}

/// What stands on the screen already.
pub static FLAT: &[u8] = include_shader!("../shaders/flat.vsh");

/// Where all shaders have the projection.
pub const PROJECTION: u8 = models::variant_0::main::uniforms::PROJECTION.location();

/// The shader for a scene; `None` if there is none for so many lights.
pub const fn model_shader(lights: i32, foggy: bool) -> Option<&'static [u8]> {
    match models::index_of(lights, foggy as i32) {
        Some(index) => Some(models::VARIANTS[index].shbin),
        None => None,
    }
}
