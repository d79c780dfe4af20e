//! Code, descriptors and lines.

use pica200_objfmt::formats::shbin::{Line, Program as Dvlp};
use pica200_objfmt::isa::descriptor::{Descriptor as Bits, DescriptorEntry};
use pica200_objfmt::isa::instruction::Instruction;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use super::name::{Name, hex_word};
use super::operands::Operands;

/// A program: code and its tables.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Program {
    /// Version of the DVLP.
    version: u16,
    /// The halfword after the version, of unknown meaning.
    reserved: u16,
    /// The instruction words.
    code: Vec<Word>,
    /// The operand descriptors.
    descriptors: Vec<Descriptor>,
    /// Entries of the line table beyond one for each word.
    surplus_lines: Vec<Position>,
    /// Names of the source files.
    files: Vec<Name>,
}

impl Program {
    pub(super) fn new(program: &Dvlp) -> Self {
        let position = |&Line { file, line }: &Line| Position { file, line };
        let line = |word: usize| program.lines.get(word).map(position);
        let surplus = program.lines.iter().skip(program.code.len());
        Self {
            version: program.version,
            reserved: program.reserved,
            code: words(&program.code, &program.descriptors, |_| None, line),
            descriptors: descriptors(&program.descriptors),
            surplus_lines: surplus.map(position).collect(),
            files: program.files.iter().map(|name| Name::new(name)).collect(),
        }
    }
}

/// A word of the code.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Word {
    /// Word offset.
    word: usize,
    /// The word as eight hexadecimal digits.
    hex: String,
    /// Mnemonic; null if the opcode is unknown.
    mnemonic: Option<&'static str>,
    /// The operands; null if there are none or the opcode is unknown.
    operands: Option<Operands>,
    /// The bits that belong to no field, in place, in hexadecimal; all bits if the opcode is unknown.
    spare: String,
    /// Source line; null without debug information.
    position: Option<Position>,
}

/// A source position.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Position {
    /// Index in `files`.
    pub(super) file: u32,
    /// Line number, from 1.
    pub(super) line: u32,
}

/// Decodes all words of a program. `related` gives the descriptor of a word according to relocations.
pub(super) fn words(
    code: &[u32],
    descriptors: &[DescriptorEntry],
    related: impl Fn(usize) -> Option<u16>,
    position: impl Fn(usize) -> Option<Position>,
) -> Vec<Word> {
    let descriptor = |number: u16| Some(descriptors.get(usize::from(number))?.descriptor);
    let decode = |(word, &bits): (usize, &u32)| {
        let instruction = Instruction::decode(bits);
        Word {
            word,
            hex: hex_word(bits),
            mnemonic: instruction.opcode.map(|opcode| opcode.info().mnemonic),
            operands: Operands::new(&instruction, related(word), descriptor),
            spare: hex_word(instruction.spare),
            position: position(word),
        }
    };
    code.iter().enumerate().map(decode).collect()
}

/// An operand descriptor.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Descriptor {
    /// The components that are written: `xyzw`.
    mask: String,
    /// The three source parts.
    sources: [Select; 3],
    /// The first word in hexadecimal.
    hex: String,
    /// The second word in hexadecimal, of unknown meaning.
    flags: String,
}

/// The part of a descriptor for one source.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Select {
    /// True if the source is negated.
    negate: bool,
    /// The component that each component reads: `xyzw`.
    swizzle: String,
}

pub(super) fn descriptors(entries: &[DescriptorEntry]) -> Vec<Descriptor> {
    let descriptor = |entry: &DescriptorEntry| Descriptor {
        mask: entry.descriptor.mask().to_string(),
        sources: [0, 1, 2].map(|source| select(entry.descriptor, source)),
        hex: hex_word(entry.descriptor.to_bits()),
        flags: hex_word(entry.flags),
    };
    entries.iter().map(descriptor).collect()
}

fn select(descriptor: Bits, source: usize) -> Select {
    let select = descriptor.source(source);
    Select {
        negate: select.negate,
        swizzle: select.swizzle.to_string(),
    }
}
