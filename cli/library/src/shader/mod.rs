//! What running a shader takes, for [`crate::testing`] and `picarun`: a binary of files, values for registers,
//! vertices, runs, and text of what is executed.

pub mod binary;
pub mod feeding;
pub mod listing;
pub mod misfit;
pub mod numbers;
pub mod registers;
pub mod runs;
