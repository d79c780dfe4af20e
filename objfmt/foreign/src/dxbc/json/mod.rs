//! JSON output for DXBC containers, described by `cli/picadump-dxbc.schema.json` and explained in `cli/JSON.md`. The
//! types are written out field by field; the schema is generated from them and their comments. Numbers are as in the
//! file; only instructions are shown by name.

mod parts;
mod resources;
mod shallow;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use pica200_dxbc::container::Checksum;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Serializer;

use crate::dxbc::parsed::ParsedContainer;
use parts::{Chunk, Element, Fault, Gap, Interfaces, Program};
use pica200::shader::direct3d::hex;
use resources::Resources;
use shallow::Shallow;

/// The version of the document format.
const VERSION: u32 = 1;

/// The output of `picadump --json` for a DXBC container.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// The file kind: `dxbc`.
    format: &'static str,
    /// The version of this document format: 1. It changes when fields change their meaning or are removed, not when
    /// fields are added.
    version: u32,
    /// The file name used in messages.
    file: &'a str,
    /// The errors in the container and its chunks; empty if there are none. A chunk with an error has no values.
    faults: Vec<Fault>,
    /// The size of the container in bytes, according to its header.
    size: u32,
    /// The checksum in the header: 16 bytes in hexadecimal.
    checksum: String,
    /// True if the checksum matches the bytes. False for an unsigned container, whose checksum is zero.
    checksum_ok: bool,
    /// The chunks in the file, in header order.
    chunks: Vec<Chunk>,
    /// The bytes outside the header and the chunks.
    gaps: Vec<Gap>,
    /// Buffers, variables and bindings (RDEF), or null.
    resources: Option<Resources>,
    /// The elements of each signature, by chunk name.
    signatures: BTreeMap<String, Vec<Element>>,
    /// The program (SHDR or SHEX), or null.
    program: Option<Program>,
    /// The fields of the statistics (STAT) by name, or null.
    statistics: Option<BTreeMap<String, u32>>,
    /// Class types, instances and slots (IFCE), or null.
    interfaces: Option<Interfaces>,
    /// The bits of the required features (SFI0), or null.
    features: Option<u64>,
}

impl<'a> Document<'a> {
    fn new(parsed: &ParsedContainer<'a>) -> Self {
        let ParsedContainer {
            name,
            container,
            shader,
        } = parsed;
        let faults = container.faults().iter().chain(&shader.faults);
        let signatures = shader.signatures.iter().map(|signature| {
            let elements = signature.elements.iter().map(Element::new);
            (signature.id.to_string(), elements.collect())
        });
        let statistics = shader.statistics.as_ref().map(|statistics| {
            let fields = statistics.iter();
            fields.map(|(field, value)| (field.to_string(), value)).collect()
        });
        Self {
            format: "dxbc",
            version: VERSION,
            file: name,
            faults: faults.map(Fault::new).collect(),
            size: container.header().size,
            checksum: hex(&container.header().checksum),
            checksum_ok: container.checksum() == Checksum::Right,
            chunks: container.entries().iter().filter_map(Chunk::new).collect(),
            gaps: container.gaps().iter().map(Gap::new).collect(),
            resources: shader.resources.as_ref().map(Resources::new),
            signatures: signatures.collect(),
            program: shader
                .program
                .as_ref()
                .map(|(chunk, program)| Program::new(chunk, program)),
            statistics,
            interfaces: shader.interfaces.as_ref().map(Interfaces::new),
            features: shader.features.map(|features| features.0),
        }
    }
}

/// Returns the container as a JSON document, followed by a line ending.
pub(crate) fn json(parsed: &ParsedContainer<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Shallow::default());
    // Strings and numbers can always be serialized, and writing to a vector cannot fail.
    if Document::new(parsed).serialize(&mut serializer).is_err() {
        text.clear();
    }
    text.push(b'\n');
    text
}
