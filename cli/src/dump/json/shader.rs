//! A shader of a shader binary.

use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{ConstantEntry, LabelEntry, OutputEntry, Shader as Dvle, UniformEntry};
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use super::name::{Name, hex, text};
use super::value::Value;
use pica200::text::outputs::output_mask;

/// A shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Shader {
    /// Index in the file.
    index: usize,
    /// Version of the DVLE.
    version: u16,
    /// The entry point.
    entry: Entry,
    /// The word after the entry procedure.
    end: u32,
    /// The parts that objects of other versions also have.
    #[serde(flatten)]
    tables: Tables,
}

/// The entry point.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Entry {
    /// Word offset.
    word: u32,
    /// The name in `labels` at this word; null if there is none. U+FFFD replaces bytes that are not UTF-8.
    label: Option<String>,
}

/// The parts common to shaders in shader binaries and objects of other versions.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Tables {
    /// `vertex` or `geometry`; null if the byte is neither 0 nor 1.
    stage: Option<Stage>,
    /// The stage byte.
    stage_byte: u8,
    /// True if a geometry shader's outputs are merged with the vertex shader's.
    merge: bool,
    /// The merge byte.
    merge_byte: u8,
    /// Geometry mode.
    geometry: Geometry,
    /// The input registers in use.
    inputs_used: Vec<String>,
    /// The output registers in use.
    outputs_used: Vec<String>,
    /// Uniforms, and table entries whose registers have no name.
    uniforms: Vec<Uniform>,
    /// Inputs.
    inputs: Vec<Input>,
    /// Outputs.
    outputs: Vec<Output>,
    /// Initial values of registers.
    constants: Vec<Constant>,
    /// Procedures and labels.
    labels: Vec<Label>,
}

/// Shader stage.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
pub(super) enum Stage {
    /// A vertex shader.
    Vertex,
    /// A geometry shader.
    Geometry,
}

/// Geometry mode. Usually zeros in a vertex shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Geometry {
    /// `point`, `variable`, `fixed`; null for other numbers.
    mode: Option<&'static str>,
    /// Number of the mode.
    mode_byte: u8,
    /// Fixed mode: number of the array's first float uniform.
    fixed_start: u8,
    /// Variable mode: number of fully defined vertices.
    variable_vertices: u8,
    /// Fixed mode: number of vertices.
    fixed_vertices: u8,
}

/// A uniform.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Uniform {
    /// Index in the table shared with inputs.
    entry: usize,
    #[serde(flatten)]
    name: Name,
    /// Kind of its registers; null if the number is not a uniform register.
    kind: Option<Kind>,
    #[serde(flatten)]
    registers: Registers,
}

/// Kind of a uniform or constant.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
pub(super) enum Kind {
    /// Registers `c`.
    Float,
    /// Registers `i`.
    Integer,
    /// Registers `b`.
    Boolean,
}

impl Kind {
    pub(super) fn new(kind: UniformKind) -> Self {
        match kind {
            UniformKind::Float => Self::Float,
            UniformKind::Integer => Self::Integer,
            UniformKind::Boolean => Self::Boolean,
        }
    }
}

/// An input.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Input {
    /// Index in the table shared with uniforms.
    entry: usize,
    #[serde(flatten)]
    name: Name,
    #[serde(flatten)]
    registers: Registers,
}

/// The registers of a uniform or input.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Registers {
    /// The first register, `c4`; null if the number is not a register.
    register: Option<String>,
    /// Number of the first register as in the table: 00-0F v, 10-6F c, 70-73 i, 78-87 b.
    table_first: u16,
    /// Number of the last register as in the table.
    table_last: u16,
    /// Number of registers; 0 if the last comes before the first.
    length: u32,
}

/// An output.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Output {
    /// Name of its property: `position`; null for numbers without a name.
    property: Option<&'static str>,
    /// Number of its property.
    property_number: u16,
    /// The output register, `o0`; null if the number is not a register.
    register: Option<String>,
    /// Number of the register.
    register_number: u16,
    /// The components that belong to it: `xyzw`.
    mask: String,
    /// Bits of the mask, x at bit 0.
    mask_bits: u16,
    /// Of unknown meaning.
    reserved: u16,
}

/// Initial value of a register.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Constant {
    /// The register, `c4`; null if no register has this kind and number.
    register: Option<String>,
    /// Number of the register within its bank.
    register_number: u16,
    /// Number of the kind: 0 boolean, 1 integer, 2 float.
    kind_number: u16,
    /// The value; null for an unknown kind, or a float of more than 24 bits.
    value: Option<Value>,
    /// The 16 bytes of the value in hexadecimal.
    data: String,
}

/// A procedure or label.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Label {
    #[serde(flatten)]
    name: Name,
    /// Word offset.
    word: u32,
    /// Number of words; null for labels, which have no end.
    size: Option<u32>,
    /// A number, ascending from 0.
    id: u16,
    /// Of unknown meaning; 1 in files.
    reserved: u16,
}

impl Shader {
    pub(super) fn new(index: usize, shader: &Dvle) -> Self {
        Self {
            index,
            version: shader.version,
            entry: Entry::new(shader),
            end: shader.end,
            tables: Tables::new(shader),
        }
    }
}

impl Entry {
    fn new(shader: &Dvle) -> Self {
        let begins = |label: &&LabelEntry| label.word == shader.entry;
        // Prefer a procedure to a label at its first word.
        let named = shader.labels.iter().filter(begins);
        let named = named.min_by_key(|label| label.size.is_none());
        Self {
            word: shader.entry,
            label: named.map(|label| text(&label.name)),
        }
    }
}

impl Tables {
    pub(super) fn new(shader: &Dvle) -> Self {
        let entries = || (0..).zip(&shader.uniforms);
        Self {
            stage: match shader.kind {
                0 => Some(Stage::Vertex),
                1 => Some(Stage::Geometry),
                _ => None,
            },
            stage_byte: shader.kind,
            merge: shader.merges_outputs(),
            merge_byte: shader.merge,
            geometry: Geometry::new(shader.geometry),
            inputs_used: registers(Bank::Input, shader.inputs_used),
            outputs_used: registers(Bank::Output, shader.outputs_used),
            uniforms: entries()
                .filter(|(_, uniform)| !is_input(uniform))
                .map(|(entry, uniform)| Uniform::new(entry, uniform))
                .collect(),
            inputs: entries()
                .filter(|(_, uniform)| is_input(uniform))
                .map(|(entry, input)| Input::new(entry, input))
                .collect(),
            outputs: shader.outputs.iter().map(Output::new).collect(),
            constants: shader.constants.iter().map(Constant::new).collect(),
            labels: shader.labels.iter().map(Label::new).collect(),
        }
    }
}

/// Returns the registers whose bits are set.
pub(super) fn registers(bank: Bank, mask: u16) -> Vec<String> {
    (0..16u8)
        .filter(|number| mask >> number & 1 != 0)
        .map(|number| Register { bank, number }.to_string())
        .collect()
}

fn is_input(uniform: &UniformEntry) -> bool {
    uniform.register().is_some_and(|register| register.bank == Bank::Input)
}

impl Geometry {
    fn new(bytes: GeometryBytes) -> Self {
        Self {
            mode: match bytes.mode {
                0 => Some("point"),
                1 => Some("variable"),
                2 => Some("fixed"),
                _ => None,
            },
            mode_byte: bytes.mode,
            fixed_start: bytes.fixed_start,
            variable_vertices: bytes.variable_vertices,
            fixed_vertices: bytes.fixed_vertices,
        }
    }
}

impl Uniform {
    fn new(entry: usize, uniform: &UniformEntry) -> Self {
        let bank = uniform.register().map(|register| register.bank);
        Self {
            entry,
            name: Name::new(&uniform.name),
            kind: bank.and_then(UniformKind::from_bank).map(Kind::new),
            registers: Registers::new(uniform),
        }
    }
}

impl Input {
    fn new(entry: usize, uniform: &UniformEntry) -> Self {
        Self {
            entry,
            name: Name::new(&uniform.name),
            registers: Registers::new(uniform),
        }
    }
}

impl Registers {
    fn new(uniform: &UniformEntry) -> Self {
        let length = u32::from(uniform.last) + 1;
        Self {
            register: uniform.register().map(|register| register.to_string()),
            table_first: uniform.first,
            table_last: uniform.last,
            length: length.saturating_sub(uniform.first.into()),
        }
    }
}

impl Output {
    fn new(output: &OutputEntry) -> Self {
        let number = u8::try_from(output.property).ok();
        Self {
            property: number.and_then(property::by_number).map(|property| property.name),
            property_number: output.property,
            register: register(Bank::Output, output.register),
            register_number: output.register,
            mask: output_mask(output).to_string(),
            mask_bits: output.mask,
            reserved: output.reserved,
        }
    }
}

/// Returns the name of a register; `None` if no register has that number.
fn register(bank: Bank, number: u16) -> Option<String> {
    let register = Register::new(bank, u8::try_from(number).ok()?)?;
    Some(register.to_string())
}

impl Constant {
    fn new(constant: &ConstantEntry) -> Self {
        let bank = match constant.kind {
            0 => Some(Bank::Boolean),
            1 => Some(Bank::Integer),
            2 => Some(Bank::Float),
            _ => None,
        };
        Self {
            register: bank.and_then(|bank| register(bank, constant.register)),
            register_number: constant.register,
            kind_number: constant.kind,
            value: constant.value().map(Value::new),
            data: hex(&constant.data),
        }
    }
}

impl Label {
    fn new(label: &LabelEntry) -> Self {
        Self {
            name: Name::new(&label.name),
            word: label.word,
            size: label.size,
            id: label.id,
            reserved: label.reserved,
        }
    }
}
