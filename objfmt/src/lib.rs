//! The PICA200 shader processor and the files that hold its programs.
//!
//! - [`isa`]: the machine's registers, numbers, instructions and limits;
//! - [`formats`]: the files: shader binaries (DVLB), objects (DVOJ) and archives;
//! - [`flow`]: the words that execution can reach, and the graph of their blocks;
//! - [`difference`]: the differences in meaning between two shader binaries.
//!
//! `FORMAT.md` beside this crate describes the files field by field.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bits;
pub mod difference;
pub mod flow;
pub mod formats;
pub mod isa;
pub mod similar;
