//! The files that hold programs.
//!
//! - [`object`]: DVOJ, which the assembler writes and the linker reads;
//! - [`shbin`]: DVLB with its DVLP and DVLEs, which consoles load;
//! - [`archive`]: several objects in one file, with an index of the procedures that they define;
//! - [`inspect`]: the bytes of objects and shader binaries, even if they are damaged or of an unknown version;
//! - [`layout`]: the fields of headers and tables;
//! - [`bytes`]: slices of untrusted bytes, for readers here and in other crates;
//! - [`error`]: errors of reading and writing;
//! - [`recognise`]: the kind of a file by its first bytes.
//!
//! A reader of another kind of file is a folder here, with a row in the table of `recognise.rs`.

pub mod archive;
pub mod bytes;
pub mod error;
mod image;
pub mod inspect;
pub mod layout;
pub mod object;
mod recognise;
pub mod shbin;

pub use recognise::{FileKind, recognise};
