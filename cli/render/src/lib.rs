#![doc = include_str!("../README.md")]
//!
//! The stages of [`render`] are modules:
//!
//! 1. `vertices`: runs the vertex shader for each vertex;
//! 2. `primitives`: assembles outputs into triangles, directly or with a geometry shader;
//! 3. `clip`: clips triangles and lines to the view volume;
//! 4. `raster`, `lines`: rasterize triangles and lines;
//! 5. `stage`: computes the colour of a pixel;
//! 6. [`Picture`]: holds the pixels.
//!
//! [`mesh`] reads models, [`png`] reads and writes images, and [`transform`] creates matrices.
//!
//! # What the model is, and what it is not
//!
//! Hardware behaviour follows emulators that were tested against it:
//!
//! - The view volume is x and y from -w to w, and z from -w (near) to 0 (far).
//! - Vertex colours are used without their signs, and clamped to 1.
//! - A quaternion is negated before interpolation if its dot product with the quaternion of the triangle's first corner
//!   is negative.
//! - Texture coordinates start at the lower left corner.
//!
//! Choices of this crate: corner positions are rounded to 1/256 of a pixel. A pixel is covered if its centre is, and
//! the pixels of a shared edge belong to one triangle. Depth has 24 bits, and a pixel at equal depth replaces an
//! earlier one. There is no fragment lighting, no blending, and one texture.
//!
//! Rendering is deterministic across platforms: positions are integers, other numbers are single-precision with a fixed
//! order of operations, and no system math functions are used.

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
pub use scene::{Cull, DisplayMode, Draw, Scene, Topology, Vertices, Viewport};
pub use texture::{Filter, Texture, Wrap};

use error::DrawError;
use interface::Interface;
use primitives::corners;
use surface::Surface;

/// Checks that a shader has the outputs required by a display mode.
///
/// # Errors
///
/// Returns the first missing output.
pub fn check_outputs(program: &pica200_machine::Program, show: DisplayMode) -> Result<(), MissingOutput> {
    Interface::new(program, show).map(|_| ())
}

/// Draws a scene.
///
/// # Errors
///
/// Returns an error if a shader does not complete, does not accept its input or lacks an output, or the image exceeds a
/// limit.
pub fn render(scene: &Scene<'_>) -> Result<Picture, RenderError> {
    let mut surface = Surface::new(scene);
    let mut budget = scene.budget;
    let last = scene.geometry.unwrap_or(scene.vertex);
    for (number, draw) in scene.draws.iter().enumerate() {
        let drawn = Interface::new(last, draw.show)
            .map_err(DrawError::Output)
            .and_then(|interface| {
                let triangles = corners(scene, draw, &interface, &mut budget)?;
                surface.draw(draw, &triangles)
            });
        drawn.map_err(|reason| reason.at_draw(number))?;
    }
    Ok(surface.into_picture())
}
