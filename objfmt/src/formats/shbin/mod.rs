//! Shader binaries (DVLB): the files that consoles load.
//!
//! A file has one program (DVLP: code, descriptors) and the shaders that start in it (DVLE: entry, constants, outputs,
//! uniforms). The model preserves values of unknown meaning, so that files of other tools can be read and written
//! again. `FORMAT.md` describes the file field by field.

mod geometry;
pub(crate) mod layout;
mod read;
mod tables;
mod write;

use bstr::BString;

use crate::flow::WordSpan;
use crate::isa::constant::ConstantValue;
use crate::isa::descriptor::{Descriptor, DescriptorEntry};
use crate::isa::float24::Float24;
use crate::isa::meaning::Meaning;
use crate::isa::register::Register;

pub use geometry::{GeometryBytes, GeometryMode};
pub use layout::RECORDS;
pub(crate) use read::{find, read};
pub(crate) use tables::{ShaderTables, program_of};

/// The version of DVLEs.
pub const DVLE_VERSION: u16 = 0x1002;

/// A shader binary.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shbin {
    /// The program that the shaders share.
    pub program: Program,
    /// The shaders, in the order of the file. Programs on the console choose them by their index.
    pub shaders: Vec<Shader>,
}

/// The program (DVLP): the code and descriptors that all shaders of a binary share.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    /// The version; 0 in files of picasso.
    pub version: u16,
    /// The halfword after the version, whose meaning is unknown; 0.
    pub reserved: u16,
    /// The instruction words.
    pub code: Vec<u32>,
    /// The operand descriptors.
    pub descriptors: Vec<DescriptorEntry>,
    /// The source line of each word of the code; empty without debug information.
    pub lines: Vec<Line>,
    /// The names of source files.
    pub files: Vec<BString>,
}

impl Program {
    /// Returns the descriptor with a number; `None` if the table ends before it.
    pub fn descriptor(&self, number: u8) -> Option<Descriptor> {
        let entry = self.descriptors.get(usize::from(number))?;
        Some(entry.descriptor)
    }

    /// Returns the meaning of each word of the code.
    pub fn meanings(&self) -> impl Iterator<Item = Meaning> {
        let words = self.code.iter();
        words.map(|&word| Meaning::new(word, |number| self.descriptor(number)))
    }
}

/// The source line of a word of the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The index in [`Program::files`].
    pub file: u32,
    /// The line, numbered from 1.
    pub line: u32,
}

/// A shader (DVLE).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shader {
    /// The version, [`DVLE_VERSION`].
    pub version: u16,
    /// The kind: 0 vertex, 1 geometry; other bits may be flags.
    pub kind: u8,
    /// 1 if a geometry shader's outputs are merged with the vertex shader's.
    pub merge: u8,
    /// The entry word.
    pub entry: u32,
    /// The word after the entry procedure.
    pub end: u32,
    /// The input registers in use, register n at bit n.
    pub inputs_used: u16,
    /// The output registers in use, register n at bit n.
    pub outputs_used: u16,
    /// The geometry mode and its parameters.
    pub geometry: GeometryBytes,
    /// The initial values of registers.
    pub constants: Vec<ConstantEntry>,
    /// Procedures and labels.
    pub labels: Vec<LabelEntry>,
    /// Output registers.
    pub outputs: Vec<OutputEntry>,
    /// Inputs and uniforms.
    pub uniforms: Vec<UniformEntry>,
}

impl Shader {
    /// Returns true for a geometry shader. Loaders distinguish the two kinds by the lowest bit alone.
    pub const fn is_geometry(&self) -> bool {
        self.kind & 1 != 0
    }

    /// Returns true if the outputs of this geometry shader are merged with the outputs of a vertex shader. Loaders look
    /// at the lowest bit alone.
    pub const fn merges_outputs(&self) -> bool {
        self.merge & 1 != 0
    }

    /// Returns the words of the entry procedure; none if the end precedes the entry.
    pub const fn entry_span(&self) -> WordSpan {
        WordSpan {
            start: self.entry,
            size: self.end.saturating_sub(self.entry),
        }
    }
}

impl Default for Shader {
    fn default() -> Self {
        Self {
            version: DVLE_VERSION,
            kind: 0,
            merge: 0,
            entry: 0,
            end: 0,
            inputs_used: 0,
            outputs_used: 0,
            geometry: GeometryBytes::default(),
            constants: Vec::new(),
            labels: Vec::new(),
            outputs: Vec::new(),
            uniforms: Vec::new(),
        }
    }
}

/// An entry of a constant table: 20 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantEntry {
    /// The kind: 0 boolean, 1 integer, 2 float.
    pub kind: u16,
    /// The register number within its bank.
    pub register: u16,
    /// The value, encoded according to the kind.
    pub data: [u8; 16],
}

impl ConstantEntry {
    /// Creates an entry that initialises `register` with a value.
    pub fn new(register: u8, value: ConstantValue) -> Self {
        let mut data = [0; 16];
        let kind = match value {
            ConstantValue::Boolean(on) => {
                data[0] = on.into();
                0
            }
            ConstantValue::Integer(components) => {
                data[..4].copy_from_slice(&components);
                1
            }
            ConstantValue::Float(components) => {
                for (bytes, component) in data.chunks_exact_mut(4).zip(components) {
                    bytes.copy_from_slice(&component.to_bits().to_le_bytes());
                }
                2
            }
        };
        Self {
            kind,
            register: register.into(),
            data,
        }
    }

    /// Decodes the value; `None` for an unknown kind or a float with more than 24 bits.
    pub fn value(&self) -> Option<ConstantValue> {
        let [x, y, z, w, ..] = self.data;
        match self.kind {
            0 => Some(ConstantValue::Boolean(x != 0)),
            1 => Some(ConstantValue::Integer([x, y, z, w])),
            2 => {
                let mut components = [Float24::default(); 4];
                for (component, bytes) in components.iter_mut().zip(self.data.chunks_exact(4)) {
                    *component = Float24::from_bits(u32::from_le_bytes(bytes.try_into().ok()?))?;
                }
                Some(ConstantValue::Float(components))
            }
            _ => None,
        }
    }
}

/// An entry of a label table: 16 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LabelEntry {
    /// A number, ascending from 0.
    pub id: u16,
    /// Unknown meaning; 1.
    pub reserved: u16,
    /// The word offset.
    pub word: u32,
    /// The size in words; `None` (FFFFFFFF in the file) if it has none.
    pub size: Option<u32>,
    /// The name.
    pub name: BString,
}

/// An entry of an output table: 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutputEntry {
    /// The property; see [`crate::isa::property`].
    pub property: u16,
    /// The output register.
    pub register: u16,
    /// The component mask, `x` at bit 0.
    pub mask: u16,
    /// Unknown meaning; 0.
    pub reserved: u16,
}

/// An entry of a uniform table: 8 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UniformEntry {
    /// The name.
    pub name: BString,
    /// The first register, in the unified numbering of [`Register::table_number`].
    pub first: u16,
    /// The last register.
    pub last: u16,
}

impl UniformEntry {
    /// Returns the first register; `None` if no register has the number.
    pub fn register(&self) -> Option<Register> {
        Register::from_table_number(self.first)
    }
}
