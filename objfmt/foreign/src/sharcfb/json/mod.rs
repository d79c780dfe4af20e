//! JSON output for SHARCFB archives, described by `cli/picadump-sharcfb.schema.json` and explained in `cli/JSON.md`.
//! The types are written out field by field; the schema is generated from them and their comments. Numbers are as in
//! the file.

mod shader;
mod variation;

#[cfg(test)]
mod tests;

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::archive::{self, SymbolKind};
use pica200_sharcfb::names::stage_name;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use crate::sharcfb::text::{ParsedArchive, hex};
use pica200_report::view::json::{escaped, pretty};
use shader::Shader;
pub(crate) use variation::json as variation_json;

/// The version of the document format.
const FORM: u32 = 1;

/// The output of `picadump --json` for a SHARCFB archive.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// The file kind: `sharcfb`.
    format: &'static str,
    /// The version of this document format: 1. It changes when fields change their meaning or are removed, not when
    /// fields are added.
    form: u32,
    /// The file name used in messages.
    file: &'a str,
    /// The errors in the archive; empty if there are none. An array ends before its first entry that cannot be read.
    faults: Vec<Fault>,
    /// Warnings: parts that can be read, but that the console's loader rejects or reads differently.
    warnings: Vec<String>,
    /// The byte order: `big` or `little`.
    endian: &'static str,
    /// The version of the file: 8.
    version: u32,
    /// The size of the archive in bytes, according to its header.
    size: usize,
    /// Whether offsets have been replaced by addresses: 0, except in a memory dump.
    resolved: u32,
    /// The name of the archive.
    name: String,
    /// The binaries in index order.
    binaries: Vec<Binary>,
    /// The programs.
    programs: Vec<Program>,
}

/// An error.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "SharcfbFault"))]
struct Fault {
    /// The part of the archive.
    place: String,
    /// The offset in the file in bytes.
    offset: usize,
    /// The error message, including the location.
    message: String,
}

/// A binary.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Binary {
    /// The stage: `vertex`, `pixel`, `geometry`; `type` and the number for an unknown one.
    r#type: String,
    /// The size of the entry in bytes.
    size: usize,
    /// The distance in bytes from the entry header to the data.
    data_offset: usize,
    /// The size of the data in bytes.
    data_size: usize,
    /// The shader; null if it cannot be read.
    shader: Option<Shader>,
}

/// A program.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "SharcfbProgram"))]
struct Program {
    /// The name.
    name: String,
    /// The stages, as bits: 1 vertex, 2 pixel, 4 geometry.
    kind: u32,
    /// The index of the first binary.
    base_index: u32,
    /// The macros, most significant first.
    macros: Vec<Macro>,
    /// The default values: macros with one value each.
    defaults: Vec<Macro>,
    /// The uniforms.
    uniforms: Vec<Symbol>,
    /// The uniform blocks.
    uniform_blocks: Vec<Symbol>,
    /// The samplers.
    samplers: Vec<Symbol>,
    /// The attributes.
    attributes: Vec<Symbol>,
}

/// A macro.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Macro {
    /// The name.
    name: String,
    /// The values in index order.
    values: Vec<String>,
    /// The id.
    id: String,
}

/// A symbol.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Symbol {
    /// The name.
    name: String,
    /// The id.
    id: String,
    /// A signed number of unknown meaning.
    offset: i32,
    /// The default value in hexadecimal: words with the most significant byte first, whatever the byte order of the
    /// file; for a uniform block, the bytes of the file.
    default: String,
    /// A flag for each variation: 1 if it uses the symbol, else 0.
    variations: Vec<u8>,
}

impl<'a> Document<'a> {
    fn new(parsed: &ParsedArchive<'a>) -> Self {
        let archive = parsed.archive;
        Self {
            format: "sharcfb",
            form: FORM,
            file: parsed.name,
            faults: parsed.faults.iter().map(Fault::new).collect(),
            warnings: parsed.warnings.iter().map(ToString::to_string).collect(),
            endian: endian(archive),
            version: archive.version(),
            size: parsed.size,
            resolved: archive.resolved(),
            name: escaped(archive.name()),
            binaries: (0..archive.binaries().len())
                .filter_map(|index| Binary::new(archive, index))
                .collect(),
            programs: archive.programs().iter().map(Program::new).collect(),
        }
    }
}

/// Returns the byte order of an archive.
fn endian(archive: &archive::Archive) -> &'static str {
    match archive.order() {
        ByteOrder::Little => "little",
        ByteOrder::Big => "big",
    }
}

impl Binary {
    /// Returns the binary at an index, or `None` if the archive has none.
    fn new(archive: &archive::Archive, index: usize) -> Option<Self> {
        let binary = archive.binaries().get(index)?;
        let shader = archive.shader(index).and_then(Result::ok);
        Some(Self {
            r#type: stage_name(binary.stage()),
            size: binary.size(),
            data_offset: binary.offset(),
            data_size: binary.data().len(),
            shader: shader.map(|read| Shader::new(&read)),
        })
    }
}

impl Fault {
    fn new(fault: &pica200_sharcfb::Error) -> Self {
        Self {
            place: fault.location.to_string(),
            offset: fault.offset,
            message: fault.to_string(),
        }
    }
}

impl Program {
    fn new(program: &archive::Program) -> Self {
        let symbols = |kind| program.symbols(kind).iter().map(Symbol::new).collect();
        Self {
            name: escaped(program.name()),
            kind: program.kind().0,
            base_index: program.base_index(),
            macros: program.macros().iter().map(Macro::new).collect(),
            defaults: program.defaults().iter().map(Macro::new).collect(),
            uniforms: symbols(SymbolKind::Uniform),
            uniform_blocks: symbols(SymbolKind::UniformBlock),
            samplers: symbols(SymbolKind::Sampler),
            attributes: symbols(SymbolKind::Attribute),
        }
    }
}

impl Macro {
    fn new(known: &archive::Macro) -> Self {
        Self {
            name: escaped(known.name()),
            values: known.values().map(|value| escaped(value)).collect(),
            id: escaped(known.id()),
        }
    }
}

impl Symbol {
    fn new(symbol: &archive::Symbol) -> Self {
        Self {
            name: escaped(symbol.name.text()),
            id: escaped(symbol.id.text()),
            offset: symbol.offset,
            default: hex(&symbol.default),
            variations: symbol.variations.clone(),
        }
    }
}

/// Returns the archive as a JSON document, followed by a line ending.
pub(crate) fn json(parsed: &ParsedArchive<'_>) -> Vec<u8> {
    pretty(&Document::new(parsed))
}
