//! End-to-end tests of the toolchain: sources in, objects, shader binaries and diagnostics out.
//!
//! - `golden/` contains sources with picasso's output for them (`tests/golden.rs`);
//! - `cases/` contains sources with embedded expectations (`tests/cases.rs`); [`case`] describes their format;
//! - `tests/robustness.rs` passes damaged sources, objects and noise to the libraries;
//! - `tests/loader/` compares the libraries' reading of binaries with that by consoles;
//! - `fuzz/` contains fuzz targets, and `tests/regressions.rs` checks that their findings stay fixed;
//! - `tests/behaviour/` runs golden files and examples in the machine model;
//! - `tests/documents.rs` checks the examples and the language pages, and `tests/links.rs` links and paths;
//! - `sessions/` contains editor sessions with the language server (`tests/server/`); [`session`] describes their
//!   format;
//! - `tests/judge/` compares GLSL shaders on an installed OpenGL with the machine model;
//! - `tests/structure/` checks the dependencies between crates, and finds import cycles between modules;
//! - `tests/editors/` tests the editor files with the editors;
//! - `tests/shipped/` generates completions, manual pages and editor files, and checks the packages.
//!
//! The modules are shared by the tests: [`case`] parses cases, [`run`] runs them, [`show`] formats snapshots,
//! [`corpus`] finds the files, [`dimensions`] generates sources with a large amount of one construct, [`programs`]
//! loads the programs linked from sources, [`fuzzing`] checks properties of arbitrary inputs, [`formats`] describes
//! file formats, [`loader`] models the loader of consoles, [`editor`] is a language server client, [`session`] runs
//! scripted sessions, [`mutants`] generates programs with an error, [`packages`] rewrites the links of packaged pages,
//! [`page`] parses the fenced blocks of pages, [`sizes`] compares compiled and handwritten programs, [`generated`]
//! generates programs of several files, and [`random`] provides random numbers from a fixed seed.

pub mod case;
pub mod corpus;
pub mod dimensions;
pub mod editor;
pub mod formats;
pub mod fuzzing;
pub mod generated;
pub mod loader;
pub mod mutants;
pub mod packages;
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
