//! How objects can contradict themselves.

use crate::formats::error::{RecordPlace, Table, WriteError, WriteFault};
use crate::isa::limits;
use crate::isa::register::{Bank, UniformKind};

/// An object that contradicts itself, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {violation}")]
pub struct InvalidObject {
    /// The place that the entry has in the file.
    pub place: RecordPlace,
    /// What is wrong with it.
    pub violation: Violation,
}

impl From<InvalidObject> for WriteError {
    fn from(invalid: InvalidObject) -> Self {
        Self {
            place: invalid.place,
            fault: WriteFault::Violation(invalid.violation),
        }
    }
}

/// How an object contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// The code is too long for the fields that hold word offsets.
    #[error(
        "the code has {words} words, where {} are what words can address",
        limits::CODE_WORDS
    )]
    CodeTooLong {
        /// The length of the code.
        words: usize,
    },
    /// There is not one line for each word.
    #[error("there are {lines} lines, where the code has {words} words")]
    LineCount {
        /// The number of lines.
        lines: usize,
        /// The length of the code.
        words: usize,
    },
    /// Something has no name.
    #[error("the name is empty")]
    EmptyName,
    /// A name has a NUL in it.
    #[error("the name `{}` has a NUL in it", name.escape_debug())]
    NulInName {
        /// The name.
        name: String,
    },
    /// The entry has a length, and no label.
    #[error("the entry `{}` has a length, where no label has its name", name.escape_debug())]
    EntryLabel {
        /// The entry's name.
        name: String,
    },
    /// Something leads out of a table.
    #[error("the index is {index}, where the {table} has {count} entries")]
    Index {
        /// The index.
        index: u32,
        /// The table that is meant.
        table: Table,
        /// How many entries it has.
        count: usize,
    },
    /// An instruction has no relocation record.
    #[error("the `{mnemonic}` at word {word} has no record")]
    MissingRelocation {
        /// The instruction's word offset.
        word: u32,
        /// The instruction's name.
        mnemonic: &'static str,
    },
    /// A relocation record is for another word than that of the next instruction with operands.
    #[error(
        "the record is for word {found}, where {expected} is the next instruction with operands"
    )]
    RelocationOrder {
        /// The record's word offset.
        found: u32,
        /// The instruction's word offset.
        expected: u32,
    },
    /// All instructions with operands have records, and there is one more.
    #[error("the record is for word {word}, where no instruction with operands is left")]
    SurplusRelocation {
        /// The record's word offset.
        word: u32,
    },
    /// A relocation does not fit the instruction.
    #[error("the record of `{mnemonic}` has {found}, where {needed} is needed")]
    RelocationKind {
        /// The instruction's name.
        mnemonic: &'static str,
        /// What the record has.
        found: &'static str,
        /// What the instruction takes.
        needed: &'static str,
    },
    /// The register of a relocation does not fit the instruction.
    #[error("the record of `{mnemonic}` has {found}, where {needed} is needed")]
    RelocationRegister {
        /// The instruction's name.
        mnemonic: &'static str,
        /// What the record has.
        found: &'static str,
        /// What the instruction takes.
        needed: &'static str,
    },
    /// The instruction word does not hold what its record says.
    #[error("the word's {field} is {found:X}h, where the record says {expected:X}h")]
    WordField {
        /// What the field is called.
        field: &'static str,
        /// What it holds.
        found: u32,
        /// What the record makes of it.
        expected: u32,
    },
    /// A reference means an input, or leads out of the register file.
    #[error("the reference leads to no uniform register")]
    Reference,
    /// A place in the code is beyond its end.
    #[error("the place ends at word {end}, where the code has {words} words")]
    BeyondCode {
        /// The place's end.
        end: u64,
        /// The length of the code.
        words: usize,
    },
    /// A label or procedure stands before the one that precedes it in the table.
    #[error("the place is at word {word}, where the one before needs at least {least}")]
    LabelOrder {
        /// The place.
        word: u32,
        /// The place of the entry before; if both are procedures, its end.
        least: u32,
    },
    /// The number of empty procedures that end before a place is wrong.
    #[error("the head rank is {found}, where {least} to {most} can be")]
    HeadRank {
        /// The number.
        found: u16,
        /// The number of the entry before, or what it must be.
        least: usize,
        /// The number of empty procedures at the head that come before.
        most: usize,
    },
    /// An array is empty, or reaches beyond its bank.
    #[error("takes {len} registers from number {first}, where there are {} {}s", bank.size(), bank.noun())]
    RegisterRange {
        /// The bank.
        bank: Bank,
        /// The first register.
        first: u8,
        /// The number of registers.
        len: u8,
    },
    /// An input is an array, or nothing.
    #[error("the input takes {len} registers, where 1 is needed")]
    InputLength {
        /// The number of registers.
        len: u8,
    },
    /// An input is another object's, or a library's.
    #[error("an input of another object, where inputs are the file's own")]
    InputLinkage,
    /// A register is chosen for what another object declares.
    #[error("a register is chosen for what another object declares")]
    ExternPin,
    /// A value is that of another object's constant.
    #[error("the value is that of a constant which another object declares")]
    ExternValue,
    /// A named constant is boolean.
    #[error("a named constant is boolean, where float or integer is needed")]
    BooleanConstant,
    /// A value is of another kind than its register.
    #[error("the value is that of {}, where the place is {}", a_uniform(value.bank()), a_uniform(*place))]
    ValueKind {
        /// The kind of the value.
        value: UniformKind,
        /// The bank of the register.
        place: Bank,
    },
    /// A number is not that of a register.
    #[error("the register is number {number}, where there are {} {}s from 0", bank.size(), bank.noun())]
    RegisterNumber {
        /// The bank.
        bank: Bank,
        /// The number.
        number: u8,
    },
}

/// What messages call one register of a bank of uniforms.
pub(super) const fn a_uniform(bank: Bank) -> &'static str {
    match bank {
        Bank::Integer => "an integer uniform",
        Bank::Boolean => "a boolean uniform",
        _ => "a float uniform",
    }
}
