//! Inconsistencies in objects.

use super::location::Table;
use crate::isa::limits;
use crate::isa::register::{Bank, UniformKind};

/// An inconsistency in an object.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The code is too long for the fields that hold word offsets.
    #[error("the code has {words} words, but words can address only {}", limits::CODE_WORDS)]
    CodeTooLong {
        /// The length of the code.
        words: usize,
    },
    /// The numbers of lines and words differ.
    #[error("there are {lines} lines, but the code has {words} words")]
    LineCount {
        /// The number of lines.
        lines: usize,
        /// The length of the code.
        words: usize,
    },
    /// A name is empty.
    #[error("the name is empty")]
    EmptyName,
    /// A name contains a character that names in sources cannot have.
    #[error(
        "the name `{}` contains `{}`; names have only letters, digits, `_`, `$` and `.`",
        name.escape_debug(),
        character.escape_debug()
    )]
    NameCharacter {
        /// The name.
        name: String,
        /// The first such character.
        character: char,
    },
    /// A file name contains a NUL.
    #[error("the name `{}` contains a NUL", name.escape_debug())]
    NulInName {
        /// The name.
        name: String,
    },
    /// The entry point has a length, but its name is not the name of a label.
    #[error("the entry `{}` has a length, but no label has its name", name.escape_debug())]
    EntryLabel {
        /// The name of the entry point.
        name: String,
    },
    /// An index is past the end of a table.
    #[error("the index is {index}, but the {table} has {count} entries")]
    Index {
        /// The index.
        index: u32,
        /// The table.
        table: Table,
        /// The number of entries.
        count: usize,
    },
    /// An instruction has no relocation record.
    #[error("the `{mnemonic}` at word {word} has no record")]
    MissingRelocation {
        /// The instruction's word offset.
        word: u32,
        /// The mnemonic of the instruction.
        mnemonic: &'static str,
    },
    /// A relocation record does not belong to the next instruction with operands.
    #[error("the record is for word {found}, but {expected} is the next instruction with operands")]
    RelocationOrder {
        /// The word offset in the record.
        found: u32,
        /// The word offset of the instruction.
        expected: u32,
    },
    /// A relocation record follows the records of all instructions with operands.
    #[error("the record is for word {word}, but no instruction with operands is left")]
    SurplusRelocation {
        /// The word offset in the record.
        word: u32,
    },
    /// The kind of a relocation does not match the instruction.
    #[error("the record of `{mnemonic}` has {found}; expected {needed}")]
    RelocationKind {
        /// The mnemonic of the instruction.
        mnemonic: &'static str,
        /// The kind in the record.
        found: &'static str,
        /// The kind that the instruction requires.
        needed: &'static str,
    },
    /// The register of a relocation does not match the instruction.
    #[error("the record of `{mnemonic}` has {found}; expected {needed}")]
    RelocationRegister {
        /// The mnemonic of the instruction.
        mnemonic: &'static str,
        /// The kind of register in the record.
        found: &'static str,
        /// The kind of register that the instruction requires.
        needed: &'static str,
    },
    /// A field of the instruction word contradicts its relocation record.
    #[error("the word's {field} is {found:X}h, but the record says {expected:X}h")]
    WordField {
        /// The name of the field.
        field: &'static str,
        /// The value of the field.
        found: u32,
        /// The value that the record requires.
        expected: u32,
    },
    /// A reference resolves to an input, or to a register that does not exist.
    #[error("the reference does not resolve to a uniform register")]
    Reference,
    /// A location in the code is past its end.
    #[error("the location ends at word {end}, but the code has {words} words")]
    BeyondCode {
        /// The end of the location.
        end: u64,
        /// The length of the code.
        words: usize,
    },
    /// A label or procedure has a lower address than the previous entry of the table.
    #[error("the location is at word {word}; expected at least {least}")]
    LabelOrder {
        /// The address.
        word: u32,
        /// The address of the previous entry; if both are procedures, its end.
        least: u32,
    },
    /// The rank of a location at word 0 is wrong.
    #[error("the head rank is {found}; expected {least} to {most}")]
    HeadRank {
        /// The rank: the number of empty procedures that end before the location.
        found: u16,
        /// The minimum: the rank of the previous entry, or the required rank.
        least: usize,
        /// The maximum: the number of empty procedures at the head that precede it.
        most: usize,
    },
    /// An array is empty, or extends past its bank.
    #[error("takes {len} registers from number {first}, but there are {} {}s", bank.size(), bank.noun())]
    RegisterRange {
        /// The bank.
        bank: Bank,
        /// The first register.
        first: u8,
        /// The number of registers.
        len: u8,
    },
    /// An input does not have exactly one register.
    #[error("the input takes {len} registers; expected 1")]
    InputLength {
        /// The number of registers.
        len: u8,
    },
    /// An input belongs to another object or a library.
    #[error("an input of another object, but inputs belong to the file")]
    InputLinkage,
    /// An extern declaration has a pinned register.
    #[error("a register is chosen for a declaration of another object")]
    ExternPin,
    /// A value belongs to an extern constant.
    #[error("the value belongs to a constant of another object")]
    ExternValue,
    /// A named constant is boolean.
    #[error("a named constant is boolean; expected float or integer")]
    BooleanConstant,
    /// A value and its register are of different kinds.
    #[error("the value is for {}, but the register is {}", a_uniform(value.bank()), a_uniform(*location))]
    ValueKind {
        /// The kind of the value.
        value: UniformKind,
        /// The bank of the register.
        location: Bank,
    },
    /// The number of a stated descriptor is beyond the largest table.
    #[error("the descriptor is number {number}, but there are {} from 0", limits::DESCRIPTORS)]
    DescriptorNumber {
        /// The number.
        number: u8,
    },
    /// A register with this number does not exist.
    #[error("the register is number {number}, but there are {} {}s from 0", bank.size(), bank.noun())]
    RegisterNumber {
        /// The bank.
        bank: Bank,
        /// The number.
        number: u8,
    },
}

/// Returns the noun for one register of a uniform bank, with its article.
pub(crate) const fn a_uniform(bank: Bank) -> &'static str {
    match bank {
        Bank::Integer => "an integer uniform",
        Bank::Boolean => "a boolean uniform",
        _ => "a float uniform",
    }
}
