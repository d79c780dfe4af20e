//! Encodes the word of an instruction, and its relocation record.

use pica200_objfmt::formats::object::{Position, Reference, Relocation, RelocationKind, uniform_register};
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::opcode::Opcode;

use super::Encoder;
use crate::lower::{MachineOperation, MachineVector};
use crate::pad::Word;
use crate::program::{Flow, Target};

/// Placeholder for a register that only the linker knows: the first float uniform.
const PLACEHOLDER_REGISTER: u8 = 0x20;

/// An encoded word with the parts of its relocation record.
struct Encoded {
    word: u32,
    /// `None` for instructions that take no arguments.
    kind: Option<RelocationKind>,
    register: Option<Reference>,
}

impl Encoded {
    /// Encodes a word that linking does not change.
    const fn fixed(word: u32) -> Self {
        Self {
            word,
            kind: None,
            register: None,
        }
    }
}

impl Encoder<'_> {
    /// Appends a word of the padded program.
    pub(super) fn push(&mut self, word: Word) {
        let (encoded, position) = match word {
            Word::Nop(closing) => (Encoded::fixed(Opcode::Nop.base_word()), closing.position),
            Word::Instruction { index, target, count } => {
                let instruction = self.resolved.program.instructions.get(index as usize);
                let position = instruction.map_or(Position::default(), |i| i.position);
                (self.instruction(index as usize, target, count), position)
            }
        };
        if let Some(kind) = encoded.kind {
            // There are no more words than program memory holds.
            self.relocations.push(Relocation {
                word: u32::try_from(self.code.len()).unwrap_or(u32::MAX),
                kind,
                register: encoded.register,
            });
        }
        self.code.push(encoded.word);
        self.lines.push(position);
    }

    fn instruction(&mut self, index: usize, target: u32, count: u32) -> Encoded {
        match self.lowered.operations.get(index) {
            Some(MachineOperation::Bare(opcode)) => Encoded::fixed(opcode.base_word()),
            Some(MachineOperation::Vector(vector)) => self.vector(vector),
            Some(&MachineOperation::SetEmit {
                vertex,
                primitive,
                invert,
            }) => {
                let mut word = Opcode::Setemit.base_word();
                if let Some([slot, completes, winding]) = Opcode::Setemit.fields().emit {
                    word = slot.set(word, vertex);
                    word = completes.set(word, primitive.into());
                    word = winding.set(word, invert.into());
                }
                Encoded {
                    kind: Some(RelocationKind::Plain),
                    ..Encoded::fixed(word)
                }
            }
            Some(MachineOperation::Flow(flow)) => self.flow(flow, target, count),
            Some(&MachineOperation::Word { word, descriptor }) => self.raw_word(word, descriptor),
            None => Encoded::fixed(Opcode::Nop.base_word()),
        }
    }

    /// Encodes an instruction with an operand descriptor.
    fn vector(&mut self, vector: &MachineVector) -> Encoded {
        let layout = vector.opcode.fields();
        let mut word = vector.opcode.base_word();
        let number = vector.destination.and_then(|register| register.destination_number());
        if let (Some(field), Some(number)) = (layout.destination, number) {
            word = field.set(word, number.into());
        }
        if let (Some([x_field, y_field]), Some([x, y])) = (layout.comparisons, vector.comparisons) {
            word = y_field.set(x_field.set(word, x.to_bits().into()), y.to_bits().into());
        }
        let descriptor = vector.descriptor(self.sources);
        let mut moved = None;
        let sources = vector.sources(self.sources);
        for (source, field) in sources.iter().zip(layout.sources) {
            let operand = &source.operand;
            let register = if operand.is_wide() {
                let index = layout.index;
                word = index.map_or(word, |field| field.set(word, operand.relative as u32));
                let reference = self.lowered.reference(operand.storage);
                moved = Some(reference);
                self.lowered.tables.resolve(reference)
            } else {
                operand.fixed()
            };
            let number = register.and_then(|register| register.source_number());
            if let Some(field) = field {
                word = field.set(word, number.unwrap_or(PLACEHOLDER_REGISTER).into());
            }
        }
        let (index, field) = self.descriptor(descriptor, vector.opcode);
        word = layout.descriptor.map_or(word, |bits| bits.set(word, field));
        Encoded {
            word,
            kind: Some(RelocationKind::Descriptor(index)),
            register: moved,
        }
    }

    /// Returns the index of a descriptor, and the value of the word's descriptor field: 0 if the field is too narrow.
    fn descriptor(&mut self, descriptor: Descriptor, opcode: Opcode) -> (u16, u32) {
        let (index, _) = self.descriptors.insert_full(descriptor);
        // There is at most one descriptor per word.
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let max = opcode.fields().descriptor.map_or(0, |field| field.max());
        let held = Some(u32::from(index)).filter(|index| *index <= max);
        (index, held.unwrap_or(0))
    }

    /// Encodes a control-flow instruction. `target` and `count` are the operands of a block.
    fn flow(&self, flow: &Flow, target: u32, count: u32) -> Encoded {
        let layout = flow.opcode.fields();
        let mut word = flow.opcode.base_word();
        if let (Some([combination, x, y]), Some(condition)) = (layout.condition, flow.condition) {
            word = combination.set(word, condition.combination as u32);
            word = y.set(x.set(word, condition.x.into()), condition.y.into());
        }
        let register = flow.uniform.map(|storage| self.lowered.reference(storage));
        let number = register.and_then(|reference| self.lowered.tables.resolve(reference));
        if let (Some(field), Some(register)) = (layout.uniform, number) {
            word = field.set(word, register.number.into());
        }
        let (kind, target, length) = match flow.target {
            Target::Implied if flow.opcode == Opcode::Breakc => (RelocationKind::Plain, 0, 0),
            Target::Implied => (RelocationKind::Word, target, count),
            Target::External(index) => (RelocationKind::External(index), 0, 0),
            Target::Label { label, words, .. } => {
                let location = self.padded.location(label);
                let named = self.resolved.program.label(label);
                let length = match named.and_then(|label| label.procedure) {
                    // The linker rejects calls of procedures that are too long.
                    Some(_) => layout.target.map_or(0, |[num, _]| location.size.min(num.max())),
                    None => words.into(),
                };
                let index = u16::try_from(location.index).unwrap_or(u16::MAX);
                (RelocationKind::Label(index), location.word, length)
            }
        };
        if let Some([num, dst]) = layout.target {
            // A jump encodes the expected value of its test in the length field.
            let length = length.max(flow.is_inverted.into());
            word = dst.set(num.set(word, length), target);
        }
        Encoded {
            word,
            kind: Some(kind),
            register,
        }
    }

    /// Encodes a `.word`. The linker numbers its descriptor.
    fn raw_word(&mut self, word: u32, descriptor: Option<u32>) -> Encoded {
        let Some(opcode) = Opcode::from_word(word).filter(|opcode| opcode.takes_arguments()) else {
            return Encoded::fixed(word);
        };
        let register = uniform_register(word).map(Reference::Register);
        let described = descriptor.zip(opcode.fields().descriptor);
        let Some((descriptor, field)) = described else {
            return Encoded {
                word,
                kind: Some(RelocationKind::Plain),
                register,
            };
        };
        let descriptor = Descriptor::from_bits(descriptor);
        let (index, held) = self.descriptor(descriptor, opcode);
        Encoded {
            word: field.set(word, held),
            kind: Some(RelocationKind::Descriptor(index)),
            register,
        }
    }
}
