//! File formats and their tests.
//!
//! Each module defines the fuzz target of a format, its seeds, and the page with its records.

mod archive;
#[path = "../../../objfmt/foreign/fuzz.rs"]
pub(crate) mod foreign;
pub(crate) mod inspection;
mod object;
mod shbin;

use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::layout::Record;

use crate::fuzzing::Target;
pub(crate) use object::check_object;

/// A format of files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The kind of its files.
    pub kind: FileKind,
    /// The page that describes it, relative to the workspace root.
    pub page: &'static str,
    /// The records of its files, each of which has a table in the page.
    pub records: &'static [&'static Record],
    /// The fuzz target of its reader.
    pub target: Target,
}

/// The native formats.
const NATIVE: &[&Format] = &[&shbin::FORMAT, &object::FORMAT, &archive::FORMAT];

/// Returns all formats.
pub fn formats() -> impl Iterator<Item = &'static Format> {
    NATIVE.iter().chain(foreign::FORMATS).copied()
}
