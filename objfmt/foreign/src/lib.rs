#![doc = include_str!("../README.md")]

pub mod archive;
pub mod bnsh;
mod description;
pub mod dxbc;
pub mod sharcfb;

#[cfg(test)]
mod golden;
#[cfg(test)]
#[path = "../../../cli/src/dump/schema.rs"]
mod schema;
#[cfg(test)]
#[path = "../../../cli/src/dump/workspace.rs"]
mod workspace;

use archive::ArchiveKind;
use pica200_report::view::Viewer;

/// Declares the tables of formats. A row has the module of a format, and the traits that its `Format` implements. There
/// is a table for each trait, so that a program contains only what it uses.
macro_rules! formats {
    ($($format:ident: Viewer $(+ $archive:ident)?;)*) => {
        /// The viewers of all formats.
        pub const VIEWERS: &[&dyn Viewer] = &[$(&$format::Format),*];

        /// The archive formats.
        pub const ARCHIVES: &[&dyn ArchiveKind] = &[$($(&$format::Format as &dyn $archive,)?)*];
    };
}

formats! {
    dxbc: Viewer;
    sharcfb: Viewer + ArchiveKind;
    bnsh: Viewer + ArchiveKind;
}
