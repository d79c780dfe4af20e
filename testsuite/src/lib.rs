//! Tests of the whole toolchain: sources in, objects, shader binaries and diagnostics out.
//!
//! - `golden/` holds sources with the files that the incumbent assembler makes of them (`tests/golden.rs`);
//! - `cases/` holds sources that say themselves what they check (`tests/cases.rs`); [`case`] describes their form;
//! - `tests/robustness.rs` feeds all of them, and noise, to the libraries in ways that no user would;
//! - `fuzz/` does so for hours, and `tests/regressions.rs` keeps what that has found from coming back;
//! - `tests/behaviour.rs` runs golden files and examples in a model of the machine, the crate in `machine/`;
//! - `tests/documents.rs` keeps the examples and the pages about the language true, `tests/links.rs` links and paths;
//! - `tests/structure.rs` keeps the crates apart;
//! - `tests/shipped/` makes completions, manual pages and files for editors, and looks into packages.
//!
//! The modules here are what these have in common: [`case`] reads a case, [`run`] runs it, [`show`] is the text that
//! snapshots hold, [`corpus`] finds the files, [`programs`] what is linked of them, [`fuzzing`] says what must hold of
//! any input.

pub mod case;
pub mod corpus;
pub mod fuzzing;
pub mod programs;
pub mod run;
pub mod show;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../cli/docs/cargo.md")]
struct CargoPage;
