//! Program encoder.

use super::error::WriteError;
use super::instruction::{Body, Instruction, Message, Program};
use super::opcode::Layout;
use super::operand::{Index, Operand};
use super::token::{EXTENDED, LENGTH};

/// The maximum size in dwords of an instruction whose length is in its first dword.
const MAX_DWORDS: u32 = 127;

impl Program {
    /// Returns the data of a chunk `SHDR` or `SHEX`. A program that was read round-trips byte for byte.
    ///
    /// # Errors
    ///
    /// Fails if an instruction or the program is too long, or if an operand has more than three indices. Cannot fail
    /// for programs that were read.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let mut code = vec![self.version.0, 0];
        for (number, instruction) in self.instructions.iter().enumerate() {
            instruction.encode(number, &mut code)?;
        }
        let dwords = code.len();
        let length = u32::try_from(dwords).map_err(|_| WriteError::ProgramTooLong { dwords })?;
        if let Some(field) = code.get_mut(1) {
            *field = length;
        }
        let mut bytes: Vec<u8> = code.iter().flat_map(|dword| dword.to_le_bytes()).collect();
        bytes.extend_from_slice(&self.trailing);
        Ok(bytes)
    }
}

impl Instruction {
    /// Returns the encoded instruction.
    ///
    /// # Errors
    ///
    /// Fails as [`Program::write`] does, with instruction number 0.
    pub fn dwords(&self) -> Result<Vec<u32>, WriteError> {
        let mut out = Vec::new();
        self.encode(0, &mut out)?;
        Ok(out)
    }

    fn encode(&self, number: usize, out: &mut Vec<u32>) -> Result<(), WriteError> {
        let opcode = self.opcode();
        let mut parts = Vec::new();
        self.encode_parts(&mut parts)
            .map_err(|TooManyIndices(found)| WriteError::Indices { number, opcode, found })?;
        let long = self.token.is_long();
        let (dwords, max) = if long {
            (parts.len() + 2, u32::MAX)
        } else {
            (parts.len() + 1, MAX_DWORDS)
        };
        let length = u32::try_from(dwords).ok().filter(|length| *length <= max);
        let length = length.ok_or(WriteError::TooLong {
            number,
            opcode,
            dwords,
            max,
        })?;
        if long {
            out.extend([self.token.0, length]);
        } else {
            out.push(LENGTH.set(self.first_dword(), length));
        }
        out.append(&mut parts);
        Ok(())
    }

    /// Returns the first dword with the extended-token bit. In an unknown instruction, the extended token is among the
    /// dwords.
    fn first_dword(&self) -> u32 {
        match self.body {
            Body::Unknown(_) => self.token.0,
            _ => EXTENDED.set(self.token.0, u32::from(!self.extended.is_empty())),
        }
    }

    /// Encodes everything after the first dword and the length dword.
    fn encode_parts(&self, out: &mut Vec<u32>) -> Result<(), TooManyIndices> {
        chain(out, self.extended.iter().map(|token| token.0));
        match &self.body {
            Body::Parts { operands, values, rest } => {
                let layout = self.info().map(|info| info.layout);
                if layout == Some(Layout::FunctionCall) {
                    out.extend(values);
                    encode_operands(operands, out)?;
                } else {
                    encode_operands(operands, out)?;
                    out.extend(values);
                }
                out.extend(rest);
            }
            Body::Data(dwords) | Body::Unknown(dwords) => out.extend(dwords),
            Body::Message(message) => encode_message(message, out)?,
        }
        Ok(())
    }
}

/// An operand has this many indices, more than the encoding allows.
struct TooManyIndices(usize);

fn encode_message(message: &Message, out: &mut Vec<u32>) -> Result<(), TooManyIndices> {
    let mut operands = Vec::new();
    encode_operands(&message.operands, &mut operands)?;
    // The length of the whole instruction is checked, so these fit if it does.
    let [count, dwords] =
        [message.operands.len(), operands.len()].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    out.extend([message.kind.0, message.format, message.characters, count, dwords]);
    out.append(&mut operands);
    out.extend(&message.text);
    Ok(())
}

fn encode_operands(operands: &[Operand], out: &mut Vec<u32>) -> Result<(), TooManyIndices> {
    operands.iter().try_for_each(|operand| encode_operand(operand, out))
}

fn encode_operand(operand: &Operand, out: &mut Vec<u32>) -> Result<(), TooManyIndices> {
    let indices = &operand.indices;
    if indices.len() > 3 {
        return Err(TooManyIndices(indices.len()));
    }
    let extended = !operand.extended.is_empty();
    out.push(operand.token.completed(extended, indices));
    chain(out, operand.extended.iter().map(|token| token.0));
    for index in indices {
        match index {
            Index::Immediate(number) | Index::Offset(number, _) => out.push(*number),
            Index::Immediate64(number) | Index::Offset64(number, _) => {
                out.extend([high_half(*number), low_half(*number)]);
            }
            Index::Relative(_) => {}
        }
        if let Some(relative) = index.relative() {
            encode_operand(relative, out)?;
        }
    }
    out.extend(operand.literal.dwords());
    Ok(())
}

fn high_half(number: u64) -> u32 {
    low_half(number >> 32)
}

fn low_half(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Appends extended tokens. All but the last have the bit for a following token set.
fn chain(out: &mut Vec<u32>, tokens: impl ExactSizeIterator<Item = u32>) {
    let last = tokens.len().saturating_sub(1);
    let tokens = tokens.enumerate();
    out.extend(tokens.map(|(number, token)| EXTENDED.set(token, u32::from(number < last))));
}
