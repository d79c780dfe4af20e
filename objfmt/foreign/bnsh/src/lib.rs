#![doc = include_str!("../README.md")]
//!
//! `BNSH.md` in this package describes the file field by field.

pub mod container;
pub mod contents;
pub mod dictionary;
pub mod difference;
pub mod error;
mod find;
pub mod kinds;
pub mod layout;
pub mod part;
pub mod program;
mod reader;
pub mod reflection;
pub mod relocation;
pub mod strings;
pub mod verify;
pub mod version;
pub mod write;

pub use container::Bnsh;
pub use error::{Error, ErrorKind, ProgramId, Structure};
pub use find::find;
pub use kinds::{CodeType, ProgramKind, ResourceKind, Stage};
pub use reader::{Field, Pointer, RecordSpan};
pub use version::Version;
