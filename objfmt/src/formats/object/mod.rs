//! Objects (DVOJ): what the assembler makes of one source file, and what the linker takes.
//!
//! An object holds the code of one file as it would be if it were linked alone: registers are placed, targets are
//! counted from the object's first word. Beside the code stand the records by which all of that is moved.
//! `FORMAT.md` describes the file field by field.

mod read;
mod relocation;
mod validate;
mod violation;
mod write;

pub(crate) use read::find;
pub use relocation::{
    Reference, Relocation, RelocationKind, register_in, with_register, words_at_target,
};
pub use violation::{InvalidObject, Violation};

use crate::formats::shbin::GeometryBytes;
use crate::isa::descriptor::{DescriptorEntry, Mask};
use crate::isa::float24::Float24;
use crate::isa::register::{Register, RegisterSet, UniformKind};

/// The version of objects that this crate writes, and the only one that it reads. The high byte is this project's, the
/// low byte the revision; the vendor's files have others, such as 1002h.
pub const OBJECT_VERSION: u16 = 0x7C03;

/// The name of the entry procedure where a source names none.
pub const DEFAULT_ENTRY: &str = "main";

/// The parameters of a `.gsh` with a mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GeometryMode {
    /// Primitives of one size, one vertex after the other.
    Point,
    /// Primitives of differing size.
    Variable {
        /// How many of the vertices are fully defined.
        vertices: u8,
    },
    /// Primitives of one size in an array of float uniforms.
    Fixed {
        /// The array's first register.
        start: u8,
        /// How many vertices it has.
        vertices: u8,
    },
}

/// What kind of shader a source makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShaderKind {
    /// A vertex shader.
    Vertex,
    /// A geometry shader marked by `.gsh` alone or by `setemit`: it shares the vertex shaders' registers.
    SharedGeometry,
    /// A geometry shader with registers of its own.
    Geometry {
        /// How it is fed.
        mode: GeometryMode,
        /// The first float uniform to give out.
        first_uniform: u8,
    },
}

impl ShaderKind {
    /// Whether this is a geometry shader, of either sort.
    pub const fn is_geometry(self) -> bool {
        !matches!(self, Self::Vertex)
    }

    /// The registers of a kind that are not given out to a shader of this sort, unless the source chooses them: the
    /// first one, and how many.
    pub const fn kept_free(self, kind: UniformKind) -> Option<(u8, u8)> {
        let Self::Geometry { first_uniform, .. } = self else {
            return None;
        };
        match kind {
            UniformKind::Float if first_uniform > 0 => Some((0, first_uniform)),
            // The machine sets it itself after each run.
            UniformKind::Boolean => Some((UniformKind::Boolean.bank().size() - 1, 1)),
            _ => None,
        }
    }

    /// The registers of a kind that the console itself fills for a shader of this sort: the first one, and how many.
    pub const fn filled(self, kind: UniformKind) -> Option<(u8, u8)> {
        match (self, kind) {
            (
                Self::Geometry {
                    mode: GeometryMode::Fixed { start, .. },
                    first_uniform,
                },
                UniformKind::Float,
            ) if start < first_uniform => Some((start, first_uniform - start)),
            (_, UniformKind::Boolean) => self.kept_free(kind),
            _ => None,
        }
    }

    /// All registers that are not given out to a shader of this sort; see [`Self::kept_free`].
    pub fn reserved(self) -> RegisterSet {
        let mut set = RegisterSet::default();
        for kind in UniformKind::ALL {
            if let Some((first, len)) = self.kept_free(kind) {
                set.insert(kind, first, len);
            }
        }
        set
    }

    /// What says in a file how a shader of this sort is fed.
    pub fn geometry_bytes(self) -> GeometryBytes {
        let Self::Geometry { mode, .. } = self else {
            return GeometryBytes::default();
        };
        match mode {
            GeometryMode::Point => GeometryBytes::default(),
            GeometryMode::Variable { vertices } => GeometryBytes {
                mode: 1,
                variable_vertices: vertices,
                ..GeometryBytes::default()
            },
            GeometryMode::Fixed { start, vertices } => GeometryBytes {
                mode: 2,
                fixed_start: start,
                fixed_vertices: vertices,
                ..GeometryBytes::default()
            },
        }
    }

    /// Whether uniforms of a shader of this sort are given out from the space that the link's vertex shaders share,
    /// unless its file keeps them to itself.
    pub const fn shares_uniforms(self) -> bool {
        !matches!(self, Self::Geometry { .. })
    }
}

/// A place in a source: a file, by its index in [`Object::files`], and a line, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Position {
    /// The index in [`Object::files`].
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// Where to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name of a procedure of any object; of a label of this object if there is a length.
    pub name: String,
    /// How many words from the label on the shader has; `None` where it starts at a procedure, which brings its own.
    pub length: Option<u32>,
    /// Where `.entry` names it.
    pub position: Position,
}

/// A procedure or a label. Objects list both in one table, ordered by their place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name. Labels belong to their object; those with a [local name](is_local_name) to a procedure of it.
    pub name: String,
    /// The word offset in the object's code.
    pub word: u32,
    /// How many empty procedures at the head of the object end before this place (see [`Object::head_procedures`]);
    /// 0 where `word` is not 0. If the linker pads those procedures, the place moves by as many words.
    pub head_rank: u16,
    /// Where it is defined.
    pub position: Position,
    /// What a procedure has beyond a label.
    pub procedure: Option<Procedure>,
}

/// What a procedure has beyond a label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Procedure {
    /// Its length in words.
    pub size: u32,
    /// Where its `.end` stands.
    pub end: Position,
    /// Who can name it.
    pub visibility: Visibility,
}

/// Who can name a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Visibility {
    /// Every object of a link.
    #[default]
    Global,
    /// Its own object (`.local`): other objects may have procedures of the same name.
    Local,
}

/// Whether this is the name of a label that is known in one procedure only: `.L` and at least one character more. Other
/// labels of the object may have the same name, and no shader binary lists it.
pub fn is_local_name(name: &str) -> bool {
    name.strip_prefix(".L").is_some_and(|rest| !rest.is_empty())
}

impl Label {
    /// Whether other objects can name it: a procedure that is not kept to its object.
    pub fn is_global(&self) -> bool {
        let visibility = self.procedure.map(|procedure| procedure.visibility);
        visibility == Some(Visibility::Global)
    }

    /// Whether this is an empty procedure before the object's first word. The linker decides whether it gets a padding
    /// NOP: it does if any word precedes the object in the link.
    pub fn is_head_procedure(&self) -> bool {
        self.word == 0 && matches!(self.procedure, Some(Procedure { size: 0, .. }))
    }
}

/// Whose a declaration of a uniform or constant is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Linkage {
    /// The file's own.
    #[default]
    Own,
    /// That of a library which was linked into the object of a shader: what no code reads of it counts for nothing.
    Library,
    /// Another object's (`.extern`): one of its declarations has the name.
    Extern {
        /// Whether that one has as many registers; else it has at least as many.
        exact: bool,
    },
}

impl Linkage {
    /// Whether another object declares it.
    pub const fn is_extern(self) -> bool {
        matches!(self, Self::Extern { .. })
    }
}

/// What an entry of the uniform table stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UniformClass {
    /// An input (`.in`): it keeps its register.
    Input,
    /// A uniform that linking gives a register.
    Uniform(UniformKind),
}

/// An input or a uniform, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    /// Its name as the source writes it: `$` is still `$`.
    pub name: String,
    /// Input, or which kind of uniform.
    pub class: UniformClass,
    /// The first register, as if the object were linked alone; the chosen one if `pinned`.
    pub first: u8,
    /// How many registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// Whose declaration it is. An input's is the file's own.
    pub linkage: Linkage,
    /// Where it is declared.
    pub position: Position,
}

impl Uniform {
    /// Whether the name stays out of the uniform table of a linked shader: uniforms whose names begin with `_`.
    pub fn is_hidden(&self) -> bool {
        self.class != UniformClass::Input && self.name.starts_with('_')
    }
}

/// A named constant or array of constants, in source order. Its values are entries of [`Object::values`];
/// one that another object declares has none here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Float or integer.
    pub kind: UniformKind,
    /// The first register, as if the object were linked alone; the chosen one if `pinned`.
    pub first: u8,
    /// How many registers, at least 1.
    pub len: u8,
    /// Whether the source chose the register.
    pub pinned: bool,
    /// Whose declaration it is. An input's is the file's own.
    pub linkage: Linkage,
    /// Where it is declared.
    pub position: Position,
}

/// What a register is loaded with before the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// A boolean register's value.
    Boolean(bool),
    /// An integer register's x, y, z, w.
    Integer([u8; 4]),
    /// A float register's x, y, z, w.
    Float([Float24; 4]),
}

impl ConstantValue {
    /// The kind of register that takes the value.
    pub const fn kind(&self) -> UniformKind {
        match self {
            Self::Boolean(_) => UniformKind::Boolean,
            Self::Integer(_) => UniformKind::Integer,
            Self::Float(_) => UniformKind::Float,
        }
    }
}

/// One register's value: of a constant, of an array's element, or from `.setf`, `.seti`, `.setb`; in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// The register that takes it.
    pub place: Reference,
    /// The value.
    pub value: ConstantValue,
    /// Where the source states it.
    pub position: Position,
}

/// An output (`.out`), in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name, `None` for `-`.
    pub name: Option<String>,
    /// What the rasteriser takes it for; see [`crate::isa::property`].
    pub property: u8,
    /// The output register.
    pub register: u8,
    /// The components that belong to it.
    pub mask: Mask,
    /// Where it is declared.
    pub position: Position,
}

/// What one source file assembles to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// What kind of shader the file makes, if it makes one.
    pub kind: ShaderKind,
    /// Whether the file says that it makes no shader (`.nodvle`).
    pub library: bool,
    /// Whether the file has anything in it that makes a shader: an instruction or a declaration.
    pub makes_shader: bool,
    /// Whether uniforms get registers apart from those of all other files (`.private`).
    pub private: bool,
    /// Whether padding NOPs are wanted; if not, each missing one draws a warning.
    pub padding: bool,
    /// The entry that the file names; [`DEFAULT_ENTRY`] if it names none.
    pub entry: Option<Entry>,
    /// The names of all source files that positions mention.
    pub files: Vec<String>,
    /// The instruction words.
    pub code: Vec<u32>,
    /// For each word, where it comes from.
    pub lines: Vec<Position>,
    /// The descriptors as the instructions were written. There may be more than a shader can have.
    pub descriptors: Vec<DescriptorEntry>,
    /// One record for each instruction that takes arguments, in order.
    pub relocations: Vec<Relocation>,
    /// Procedures and labels, in source order.
    pub labels: Vec<Label>,
    /// Names of procedures that the code calls and that the file does not define.
    pub externals: Vec<String>,
    /// Inputs and uniforms, in source order, those of other objects that the file names among them.
    pub uniforms: Vec<Uniform>,
    /// Named constants, in source order, those of other objects that the file names among them.
    pub constants: Vec<Constant>,
    /// The values of constants and registers, in source order.
    pub values: Vec<Value>,
    /// Outputs, in source order.
    pub outputs: Vec<Output>,
}

impl Object {
    /// An object of a source with nothing in it.
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
        }
    }

    /// The name of what to start at.
    pub fn entry_name(&self) -> &str {
        self.entry
            .as_ref()
            .map_or(DEFAULT_ENTRY, |entry| &entry.name)
    }

    /// The name of the procedure to start at, `None` where that is a label.
    pub fn entry_procedure(&self) -> Option<&str> {
        let at_label = self.entry.as_ref().is_some_and(|e| e.length.is_some());
        (!at_label).then(|| self.entry_name())
    }

    /// The index of the label to start at and the number of words from there on, if the file names them. A valid object
    /// has that label.
    pub fn entry_label(&self) -> Option<(usize, u32)> {
        let entry = self.entry.as_ref()?;
        let length = entry.length?;
        let is_meant = |label: &Label| label.procedure.is_none() && label.name == entry.name;
        Some((self.labels.iter().position(is_meant)?, length))
    }

    /// Whether uniforms are given out from the space that the link's vertex shaders share.
    pub const fn shares_uniforms(&self) -> bool {
        !self.private && self.kind.shares_uniforms()
    }

    /// Whose each declaration of a uniform or constant is.
    pub fn linkages(&self) -> impl Iterator<Item = Linkage> {
        let uniforms = self.uniforms.iter().map(|uniform| uniform.linkage);
        let constants = self.constants.iter().map(|constant| constant.linkage);
        uniforms.chain(constants)
    }

    /// The names of the procedures that other objects can call, in source order.
    pub fn procedures(&self) -> impl Iterator<Item = &str> {
        let labels = self.labels.iter();
        labels
            .filter(|label| label.is_global())
            .map(|label| label.name.as_str())
    }

    /// The empty procedures before the object's first word, in order.
    pub fn head_procedures(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(|label| label.is_head_procedure())
    }

    /// The input registers that `.in` names, register n at bit n.
    pub fn input_mask(&self) -> u16 {
        self.uniforms
            .iter()
            .filter(|u| u.class == UniformClass::Input)
            .fold(0, |mask, u| mask | 1 << (u.first & 15))
    }

    /// The output registers that `.out` names, register n at bit n.
    pub fn output_mask(&self) -> u16 {
        self.outputs
            .iter()
            .fold(0, |mask, o| mask | 1 << (o.register & 15))
    }

    /// Whether the shader asks for its outputs to be merged with the vertex shader's: a geometry shader with registers
    /// of its own that has a `dummy` output.
    pub fn merges_outputs(&self) -> bool {
        !self.kind.shares_uniforms()
            && self
                .outputs
                .iter()
                .any(|o| o.property == crate::isa::property::DUMMY)
    }

    /// The register that a reference means while the object's own placement holds, `None` when the reference leads out
    /// of a table or out of the register file.
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
        Register::new(
            bank,
            u8::try_from(i32::from(first) + i32::from(element)).ok()?,
        )
    }
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}
