//! JSON output for a variation of a program, described by `cli/picadump-sharcfb-variation.schema.json`.

use pica200_sharcfb::variation::Variation;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use super::{Binary, FORM, Fault, ParsedArchive, endian};
use pica200_report::view::json::escaped;
use pica200_report::view::json::pretty;

/// The output of `picadump --variation --json` for a SHARCFB archive.
#[derive(Serialize)]
#[cfg_attr(
    test,
    derive(JsonSchema),
    schemars(deny_unknown_fields, rename = "VariationDocument")
)]
pub(super) struct Document<'a> {
    /// The document kind: `sharcfb-variation`.
    format: &'static str,
    /// The version of this document format: 1. It changes when fields change their meaning or are removed, not when
    /// fields are added.
    form: u32,
    /// The file name used in messages.
    file: &'a str,
    /// The errors in the archive.
    faults: Vec<Fault>,
    /// Warnings: parts that can be read, but that the console's loader rejects or reads differently.
    warnings: Vec<String>,
    /// The byte order: `big` or `little`.
    endian: &'static str,
    /// The name of the program.
    program: String,
    /// The index of the variation.
    variation: usize,
    /// The number of variations of the program.
    variations: u64,
    /// The value of each macro, most significant first.
    macros: Vec<Setting>,
    /// The binaries of the variation.
    binaries: Vec<Chosen>,
}

/// The value of a macro.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Setting {
    /// The name of the macro.
    name: String,
    /// The value.
    value: String,
}

/// A binary of the variation.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Chosen {
    /// The stage for its position: `vertex`, `pixel`, `geometry`.
    stage: String,
    /// The index in the archive's array of binaries.
    index: usize,
    /// The file name under which `picaar` extracts it.
    name: String,
    /// The binary.
    binary: Option<Binary>,
}

impl<'a> Document<'a> {
    fn new(parsed: &ParsedArchive<'a>, found: &Variation) -> Self {
        let archive = parsed.archive;
        let program = archive.programs().get(found.program);
        let names = archive.binary_names();
        let macros = program.into_iter().flat_map(|program| program.macros());
        let macros = macros.zip(&found.choices).map(|(known, choice)| Setting {
            name: escaped(known.name()),
            value: known
                .values()
                .nth(*choice)
                .map_or_else(String::new, |value| escaped(value)),
        });
        let binaries = found.binaries.iter().map(|(stage, index)| Chosen {
            stage: stage.to_string(),
            index: *index,
            name: names.get(*index).cloned().unwrap_or_default(),
            binary: Binary::new(archive, *index),
        });
        Self {
            format: "sharcfb-variation",
            form: FORM,
            file: parsed.name,
            faults: parsed.faults.iter().map(Fault::new).collect(),
            warnings: parsed.warnings.iter().map(ToString::to_string).collect(),
            endian: endian(archive),
            program: program.map(|program| escaped(program.name())).unwrap_or_default(),
            variation: found.number,
            variations: program.map_or(0, |program| program.variations()),
            macros: macros.collect(),
            binaries: binaries.collect(),
        }
    }
}

/// Returns a variation as a JSON document, followed by a line ending.
pub(crate) fn json(parsed: &ParsedArchive<'_>, found: &Variation) -> Vec<u8> {
    pretty(&Document::new(parsed, found))
}
