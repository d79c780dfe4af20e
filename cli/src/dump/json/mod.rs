//! A file as JSON; `picadump.schema.json` beside this crate describes it, `JSON.md` explains it. The types here are
//! written field by field; the schema is generated from them and their comments. Each reflects a type of
//! `pica200_objfmt`: nothing is left out, and names and text accompany the numbers that they explain. Unknown or
//! missing parts are null.

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

use super::contents::Subject;
use file::{Fault, Region};
use foreign::ForeignObject;
use object::Object;
use program::Program;
use shader::Shader;

/// The version of the form of documents.
const FORMAT: u32 = 1;

/// The output of `picadump --json` for a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// The version of this form: 1. It changes when fields change their meaning or are removed, not when fields are
    /// added.
    format: u32,
    /// The name of the file in messages.
    file: &'a str,
    /// The file's size in bytes.
    size: usize,
    /// The faults of the file, in the order of its structures; empty if there are none.
    faults: Vec<Fault>,
    /// The contents of the file.
    content: Content<'a>,
    /// The regions of the file: runs of bytes in ascending order, which together cover the file.
    regions: Vec<Region>,
}

/// The contents of a file, by its kind.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema))]
enum Content<'a> {
    /// A shader binary (DVLB); of a damaged one, the parts that could be read.
    Shbin(Shbin),
    /// An undamaged object (DVOJ) of the version that the linker accepts.
    Object(Box<Object<'a>>),
    /// An object of another version, or a damaged one: the parts that published documents explain.
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
    /// The shaders (DVLE), in the order of the file. Programs choose a shader by its index.
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

/// The file as one JSON document, followed by a line ending.
pub(crate) fn json(subject: &Subject<'_>) -> Vec<u8> {
    let document = Document::new(subject.name, subject.bytes.len(), &subject.inspection);
    pretty(&document)
}
