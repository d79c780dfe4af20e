//! The files that hold programs.
//!
//! - [`object`]: DVOJ, which the assembler writes and the linker reads;
//! - [`shbin`]: DVLB with its DVLP and DVLEs, which consoles load;
//! - [`archive`]: several objects in one file, with an index of the procedures that they define;
//! - [`inspect`]: the bytes of objects and shader binaries, even if they are damaged or of an unknown version;
//! - [`literal`]: values of constants as a source writes them;
//! - [`layout`]: the fields of headers and tables;
//! - [`error`]: errors of reading and writing;
//! - [`kind_of_file`]: recognises a file by its first bytes.

pub mod archive;
mod bytes;
pub mod error;
mod image;
pub mod inspect;
mod kind;
pub mod layout;
pub mod literal;
pub mod object;
pub mod shbin;

pub use kind::{FileKind, kind_of_file};
