//! An object of the version that the linker takes.

use pica200_objfmt::formats::object as model;
use pica200_objfmt::formats::object::{RelocationKind, ShaderKind, StatedField, UniformClass};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use super::program::{Descriptor, Position, Word, descriptors, words};
use super::relocation::{Referred, Relocation};
use super::shader::{Kind, Stage, registers};
use super::value::Value;

/// An object. Registers and places are as if it were linked alone.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Object<'a> {
    /// The version.
    version: u16,
    /// The kind of shader that it makes, if it makes one.
    stage: Stage,
    /// The mode of a geometry shader with registers of its own; null for vertex shaders, and for geometry shaders that
    /// share the registers of vertex shaders.
    geometry: Option<Geometry>,
    /// Whether the source states that it makes no shader (`.nodvle`).
    library: bool,
    /// Whether the source has an instruction or a declaration that makes a shader.
    makes_shader: bool,
    /// Whether its uniforms get registers separate from those of all other files (`.private`).
    private: bool,
    /// Whether the object is assembled with padding NOPs.
    padding: bool,
    /// Whether a geometry shader's outputs are merged with the vertex shader's.
    merge: bool,
    /// The entry that the source names; null if it does not name one, which means `main`.
    entry: Option<Entry<'a>>,
    /// The input registers that are declared.
    inputs_used: Vec<String>,
    /// The output registers that are declared.
    outputs_used: Vec<String>,
    /// The names of source files.
    files: &'a [String],
    /// The instruction words.
    code: Vec<Word>,
    /// The operand descriptors as the instructions were written.
    descriptors: Vec<Descriptor>,
    /// One record for each instruction with operands.
    relocations: Vec<Relocation<'a>>,
    /// Procedures and labels, in source order.
    labels: Vec<Label<'a>>,
    /// The names of procedures that other objects define.
    externals: &'a [String],
    /// Uniforms, in source order.
    uniforms: Vec<Uniform<'a>>,
    /// Inputs, in source order.
    inputs: Vec<Input<'a>>,
    /// Named constants, in source order.
    constants: Vec<Uniform<'a>>,
    /// The initial values of registers, in source order.
    values: Vec<Set<'a>>,
    /// Outputs, in source order.
    outputs: Vec<Output<'a>>,
    /// Fields of the linked shader binary whose values the source states, in source order.
    stated: Vec<Stated>,
}

/// The mode of a geometry shader.
#[derive(Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectGeometry"))]
enum Geometry {
    /// Primitives of one size, one vertex after the other.
    Point {
        /// The first float uniform to give out.
        first_uniform: u8,
    },
    /// Primitives of different sizes.
    Variable {
        /// The first float uniform to give out.
        first_uniform: u8,
        /// The number of fully defined vertices.
        vertices: u8,
    },
    /// Primitives of one size in an array of float uniforms.
    Fixed {
        /// The first float uniform to give out.
        first_uniform: u8,
        /// The number of the array's first float uniform.
        start: u8,
        /// The number of vertices of a primitive.
        vertices: u8,
    },
}

/// The entry point.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectEntry"))]
struct Entry<'a> {
    /// Its name.
    name: &'a str,
    /// The number of words of the shader from the label on; null if it starts at a procedure.
    length: Option<u32>,
    /// Where `.entry` names it.
    position: Position,
}

/// A procedure or label.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectLabel"))]
struct Label<'a> {
    /// Its name.
    name: &'a str,
    /// The word at which it begins.
    word: u32,
    /// The number of words of a procedure; null for labels.
    size: Option<u32>,
    /// Whether other objects can call it: a global procedure.
    global: bool,
    /// The number of empty procedures at the start of the object that end before this place.
    head_rank: u16,
    /// Where it is defined.
    position: Position,
    /// The place of a procedure's `.end`; null for labels.
    end: Option<Position>,
}

/// A uniform or a named constant.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectUniform"))]
struct Uniform<'a> {
    /// Its index in its table; uniforms and inputs share a table.
    entry: usize,
    /// Its name.
    name: &'a str,
    /// The kind of its registers.
    kind: Kind,
    /// The first register, `c4`.
    register: String,
    /// The first register's number in its bank.
    first: u8,
    /// The number of registers.
    length: u8,
    /// Whether the source chose the register.
    pinned: bool,
    /// The owner of the declaration.
    linkage: Linkage,
    /// Where it is declared.
    position: Position,
}

/// The owner of a declaration.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema))]
enum Linkage {
    /// The file itself.
    Own,
    /// A library that was linked into the object.
    Library,
    /// Another object, with the same number of registers.
    Extern,
    /// Another object, with at least the same number of registers.
    ExternAtLeast,
}

impl Linkage {
    fn new(linkage: model::Linkage) -> Self {
        match linkage {
            model::Linkage::Own => Self::Own,
            model::Linkage::Library => Self::Library,
            model::Linkage::Extern { exact: true } => Self::Extern,
            model::Linkage::Extern { exact: false } => Self::ExternAtLeast,
        }
    }
}

/// An input.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectInput"))]
struct Input<'a> {
    /// Its index in the table that it shares with uniforms.
    entry: usize,
    /// Its name.
    name: &'a str,
    /// The first register, `v0`.
    register: String,
    /// The first register's number.
    first: u8,
    /// The number of registers.
    length: u8,
    /// Whether the source chose the register.
    pinned: bool,
    /// Where it is declared.
    position: Position,
}

/// The initial value of a register.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Set<'a> {
    /// The register.
    place: Referred<'a>,
    /// The value.
    value: Value,
    /// Where the source states it.
    position: Position,
}

/// A field of the linked shader binary whose value the source states.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Stated {
    /// The field and its value.
    #[serde(flatten)]
    field: Field,
    /// Where the source states it.
    position: Position,
}

/// A field and its value.
#[derive(Serialize)]
#[serde(tag = "field", rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "StatedField"))]
enum Field {
    /// The version of the shader.
    ShaderVersion {
        /// The version.
        value: u16,
    },
    /// The version of the program.
    ProgramVersion {
        /// The version.
        value: u16,
    },
    /// The halfword after the version of the program.
    ProgramReserved {
        /// The halfword.
        value: u16,
    },
    /// An operand descriptor.
    Descriptor {
        /// Its number in the table.
        number: u8,
        /// The first word in hexadecimal.
        hex: String,
        /// The second word in hexadecimal; its meaning is not known.
        flags: String,
    },
}

impl Stated {
    fn new(stated: &model::Stated) -> Self {
        Self {
            field: match stated.field {
                StatedField::ShaderVersion(value) => Field::ShaderVersion { value },
                StatedField::ProgramVersion(value) => Field::ProgramVersion { value },
                StatedField::ProgramReserved(value) => Field::ProgramReserved { value },
                StatedField::Descriptor { number, entry } => Field::Descriptor {
                    number,
                    hex: format!("{:08X}", entry.descriptor.to_bits()),
                    flags: format!("{:08X}", entry.flags),
                },
            },
            position: position(stated.position),
        }
    }
}

/// An output.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectOutput"))]
struct Output<'a> {
    /// Its name; null for `-`.
    name: Option<&'a str>,
    /// The name of its property: `position`; null for numbers without a name.
    property: Option<&'static str>,
    /// The property's number.
    property_number: u8,
    /// The output register, `o0`.
    register: String,
    /// The components that belong to it: `xyzw`.
    mask: String,
    /// The last halfword of its entry in the output table.
    reserved: u16,
    /// Where it is declared.
    position: Position,
}

impl<'a> Object<'a> {
    pub(super) fn new(object: &'a model::Object) -> Self {
        let entries = || (0..).zip(&object.uniforms);
        Self {
            version: model::OBJECT_VERSION,
            stage: if object.kind.is_geometry() {
                Stage::Geometry
            } else {
                Stage::Vertex
            },
            geometry: geometry(object.kind),
            library: object.library,
            makes_shader: object.makes_shader,
            private: object.private,
            padding: object.padding,
            merge: object.merges_outputs(),
            entry: object.entry.as_ref().map(|entry| Entry {
                name: &entry.name,
                length: entry.length,
                position: position(entry.position),
            }),
            inputs_used: registers(Bank::Input, object.input_mask()),
            outputs_used: registers(Bank::Output, object.output_mask()),
            files: &object.files,
            code: code(object),
            descriptors: descriptors(&object.descriptors),
            relocations: Relocation::all(object),
            labels: object.labels.iter().map(label).collect(),
            externals: &object.externals,
            uniforms: entries().filter_map(|(n, u)| uniform(n, u)).collect(),
            inputs: entries().filter_map(|(n, u)| input(n, u)).collect(),
            constants: (0..).zip(&object.constants).map(constant).collect(),
            values: values(object),
            outputs: object.outputs.iter().map(output).collect(),
            stated: object.stated.iter().map(Stated::new).collect(),
        }
    }
}

fn position(position: model::Position) -> Position {
    let model::Position { file, line } = position;
    Position { file, line }
}

fn geometry(kind: ShaderKind) -> Option<Geometry> {
    let ShaderKind::Geometry { mode, first_uniform } = kind else {
        return None;
    };
    Some(match mode {
        GeometryMode::Point => Geometry::Point { first_uniform },
        GeometryMode::Variable { vertices } => Geometry::Variable {
            first_uniform,
            vertices,
        },
        GeometryMode::Fixed { start, vertices } => Geometry::Fixed {
            first_uniform,
            start,
            vertices,
        },
    })
}

fn code(object: &model::Object) -> Vec<Word> {
    // The fields of words may be too narrow for the numbers of descriptors.
    let related = |word: usize| {
        let word = u32::try_from(word).ok()?;
        let row = object.relocations.binary_search_by_key(&word, |r| r.word);
        match object.relocations.get(row.ok()?)?.kind {
            RelocationKind::Descriptor(index) => Some(index),
            _ => None,
        }
    };
    let line = |word: usize| object.lines.get(word).copied().map(position);
    words(&object.code, &object.descriptors, related, line)
}

fn label(label: &model::Label) -> Label<'_> {
    Label {
        name: &label.name,
        word: label.word,
        size: label.procedure.map(|procedure| procedure.size),
        global: label.is_global(),
        head_rank: label.head_rank,
        position: position(label.position),
        end: label.procedure.map(|procedure| position(procedure.end)),
    }
}

fn uniform(entry: usize, uniform: &model::Uniform) -> Option<Uniform<'_>> {
    let UniformClass::Uniform(kind) = uniform.class else {
        return None;
    };
    Some(Uniform {
        entry,
        name: &uniform.name,
        kind: Kind::new(kind),
        register: register(kind.bank(), uniform.first),
        first: uniform.first,
        length: uniform.len,
        pinned: uniform.pinned,
        linkage: Linkage::new(uniform.linkage),
        position: position(uniform.position),
    })
}

fn input(entry: usize, input: &model::Uniform) -> Option<Input<'_>> {
    (input.class == UniformClass::Input).then(|| Input {
        entry,
        name: &input.name,
        register: register(Bank::Input, input.first),
        first: input.first,
        length: input.len,
        pinned: input.pinned,
        position: position(input.position),
    })
}

fn constant((entry, constant): (usize, &model::Constant)) -> Uniform<'_> {
    Uniform {
        entry,
        name: &constant.name,
        kind: Kind::new(constant.kind),
        register: register(constant.kind.bank(), constant.first),
        first: constant.first,
        length: constant.len,
        pinned: constant.pinned,
        linkage: Linkage::new(constant.linkage),
        position: position(constant.position),
    }
}

/// The name of a register. A valid object has no others.
fn register(bank: Bank, number: u8) -> String {
    Register { bank, number }.to_string()
}

fn values(object: &model::Object) -> Vec<Set<'_>> {
    let value = |value: &model::RegisterValue| Set {
        place: Referred::new(object, value.place),
        value: Value::new(value.value),
        position: position(value.position),
    };
    object.values.iter().map(value).collect()
}

fn output(output: &model::Output) -> Output<'_> {
    Output {
        name: output.name.as_deref(),
        property: property::by_number(output.property).map(|property| property.name),
        property_number: output.property,
        register: register(Bank::Output, output.register),
        mask: output.mask.to_string(),
        reserved: output.reserved,
        position: position(output.position),
    }
}
