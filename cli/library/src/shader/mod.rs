//! Runs of shaders, under [`crate::testing`] and for programs: a binary of files, values for registers, vertices, runs,
//! and text of the executed instructions. [`direct3d`] has the same for shaders in containers.

pub mod binary;
pub mod direct3d;
pub mod document;
pub mod feeding;
pub mod listing;
pub mod misfit;
pub mod numbers;
pub mod outputs;
pub mod registers;
pub mod row;
pub mod runs;
pub mod values;
