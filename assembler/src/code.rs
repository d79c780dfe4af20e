//! The instructions of a source, with the records by which linking moves them.

use indexmap::IndexSet;
use pica200_objfmt::formats::object::{Position, Reference, Relocation, RelocationKind};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::Span;
use crate::unit::Unit;

/// The code so far.
#[derive(Default)]
pub(crate) struct Code {
    /// The words. Registers with names and targets with names are filled in at the end.
    pub(crate) words: Vec<u32>,
    /// Where each word comes from.
    pub(crate) lines: Vec<Position>,
    /// A record for each instruction that takes arguments.
    pub(crate) relocations: Vec<Relocation>,
    /// The descriptors as written; equal ones once.
    pub(crate) descriptors: IndexSet<Descriptor, FxBuildHasher>,
    /// Whether the instruction before the next one is a `mova`.
    pub(crate) after_mova: bool,
    /// Whether the code has left program memory, and that was said.
    overflowed: bool,
}

impl Code {
    /// The word offset of the next instruction.
    pub(crate) fn here(&self) -> u32 {
        // There are no more than `limits::CODE_WORDS`.
        u32::try_from(self.words.len()).unwrap_or(u32::MAX)
    }

    /// The opcode of the last word that was emitted at all.
    pub(crate) fn last_opcode(&self) -> Option<Opcode> {
        self.words.last().and_then(|&word| Opcode::of_word(word))
    }

    /// The index of a descriptor, and the same as the word holds it: 0 where the field is too narrow.
    pub(crate) fn descriptor(&mut self, descriptor: Descriptor, opcode: Opcode) -> (u16, u32) {
        let (index, _) = self.descriptors.insert_full(descriptor);
        // There is at most one descriptor for each word.
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let field = opcode.layout().descriptor.map_or(0, |field| field.max());
        (
            index,
            if u32::from(index) <= field {
                index.into()
            } else {
                0
            },
        )
    }
}

impl Unit<'_> {
    /// Appends an instruction that takes arguments. Answers its word offset.
    pub(crate) fn emit_relocated(
        &mut self,
        span: Span,
        word: u32,
        kind: RelocationKind,
        register: Option<Reference>,
    ) -> u32 {
        let here = self.code.here();
        if self.emit_word(span, word) {
            self.code.relocations.push(Relocation {
                word: here,
                kind,
                register,
            });
        }
        here
    }

    /// Appends a word, unless program memory is full.
    pub(crate) fn emit_word(&mut self, span: Span, word: u32) -> bool {
        if self.code.words.len() >= limits::CODE_WORDS {
            if !self.code.overflowed {
                self.code.overflowed = true;
                let message = format!(
                    "the code is longer than the {} words of program memory",
                    limits::CODE_WORDS
                );
                self.report(Diagnostic::new(Kind::CodeTooLong, span, message));
            }
            return false;
        }
        self.code.words.push(word);
        self.code.lines.push(self.position);
        self.code.after_mova = Opcode::of_word(word) == Some(Opcode::Mova);
        self.blocks.after_block = false;
        true
    }
}
