//! Owners of the uniform registers of a shader, and the words that read them.

use std::collections::BTreeMap;

use pica200::text::page::shown;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::shbin;
use pica200_objfmt::isa::instruction::{AddressRegister, Instruction, Operation};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::constant;

use crate::contents::Contents;
use crate::sizes::{constant_register, named_registers};

/// A range of uniform registers with one owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UniformOwner {
    /// The first register.
    pub first: Register,
    /// The number of registers.
    pub len: u8,
    /// The kind of owner.
    pub kind: OwnerKind,
    /// The name; empty for unnamed registers.
    pub name: String,
    /// The initial values, register by register.
    pub value: Option<String>,
    /// The words that read the registers.
    pub readers: Vec<u32>,
    /// True if one of these words adds an address register to the index, so that it may read other registers.
    pub is_indexed: bool,
}

/// The owner of uniform registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerKind {
    /// A uniform, set by the application.
    Uniform,
    /// A constant, set when the shader is loaded.
    Constant,
    /// No table entry, but the code reads the register.
    Unnamed,
}

/// Returns the owners of a shader's uniform registers, ordered by register. `words` are the words that the shader
/// executes; `None` means all words.
pub(super) fn holders(contents: &Contents<'_>, shader: &shbin::Shader, words: Option<&BitSet>) -> Vec<UniformOwner> {
    let values = values(shader);
    let mut owners: BTreeMap<u16, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for (first, len, name) in named_registers(contents, shader) {
        let value = all_values(&values, first, len);
        let kind = match &value {
            Some(_) => OwnerKind::Constant,
            None => OwnerKind::Uniform,
        };
        let holder = holder(first, len, kind);
        claim(
            &mut owners,
            &mut all,
            UniformOwner {
                name: shown(name),
                value,
                ..holder
            },
        );
    }
    for (number, value) in &values {
        let Some(first) = Register::from_table_number(*number) else {
            continue;
        };
        let holder = holder(first, 1, OwnerKind::Constant);
        claim(
            &mut owners,
            &mut all,
            UniformOwner {
                value: Some(value.clone()),
                ..holder
            },
        );
    }
    for (word, register, is_indexed) in reads(contents, words) {
        let Some(number) = register.table_number() else {
            continue;
        };
        if !owners.contains_key(&number) {
            claim(&mut owners, &mut all, holder(register, 1, OwnerKind::Unnamed));
        }
        let owner = owners.get(&number).and_then(|owner| all.get_mut(*owner));
        if let Some(owner) = owner {
            owner.is_indexed |= is_indexed;
            if owner.readers.last() != Some(&word) {
                owner.readers.push(word);
            }
        }
    }
    all.sort_by_key(|holder| (holder.first.table_number(), holder.len));
    all
}

fn holder(first: Register, len: u8, kind: OwnerKind) -> UniformOwner {
    UniformOwner {
        first,
        len,
        kind,
        name: String::new(),
        value: None,
        readers: Vec::new(),
        is_indexed: false,
    }
}

/// Adds a holder unless all of its registers are taken. The first to claim a register gets it.
fn claim(owners: &mut BTreeMap<u16, usize>, all: &mut Vec<UniformOwner>, holder: UniformOwner) {
    let Some(first) = holder.first.table_number() else {
        return;
    };
    let index = all.len();
    let mut is_new = false;
    for number in first..first + u16::from(holder.len) {
        owners.entry(number).or_insert_with(|| {
            is_new = true;
            index
        });
    }
    if is_new {
        all.push(holder);
    }
}

/// Returns the initial values set by a shader, by register number.
fn values(shader: &shbin::Shader) -> BTreeMap<u16, String> {
    let value = |entry: &shbin::ConstantEntry| {
        let number = constant_register(entry)?.table_number()?;
        let value = entry.value().map_or_else(|| "?".to_owned(), constant);
        Some((number, value))
    };
    shader.constants.iter().filter_map(value).collect()
}

/// Formats the values of consecutive registers; `None` if the first has none.
fn all_values(values: &BTreeMap<u16, String>, first: Register, len: u8) -> Option<String> {
    let first = first.table_number()?;
    let mut all = values.get(&first)?.clone();
    for number in first + 1..first + u16::from(len) {
        all.push_str(", ");
        all.push_str(values.get(&number).map_or("?", String::as_str));
    }
    Some(all)
}

/// Returns the reads of uniform registers: the word, the register, and whether an address register is added to the
/// index.
fn reads(contents: &Contents<'_>, words: Option<&BitSet>) -> Vec<(u32, Register, bool)> {
    let mut found = Vec::new();
    for (word, &bits) in (0u32..).zip(&contents.program.code) {
        let index = usize::try_from(word).unwrap_or(usize::MAX);
        if words.is_some_and(|words| !words.contains(index)) {
            continue;
        }
        let instruction = Instruction::decode(bits);
        match instruction.operation {
            Operation::Arithmetic { sources, index, .. } => {
                let floats = sources.into_iter().flatten();
                let floats = floats.filter(|source| source.bank == Bank::Float);
                let is_indexed = index != AddressRegister::None;
                found.extend(floats.map(|source| (word, source, is_indexed)));
            }
            Operation::Flow { uniform, .. } => {
                let bank = instruction.opcode.and_then(Opcode::uniform_bank);
                let register = bank.zip(uniform).and_then(|(bank, n)| Register::new(bank, n));
                found.extend(register.map(|register| (word, register, false)));
            }
            Operation::Unknown | Operation::Plain | Operation::Emit { .. } => {}
        }
    }
    found
}
