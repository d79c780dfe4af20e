#![doc = include_str!("../README.md")]
//!
//! `FORMAT.md` in this package describes the files field by field.

pub mod difference;
pub mod flow;
pub mod formats;
pub mod isa;
pub mod observe;
