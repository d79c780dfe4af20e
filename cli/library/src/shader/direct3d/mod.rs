//! Shaders of Direct3D: what [`crate::shader`] does for shader binaries, for the programs of DXBC containers.
//!
//! - [`Direct3d`]: a program of a container, and its text;
//! - [`Setup`]: the values that it is given by name, and its runs;
//! - [`listing`]: the lines of the program, and of executed instructions.

mod constants;
mod inputs;
pub mod listing;
mod load;
mod outputs;
mod setup;

pub use load::{Direct3d, checksum_warning, hex, load, open};
pub(crate) use outputs::find;
pub use outputs::named;
pub use setup::{Ended, Ran, Setup, Stop};
