//! Objects (DVOJ): the output of the assembler and the input of the linker.
//!
//! An object holds the code of one file as if it were linked alone: registers are allocated, and targets are relative
//! to the first word of the object. Relocations describe the changes when the object is linked with others. `FORMAT.md`
//! describes the file field by field.

mod declaration;
mod export;
mod kind;
mod label;
pub(crate) mod layout;
mod read;
mod relocation;
mod stated;
mod validate;
mod write;

pub use declaration::{Constant, Linkage, Output, RegisterValue, Uniform, UniformClass};
pub use export::{Export, split_symbol};
pub use kind::ShaderKind;
pub use label::{Label, ProcedureInfo, Visibility, is_local_name};
pub use layout::RECORDS;
pub(crate) use read::{Tables, version};
pub use relocation::{Reference, Relocation, RelocationKind, uniform_register, with_register, words_at_target};
pub use stated::{StatedField, StatedValue};
pub use validate::InvalidObject;

use crate::isa::descriptor::DescriptorEntry;
use crate::isa::register::Register;

/// The object version that this crate writes, and the only one that it reads. The high byte identifies this project,
/// the low byte the revision. Files of the vendor have other versions, such as 1002h.
pub const OBJECT_VERSION: u16 = 0x7C03;

/// The name of the default entry procedure.
pub const DEFAULT_ENTRY: &str = "main";

/// A location in a source: a file, by its index in [`Object::files`], and a line, numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Position {
    /// The index in [`Object::files`].
    pub file: u32,
    /// The line, numbered from 1.
    pub line: u32,
}

/// The entry point of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name of a procedure of any object; if there is a length, the name of a label of this object.
    pub name: String,
    /// The number of words of the shader from the label on; `None` if the entry point is a procedure, which has its own
    /// size.
    pub length: Option<u32>,
    /// The position of `.entry`.
    pub position: Position,
}

/// The object of one source file, or of several that were combined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The kind of shader that the file produces, if it produces one.
    pub kind: ShaderKind,
    /// True if the file is a library, which produces no shader (`.nodvle`).
    pub library: bool,
    /// True if the file contains an instruction or a declaration that produces a shader.
    pub makes_shader: bool,
    /// True if the uniforms get registers separate from all other files (`.private`).
    pub private: bool,
    /// True if padding NOPs are inserted; otherwise each missing one triggers a warning.
    pub padding: bool,
    /// The entry point that the file names; `None` means [`DEFAULT_ENTRY`].
    pub entry: Option<Entry>,
    /// The names of the source files, which positions index.
    pub files: Vec<String>,
    /// The instruction words.
    pub code: Vec<u32>,
    /// The position of each word.
    pub lines: Vec<Position>,
    /// The descriptors of the instructions. There can be more than a shader can have.
    pub descriptors: Vec<DescriptorEntry>,
    /// One record for each instruction with operands, in the order of the code.
    pub relocations: Vec<Relocation>,
    /// Procedures and labels, in source order.
    pub labels: Vec<Label>,
    /// The names of procedures that the code calls but the file does not define.
    pub externals: Vec<String>,
    /// Inputs and uniforms, in source order, including those that another object declares.
    pub uniforms: Vec<Uniform>,
    /// Named constants, in source order, including those that another object declares.
    pub constants: Vec<Constant>,
    /// The values of constants and registers, in source order.
    pub values: Vec<RegisterValue>,
    /// Outputs, in source order.
    pub outputs: Vec<Output>,
    /// Fields of the linked shader binary whose values the source states, in source order.
    pub stated: Vec<StatedValue>,
}

impl Object {
    /// Creates the object of an empty source.
    pub fn new() -> Self {
        Self {
            kind: ShaderKind::Vertex,
            library: false,
            makes_shader: false,
            private: false,
            padding: true,
            entry: None,
            files: Vec::new(),
            code: Vec::new(),
            lines: Vec::new(),
            descriptors: Vec::new(),
            relocations: Vec::new(),
            labels: Vec::new(),
            externals: Vec::new(),
            uniforms: Vec::new(),
            constants: Vec::new(),
            values: Vec::new(),
            outputs: Vec::new(),
            stated: Vec::new(),
        }
    }

    /// Returns the name of the entry point.
    pub fn entry_name(&self) -> &str {
        self.entry.as_ref().map_or(DEFAULT_ENTRY, |entry| &entry.name)
    }

    /// Returns the name of the entry procedure; `None` if the entry point is a label.
    pub fn entry_procedure(&self) -> Option<&str> {
        let at_label = self.entry.as_ref().is_some_and(|e| e.length.is_some());
        (!at_label).then(|| self.entry_name())
    }

    /// Returns the index of the entry label and the number of words from there on; `None` if the entry point is a
    /// procedure. A valid object has that label.
    pub fn entry_label(&self) -> Option<(usize, u32)> {
        let entry = self.entry.as_ref()?;
        let length = entry.length?;
        let is_meant = |label: &Label| label.procedure.is_none() && label.name == entry.name;
        Some((self.labels.iter().position(is_meant)?, length))
    }

    /// Returns true if uniforms are allocated in the space that the vertex shaders of a link share.
    pub const fn shares_uniforms(&self) -> bool {
        !self.private && self.kind.shares_uniforms()
    }

    /// Returns the owner of each declaration of a uniform or constant.
    pub fn linkages(&self) -> impl Iterator<Item = Linkage> {
        let uniforms = self.uniforms.iter().map(|uniform| uniform.linkage);
        let constants = self.constants.iter().map(|constant| constant.linkage);
        uniforms.chain(constants)
    }

    /// Returns the names of the procedures that other objects can call, in source order.
    pub fn procedures(&self) -> impl Iterator<Item = &str> {
        let labels = self.labels.iter();
        labels
            .filter(|label| label.is_global())
            .map(|label| label.name.as_str())
    }

    /// Returns the empty procedures before the object's first word, in order.
    pub fn head_procedures(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(|label| label.is_head_procedure())
    }

    /// Returns the mask of input registers that `.in` declares, register n at bit n.
    pub fn input_mask(&self) -> u16 {
        self.uniforms
            .iter()
            .filter(|u| u.class == UniformClass::Input)
            .fold(0, |mask, u| mask | 1 << (u.first & 15))
    }

    /// Returns the mask of output registers that `.out` declares, register n at bit n.
    pub fn output_mask(&self) -> u16 {
        self.outputs.iter().fold(0, |mask, o| mask | 1 << (o.register & 15))
    }

    /// Returns true if the shader asks for its outputs to be merged with the vertex shader's: a geometry shader with
    /// separate registers that has a `dummy` output.
    pub fn merges_outputs(&self) -> bool {
        !self.kind.shares_uniforms() && self.outputs.iter().any(|o| o.property == crate::isa::property::DUMMY)
    }

    /// Resolves a reference with the object's own register allocation. `None` if the reference is outside a table or
    /// the register file.
    pub fn resolve(&self, reference: Reference) -> Option<Register> {
        let (bank, first, element) = match reference {
            Reference::Register(register) => return Some(register),
            Reference::Uniform { index, element } => {
                let uniform = self.uniforms.get(usize::from(index))?;
                let UniformClass::Uniform(kind) = uniform.class else {
                    return None;
                };
                (kind.bank(), uniform.first, element)
            }
            Reference::Constant { index, element } => {
                let constant = self.constants.get(usize::from(index))?;
                (constant.kind.bank(), constant.first, element)
            }
        };
        Register::new(bank, u8::try_from(i32::from(first) + i32::from(element)).ok()?)
    }
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}
