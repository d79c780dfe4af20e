//! Usage of hardware resources.

use std::collections::BTreeSet;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::shbin::{ConstantEntry, Shader, UniformEntry};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register, RegisterSet, UniformKind};

use crate::contents::{Contents, Kind};

/// The usage of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The resource.
    pub resource: &'static str,
    /// The used amount; `None` if it is unknown.
    pub used: Option<usize>,
    /// The hardware limit, in the same units.
    pub limit: usize,
}

impl Usage {
    const fn new(resource: &'static str, used: Option<usize>, limit: usize) -> Self {
        Self { resource, used, limit }
    }
}

/// Returns the resource usage of a shader. `words` are the words that it executes, if known.
pub fn of_shader(contents: &Contents<'_>, shader: &Shader, words: Option<&BitSet>) -> Vec<Usage> {
    let mut all = of_words(contents, words, shader.is_geometry());
    all.extend(of_registers(contents, shader));
    all
}

/// Returns the combined resource usage of all shaders of a binary.
pub fn of_file(contents: &Contents<'_>) -> Vec<Usage> {
    let numbers: Vec<_> = contents.descriptor_numbers().collect();
    let all = (0..numbers.len()).collect();
    let mad = descriptors_used(contents, &numbers, &all, Opcode::is_mad);
    let words = contents.program.code.len();
    let descriptors = contents.program.descriptors.len();
    vec![
        Usage::new("Words", Some(words), limits::CODE_WORDS),
        Usage::new("Descriptors", Some(descriptors), limits::DESCRIPTORS),
        Usage::new("mad descriptors", Some(mad), limits::MAD_DESCRIPTORS),
    ]
}

/// Returns the words counted for a shader: the words that it executes; all words of an object, whose calls lead to
/// other files.
pub fn counted_words(contents: &Contents<'_>, reach: Option<&[BitSet]>, shader: usize) -> Option<BitSet> {
    match (reach, contents.kind) {
        (Some(reach), _) => reach.get(shader).cloned(),
        (None, Kind::Shbin) => None,
        (None, _) => Some((0..contents.program.code.len()).collect()),
    }
}

/// Returns the number of descriptors used by instructions of the given opcodes.
fn descriptors_used(
    contents: &Contents<'_>,
    numbers: &[Option<usize>],
    words: &BitSet,
    wanted: impl Fn(Opcode) -> bool,
) -> usize {
    let used: BTreeSet<_> = words
        .iter()
        .filter(|&word| {
            let code = contents.program.code.get(word);
            code.and_then(|&code| Opcode::from_word(code)).is_some_and(&wanted)
        })
        .filter_map(|word| numbers.get(word).copied().flatten())
        .collect();
    used.len()
}

fn of_words(contents: &Contents<'_>, words: Option<&BitSet>, is_geometry: bool) -> Vec<Usage> {
    let numbers: Vec<_> = contents.descriptor_numbers().collect();
    let limit = if is_geometry {
        limits::CODE_WORDS
    } else {
        limits::VERTEX_CODE_WORDS
    };
    let mut all = vec![Usage::new("Words", words.map(|w| w.iter().count()), limit)];
    // Addresses also matter, because a vertex shader cannot execute words beyond its limit.
    if let (Kind::Shbin, Some(last)) = (contents.kind, words.and_then(|w| w.iter().max())) {
        all.push(Usage::new("Highest address", Some(last), limit - 1));
    }
    let of = |wanted: fn(Opcode) -> bool| words.map(|words| descriptors_used(contents, &numbers, words, wanted));
    let of_mad = of(Opcode::is_mad);
    all.push(Usage::new("Descriptors", of(|_| true), limits::DESCRIPTORS));
    all.push(Usage::new("mad descriptors", of_mad, limits::MAD_DESCRIPTORS));
    all
}

fn of_registers(contents: &Contents<'_>, shader: &Shader) -> Vec<Usage> {
    let mut all = Vec::new();
    let named = named_registers(contents, shader);
    let mut taken = RegisterSet::default();
    for &(first, len, _) in &named {
        if let Some(kind) = UniformKind::from_bank(first.bank) {
            taken.insert(kind, first.number, len);
        }
    }
    for register in shader.constants.iter().filter_map(constant_register) {
        if let Some(kind) = UniformKind::from_bank(register.bank) {
            taken.insert(kind, register.number, 1);
        }
    }
    for (kind, name) in [
        (UniformKind::Float, "Float uniforms"),
        (UniformKind::Integer, "Integer uniforms"),
        (UniformKind::Boolean, "Boolean uniforms"),
    ] {
        let used = usize::try_from(taken.count(kind)).ok();
        all.push(Usage::new(name, used, kind.bank().size().into()));
    }
    let inputs = usize::try_from(shader.inputs_used.count_ones()).ok();
    all.push(Usage::new("Inputs", inputs, Bank::Input.size().into()));
    let outputs = |with: fn(u16) -> bool| -> usize {
        let entries = shader.outputs.iter().filter(|entry| with(entry.property));
        entries.map(|entry| entry.register).collect::<BTreeSet<_>>().len()
    };
    let limit = if shader.is_geometry() {
        limits::GEOMETRY_OUTPUTS
    } else {
        Bank::Output.size()
    };
    all.push(Usage::new("Outputs", Some(outputs(|_| true)), limit.into()));
    let with_property = outputs(|property| property != u16::from(property::DUMMY));
    let limit = limits::PROPERTY_OUTPUTS.into();
    all.push(Usage::new("Mapped outputs", Some(with_property), limit));
    all
}

/// Returns the uniforms of a shader and the named constants of an object: first register, number of registers, name.
pub fn named_registers<'a>(contents: &'a Contents<'_>, shader: &'a Shader) -> Vec<(Register, u8, &'a [u8])> {
    let uniforms = shader.uniforms.iter().filter_map(|entry| {
        let first = entry.register().filter(|r| r.bank != Bank::Input)?;
        let room = u32::from(first.bank.size() - first.number);
        let len = length(entry).min(room);
        Some((first, u8::try_from(len).ok()?, entry.name.as_slice()))
    });
    uniforms.chain(contents.named_constants()).collect()
}

/// Returns the ranges of unnamed constant registers.
pub fn unnamed_constants(contents: &Contents<'_>, shader: &Shader) -> Vec<(Register, u8)> {
    let names = contents.names(shader);
    let numbers: BTreeSet<_> = shader
        .constants
        .iter()
        .filter_map(constant_register)
        .filter(|&register| names.get(register).is_none())
        .filter_map(Register::table_number)
        .collect();
    let mut runs: Vec<(Register, u8)> = Vec::new();
    for register in numbers.into_iter().filter_map(Register::from_table_number) {
        match runs.last_mut() {
            Some((first, len)) if first.bank == register.bank && first.number + *len == register.number => {
                *len += 1;
            }
            _ => runs.push((register, 1)),
        }
    }
    runs
}

/// Returns the number of registers of a uniform table entry.
pub fn length(entry: &UniformEntry) -> u32 {
    (u32::from(entry.last) + 1).saturating_sub(entry.first.into())
}

/// Returns the register that a constant table entry loads, if it is valid.
pub fn constant_register(entry: &ConstantEntry) -> Option<Register> {
    Register::new(constant_bank(entry.kind)?, u8::try_from(entry.register).ok()?)
}

/// Returns the bank of a kind of constants.
pub fn constant_bank(kind: u16) -> Option<Bank> {
    match kind {
        0 => Some(Bank::Boolean),
        1 => Some(Bank::Integer),
        2 => Some(Bank::Float),
        _ => None,
    }
}
