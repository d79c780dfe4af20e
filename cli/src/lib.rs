//! The programs `picasm`, `picac`, `picafmt`, `picald`, `picaar`, `picadump`, `picarun`, `picals` and `picasso`. Their
//! `main` functions are thin shells over this library, and it is a thin shell over [`pica200`].
//!
//! ```
//! use pica200_cli::command_lines;
//!
//! let picald = command_lines().into_iter().find(|command| command.get_name() == "picald");
//! assert!(picald.is_some_and(|command| command.get_arguments().any(|a| a.get_id() == "output")));
//! ```
//!
//! - [`picasm`], [`picac`], [`picafmt`], [`picald`], [`picaar`], [`picadump`], [`picarun`], [`picals`], [`picasso`]:
//!   the command line of each program, and its work;
//! - `programs`: all of them by their names, and the program `pica200`, which is each of them;
//! - [`Allocator`], [`SmallAllocator`]: what `main` of each program declares;
//! - `arguments`: command lines, and the response files in them;
//! - `build_options`, `assembling`, `bindings`, `compiling`, [`levels`], `explain`, `jobs`, `remap`, `depend`, `stdin`:
//!   options that several programs have;
//! - `ending`, `several`: write outputs and reports;
//! - `listing`: sources beside their words;
//! - `destination`, `output`: where output goes, and files that are written whole or not at all;
//! - `sections`: the sections of a file as text; `dump`: the other views of `picadump`; `profile`: the cost of shaders,
//!   for `picarun`;
//! - [`relink`]: how to get a file back from its disassembly.
//!
//! The programs write only to the streams that their caller passes.

#![cfg_attr(
    not(feature = "inspect"),
    allow(dead_code, reason = "parts that the programs of this feature have alone")
)]

mod advice;
mod allocator;
mod arguments;
mod build_options;
mod depend;
mod destination;
#[cfg(feature = "inspect")]
mod dump;
mod ending;
mod explain;
mod help;
pub mod levels;
mod listing;
mod options;
pub mod output;
#[cfg(feature = "inspect")]
pub mod picaar;
pub mod picac;
#[cfg(feature = "inspect")]
pub mod picadump;
pub mod picafmt;
pub mod picald;
#[cfg(feature = "server")]
pub mod picals;
#[cfg(feature = "inspect")]
pub mod picarun;
pub mod picasm;
pub mod picasso;
#[cfg(feature = "inspect")]
mod profile;
mod program;
mod programs;
mod progress;
#[cfg(feature = "inspect")]
pub mod relink;
mod sections;
mod several;

pub use allocator::{Allocator, SmallAllocator};
pub use program::{Status, Streams, run};
pub use programs::{command_lines, run_named};
