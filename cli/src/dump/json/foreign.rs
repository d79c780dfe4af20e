//! Objects of other versions, and damaged ones.

use pica200_objfmt::formats::inspect::{DocumentedObject, RawRelocation};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use super::name::hex_word;
use super::program::Program;
use super::shader::Tables;

/// The parts of an object whose format is published.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct ForeignObject {
    /// The version.
    version: u16,
    /// The word at 0Ch in hexadecimal: FFFFFFFF for vertex shaders.
    geometry_word: String,
    /// Code, descriptors, lines and files.
    program: Program,
    /// Stage, masks and tables.
    shader: Tables,
    /// Relocation records.
    relocations: Vec<Relocation>,
}

/// A relocation record.
#[derive(Serialize)]
#[cfg_attr(
    test,
    derive(JsonSchema),
    schemars(deny_unknown_fields, rename = "ForeignRelocation")
)]
struct Relocation {
    /// Word offset of the instruction.
    word: u32,
    /// Two words in hexadecimal, of unknown meaning.
    unexplained: [String; 2],
}

impl ForeignObject {
    pub(super) fn new(object: &DocumentedObject) -> Self {
        let relocation = |record: &RawRelocation| Relocation {
            word: record.word,
            unexplained: record.unexplained.map(hex_word),
        };
        Self {
            version: object.version,
            geometry_word: hex_word(object.geometry),
            program: Program::new(&object.program),
            shader: Tables::new(&object.shader),
            relocations: object.relocations.iter().map(relocation).collect(),
        }
    }
}
