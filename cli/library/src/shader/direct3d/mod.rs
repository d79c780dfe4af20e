//! Direct3D shaders: the equivalent of [`crate::shader`] for programs of DXBC containers.
//!
//! - [`Direct3d`]: a program of a container, and its listing;
//! - [`Setup`]: values assigned by name, and runs;
//! - [`Translation`]: the program as a PICA200 shader, run with the same values;
//! - [`listing`]: the lines of the program, and of executed instructions.

mod constants;
mod inputs;
pub mod listing;
mod load;
mod outputs;
#[cfg(feature = "render")]
mod pictures;
mod semantic;
mod setup;
mod textures;
mod translation;

pub use load::{Direct3d, Machines, checksum_warning, hex, load, open};
pub(crate) use outputs::find;

#[cfg(feature = "render")]
pub use pictures::TextureFiles;
pub use setup::{CompletedRuns, EmittedPrimitive, RunFault, RunResult, Setup};
pub(crate) use translation::tolerance;
pub use translation::{Difference, TRANSLATION_TOLERANCE, Translation, TranslationFault};
