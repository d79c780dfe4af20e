//! Checks relocation records against their instructions.

use super::{Checked, at_entry, check_index, whole};
use crate::formats::error::{Table, Violation, a_uniform};
use crate::formats::object::relocation::uniform_register_of;
use crate::formats::object::{InvalidObject, Object, Reference, Relocation, RelocationKind, words_at_target};
use crate::isa::encoding::BitField;
use crate::isa::opcode::{Opcode, Transfer};
use crate::isa::register::Bank;

impl Object {
    /// Checks that each instruction with operands has its record, in order.
    pub(super) fn check_relocations(&self) -> Result<(), InvalidObject> {
        let mut records = self.relocations.iter().enumerate();
        for (word, &bits) in (0..).zip(&self.code) {
            let Some(opcode) = Opcode::from_word(bits).filter(|opcode| opcode.takes_arguments()) else {
                continue;
            };
            let Some((entry, record)) = records.next() else {
                let mnemonic = opcode.info().mnemonic;
                return whole(Table::Relocations, Violation::MissingRelocation { word, mnemonic });
            };
            at_entry(
                Table::Relocations,
                entry,
                self.check_relocation(word, bits, opcode, record),
            )?;
        }
        let Some((entry, &Relocation { word, .. })) = records.next() else {
            return Ok(());
        };
        at_entry(Table::Relocations, entry, Err(Violation::SurplusRelocation { word }))
    }

    fn check_relocation(&self, word: u32, bits: u32, opcode: Opcode, record: &Relocation) -> Checked {
        if record.word != word {
            return Err(Violation::RelocationOrder {
                found: record.word,
                expected: word,
            });
        }
        self.check_target(bits, opcode, record.kind)?;
        self.check_register(bits, opcode, record.register)
    }

    /// Checks the non-register reference of an instruction, and the field that holds it.
    fn check_target(&self, bits: u32, opcode: Opcode, kind: RelocationKind) -> Checked {
        let needed = RequiredTarget::new(opcode);
        match (needed, kind) {
            // A target that the source gives as part of a word is a word of the linked program, which is not known
            // here.
            (
                RequiredTarget::Plain
                | RequiredTarget::Word(_)
                | RequiredTarget::Procedure(_)
                | RequiredTarget::Place(_),
                RelocationKind::Plain,
            ) => Ok(()),
            (RequiredTarget::Descriptor(field), RelocationKind::Descriptor(index)) => {
                check_index(index, Table::Descriptors, self.descriptors.len())?;
                let index = u32::from(index);
                let held = if index <= field.max() { index } else { 0 };
                check_field("descriptor", field.get(bits), held)
            }
            (RequiredTarget::Word(address), RelocationKind::Word) => {
                self.check_code_end(u64::from(address.get(bits)) + u64::from(words_at_target(bits)))
            }
            (RequiredTarget::Procedure(_) | RequiredTarget::Place(_), RelocationKind::External(index)) => {
                check_index(index, Table::Externals, self.externals.len())
            }
            (
                RequiredTarget::Word(address) | RequiredTarget::Procedure(address) | RequiredTarget::Place(address),
                RelocationKind::Label(index),
            ) => {
                check_index(index, Table::Labels, self.labels.len())?;
                let Some(label) = self.labels.get(usize::from(index)) else {
                    return Ok(());
                };
                let is_procedure = label.procedure.is_some();
                if is_procedure && matches!(needed, RequiredTarget::Word(_)) {
                    return Err(Violation::RelocationKind {
                        mnemonic: opcode.info().mnemonic,
                        found: "a procedure",
                        needed: needed.noun(),
                    });
                }
                check_field("target", address.get(bits), label.word & address.max())?;
                if is_procedure {
                    return Ok(());
                }
                self.check_code_end(u64::from(label.word) + u64::from(words_at_target(bits)))
            }
            _ => Err(Violation::RelocationKind {
                mnemonic: opcode.info().mnemonic,
                found: kind.noun(),
                needed: needed.noun(),
            }),
        }
    }

    /// Checks the uniform register that an instruction reads, and the field that holds it.
    fn check_register(&self, bits: u32, opcode: Opcode, register: Option<Reference>) -> Checked {
        let needed = uniform_register_of(opcode, bits).map(|register| register.bank);
        let register = register.map(|register| self.check_reference(register)).transpose()?;
        check_bank(opcode, needed, register.map(|register| register.bank))?;
        if let (Some(field), Some(register)) = (opcode.fields().register_field(), register) {
            let number = register.source_number().unwrap_or(register.number);
            check_field("register", field.get(bits), number.into())?;
        }
        Ok(())
    }
}

/// The non-register reference that an instruction requires, with its field.
#[derive(Clone, Copy)]
enum RequiredTarget {
    Plain,
    Descriptor(BitField),
    /// A location in the same object, which may have a label.
    Word(BitField),
    /// A procedure, or a label and a length.
    Procedure(BitField),
    /// A procedure or a label.
    Place(BitField),
}

impl RequiredTarget {
    fn new(opcode: Opcode) -> Self {
        let fields = opcode.fields();
        if let Some(field) = fields.descriptor {
            return Self::Descriptor(field);
        }
        let Some([_, address]) = fields.target else {
            return Self::Plain;
        };
        match opcode.transfer() {
            Transfer::Next | Transfer::End | Transfer::Break(_) => Self::Plain,
            Transfer::Call(_) => Self::Procedure(address),
            Transfer::Jump(_) => Self::Place(address),
            Transfer::If(_) | Transfer::Loop => Self::Word(address),
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Self::Plain => "neither descriptor nor target",
            Self::Descriptor(_) => "a descriptor",
            Self::Word(_) => "a word or label of the same object",
            Self::Procedure(_) => "a procedure, a label or an external",
            Self::Place(_) => "a label or an external",
        }
    }
}

impl RelocationKind {
    /// Returns the noun for the kind in messages.
    const fn noun(self) -> &'static str {
        match self {
            Self::Plain => "neither descriptor nor target",
            Self::Descriptor(_) => "a descriptor",
            Self::Word => "a word of the same object",
            Self::Label(_) => "a label",
            Self::External(_) => "an external",
        }
    }
}

fn check_field(field: &'static str, found: u32, expected: u32) -> Checked {
    if found == expected {
        Ok(())
    } else {
        Err(Violation::WordField { field, found, expected })
    }
}

fn check_bank(opcode: Opcode, needed: Option<Bank>, found: Option<Bank>) -> Checked {
    let noun = |bank: Option<Bank>| bank.map_or("no uniform register", a_uniform);
    if needed == found {
        return Ok(());
    }
    Err(Violation::RelocationRegister {
        mnemonic: opcode.info().mnemonic,
        found: noun(found),
        needed: noun(needed),
    })
}
