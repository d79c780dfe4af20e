//! Instruction words as text, with remarks.

use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::{self, Registers, ShownSelectors};

use super::page::word_offset;

/// A decoded instruction word.
#[derive(Debug)]
pub struct DecodedWord {
    /// Mnemonic; `?` for an unknown opcode.
    mnemonic: &'static str,
    /// Operands; targets are word offsets.
    operands: Vec<String>,
    /// Output register written.
    pub output: Option<Register>,
    /// Branch target.
    pub target: Option<u32>,
    /// Remark about the word.
    pub remark: Option<String>,
}

impl DecodedWord {
    /// Returns mnemonic and operands.
    pub fn text(&self) -> String {
        text::join(&format!("{:7}", self.mnemonic), &self.operands)
    }

    /// Returns the text on one line, or with one line for each operand if it is too long.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let text = self.text();
        if text.chars().count() <= width {
            return vec![text];
        }
        let last = self.operands.len().saturating_sub(1);
        let line = |(n, operand): (usize, &String)| {
            let mnemonic = if n == 0 { self.mnemonic } else { "" };
            let comma = if n == last { "" } else { "," };
            format!("{mnemonic:7} {operand}{comma}")
        };
        self.operands.iter().enumerate().map(line).collect()
    }
}

/// Returns the descriptor index of a word.
pub fn descriptor_number(word: u32) -> Option<usize> {
    match Instruction::decode(word).operation {
        Operation::Arithmetic { descriptor, .. } => Some(descriptor.into()),
        _ => None,
    }
}

/// Decodes a word. `descriptor` is its descriptor; `None` if the table has no such entry.
pub fn decode(word: u32, descriptor: Option<Descriptor>, registers: &impl Registers) -> DecodedWord {
    let instruction = Instruction::decode(word);
    let mut operands = text::operands(&instruction, descriptor, registers, ShownSelectors::Used);
    operands.extend(text::target_operand(&instruction, word_offset));
    let (mut output, mut target) = (None, None);
    match instruction.operation {
        Operation::Arithmetic { destination, .. } => {
            output = destination.filter(|register| register.bank == Bank::Output);
        }
        Operation::Flow { target: to, .. } if instruction.opcode.is_some_and(Opcode::has_target) => {
            target = Some(to.word.into());
        }
        _ => {}
    }
    DecodedWord {
        mnemonic: instruction.opcode.map_or("?", |o| o.info().mnemonic),
        operands,
        output,
        target,
        remark: remark(word, &instruction, descriptor),
    }
}

fn remark(word: u32, instruction: &Instruction, descriptor: Option<Descriptor>) -> Option<String> {
    if instruction.opcode.is_none() {
        return Some(format!("unknown opcode {:#04x}", word >> 26));
    }
    match instruction.operation {
        _ if instruction.spare != 0 => Some(format!("unknown bits {:#x}", instruction.spare)),
        Operation::Arithmetic { descriptor: number, .. } if descriptor.is_none() => {
            Some(format!("no descriptor {number}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pica200_objfmt::isa::text::Numbered;

    #[test]
    fn places_are_hexadecimal() {
        let call = decode(Opcode::Call.base_word() | 30 << 10 | 12, None, &Numbered);
        assert_eq!(call.text(), "call    0x01e+12");
        assert_eq!(call.target, Some(30));
        let breakc = decode(Opcode::Breakc.base_word() | 30 << 10, None, &Numbered);
        assert_eq!((&*breakc.text(), breakc.target), ("breakc  !cmp.x || !cmp.y", None));
        assert_eq!(decode(Opcode::End.base_word(), None, &Numbered).text(), "end");
    }

    #[test]
    fn operands_without_room_have_lines_of_their_own() {
        let mov = Opcode::Mov.base_word() | 3 << 21 | 0x20 << 12;
        let mov = decode(mov, Some(Descriptor::default()), &Numbered);
        assert_eq!(mov.lines(16), ["mov     o3._, c0"]);
        assert_eq!(mov.lines(15), ["mov     o3._,", "        c0"]);
        assert_eq!(mov.output, Register::new(Bank::Output, 3));
    }

    #[test]
    fn what_has_no_sense_is_remarked() {
        let remark = |word| decode(word, None, &Numbered).remark;
        assert_eq!(remark(0x4000_0000).as_deref(), Some("unknown opcode 0x10"));
        assert_eq!(decode(0x4000_0000, None, &Numbered).text(), "?");
        assert_eq!(remark(5).as_deref(), Some("no descriptor 5"));
        let nop = Opcode::Nop.base_word();
        assert_eq!(remark(nop | 6).as_deref(), Some("unknown bits 0x6"));
        assert_eq!(remark(nop), None);
    }
}
