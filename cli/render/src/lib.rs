#![doc = include_str!("../README.md")]
//!
//! The steps of [`render`], each a module:
//!
//! 1. `vertices`: the vertex shader runs for each vertex;
//! 2. `primitives`: outputs become the corners of triangles, directly or by a geometry shader;
//! 3. `clip`: triangles and lines are cut at the edges of the visible space;
//! 4. `raster`, `lines`: triangles and lines cover pixels;
//! 5. `stage`: what a pixel shows;
//! 6. [`Picture`]: the pixels.
//!
//! [`mesh`] reads models, [`png`] reads and writes pictures, and [`transform`] makes matrices.
//!
//! # What the model is, and what it is not
//!
//! Facts of the hardware come from emulators that were tested against it:
//!
//! - Visible are x and y from -w to w, and z from -w, the nearest, to 0.
//! - Vertex colours count without their signs, and at most 1.
//! - A quaternion whose product with that of a triangle's first corner is negative is negated before interpolation.
//! - Texture coordinates begin at the lower left corner.
//!
//! Choices of this crate: places of corners are rounded to 1/256 of a pixel; a pixel is covered if its centre is, and
//! the pixels of a common edge belong to one triangle; depth has 24 bits, and a pixel at the depth of an earlier one
//! replaces it. There is no fragment lighting, no blending, and one texture.
//!
//! The same scene gives the same pixels on every machine: places are whole numbers, other numbers are single-precision
//! ones in a fixed order, and nothing depends on functions of the system.

mod clip;
mod corner;
pub mod error;
mod interface;
mod lines;
pub mod mesh;
mod number;
mod picture;
pub mod png;
mod primitives;
mod raster;
mod scene;
mod stage;
mod surface;
mod texture;
pub mod transform;
mod vertices;

pub use error::RenderError;
pub use interface::MissingOutput;
pub use number::checked_channel as channel;
pub use picture::{Difference, Picture, Pixel, Size};
pub use scene::{Cull, Draw, Scene, Show, Topology, Vertices, Viewport};
pub use texture::{Filter, Texture, Wrap};

use error::Reason;
use interface::Interface;
use primitives::corners;
use surface::Surface;

/// Checks that the outputs of a shader suffice for what pixels show.
///
/// # Errors
///
/// The first output that is missing.
pub fn check_outputs(program: &pica200_machine::Program, show: Show) -> Result<(), MissingOutput> {
    Interface::new(program, show).map(|_| ())
}

/// Draws a scene.
///
/// # Errors
///
/// If a shader does not come to its end, cannot be fed or lacks an output, or the picture needs too much work.
pub fn render(scene: &Scene<'_>) -> Result<Picture, RenderError> {
    let mut surface = Surface::new(scene);
    let mut budget = scene.budget;
    let last = scene.geometry.unwrap_or(scene.vertex);
    for (number, draw) in scene.draws.iter().enumerate() {
        let drawn = Interface::new(last, draw.show)
            .map_err(Reason::Output)
            .and_then(|interface| {
                let triangles = corners(scene, draw, &interface, &mut budget)?;
                surface.draw(draw, &triangles)
            });
        drawn.map_err(|reason| reason.of_draw(number))?;
    }
    Ok(surface.into_picture())
}
