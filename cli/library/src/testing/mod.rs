//! Shader tests: set values, run, compare the outputs.
//!
//! ```
//! use pica200::testing::{Failure, Shader};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let source = "
//!     .fvec projection[4]
//!     .bool bright
//!     .in inPosition
//!     .out outPosition position
//!     .out outColor color.rgb
//!     .constf levels(0.25, 1.0, 0.0, 0.0)
//!     .proc main
//!         dph outPosition.x, inPosition, projection[0]
//!         dph outPosition.y, inPosition, projection[1]
//!         dph outPosition.z, inPosition, projection[2]
//!         dph outPosition.w, inPosition, projection[3]
//!         ifu bright
//!             mov outColor, levels.yyyy
//!         .else
//!             mov outColor, levels.xxxx
//!         .end
//!         end
//!     .end";
//! let shader = Shader::from_source("bright.vsh", source)?;
//! let twice = [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
//!
//! shader
//!     .case()
//!     .input("inPosition", [1.0, 2.0, 3.0])
//!     .uniform("projection", twice)
//!     .boolean("bright", true)
//!     .expect("position", [2.0, 4.0, 6.0, 1.0])
//!     .expect("color.r", 1.0)
//!     .instructions(..=8)
//!     .assert();
//!
//! let failure: Failure = shader.case().expect("color", [0.25, 0.5, 0.25]).check().unwrap_err();
//! assert!(failure.to_string().contains("color.y (o1.y): expected 0.5, got 0.25"));
//! # Ok(())
//! # }
//! ```
//!
//! A DXBC container holds a Direct3D shader, which runs on a separate machine model. Inputs and outputs are named by
//! semantic. Uniforms are the variables of the source, which take all of their numbers: matrices by rows, in
//! mathematical notation. Several vertices are several runs.
//!
//! ```
//! use pica200::testing::Shader;
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsuite/golden/dxbc");
//! # let path = format!("{folder}/vs-mvp.dxbc");
//! let shader = Shader::from_files([path])?;
//! let matrix = [[2.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 1.0]];
//! let case = shader.case().uniform("wvp", matrix);
//! case.clone()
//!     .input("POSITION", [1.0, 2.0, 3.0])
//!     .input("TEXCOORD", [0.5, 0.25])
//!     .expect("SV_Position", [7.0, 6.0, 12.0, 1.0])
//!     .expect("TEXCOORD.y", 0.25)
//!     .assert();
//! case.vertices([[[1.0, 2.0, 3.0]], [[0.0, 0.0, 0.0]]])
//!     .expect_vertex(0, "SV_Position.x", 7.0)
//!     .expect_vertex(1, "SV_Position.x", 5.0)
//!     .assert();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Binary`]: a shader binary, linked from sources and objects or read from a file; or a container;
//! - [`Shader`]: one of its shaders;
//! - [`Case`]: input values and expectations;
//! - [`Outcome`]: results of a run; [`Failure`]: differences from the expectations, and the last instructions before
//!   them.
//!
//! [`Case::assert`] panics like `assert!`. [`Case::check`] returns a [`Failure`], whose `Debug` text is human-readable,
//! so that test functions can return it.
//!
//! Shaders run on the model of `pica200-machine`, container shaders on `pica200-dxbc-machine`; their documentation
//! describes the accuracy of the models.

mod batch;
mod build;
mod case;
mod container;
mod expectation;
mod failure;
mod limits;
mod outcome;
pub mod outputs;
#[cfg(feature = "render")]
mod picture;
mod setters;
mod setup;
#[cfg(test)]
mod tests;
#[cfg(feature = "render")]
mod textures;
mod tolerance;
mod trail;
mod triangle;

pub use crate::build::BuildError;
pub use crate::shader::direct3d::Machines;
pub use crate::shader::numbers::Number;
pub use crate::shader::outputs::NamedOutput;
pub use crate::shader::row::{Row, Rows};
pub use build::{Binary, Pica200, Shader, Target};
pub use case::Case;
pub use failure::{Failure, Problem};
pub use limits::Limits;
pub use outcome::Outcome;
#[cfg(feature = "render")]
pub use picture::ExpectedPicture;
pub use tolerance::DEFAULT_TOLERANCE;
pub use triangle::ExpectedTriangle;
