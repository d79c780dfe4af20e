//! Tests of the whole toolchain: sources in, objects, shader binaries and diagnostics out.
//!
//! - `golden/` contains sources with picasso's output for them (`tests/golden.rs`);
//! - `cases/` contains sources that state their own expectations (`tests/cases.rs`); [`case`] describes their form;
//! - `tests/robustness.rs` passes damaged sources, objects and noise to the libraries;
//! - `tests/loader/` compares what consoles read from binaries with what the libraries read;
//! - `fuzz/` does so for hours, and `tests/regressions.rs` checks that the faults it found do not return;
//! - `tests/behaviour/` runs golden files and examples in the machine model;
//! - `tests/documents.rs` checks the examples and the pages about the language, and `tests/links.rs` links and paths;
//! - `sessions/` contains sessions of an editor with the language server (`tests/server/`); [`session`] describes their
//!   form;
//! - `tests/judge/` runs shaders in GLSL on an installed OpenGL, and on the machine model;
//! - `tests/structure/` checks which crates depend on which, and finds modules that import each other in circles;
//! - `tests/editors/` tries the files for editors with the editors;
//! - `tests/shipped/` generates completions, manual pages and files for editors, and checks the packages.
//!
//! The modules are the common parts: [`case`] reads a case, [`run`] runs it, [`show`] writes the text of snapshots,
//! [`corpus`] finds the files, [`dimensions`] makes sources with very much of one thing, [`programs`] the programs that
//! are linked from them, [`fuzzing`] has the properties of any input, [`formats`] those of the files of each format,
//! [`loader`] is a model of the loader on consoles, [`editor`] is a client of the language server, [`session`] plays
//! what it does, [`mutants`] makes programs with a mistake, [`page`] finds the blocks of pages, [`sizes`] compares
//! translations with programs by hand, [`generated`] makes programs of several files, and [`random`] has random numbers
//! from a fixed seed.

pub mod case;
pub mod corpus;
pub mod dimensions;
pub mod editor;
pub mod formats;
pub mod fuzzing;
pub mod generated;
pub mod loader;
pub mod mutants;
pub mod page;
pub mod programs;
pub mod random;
pub mod run;
pub mod session;
pub mod show;
pub mod sizes;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../cli/docs/cargo.md")]
struct CargoPage;

#[cfg(doctest)]
#[doc = include_str!("../../cli/docs/wgsl.md")]
struct WgslPage;
