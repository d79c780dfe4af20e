//! Regions of a file with the structures that they belong to.

use crate::formats::error::{RecordLocation, Structure, Table};

/// A range of bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// The file offset of the first byte.
    pub offset: usize,
    /// The number of bytes.
    pub size: usize,
    /// The kind of the bytes.
    pub kind: RegionKind,
}

/// The kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionKind {
    /// The header of a structure.
    Header(Structure),
    /// A table of a structure. Tables of names are string tables.
    Table(Structure, Table),
    /// Zeros that pad to a multiple of 4.
    Padding,
    /// Bytes that no header refers to.
    Unknown,
}

impl RegionKind {
    /// Returns the kind of a header or table.
    pub(crate) fn from_location(location: RecordLocation) -> Self {
        match location.table {
            Some(table) => Self::Table(location.structure, table),
            None => Self::Header(location.structure),
        }
    }
}
