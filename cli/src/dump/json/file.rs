//! Faults and byte regions of the file.

use pica200_objfmt::formats::error::{ReadError, RecordLocation as At, Structure as In};
use pica200_objfmt::formats::inspect::{Region as Run, RegionKind};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

/// A fault of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Fault {
    /// Description of the fault for people.
    message: String,
    /// Byte offset in the file.
    offset: usize,
    /// The structure.
    structure: Structure,
    /// Index of the shader if the structure is a DVLE, else null.
    shader: Option<usize>,
    /// The table; null for the structure's header.
    table: Option<&'static str>,
    /// Index of the table's entry; null for the table as a whole.
    entry: Option<usize>,
}

impl Fault {
    pub(super) fn new(error: &ReadError) -> Self {
        let At {
            structure,
            table,
            entry,
        } = error.location;
        let (structure, shader) = Structure::new(structure);
        Self {
            message: error.kind.to_string(),
            offset: error.offset,
            structure,
            shader,
            table: table.map(|table| table.name()),
            entry,
        }
    }
}

/// A structure of a file.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
enum Structure {
    /// Header of a shader binary.
    Dvlb,
    /// Program of a shader binary.
    Dvlp,
    /// Shader of a shader binary.
    Dvle,
    /// An object.
    Dvoj,
}

impl Structure {
    /// Returns the structure, and the index of the shader.
    fn new(structure: In) -> (Self, Option<usize>) {
        match structure {
            In::Dvlb => (Self::Dvlb, None),
            In::Dvlp => (Self::Dvlp, None),
            In::Dvle(index) => (Self::Dvle, Some(index)),
            In::Dvoj => (Self::Dvoj, None),
        }
    }
}

/// A byte range of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Region {
    /// Byte offset in the file.
    offset: usize,
    /// Number of bytes.
    size: usize,
    /// Kind of the bytes.
    kind: Use,
    /// The structure that contains them, if any.
    structure: Option<Structure>,
    /// Index of the shader if the structure is a DVLE, else null.
    shader: Option<usize>,
    /// The table that contains them, if any.
    table: Option<&'static str>,
}

/// The kinds of bytes in a file.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
enum Use {
    /// Header of a structure.
    Header,
    /// Table of a structure.
    Table,
    /// Zeros up to a multiple of four.
    Padding,
    /// Bytes to which no header refers.
    Unknown,
}

impl Region {
    pub(super) fn new(run: &Run) -> Self {
        let (kind, structure, table) = match run.kind {
            RegionKind::Header(structure) => (Use::Header, Some(structure), None),
            RegionKind::Table(structure, table) => (Use::Table, Some(structure), Some(table)),
            RegionKind::Padding => (Use::Padding, None, None),
            RegionKind::Unknown => (Use::Unknown, None, None),
        };
        let (structure, shader) = structure.map(Structure::new).unzip();
        Self {
            offset: run.offset,
            size: run.size,
            kind,
            structure,
            shader: shader.flatten(),
            table: table.map(|table| table.name()),
        }
    }
}
