//! The programs `picasm`, `picac`, `picafmt`, `picald`, `picaar`, `picadump`, `picarun`, `picals` and `picasso`. Their
//! `main` functions are thin wrappers of this library, which is a thin layer over [`pica200`].
//!
//! ```
//! use pica200_cli::command_lines;
//!
//! let picald = command_lines().into_iter().find(|command| command.get_name() == "picald");
//! assert!(picald.is_some_and(|command| command.get_arguments().any(|a| a.get_id() == "output")));
//! ```
//!
//! - [`picasm`], [`picac`], [`picafmt`], [`picald`], [`picaar`], [`picadump`], [`picarun`], [`picals`], [`picasso`]:
//!   command line and implementation of each program;
//! - `programs`: all programs by name, and the multi-call program `pica200`;
//! - [`Allocator`], [`SmallAllocator`]: global allocators for the `main` files;
//! - `arguments`: response files on command lines;
//! - `build_options`, `options`, [`levels`], `explain`, `depend`: options shared by several programs;
//! - `session_ext`, `build_set`: writing outputs and diagnostics;
//! - `listing`: sources next to their code words;
//! - `destination`, `output`: output destinations, and atomic writes;
//! - `sections`: the sections of a file as text; `dump`: the other views of `picadump`; `profile`: the cost of shaders,
//!   for `picarun`;
//! - [`relink`]: the options that recreate a file from its disassembly.
//!
//! The programs write only to the streams passed by their caller.

#![cfg_attr(
    not(feature = "inspect"),
    allow(dead_code, reason = "used only by programs of this feature")
)]

mod advice;
mod allocator;
mod arguments;
mod build_options;
mod build_set;
mod depend;
mod destination;
#[cfg(feature = "inspect")]
mod dump;
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
mod session_ext;

pub use allocator::{Allocator, SmallAllocator};
pub use program::{Status, Streams, run};
pub use programs::{command_lines, run_named};
