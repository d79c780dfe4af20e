//! Language-independent contents of bindings.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};
use pica200_objfmt::formats::object::UniformClass;
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::formats::shbin::{self, LabelEntry, OutputEntry, UniformEntry};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};
use pica200_objfmt::isa::text;

use crate::ShaderBinary;

/// The contents of a generated file.
pub(crate) struct Model<'b> {
    /// The shader binary.
    pub(crate) bytes: &'b [u8],
    /// Its shaders, in order.
    pub(crate) shaders: Vec<Shader<'b>>,
}

/// The geometry mode as numbers, which are the same in all languages.
pub(crate) struct ModeFields {
    pub(crate) name: &'static str,
    pub(crate) kind: u8,
    /// In fixed mode, the first register of the array.
    pub(crate) first: u8,
    /// The number of vertices; 0 in point mode.
    pub(crate) vertices: u8,
}

impl From<GeometryMode> for ModeFields {
    fn from(mode: GeometryMode) -> Self {
        let (name, kind, first, vertices) = match mode {
            GeometryMode::Point => ("Point", 0, 0, 0),
            GeometryMode::Variable { vertices } => ("Variable", 1, 0, vertices),
            GeometryMode::Fixed { start, vertices } => ("Fixed", 2, start, vertices),
        };
        Self {
            name,
            kind,
            first,
            vertices,
        }
    }
}

/// The kind of shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Vertex,
    Geometry,
}

impl Stage {
    /// Returns its name in the types of all languages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "Vertex",
            Self::Geometry => "Geometry",
        }
    }
}

/// A shader.
pub(crate) struct Shader<'b> {
    /// The name of its entry point.
    pub(crate) name: Cow<'b, BStr>,
    pub(crate) stage: Stage,
    /// The geometry mode; `None` for vertex shaders and unknown modes.
    pub(crate) geometry: Option<GeometryMode>,
    pub(crate) uniforms: Vec<Location<'b>>,
    pub(crate) inputs: Vec<Location<'b>>,
    pub(crate) outputs: Vec<Output>,
}

/// An input or a uniform.
#[derive(Clone, PartialEq)]
pub(crate) struct Location<'b> {
    pub(crate) name: &'b BStr,
    pub(crate) class: UniformClass,
    /// The first register, counted within its bank.
    pub(crate) first: u8,
    /// The number of registers.
    pub(crate) len: u8,
}

/// An output register.
#[derive(Clone, PartialEq)]
pub(crate) struct Output {
    /// The name of its property, or `property_N` if it has none.
    pub(crate) name: Cow<'static, str>,
    /// The number of its property.
    pub(crate) property: u8,
    pub(crate) register: Register,
    pub(crate) mask: Mask,
}

impl<'b> Model<'b> {
    pub(crate) fn new(binary: &ShaderBinary<'b>) -> Self {
        let ShaderBinary { shbin, bytes, entries } = *binary;
        let shaders = shbin.shaders.iter().enumerate();
        let entry = |index| entries.get(index).map(String::as_str);
        Self {
            bytes,
            shaders: shaders
                .map(|(index, shader)| Shader::new(shader, index, entry(index)))
                .collect(),
        }
    }
}

impl<'b> Shader<'b> {
    fn new(shader: &'b shbin::Shader, index: usize, entry: Option<&'b str>) -> Self {
        let stage = if shader.is_geometry() {
            Stage::Geometry
        } else {
            Stage::Vertex
        };
        let (inputs, uniforms) = shader
            .uniforms
            .iter()
            .filter_map(Location::from_entry)
            .partition(|location| location.class == UniformClass::Input);
        Self {
            name: entry
                .map(|name| Cow::Borrowed(name.into()))
                .or_else(|| label_at_entry(shader).map(|label| label.name.as_bstr().into()))
                .unwrap_or_else(|| BString::from(format!("shader_{index}")).into()),
            stage,
            geometry: match stage {
                Stage::Vertex => None,
                Stage::Geometry => shader.geometry.geometry_mode(),
            },
            uniforms,
            inputs,
            outputs: shader.outputs.iter().filter_map(Output::from_entry).collect(),
        }
    }
}

/// Returns the label at a shader's entry point: the first procedure, or else the first label.
fn label_at_entry(shader: &shbin::Shader) -> Option<&LabelEntry> {
    let at_entry = shader.labels.iter().filter(|l| l.word == shader.entry);
    at_entry.min_by_key(|label| label.size.is_none())
}

impl<'b> Location<'b> {
    /// Reads an input or a uniform; `None` if its registers do not exist or are in several banks.
    fn from_entry(entry: &'b UniformEntry) -> Option<Self> {
        let first = entry.register()?;
        let last = Register::from_table_number(entry.last)?;
        let more = last.number.checked_sub(first.number)?;
        (first.bank == last.bank).then(|| Self {
            name: entry.name.as_bstr(),
            class: UniformKind::from_bank(first.bank).map_or(UniformClass::Input, UniformClass::Uniform),
            first: first.number,
            len: more + 1,
        })
    }

    /// Returns its identity: its name and its type.
    pub(crate) fn key(&self) -> (&'b BStr, &'static str) {
        (self.name, self.type_name())
    }

    /// Returns the name of its type in generated code.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self.class {
            UniformClass::Input => "Input",
            UniformClass::Uniform(UniformKind::Float) => "FloatUniform",
            UniformClass::Uniform(UniformKind::Integer) => "IntegerUniform",
            UniformClass::Uniform(UniformKind::Boolean) => "BooleanUniform",
        }
    }

    /// Returns the first register in the numbering of libctru and citro3d, which covers all uniforms; for an input, its
    /// register.
    pub(crate) const fn number(&self) -> u8 {
        match self.class {
            UniformClass::Input | UniformClass::Uniform(UniformKind::Float) => self.first,
            UniformClass::Uniform(UniformKind::Integer) => 0x60 + self.first,
            UniformClass::Uniform(UniformKind::Boolean) => 0x68 + self.first,
        }
    }

    /// Formats its registers as in sources.
    pub(crate) fn registers(&self) -> String {
        let bank = match self.class {
            UniformClass::Input => Bank::Input,
            UniformClass::Uniform(kind) => kind.bank(),
        };
        let first = u32::from(self.first);
        text::run(bank, first, first + u32::from(self.len) - 1)
    }
}

impl Output {
    /// Reads an output; `None` if the register does not exist, or a field has more bits than allowed.
    fn from_entry(entry: &OutputEntry) -> Option<Self> {
        let number = u8::try_from(entry.property).ok()?;
        let mask = u8::try_from(entry.mask).ok()?;
        Some(Self {
            name: property::by_number(number)
                .map_or_else(|| format!("property_{number}").into(), |property| property.name.into()),
            property: number,
            register: Register::new(Bank::Output, u8::try_from(entry.register).ok()?)?,
            mask: Some(Mask::from_table_bits(mask)).filter(|m| m.to_table_bits() == mask)?,
        })
    }
}
