#![doc = include_str!("../README.md")]
//!
//! The steps:
//!
//! 1. `structure` divides the words into procedures, and these into blocks;
//! 2. `sources` divides the procedures of a shader binary among one source per shader and, if shaders share code,
//!    libraries; `claims` determines which shaders reach and name each procedure, `values` which values it would load;
//! 3. `labels` names procedures and the targets of instructions;
//! 4. `declarations` turns the tables of each shader into declarations, and `stated` writes the directives for fields
//!    that the linker sets otherwise;
//! 5. `writer` writes the text, with `instruction` for each word.
//!
//! `binary` runs these steps for shader binaries, after `unsized_labels` for files of older tools. `object` takes most
//! of the results from an object's records.
//!
//! Each word becomes a statement that assembles to it, including padding words. A source to which the assembler would
//! add padding has the directive `.nonop`. A word that no instruction expresses becomes `.word`.

mod binary;
mod claims;
mod declarations;
mod external;
mod instruction;
mod labels;
mod names;
mod object;
mod sources;
mod stated;
mod structure;
mod unnamed;
mod unsized_labels;
mod values;
mod writer;

use bstr::BString;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::shbin::Line;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::Instruction;
use pica200_objfmt::isa::limits;
use rustc_hash::FxHashMap;

use structure::{Blocks, Procedures};

pub use binary::disassemble;
pub use object::disassemble_object;

/// The sources of a shader binary or an object, in link order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disassembly {
    /// The sources.
    pub sources: Vec<DisassembledSource>,
    /// Facts that no source can express, one sentence each. Empty if the sources express the whole meaning of the file.
    pub unstated: Vec<String>,
}

/// A source of a disassembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisassembledSource {
    /// Index in the file of the shader that it defines; `None` for a library.
    pub shader: Option<usize>,
    /// True if it defines a geometry shader.
    pub is_geometry: bool,
    /// The text.
    pub text: String,
}

/// The reason why a shader binary cannot be disassembled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DisassemblyError {
    /// The file has more code than a program can have.
    #[error("the code has {words} words; a program has at most {}", limits::CODE_WORDS)]
    TooMuchCode {
        /// The number of words.
        words: usize,
    },
    /// The file has more shaders than can be disassembled.
    #[error("the file has {shaders} shaders; at most {MAX_SHADERS} can be disassembled")]
    TooManyShaders {
        /// The number of shaders.
        shaders: usize,
    },
}

/// The directive of sources that the assembler does not pad.
const NO_PADDING: &str = ".nonop";

/// Maximum number of disassembled shaders: each becomes a source and has a set of reached words.
const MAX_SHADERS: usize = 256;

/// Code to be written as sources.
struct Code {
    instructions: Vec<Instruction>,
    /// The descriptor of each word; all zero if it has none.
    descriptors: Vec<Descriptor>,
    procedures: Procedures,
    blocks: Blocks,
    /// Names of the procedures, by index.
    names: Vec<String>,
    /// The names of files.
    files: Vec<BString>,
    /// Source position of each word; empty if unknown.
    lines: Vec<Line>,
    /// True if `.loc` directives state these positions in addition to comments.
    has_lines: bool,
    /// Relocation records of words.
    records: FxHashMap<u32, Record>,
    /// Words that shaders other than the source's own reach: for those, names of the source may have another meaning.
    shared: BitSet,
}

/// The relocation record of a word.
#[derive(Clone, Default, Debug)]
struct Record {
    /// The target of the word.
    target: Option<TargetName>,
    /// Name of the uniform that the word reads, and the element.
    register: Option<(String, Option<i16>)>,
    /// True if no instruction assembles to the same word, descriptor and record.
    is_raw: bool,
}

/// The name of a procedure or a label.
#[derive(Clone, Debug)]
struct TargetName {
    name: String,
    is_procedure: bool,
}
