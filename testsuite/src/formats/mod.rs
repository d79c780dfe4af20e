//! The kinds of files that programs read: what tests check of each of them.
//!
//! A file here has the fuzz target of a format, the inputs that fuzzing begins with, and the page with its records.

mod archive;
mod bnsh;
mod dxbc;
mod inspection;
mod object;
mod sharcfb;
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
    /// The page that describes it, from the root of the workspace.
    pub page: &'static str,
    /// The records of its files, each of which has a table in the page.
    pub records: &'static [&'static Record],
    /// The fuzz target of its reader.
    pub target: Target,
}

/// All formats.
pub const FORMATS: &[&Format] = &[
    &shbin::FORMAT,
    &object::FORMAT,
    &archive::FORMAT,
    &dxbc::FORMAT,
    &sharcfb::FORMAT,
    &bnsh::FORMAT,
];
