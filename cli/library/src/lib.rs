//! Shaders for the PICA200, the GPU of the Nintendo 3DS, from Rust: assembled, linked, run and tested.
//!
//! A [`Build`] has the inputs and options of one shader binary: sources, shaders in other languages, objects and
//! archives. Building it gives the binary, and texts that describe it to programs. The build script of a game:
//!
//! ```no_run
//! // build.rs
//! use pica200::Build;
//!
//! fn main() -> Result<(), pica200::build::BuildError> {
//!     let built = Build::new("toon")
//!         .files(["shaders/toon.vsh", "shaders/outline.gsh"])
//!         .define("LIGHTS", 4)
//!         .run()?;
//!     print!("{}", built.cargo_instructions());
//!     Ok(())
//! }
//! ```
//!
//! The game includes the module that it writes, with the bytes of the binary and a constant for each uniform:
//!
//! ```ignore
//! mod toon {
//!     include!(concat!(env!("OUT_DIR"), "/toon.rs"));
//! }
//! let shaders = Library::from_bytes(toon::SHBIN)?;
//! let projection = toon::main::uniforms::PROJECTION.location();
//! ```
//!
//! The same, without files:
//!
//! ```
//! use pica200::build::{Build, MemoryFiles};
//!
//! let source = ".out position position\n.proc main\nmov position, v0\nend\n.end\n";
//! let files = MemoryFiles::new().with("copy.vsh", source);
//! let built = Build::new("copy").file("copy.vsh").compile(&files)?;
//! assert!(built.binaries[0].bytes.starts_with(b"DVLB"));
//! # Ok::<(), pica200::build::BuildError>(())
//! ```
//!
//! - [`build`]: shaders in Cargo build scripts, and under the macros of `pica200-macros`;
//! - `testing`: tests of shaders, in `#[test]` functions (feature `testing`).
//!
//! The programs of `pica200-cli` are built on the same parts:
//!
//! - [`job`]: a build as a value, and the one way from its inputs to its outputs;
//! - [`input`]: files, and what they contain;
//! - [`project`]: the binaries of a folder, as its file `pica200.toml` or the names of its sources say;
//! - [`job::map`], [`remap`]: link maps, and other names for files in outputs;
//! - `scene`: pictures that shaders draw, as documents describe them (feature `render`);
//! - [`session`]: the sources and diagnostics of a run;
//! - [`source`], [`diagnostic`], [`levels`]: diagnostics, their locations and levels;
//! - [`render`]: diagnostics as text for people and editors, and as JSON (feature `json`);
//! - [`translation`]: shaders in other languages, translated to assembly;
//! - [`wrapped`]: shader binaries in the containers and texts of games.
//!
//! The crates whose types are in this interface are re-exported: [`objfmt`], [`asm`], [`link`], [`diagnostics`] and so
//! on; with the feature `testing` also `machine`, `dxbc` and `dxbc_machine`, and with `render` `drawing`, which is
//! `pica200-render`.
//!
//! Modules that only the programs need are public, but not documented, and change with every release.
//!
//! Nothing here prints or exits.

#[doc(hidden)]
pub mod archives;
pub mod build;
mod checks;
pub mod diagnostic;
#[doc(hidden)]
pub mod document;
#[doc(hidden)]
pub mod files;
pub mod input;
pub mod job;
pub mod levels;
#[doc(hidden)]
pub mod list;
#[doc(hidden)]
pub mod objects;
#[doc(hidden)]
pub mod parallel;
mod positions;
#[doc(hidden)]
pub mod progress;
pub mod project;
pub mod remap;
pub mod render;
#[cfg(feature = "render")]
pub mod scene;
pub mod session;
#[cfg(feature = "testing")]
pub mod shader;
pub mod source;
#[cfg(feature = "testing")]
pub mod testing;
#[doc(hidden)]
pub mod text;
pub mod translation;
#[cfg(feature = "json")]
#[doc(hidden)]
pub mod uri;
pub mod wrapped;

pub use build::Build;

// The crates whose types are in the interface of this one.
#[doc(no_inline)]
pub use pica200_asm as asm;
#[doc(no_inline)]
pub use pica200_bindings as bindings;
#[doc(no_inline)]
pub use pica200_check as check;
#[doc(no_inline)]
pub use pica200_compile as compile;
#[doc(no_inline)]
pub use pica200_diagnostics as diagnostics;
#[doc(no_inline)]
pub use pica200_dialects as dialects;
#[cfg(feature = "testing")]
#[doc(no_inline)]
pub use pica200_dxbc as dxbc;
#[cfg(feature = "testing")]
#[doc(no_inline)]
pub use pica200_dxbc_machine as dxbc_machine;
#[doc(no_inline)]
pub use pica200_link as link;
#[cfg(feature = "testing")]
#[doc(no_inline)]
pub use pica200_machine as machine;
#[doc(no_inline)]
pub use pica200_objfmt as objfmt;
#[cfg(feature = "render")]
#[doc(no_inline)]
pub use pica200_render as drawing;
