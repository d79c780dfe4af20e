//! Directives for the fields of shader binaries that the linker sets to other values unless a source states them.

use pica200_objfmt::formats::object::{StatedField, StatedValue};
use pica200_objfmt::formats::shbin::{DVLE_VERSION, Program, Shader};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::limits;

use super::instruction::canonical_descriptor;

/// Returns the directives that the source of a shader, or of a library, needs. `program` is set for the first source,
/// which also states the fields of the program.
pub(super) fn directives(shader: Option<&Shader>, program: Option<&Program>) -> Vec<String> {
    let mut fields = Vec::new();
    let version = shader.map_or(DVLE_VERSION, |shader| shader.version);
    let (of_program, reserved) = program.map_or((0, 0), |program| (program.version, program.reserved));
    if version != DVLE_VERSION || of_program != 0 || reserved != 0 {
        fields.push(StatedField::ShaderVersion(version));
    }
    if of_program != 0 || reserved != 0 {
        fields.push(StatedField::ProgramVersion(of_program));
    }
    if reserved != 0 {
        fields.push(StatedField::ProgramReserved(reserved));
    }
    if let Some(program) = program.filter(|program| states_descriptors(program)) {
        let entries = (0..).zip(&program.descriptors);
        fields.extend(entries.map(|(number, &entry)| StatedField::Descriptor { number, entry }));
    }
    lines(fields)
}

/// Returns the directives of an object, whose fields can be in any order: the fields of a library can precede the
/// version of the shader.
pub(super) fn object_directives(stated: &[StatedValue]) -> Vec<String> {
    let mut fields: Vec<_> = stated.iter().map(|stated| stated.field).collect();
    fields.sort_by_key(|field| field.order());
    lines(fields)
}

/// Returns the directives that state fields, in this order.
fn lines(fields: impl IntoIterator<Item = StatedField>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // The number of operands that `.version` has so far, if it is the last line.
    let mut operands = 0;
    for field in fields {
        let version = |version: u16| format!(".version 0x{version:04X}");
        match field {
            StatedField::ShaderVersion(shader) => {
                lines.push(version(shader));
                operands = 1;
                continue;
            }
            StatedField::ProgramVersion(value) | StatedField::ProgramReserved(value) => {
                let wanted = match field {
                    StatedField::ProgramVersion(_) => 1,
                    _ => 2,
                };
                if operands != wanted {
                    let before = if wanted == 1 { "" } else { ", 0" };
                    lines.push(format!("{}{before}", version(DVLE_VERSION)));
                }
                if let Some(line) = lines.last_mut() {
                    *line += &format!(", 0x{value:04X}");
                }
                operands = wanted + 1;
                continue;
            }
            StatedField::Descriptor { number, entry } => {
                let DescriptorEntry { descriptor, flags } = entry;
                let word = descriptor.to_bits();
                lines.push(format!(".descriptor {number}, 0x{word:08X}, 0x{flags:X}"));
            }
        }
        operands = 0;
    }
    lines
}

/// Returns true if the sources state the descriptor table: it has bits that no instruction of a source sets.
pub(super) fn states_descriptors(program: &Program) -> bool {
    let descriptors = &program.descriptors;
    let is_unusual = |entry: &DescriptorEntry| entry.flags != 0 || entry.descriptor.to_bits() >> 31 != 0;
    descriptors.len() <= limits::DESCRIPTORS && descriptors.iter().any(is_unusual)
}

/// How an instruction gets its index in a stated table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DescriptorIndex {
    /// The instruction selects the index.
    Normal,
    /// Only `.word` selects it, with all bits of the descriptor.
    WordOnly,
    /// The index cannot be stated, because an earlier entry has the same bits.
    Unavailable,
}

/// Returns how an instruction selects its index in a stated table: the linker prefers the first entry with exactly its
/// bits, then the first with the bits that it uses.
pub(super) fn descriptor_index(program: &Program, instruction: &Instruction) -> DescriptorIndex {
    let Operation::Arithmetic { descriptor, .. } = instruction.operation else {
        return DescriptorIndex::Normal;
    };
    let (Some(opcode), Some(own)) = (instruction.opcode, program.descriptor(descriptor)) else {
        return DescriptorIndex::Normal;
    };
    let first = |wanted: &dyn Fn(Descriptor) -> bool| {
        let mut entries = program.descriptors.iter();
        let found = entries.position(|entry| wanted(entry.descriptor));
        found.is_some_and(|number| number == usize::from(descriptor))
    };
    let written = canonical_descriptor(opcode, own);
    let has = |wanted: Descriptor| {
        let mut entries = program.descriptors.iter();
        entries.any(|entry| entry.descriptor == wanted)
    };
    let care = opcode.descriptor_bits(written.mask());
    let agrees = |other: Descriptor| (other.to_bits() ^ written.to_bits()) & care == 0;
    let takes = if has(written) {
        first(&|other| other == written)
    } else {
        first(&agrees)
    };
    if takes {
        DescriptorIndex::Normal
    } else if first(&|other| other == own) {
        DescriptorIndex::WordOnly
    } else {
        DescriptorIndex::Unavailable
    }
}
