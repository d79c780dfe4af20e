//! Relocation records and register references, which linking changes.

use pica200_objfmt::formats::object as model;
use pica200_objfmt::formats::object::{Reference, RelocationKind};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

/// The parts of an instruction that linking changes.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Relocation<'a> {
    /// Word offset of the instruction.
    word: u32,
    /// Its descriptor or branch target.
    target: Target<'a>,
    /// The uniform register that it reads.
    register: Option<Referred<'a>>,
}

/// Reference of an instruction to something other than a register.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
enum Target<'a> {
    /// Nothing.
    None {},
    /// A descriptor.
    Descriptor {
        /// Index in `descriptors`.
        index: u16,
    },
    /// The word offset within this object that the instruction holds.
    Word {},
    /// A procedure or label of this object.
    Label {
        /// Index in `labels`.
        index: u16,
        /// Its name.
        name: Option<&'a str>,
    },
    /// A procedure of another object.
    External {
        /// Index in `externals`.
        index: u16,
        /// Its name.
        name: Option<&'a str>,
    },
}

/// A register that linking may move.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Referred<'a> {
    /// Kind of reference: by number, or as an element of a uniform or constant.
    kind: By,
    /// Index in `constants`, or in the table shared by `uniforms` and `inputs`; null if by number.
    index: Option<u16>,
    /// Name of the uniform or constant.
    name: Option<&'a str>,
    /// The element, 0 for the first register; it may be outside the array.
    element: Option<i16>,
    /// The register in an object that is linked alone, `c4`; null if there is none.
    register: Option<String>,
}

/// Kind of a register reference.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
enum By {
    /// By number.
    Register,
    /// As an element of a uniform.
    Uniform,
    /// As an element of a named constant.
    Constant,
}

impl<'a> Relocation<'a> {
    /// Returns a record for each instruction with operands.
    pub(super) fn all(object: &'a model::Object) -> Vec<Self> {
        let target = |kind| match kind {
            RelocationKind::Plain => Target::None {},
            RelocationKind::Descriptor(index) => Target::Descriptor { index },
            RelocationKind::Word => Target::Word {},
            RelocationKind::Label(index) => Target::Label {
                index,
                name: object.labels.get(usize::from(index)).map(|l| &*l.name),
            },
            RelocationKind::External(index) => Target::External {
                index,
                name: object.externals.get(usize::from(index)).map(|name| &**name),
            },
        };
        let records = object.relocations.iter().map(|record| Relocation {
            word: record.word,
            target: target(record.kind),
            register: record.register.map(|place| Referred::new(object, place)),
        });
        records.collect()
    }
}

impl<'a> Referred<'a> {
    pub(super) fn new(object: &'a model::Object, reference: Reference) -> Self {
        let register = object.resolve(reference).map(|r| r.to_string());
        match reference {
            Reference::Register(_) => Self {
                kind: By::Register,
                index: None,
                name: None,
                element: None,
                register,
            },
            Reference::Uniform { index, element } => Self {
                kind: By::Uniform,
                index: Some(index),
                name: object.uniforms.get(usize::from(index)).map(|u| &*u.name),
                element: Some(element),
                register,
            },
            Reference::Constant { index, element } => Self {
                kind: By::Constant,
                index: Some(index),
                name: object.constants.get(usize::from(index)).map(|c| &*c.name),
                element: Some(element),
                register,
            },
        }
    }
}
