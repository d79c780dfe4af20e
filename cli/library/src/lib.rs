//! Shaders for the PICA200, the GPU of the Nintendo 3DS: assemble, link, run and test them from Rust.
//!
//! A [`Build`] describes the inputs and options of one shader binary: assembly sources, shaders in other languages,
//! objects and archives. It produces the binary, and bindings and a link map for it. A build script for a game:
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
//! The game includes the generated module, which contains the binary and a constant for each uniform:
//!
//! ```ignore
//! mod toon {
//!     include!(concat!(env!("OUT_DIR"), "/toon.rs"));
//! }
//! let shaders = Library::from_bytes(toon::SHBIN)?;
//! let projection = toon::main::uniforms::PROJECTION.location();
//! ```
//!
//! The same in memory, without files:
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
//! - [`build`]: compiles shaders in Cargo build scripts; also used by the macros of `pica200-macros`;
//! - `testing`: tests shaders in `#[test]` functions (feature `testing`).
//!
//! The command-line tools in `pica200-cli` use the same modules:
//!
//! - [`job`]: a description of a build, and its execution from inputs to outputs;
//! - [`input`]: input files and their kinds;
//! - [`project`]: the binaries of a directory, from its `pica200.toml` or inferred from the names of its sources;
//! - [`job::map`], [`remap`]: link maps, and remapped file names in outputs;
//! - `scene`: images drawn with shaders, as described in documents (feature `render`);
//! - [`session`]: the sources and diagnostics of a run;
//! - [`source`], [`diagnostic`], [`levels`]: diagnostics, their locations and levels;
//! - [`render`]: diagnostics as text for people and editors, and as JSON (feature `json`);
//! - [`template`]: new projects to start from;
//! - [`translation`]: translation of shaders in other languages to assembly;
//! - [`wrapped`]: shader binaries in the containers and text files of games.
//!
//! Crates whose types occur in this API are re-exported: [`objfmt`], [`asm`], [`link`], [`diagnostics`] and so on; with
//! the feature `testing` also `machine`, `dxbc` and `dxbc_machine`, and with `render` `drawing`, which is
//! `pica200-render`.
//!
//! Modules that only the command-line tools need are public but undocumented, and exempt from semantic versioning.
//!
//! The library never prints or exits.

#![cfg_attr(docsrs, feature(doc_cfg))]

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
pub mod template;
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

// Crates whose types occur in this API.
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
