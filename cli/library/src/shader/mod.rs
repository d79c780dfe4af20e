//! Running shaders, for [`crate::testing`] and the command-line tools: loading binaries, register values, vertices,
//! runs, and text of executed instructions. [`direct3d`] is the equivalent for shaders in containers.

pub mod binary;
pub mod direct3d;
pub mod document;
pub mod feeding;
pub mod listing;
pub mod numbers;
pub mod outputs;
pub mod registers;
pub mod row;
pub mod runs;
pub mod value_error;
pub mod values;
