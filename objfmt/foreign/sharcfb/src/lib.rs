#![doc = include_str!("../README.md")]
//!
//! `SHARCFB.md` in this package describes the files field by field.

pub mod archive;
pub mod check;
pub mod difference;
pub mod edit;
pub mod error;
mod find;
pub mod gx2;
mod kind;
pub mod layout;
pub mod names;
mod numbers;
pub mod variation;

pub use archive::Archive;
pub use error::{Error, ErrorKind, Location};
pub use find::find;
