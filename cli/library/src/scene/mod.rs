//! Scenes: documents that describe draw calls with a shader, and the resulting images. `docs/render.md` describes the
//! format.
//!
//! 1. [`SceneDocument::read`] parses the text and the build of the shader;
//! 2. [`Shaders::choose`] selects the vertex and geometry shaders of the linked binary;
//! 3. [`SceneFrames::read`] reads everything else, including the models and textures used in the document;
//! 4. [`SceneFrames::render`] draws the frames.

mod animation;
mod choose;
mod difference;
mod draw;
mod file;
mod frames;
mod keys;
mod model;
mod settings;
mod shaders;
mod steps;
mod test_uniforms;
mod values;

pub use difference::difference;
pub use file::SceneDocument;
pub use frames::SceneFrames;
pub use shaders::Shaders;
