//! Runs of shaders, under [`crate::testing`] and for programs: a binary of files, values for registers, vertices, runs,
//! and text of the executed instructions.

pub mod binary;
pub mod feeding;
pub mod listing;
pub mod misfit;
pub mod numbers;
pub mod registers;
pub mod runs;
