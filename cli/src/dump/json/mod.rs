//! A file as JSON; `picadump.schema.json` beside this crate describes it, `JSON.md` explains it.
//!
//! The types here are what is written, field by field; the schema is made from them and their comments. Each is a
//! reflection of a type of `pica200_objfmt`: nothing is left out, and names and text stand beside what they explain.
//! What is not known, or not there, is null.

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

use super::contents::Subject;
use file::{Fault, Region};
use foreign::ForeignObject;
use object::Object;
use program::Program;
use shader::Shader;

/// The version of the form that documents have.
const FORMAT: u32 = 1;

/// What `picadump --json` writes of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Document<'a> {
    /// The version of this form: 1. It changes when fields change their meaning or go away, not when some are added.
    format: u32,
    /// What messages call the file.
    file: &'a str,
    /// The file's size in bytes.
    size: usize,
    /// What is wrong with the file, in the order of its structures; empty if it is sound.
    faults: Vec<Fault>,
    /// What the file holds.
    content: Content<'a>,
    /// What each byte of the file belongs to: runs in ascending order that together are the file.
    regions: Vec<Region>,
}

/// What a file holds, by its kind.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema))]
enum Content<'a> {
    /// A shader binary (DVLB). Of a damaged one it is what could be read.
    Shbin(Shbin),
    /// A sound object (DVOJ) of the version that the linker takes.
    Object(Box<Object<'a>>),
    /// An object of another version, or a damaged one: what published documents explain of it.
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
    /// The shaders (DVLE) in the file's order, by which consoles' programs choose them.
    shaders: Vec<Shader>,
}

/// Nothing that could be read.
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

/// The file as one JSON document, with a line end behind it.
pub(crate) fn json(subject: &Subject<'_>) -> String {
    let document = Document::new(subject.name, subject.bytes.len(), &subject.inspection);
    // Strings and numbers always serialise.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}
