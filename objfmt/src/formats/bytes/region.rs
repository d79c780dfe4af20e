//! Runs of bytes with the structure that they belong to.

use crate::formats::error::{RecordPlace, Structure, Table};

/// A run of bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// The first byte's offset in the file.
    pub offset: usize,
    /// The number of bytes.
    pub size: usize,
    /// Their kind.
    pub kind: RegionKind,
}

/// The kind of a run of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionKind {
    /// The header of a structure.
    Header(Structure),
    /// A table of a structure; tables of names consist of strings.
    Table(Structure, Table),
    /// Zeros that pad to a multiple of four.
    Padding,
    /// Bytes that no header refers to.
    Unknown,
}

impl RegionKind {
    /// What is at a place that is a header or a table.
    pub(crate) fn of(place: RecordPlace) -> Self {
        match place.table {
            Some(table) => Self::Table(place.structure, table),
            None => Self::Header(place.structure),
        }
    }
}
