#![doc = include_str!("../README.md")]
//!
//! `DXBC.md` in this package describes the files field by field.

mod checksum;
mod chunk;
pub mod container;
pub mod difference;
pub mod error;
pub mod features;
pub mod interfaces;
pub mod layout;
pub mod level9;
mod numbers;
mod plain;
pub mod program;
pub mod resources;
mod shader;
pub mod signature;
pub mod statistics;
pub mod text;
pub mod verify;
mod writer;

pub use container::Container;
pub use error::{Error, ErrorKind, FourCc};
pub use shader::{MODEL_6, PROGRAMS, Shader, is_needed_to_run};
