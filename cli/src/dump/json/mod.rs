//! A file as JSON; `picadump.schema.json` next to this crate describes it, `JSON.md` explains it. The schema is
//! generated from these types and their comments. Each type mirrors a type of `pica200_objfmt` without omissions, and
//! adds names and text to the numbers. Unknown or missing parts are null.

mod file;
mod foreign;
mod name;
mod object;
mod operands;
mod program;
mod relocation;
mod shader;
mod value;

#[cfg(test)]
mod tests;

use pica200_objfmt::formats::inspect::{Content as Found, Inspection};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use pica200_report::view::json::pretty;

use super::contents::InspectedFile;
use file::{Fault, Region};
use foreign::ForeignObject;
use object::Object;
use program::Program;
use shader::Shader;

/// Version of the document format.
const FORMAT: u32 = 1;

/// The output of `picadump --json` for a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// Version of this format: 1. It changes when fields change their meaning or are removed, not when fields are
    /// added.
    format: u32,
    /// Name of the file in messages.
    file: &'a str,
    /// File size in bytes.
    size: usize,
    /// The faults of the file, in file order; empty if there are none.
    faults: Vec<Fault>,
    /// The contents of the file.
    content: Content<'a>,
    /// The regions of the file: ascending byte ranges that together cover the file.
    regions: Vec<Region>,
}

/// The contents of a file, by its kind.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema))]
enum Content<'a> {
    /// A shader binary (DVLB); if damaged, the readable parts.
    Shbin(Shbin),
    /// An undamaged object (DVOJ) of the version that the linker accepts.
    Object(Box<Object<'a>>),
    /// An object of another version, or a damaged one: the parts whose format is published.
    ForeignObject(Box<ForeignObject>),
    /// Neither a DVLB nor a DVOJ.
    Unknown(Nothing),
}

/// A shader binary.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Shbin {
    /// The program that the shaders share (DVLP).
    program: Program,
    /// The shaders (DVLE), in file order. Applications choose a shader by its index.
    shaders: Vec<Shader>,
}

/// A file of which nothing could be read.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Nothing {}

impl<'a> Document<'a> {
    fn new(name: &'a str, size: usize, inspection: &'a Inspection) -> Self {
        let Inspection {
            content,
            faults,
            regions,
        } = inspection;
        Self {
            format: FORMAT,
            file: name,
            size,
            faults: faults.iter().map(Fault::new).collect(),
            content: Content::new(content),
            regions: regions.iter().map(Region::new).collect(),
        }
    }
}

impl<'a> Content<'a> {
    fn new(content: &'a Found) -> Self {
        match content {
            Found::Shbin(shbin) => Self::Shbin(Shbin {
                program: Program::new(&shbin.program),
                shaders: (0..)
                    .zip(&shbin.shaders)
                    .map(|(index, shader)| Shader::new(index, shader))
                    .collect(),
            }),
            Found::Object(object) => Self::Object(Box::new(Object::new(object))),
            Found::Documented(object) => Self::ForeignObject(Box::new(ForeignObject::new(object))),
            Found::Unknown => Self::Unknown(Nothing {}),
        }
    }
}

/// Returns the file as one JSON document, followed by a newline.
pub(crate) fn json(subject: &InspectedFile<'_>) -> Vec<u8> {
    let document = Document::new(subject.name, subject.bytes.len(), &subject.inspection);
    pretty(&document)
}
