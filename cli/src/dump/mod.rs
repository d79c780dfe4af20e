//! The output of `picadump`: a module for each view of a file.

pub(crate) mod archive;
pub(crate) mod diff;
pub(crate) mod disassembly;
pub(crate) mod dot;
pub(crate) mod json;
pub(crate) mod raw;
pub(crate) mod records;
mod relink_diff;
pub(crate) mod scan;
pub(crate) mod size;
pub(crate) mod symbols;
pub(crate) mod verify;
pub(crate) mod wrapped;

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod workspace;

pub(crate) use pica200::text::{names, page};
pub(crate) use pica200_report::contents;
