#![doc = include_str!("../README.md")]
//!
//! The steps:
//!
//! 1. `structure` divides the words into procedures, and these into blocks;
//! 2. `sources` divides the procedures of a shader binary among one source for each shader and, where shaders share code,
//!    libraries; `claims` finds out which shaders reach and name each procedure;
//! 3. `labels` names procedures and the targets of instructions;
//! 4. `declarations` turns the tables of each shader into declarations;
//! 5. `writer` writes the text, with `instruction` for each word.
//!
//! `binary` takes these steps for shader binaries. `object` finds most of the results in an object's records.
//!
//! Each word becomes a statement that assembles to it, padding included. A word that no instruction expresses becomes
//! `.word`.

mod binary;
mod claims;
mod declarations;
mod external;
mod instruction;
mod labels;
mod names;
mod object;
mod sources;
mod structure;
mod unnamed;
mod writer;

use bstr::BString;
use pica200_objfmt::bits::BitSet;
use pica200_objfmt::formats::shbin::Line;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::Instruction;
use pica200_objfmt::isa::limits;
use rustc_hash::FxHashMap;

use structure::{Blocks, Procedures};

pub use binary::disassemble;
pub use object::disassemble_object;

/// The sources of a shader binary or object, in the order in which they are to be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disassembly {
    /// The sources.
    pub sources: Vec<DisassembledSource>,
    /// What no source can state, a sentence each. Empty if the sources say all that the file means.
    pub unstated: Vec<String>,
}

/// A source of a disassembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisassembledSource {
    /// The shader that it makes, by its place in the file; `None` for a library.
    pub shader: Option<usize>,
    /// Whether it makes a geometry shader.
    pub is_geometry: bool,
    /// The text.
    pub text: String,
}

/// Why a shader binary cannot be disassembled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DisassemblyError {
    /// There is more code than a program can have.
    #[error(
        "the code has {words} words, where programs have {} at most",
        limits::CODE_WORDS
    )]
    TooMuchCode {
        /// How many words there are.
        words: usize,
    },
    /// There are more shaders than any program has.
    #[error("there are {shaders} shaders, where {MOST_SHADERS} can be disassembled")]
    TooManyShaders {
        /// How many there are.
        shaders: usize,
    },
}

/// The most shaders that are disassembled: each becomes a source, and what it reaches is kept for each.
const MOST_SHADERS: usize = 256;

/// Code that is to be written as sources.
struct Code {
    instructions: Vec<Instruction>,
    /// For each word its descriptor, all zero where it has none.
    descriptors: Vec<Descriptor>,
    procedures: Procedures,
    blocks: Blocks,
    /// The procedures' names, by their numbers.
    names: Vec<String>,
    /// The names of files.
    files: Vec<BString>,
    /// For each word where it comes from; empty if that is not known.
    lines: Vec<Line>,
    /// Whether line markers say so, beside comments.
    has_markers: bool,
    /// What relocation records say of words.
    records: FxHashMap<u32, Record>,
    /// Words that other shaders reach than the source's own: to them the source's names may mean something else.
    shared: BitSet,
}

/// What a relocation record says of a word.
#[derive(Clone, Default, Debug)]
struct Record {
    /// What the word goes to.
    target: Option<Target>,
    /// What the uniform is called that it reads.
    register: Option<(String, Option<i16>)>,
    /// Whether no instruction gives the same word, descriptor and record.
    is_raw: bool,
}

/// A procedure or label.
#[derive(Clone, Debug)]
struct Target {
    name: String,
    is_procedure: bool,
}
