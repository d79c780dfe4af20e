//! An object of the version that the linker accepts.

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

/// An object. Registers and word offsets are as if it were linked alone.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Object<'a> {
    /// The version.
    version: u16,
    /// Stage of the shader that it defines, if it defines one.
    stage: Stage,
    /// Geometry mode if the shader has its own registers; null for vertex shaders, and for geometry shaders that share
    /// the registers of vertex shaders.
    geometry: Option<Geometry>,
    /// True if the source declares that it defines no shader (`.nodvle`).
    library: bool,
    /// True if the source has an instruction or a declaration that defines a shader.
    makes_shader: bool,
    /// True if its uniforms get registers separate from all other files (`.private`).
    private: bool,
    /// True if the object is assembled with padding NOPs.
    padding: bool,
    /// True if a geometry shader's outputs are merged with the vertex shader's.
    merge: bool,
    /// The entry point declared by the source; null for the default, `main`.
    entry: Option<Entry<'a>>,
    /// The declared input registers.
    inputs_used: Vec<String>,
    /// The declared output registers.
    outputs_used: Vec<String>,
    /// Names of the source files.
    files: &'a [String],
    /// The instruction words.
    code: Vec<Word>,
    /// The operand descriptors, as the instructions were written.
    descriptors: Vec<Descriptor>,
    /// One record for each instruction with operands.
    relocations: Vec<Relocation<'a>>,
    /// Procedures and labels, in source order.
    labels: Vec<Label<'a>>,
    /// Names of procedures that other objects define.
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
    /// Fields of the linked shader binary whose values the source sets, in source order.
    stated: Vec<Stated>,
}

/// Geometry mode.
#[derive(Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectGeometry"))]
enum Geometry {
    /// Primitives of one size, one vertex after the other.
    Point {
        /// The first float uniform to allocate.
        first_uniform: u8,
    },
    /// Primitives of different sizes.
    Variable {
        /// The first float uniform to allocate.
        first_uniform: u8,
        /// Number of fully defined vertices.
        vertices: u8,
    },
    /// Primitives of one size in an array of float uniforms.
    Fixed {
        /// The first float uniform to allocate.
        first_uniform: u8,
        /// Number of the array's first float uniform.
        start: u8,
        /// Number of vertices per primitive.
        vertices: u8,
    },
}

/// The entry point.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectEntry"))]
struct Entry<'a> {
    /// Its name.
    name: &'a str,
    /// Number of words of the shader from the label on; null if it starts at a procedure.
    length: Option<u32>,
    /// Position of the `.entry` directive.
    position: Position,
}

/// A procedure or label.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectLabel"))]
struct Label<'a> {
    /// Its name.
    name: &'a str,
    /// Word offset.
    word: u32,
    /// Number of words of a procedure; null for labels.
    size: Option<u32>,
    /// True if other objects can call it: a global procedure.
    global: bool,
    /// Number of empty procedures at the start of the object that end before this one.
    head_rank: u16,
    /// Position of the definition.
    position: Position,
    /// Position of a procedure's `.end`; null for labels.
    end: Option<Position>,
}

/// A uniform or a named constant.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "ObjectUniform"))]
struct Uniform<'a> {
    /// Index in its table; uniforms and inputs share a table.
    entry: usize,
    /// Its name.
    name: &'a str,
    /// Kind of its registers.
    kind: Kind,
    /// The first register, `c4`.
    register: String,
    /// Number of the first register in its bank.
    first: u8,
    /// Number of registers.
    length: u8,
    /// True if the source chose the register.
    pinned: bool,
    /// Owner of the declaration.
    linkage: Linkage,
    /// Position of the declaration.
    position: Position,
}

/// Owner of a declaration.
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
    /// Index in the table shared with uniforms.
    entry: usize,
    /// Its name.
    name: &'a str,
    /// The first register, `v0`.
    register: String,
    /// Number of the first register.
    first: u8,
    /// Number of registers.
    length: u8,
    /// True if the source chose the register.
    pinned: bool,
    /// Position of the declaration.
    position: Position,
}

/// Initial value of a register.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Set<'a> {
    /// The register.
    place: Referred<'a>,
    /// The value.
    value: Value,
    /// Position of the directive.
    position: Position,
}

/// A field of the linked shader binary whose value the source sets.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Stated {
    /// The field and its value.
    #[serde(flatten)]
    field: Field,
    /// Position of the directive.
    position: Position,
}

/// A field and its value.
#[derive(Serialize)]
#[serde(tag = "field", rename_all = "kebab-case")]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "StatedField"))]
enum Field {
    /// Version of the shader.
    ShaderVersion {
        /// The version.
        value: u16,
    },
    /// Version of the program.
    ProgramVersion {
        /// The version.
        value: u16,
    },
    /// The halfword after the program's version.
    ProgramReserved {
        /// The halfword.
        value: u16,
    },
    /// An operand descriptor.
    Descriptor {
        /// Index in the table.
        number: u8,
        /// The first word in hexadecimal.
        hex: String,
        /// The second word in hexadecimal, of unknown meaning.
        flags: String,
    },
}

impl Stated {
    fn new(stated: &model::StatedValue) -> Self {
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
    /// Name of its property: `position`; null for numbers without a name.
    property: Option<&'static str>,
    /// Number of its property.
    property_number: u8,
    /// The output register, `o0`.
    register: String,
    /// The components that belong to it: `xyzw`.
    mask: String,
    /// The last halfword of its entry in the output table.
    reserved: u16,
    /// Position of the declaration.
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
    // The fields of words may be too narrow for descriptor numbers.
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

/// Returns the name of a register. A valid object has no others.
fn register(bank: Bank, number: u8) -> String {
    Register { bank, number }.to_string()
}

fn values(object: &model::Object) -> Vec<Set<'_>> {
    let value = |value: &model::RegisterValue| Set {
        place: Referred::new(object, value.register),
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
