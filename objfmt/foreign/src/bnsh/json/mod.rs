//! JSON output for BNSH files, described by `cli/picadump-bnsh.schema.json` and explained in `cli/JSON.md`. The types
//! are written out field by field; the schema is generated from them and their comments. Numbers are as in the file.

mod parts;
mod program;

#[cfg(test)]
mod tests;

use pica200_bnsh::{Bnsh, ProgramKind};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use parts::{Block, Dictionary, Fault, MemoryPool, RelocationSection, Text};
use pica200_report::view::json::{escaped, pretty};
use program::Program;

/// The version of the document format.
const FORM: u32 = 1;

/// The output of `picadump --json` for a BNSH file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// The file kind: `bnsh`.
    format: &'static str,
    /// The version of this document format: 1. It changes when fields change their meaning or are removed, not when
    /// fields are added.
    form: u32,
    /// The file name used in messages.
    file: &'a str,
    /// The errors in the file; empty if there are none. A part with an error has no values.
    faults: Vec<Fault>,
    /// The format version of the file: major, minor, micro.
    version: (u16, u8, u8),
    /// The alignment of the file in bytes; null if it is larger than any file.
    alignment: Option<u64>,
    /// The size of an address in bits: 64.
    target_address_size: u8,
    /// The name in the header, or null.
    name: Option<String>,
    /// The flags of the header.
    flags: u16,
    /// The size of the file in bytes, according to its header.
    size: u32,
    /// The offset of the relocation table.
    relocation_table: u32,
    /// The blocks.
    blocks: Vec<Block>,
    /// The number of the graphics API; null if the file has no shader container.
    api_type: Option<u16>,
    /// The version of the graphics API, or null.
    api_version: Option<u16>,
    /// The number of the code type, or null.
    code_type: Option<u8>,
    /// The compiler version, or null.
    compiler_version: Option<u32>,
    /// The version of the machine-code compiler, or null.
    low_level_version: Option<u64>,
    /// The memory pool, or null.
    memory_pool: Option<MemoryPool>,
    /// The variations.
    variations: Vec<Variation<'a>>,
    /// The dictionaries, in the order in which the variations refer to them.
    dictionaries: Vec<Dictionary>,
    /// The strings of the string table, in its order, with the empty one first; null without a table.
    strings: Option<Vec<Text>>,
    /// The sections of the relocation table; null without a table.
    relocations: Option<Vec<RelocationSection>>,
}

/// A variation.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Variation<'a> {
    /// The offset of the program as source text; 0 if there is none.
    source: u64,
    /// The offset of the program in an intermediate language; 0 if there is none.
    intermediate: u64,
    /// The offset of the program as machine code; 0 if there is none.
    binary: u64,
    /// The program as machine code, or null.
    program: Option<Program<'a>>,
    /// The program as source text, or null.
    source_program: Option<Program<'a>>,
    /// The program in an intermediate language, or null.
    intermediate_program: Option<Program<'a>>,
}

impl<'a> Document<'a> {
    fn new(name: &'a str, found: &'a Bnsh<'_>) -> Self {
        let header = &found.header;
        let container = found.container.as_ref();
        let strings = found.strings.as_ref();
        let relocations = found.relocations.as_ref();
        let variation = |variation: &'a pica200_bnsh::program::Variation| {
            let program = |kind| Some(Program::new(found, variation.program(kind)?));
            let [source, intermediate, binary] = variation.offsets;
            Variation {
                source,
                intermediate,
                binary,
                program: program(ProgramKind::Binary),
                source_program: program(ProgramKind::Source),
                intermediate_program: program(ProgramKind::Intermediate),
            }
        };
        let version = header.version;
        Self {
            format: "bnsh",
            form: FORM,
            file: name,
            faults: found.faults.iter().map(Fault::new).collect(),
            version: (version.major, version.minor, version.micro),
            alignment: header.alignment(),
            target_address_size: header.address_size,
            name: header.name.map(|(_, name)| escaped(name)),
            flags: header.flags,
            size: header.size,
            relocation_table: header.relocations,
            blocks: found.blocks.iter().map(Block::new).collect(),
            api_type: container.map(|container| container.api),
            api_version: container.map(|container| container.api_version),
            code_type: container.map(|container| container.code_type.0),
            compiler_version: container.map(|container| container.compiler),
            low_level_version: container.map(|container| container.low_level_compiler),
            memory_pool: found.pool.as_ref().map(MemoryPool::new),
            variations: found.variations.iter().map(variation).collect(),
            dictionaries: found.dictionaries.iter().map(Dictionary::new).collect(),
            strings: strings.map(|strings| strings.list.iter().map(Text::new).collect()),
            relocations: relocations.map(|table| {
                let sections = table.sections.iter();
                sections.map(RelocationSection::new).collect()
            }),
        }
    }
}

/// Returns the file as a JSON document, followed by a line ending.
pub(crate) fn json(name: &str, found: &Bnsh<'_>) -> Vec<u8> {
    pretty(&Document::new(name, found))
}
