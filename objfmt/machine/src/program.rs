//! A shader of a shader binary, decoded once for many runs.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::{Flow, WordSpan};
use pica200_objfmt::formats::shbin::{GeometryBytes, GeometryMode, OutputEntry, Shader, Shbin};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::register::Register;

use crate::fault::{FaultKind, FaultLocation};
use crate::plan::plan;
use crate::registers;
use crate::step::{Step, decode};
use pica200_objfmt::isa::limits::{CODE_WORDS, VERTEX_CODE_WORDS};

/// Selects a shader in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShaderChoice<'a> {
    /// By its index, numbered from 0, as programs on the console do.
    Index(usize),
    /// By the name of its entry procedure. Files without labels have no such names.
    Entry(&'a str),
}

/// The stage that a program runs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A vertex shader.
    Vertex,
    /// A geometry shader. [`Feed`](crate::Feed) passes vertices to it in this mode.
    Geometry(GeometryMode),
}

/// An error of loading a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file has no shader with this index.
    NoIndex {
        /// The requested index.
        index: usize,
        /// The number of shaders.
        shaders: usize,
    },
    /// No shader of the file has an entry with this name.
    NoEntry {
        /// The requested name.
        name: String,
        /// The existing names.
        names: Vec<String>,
    },
    /// The entry point is outside the code that the shader can execute.
    EntryOutside {
        /// The word offset of the entry point.
        word: u32,
        /// The number of words that the shader can execute.
        words: usize,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIndex { index, shaders } => {
                write!(f, "there is no shader {index}; the file has {shaders}, counted from 0")
            }
            Self::NoEntry { name, names } if names.is_empty() => {
                write!(
                    f,
                    "there is no entry `{name}`; the file has no names, so choose a shader by its index"
                )
            }
            Self::NoEntry { name, names } => {
                let names = names.join("`, `");
                write!(f, "there is no entry `{name}`; the file has `{names}`")
            }
            Self::EntryOutside { word, words } => {
                write!(f, "the entry is word {word}, but the code has {words} words")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// A named input or uniform with its registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRegisters {
    /// The name as text; invalid UTF-8 is replaced.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// The number of registers, all in the bank of the first.
    pub count: u8,
}

impl NamedRegisters {
    /// Returns the register of an element, numbered from 0.
    pub fn element(&self, element: u8) -> Option<Register> {
        let number = self.first.number.checked_add(element)?;
        (element < self.count).then(|| Register::new(self.first.bank, number))?
    }
}

/// A procedure or label with a size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The name as text; invalid UTF-8 is replaced.
    pub name: String,
    /// The words of the procedure. The numbers come from the file and may be outside the code.
    pub words: Range<u32>,
}

/// A shader, decoded and ready to run. Clones share the decoded code, so that machines and threads can each have a
/// program.
///
/// The code that all shaders of a binary share is the [`Program`](pica200_objfmt::formats::shbin::Program) of the file
/// format.
#[derive(Clone, Debug)]
pub struct Program(Arc<Decoded>);

/// A decoded shader.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) steps: Vec<Step>,
    pub(crate) entry: u16,
    entry_span: WordSpan,
    index: usize,
    constants: Vec<(Register, ConstantValue)>,
    /// The undecoded words, for messages and observers.
    words: Vec<u32>,
    pub(crate) is_geometry: bool,
    geometry: GeometryBytes,
    names: Vec<NamedRegisters>,
    outputs: Vec<OutputEntry>,
    procedures: Vec<Procedure>,
    files: Vec<String>,
    lines: Vec<(u32, u32)>,
}

impl Decoded {
    /// Decodes the words that a shader can execute. The result has neither names nor constants.
    fn new(
        code: &[u32],
        descriptor: impl Fn(u8) -> Option<Descriptor>,
        entry: u32,
        is_geometry: bool,
    ) -> Result<Self, LoadError> {
        let seen = if is_geometry { CODE_WORDS } else { VERTEX_CODE_WORDS };
        let words = code.get(..seen).unwrap_or(code).to_vec();
        let found = u16::try_from(entry);
        let found = found.ok().filter(|&found| usize::from(found) < words.len());
        let outside = LoadError::EntryOutside {
            word: entry,
            words: words.len(),
        };
        let mut steps = decode(&words, descriptor);
        plan(&mut steps);
        Ok(Self {
            steps,
            entry: found.ok_or(outside)?,
            entry_span: WordSpan {
                start: entry,
                size: u32::try_from(words.len()).unwrap_or(u32::MAX),
            },
            index: 0,
            constants: Vec::new(),
            words,
            is_geometry,
            geometry: GeometryBytes::default(),
            names: Vec::new(),
            outputs: Vec::new(),
            procedures: Vec::new(),
            files: Vec::new(),
            lines: Vec::new(),
        })
    }

    /// Returns the reason why a word was not decoded.
    pub(crate) fn undecodable(&self, word: u16) -> FaultKind {
        let bits = self.words.get(usize::from(word)).copied().unwrap_or(0);
        match crate::step::descriptor_of(bits) {
            Some(descriptor) => FaultKind::MissingDescriptor { descriptor },
            None => FaultKind::UnknownOpcode { bits },
        }
    }
}

impl Program {
    /// Loads a shader: decodes the words that it can execute, and keeps the names, the constants and the line table.
    ///
    /// A vertex shader can execute the first 512 words, a geometry shader 4096; the words after these are ignored.
    /// Entries of the constant table for no register, or of an unknown kind, are ignored, as loaders do.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such shader, or if its entry point is outside the code.
    pub fn load(shbin: &Shbin, choice: ShaderChoice<'_>) -> Result<Self, LoadError> {
        let (index, shader) = choose(shbin, choice)?;
        let file = &shbin.program;
        // The other bits of the kind may be flags.
        let is_geometry = shader.is_geometry();
        let descriptor = |number| file.descriptor(number);
        let decoded = Decoded::new(&file.code, descriptor, shader.entry, is_geometry)?;
        let lines = file.lines.iter().take(decoded.words.len());
        Ok(Self(Arc::new(Decoded {
            entry_span: shader.entry_span(),
            index,
            constants: constants(shader),
            geometry: shader.geometry,
            names: names(shader),
            outputs: shader.outputs.clone(),
            procedures: procedures(shader),
            files: file.files.iter().map(ToString::to_string).collect(),
            lines: lines.map(|line| (line.file, line.line)).collect(),
            ..decoded
        })))
    }

    /// Decodes a shader that is not in a file, from the words in program memory, the operand descriptors, and the entry
    /// point. Emulators and debuggers read these from the GPU registers.
    ///
    /// A vertex shader can execute the first 512 words, a geometry shader 4096; the words after these are ignored. The
    /// program has no names, constants, outputs and lines: its uniforms are set by register, with
    /// [`Machine::set_uniforms`](crate::Machine::set_uniforms) and related methods.
    ///
    /// ```
    /// use pica200_machine::{LoadError, Program, Stage};
    ///
    /// // `nop` and `end`.
    /// let code = [0x8400_0000, 0x8800_0000];
    /// let program = Program::from_parts(&code, &[], 0, Stage::Vertex)?;
    /// assert_eq!(program.words().len(), 2);
    ///
    /// let error = Program::from_parts(&code, &[], 2, Stage::Vertex).expect_err("there is no word 2");
    /// assert_eq!(error.to_string(), "the entry is word 2, but the code has 2 words");
    /// # Ok::<(), LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`LoadError::EntryOutside`] if the entry point is outside the code.
    pub fn from_parts(code: &[u32], descriptors: &[Descriptor], entry: u16, stage: Stage) -> Result<Self, LoadError> {
        let descriptor = |number| descriptors.get(usize::from(number)).copied();
        let is_geometry = stage != Stage::Vertex;
        let decoded = Decoded::new(code, descriptor, entry.into(), is_geometry)?;
        let geometry = match stage {
            Stage::Vertex => GeometryBytes::default(),
            Stage::Geometry(mode) => mode.into(),
        };
        Ok(Self(Arc::new(Decoded { geometry, ..decoded })))
    }

    /// Returns the decoded program.
    pub(crate) fn decoded(&self) -> &Decoded {
        &self.0
    }

    /// Returns the registers that the constants of the file initialise, with their values.
    pub(crate) fn constants(&self) -> &[(Register, ConstantValue)] {
        &self.0.constants
    }

    /// Returns the index of the shader in its file, numbered from 0.
    pub fn index(&self) -> usize {
        self.0.index
    }

    /// Returns true for a geometry shader.
    pub fn is_geometry(&self) -> bool {
        self.0.is_geometry
    }

    /// Returns the geometry mode and its parameters, as in the file.
    pub fn geometry(&self) -> GeometryBytes {
        self.0.geometry
    }

    /// Returns the words of code that the shader can execute.
    pub fn words(&self) -> &[u32] {
        &self.0.words
    }

    /// Returns the entry point.
    pub fn entry(&self) -> u16 {
        self.0.entry
    }

    /// Returns the named inputs and uniforms, in the order of the file.
    pub fn names(&self) -> &[NamedRegisters] {
        &self.0.names
    }

    /// Returns the first input or uniform with a name, like loaders.
    pub fn named(&self, name: &str) -> Option<&NamedRegisters> {
        self.0.names.iter().find(|named| named.name == name)
    }

    /// Returns the output table: the property of each output register.
    pub fn outputs(&self) -> &[OutputEntry] {
        &self.0.outputs
    }

    /// Returns the procedures and labels with a size, in the order of the file.
    pub fn procedures(&self) -> &[Procedure] {
        &self.0.procedures
    }

    /// Returns the outputs and temporaries that instructions write, without duplicates.
    pub(crate) fn written(&self) -> impl Iterator<Item = Register> {
        let steps = self.0.steps.iter();
        let destinations = steps.filter(|step| step.writes_vector() && step.mask != 0);
        let mut slots: Vec<_> = destinations.map(|step| step.destination).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.into_iter().map(registers::written)
    }

    /// Returns the words that are reachable through calls, jumps and blocks.
    pub fn reachable(&self) -> BitSet {
        Flow::new(&self.0.words).trace(self.0.entry_span)
    }

    /// Returns the source file and the line, numbered from 1, of a word, if the file has a line table.
    pub fn line(&self, word: u16) -> Option<(&str, u32)> {
        let &(file, line) = self.0.lines.get(usize::from(word))?;
        let file = self.0.files.get(usize::try_from(file).ok()?)?;
        Some((file, line))
    }

    /// Returns the location of a word: the innermost procedure that contains it and, with a line table, its file and
    /// line.
    pub fn location(&self, word: u16) -> FaultLocation {
        let at = u32::from(word);
        let around = self.0.procedures.iter().filter(|p| p.words.contains(&at));
        let procedure = around.min_by_key(|p| p.words.end - p.words.start);
        let source = self.line(word);
        FaultLocation {
            word,
            procedure: procedure.map(|procedure| procedure.name.clone()),
            source: source.map(|(file, line)| (file.to_owned(), line)),
        }
    }
}

/// Returns the selected shader and its index.
fn choose<'s>(shbin: &'s Shbin, choice: ShaderChoice<'_>) -> Result<(usize, &'s Shader), LoadError> {
    let shaders = &shbin.shaders;
    match choice {
        ShaderChoice::Index(index) => {
            let shader = shaders.get(index).ok_or(LoadError::NoIndex {
                index,
                shaders: shaders.len(),
            })?;
            Ok((index, shader))
        }
        ShaderChoice::Entry(name) => {
            let has_name = |(_, s): &(usize, &Shader)| entry_names(s).any(|entry| entry == name);
            let mut numbered = shaders.iter().enumerate();
            numbered.find(has_name).ok_or_else(|| LoadError::NoEntry {
                name: name.to_owned(),
                names: shaders.iter().flat_map(entry_names).collect(),
            })
        }
    }
}

/// Returns the names of the labels at a shader's entry point.
fn entry_names(shader: &Shader) -> impl Iterator<Item = String> {
    let labels = shader.labels.iter();
    let at_entry = labels.filter(|label| label.word == shader.entry);
    at_entry.map(|label| label.name.to_string())
}

fn constants(shader: &Shader) -> Vec<(Register, ConstantValue)> {
    let known = shader.constants.iter().filter_map(|entry| {
        let value = entry.value()?;
        let number = u8::try_from(entry.register).ok()?;
        Some((Register::new(value.kind().bank(), number)?, value))
    });
    known.collect()
}

fn names(shader: &Shader) -> Vec<NamedRegisters> {
    let known = shader.uniforms.iter().filter_map(|entry| {
        let first = entry.register()?;
        let wanted = entry.last.saturating_sub(entry.first).saturating_add(1);
        let available = first.bank.size() - first.number;
        Some(NamedRegisters {
            name: entry.name.to_string(),
            first,
            count: u8::try_from(wanted).unwrap_or(u8::MAX).min(available),
        })
    });
    known.collect()
}

fn procedures(shader: &Shader) -> Vec<Procedure> {
    let sized = shader.labels.iter().filter_map(|label| {
        Some(Procedure {
            name: label.name.to_string(),
            words: label.word..label.word.checked_add(label.size?)?,
        })
    });
    sized.collect()
}
