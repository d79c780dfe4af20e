#![doc = include_str!("../README.md")]

mod checksum;
pub mod container;
pub mod error;
pub mod program;
pub mod text;

pub use container::Container;
pub use error::{Error, Fault, FourCc};
