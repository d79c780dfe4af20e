//! Scenes: documents that say what a shader draws, and the pictures of it. `docs/render.md` describes the format.
//!
//! 1. [`SceneDocument::read`] reads the text, and how the shader is built;
//! 2. [`Shaders::choose`] takes the vertex shader and the geometry shader of the linked binary;
//! 3. [`Film::read`] reads everything else, with the models and textures that the document names;
//! 4. [`Film::render`] draws the frames.

mod animation;
mod choose;
mod difference;
mod draw;
mod file;
mod film;
mod keys;
mod model;
mod named;
mod settings;
mod shaders;
mod steps;
mod values;

pub use difference::difference;
pub use file::SceneDocument;
pub use film::Film;
pub use shaders::Shaders;
