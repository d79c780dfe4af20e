//! Relocations: the parts of an instruction that linking changes.

use crate::isa::opcode::{Opcode, Transfer};
use crate::isa::register::{Bank, Register};

/// A register that linking may move: an element of a named item, or a numbered register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    /// A uniform register that the source refers to by number. It does not move.
    Register(Register),
    /// An element of a uniform.
    Uniform {
        /// The index in [`super::Object::uniforms`].
        index: u16,
        /// The element, 0 for the first register. It may be out of bounds.
        element: i16,
    },
    /// An element of a constant.
    Constant {
        /// The index in [`super::Object::constants`].
        index: u16,
        /// The element, 0 for the first register. It may be out of bounds.
        element: i16,
    },
}

/// The non-register reference of an instruction: a descriptor or a target in the code, never both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelocationKind {
    /// Neither a descriptor nor a target that moves: `breakc`, `setemit`, and flow instructions that the source writes
    /// as words, whose targets are words of the linked program.
    Plain,
    /// A descriptor: the index in [`super::Object::descriptors`]. The word contains the same number if its field is
    /// wide enough, else 0.
    Descriptor(u16),
    /// A word of the same object, at the offset in the instruction (`ifc`, `ifu`, `for`).
    Word,
    /// A procedure or label of the same object: the index in [`super::Object::labels`]. For a label, the instruction
    /// contains the length; a procedure has its own.
    Label(u16),
    /// A procedure of another object: the index in [`super::Object::externals`].
    External(u16),
}

/// A relocation of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Relocation {
    /// The instruction's word offset in the object's code.
    pub word: u32,
    /// The descriptor or target.
    pub kind: RelocationKind,
    /// The uniform register that the instruction reads: the wide source of an instruction with a descriptor, if it is a
    /// float uniform, or the boolean or integer of other instructions.
    pub register: Option<Reference>,
}

/// Returns the uniform register of a word: its wide source, or its boolean or integer. `None` if there is none, or for
/// an integer uniform that does not exist.
pub fn uniform_register(word: u32) -> Option<Register> {
    uniform_register_of(Opcode::from_word(word)?, word)
}

/// Like [`uniform_register`], for a word whose opcode is known.
pub(super) fn uniform_register_of(opcode: Opcode, word: u32) -> Option<Register> {
    let fields = opcode.fields();
    let number = u8::try_from(fields.register_field()?.get(word)).ok()?;
    match opcode.uniform_bank() {
        Some(bank) => Register::new(bank, number),
        None => Some(Register::from_source_number(number)).filter(|r| r.bank == Bank::Float),
    }
}

/// Returns the number of words that a flow instruction requires at its target: one for a loop, whose target is its last
/// word; otherwise its length field. 0 for all other instructions.
pub fn words_at_target(word: u32) -> u32 {
    let Some(opcode) = Opcode::from_word(word) else {
        return 0;
    };
    match (opcode.transfer(), opcode.fields().target) {
        (Transfer::Loop, _) => 1,
        (Transfer::Call(_) | Transfer::If(_), Some([length, _])) => length.get(word),
        _ => 0,
    }
}

/// Returns the word with its uniform register replaced: the wide source, or the boolean or integer. A word that reads
/// no register is unchanged.
#[must_use]
pub fn with_register(word: u32, register: Register) -> u32 {
    let field = Opcode::from_word(word).and_then(|opcode| opcode.fields().register_field());
    let number = register.source_number().unwrap_or(register.number);
    field.map_or(word, |field| field.set(word, number.into()))
}
