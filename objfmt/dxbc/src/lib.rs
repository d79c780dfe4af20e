#![doc = include_str!("../README.md")]

pub mod error;
pub mod program;

pub use error::{Error, Fault, FourCc};
