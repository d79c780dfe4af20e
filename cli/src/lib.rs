//! The programs `picasm`, `picafmt`, `picald`, `picaar`, `picadump`, `picarun` and `picasso`, as a library that their `main` functions
//! are thin shells over.
//!
//! - [`picasm`], [`picafmt`], [`picald`], [`picaar`], [`picadump`], [`picarun`] and [`picasso`]: a program each: its command line, and what it does;
//! - [`testing`]: tests of shaders, for `#[test]` functions; `picarun --test` runs such tests from files;
//! - `assembling`: the options of the assembler;
//! - [`build`]: shaders for Cargo's build scripts, and for macros; this and what it needs is there without the feature
//!   `programs`, too;
//! - `arguments`: command lines, and the response files in them;
//! - [`input`]: files and standard input, read whole;
//! - `inputs`, `list`, `library`: lists of inputs, and archives, where libraries are looked for;
//! - [`session`]: assembling and laying out inputs, and gathering what there is to say;
//! - [`source`]: sources as reports look into them;
//! - [`report`]: one form for all that is said, whoever says it;
//! - [`levels`]: which reports are said, and which stop the output;
//! - [`explain`]: what each diagnostic means;
//! - [`render`]: that form as text for people, as lines for editors, as JSON;
//! - [`profile`]: what shaders cost, by procedure and source line;
//! - `listing`, `depend`: sources beside their words, and what outputs depend on;
//! - [`destination`]: where output goes, and what it must not overwrite;
//! - `remap`: other names for files in outputs;
//! - [`relink`]: how to get a file back from its disassembly;
//! - [`output`]: files that are written whole or not at all.
//!
//! Nothing here prints: the programs write to the streams that their caller hands them.

#[cfg(feature = "programs")]
mod arguments;
#[cfg(feature = "programs")]
mod assembling;
pub mod build;
#[cfg(feature = "programs")]
mod depend;
#[cfg(feature = "programs")]
pub mod destination;
#[cfg(feature = "programs")]
mod dump;
pub mod explain;
pub mod input;
mod inputs;
pub mod levels;
mod library;
mod list;
#[cfg(feature = "programs")]
mod listing;
#[cfg(feature = "programs")]
mod map;
#[cfg(feature = "programs")]
pub mod output;
#[cfg(feature = "programs")]
pub mod picaar;
#[cfg(feature = "programs")]
pub mod picadump;
#[cfg(feature = "programs")]
pub mod picafmt;
#[cfg(feature = "programs")]
pub mod picald;
#[cfg(feature = "programs")]
pub mod picarun;
#[cfg(feature = "programs")]
pub mod picasm;
#[cfg(feature = "programs")]
pub mod picasso;
#[cfg(feature = "programs")]
pub mod profile;
#[cfg(feature = "programs")]
mod program;
#[cfg(feature = "programs")]
pub mod relink;
#[cfg(feature = "programs")]
mod remap;
pub mod render;
pub mod report;
pub mod session;
#[cfg(feature = "programs")]
mod shader;
pub mod source;
#[cfg(feature = "programs")]
pub mod testing;

pub use build::Build;
#[cfg(feature = "programs")]
pub use program::{Status, Streams, run};

/// The command line of each program, for who makes completions or manual pages of it.
#[cfg(feature = "programs")]
pub fn command_lines() -> [clap::Command; 6] {
    [
        picaar::command_line(),
        picadump::command_line(),
        picafmt::command_line(),
        picald::command_line(),
        picarun::command_line(),
        picasm::command_line(),
    ]
}
