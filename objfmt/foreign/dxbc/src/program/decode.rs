//! Program decoder.

use super::error::{DecodeError, InstructionLocation, Part};
use super::instruction::{Body, Instruction, Message, Program, Version};
use super::opcode::Layout;
use super::operand::{Index, Literal, Operand, OperandExtension, OperandToken};
use super::token::{Extension, LENGTH, Token};
use crate::numbers::{DataClass, MessageKind, RegisterKind};

/// The maximum nesting of operands in indices of operands. Files have two levels.
const MAX_NESTING: usize = 8;
/// The number of header dwords: version and length.
const HEADER: u32 = 2;

/// An error and its offset in dwords.
pub(crate) struct LocatedError {
    pub(crate) at: u32,
    pub(crate) error: DecodeError,
}

/// Decodes the program in the data of a chunk.
pub(crate) fn decode(data: &[u8]) -> Result<Program, LocatedError> {
    let (quads, _) = data.as_chunks();
    let dwords: Vec<u32> = quads.iter().map(|quad| u32::from_le_bytes(*quad)).collect();
    let mut left = Dwords { left: &dwords, at: 0 };
    let (Some(version), Some(length)) = (left.next(), left.next()) else {
        let found = data.len();
        return Err(LocatedError {
            at: 0,
            error: DecodeError::Header { found },
        });
    };
    let code = length.checked_sub(HEADER).and_then(|count| left.take(count));
    let Some(mut code) = code else {
        let (found, max) = (length, dwords.len());
        return Err(LocatedError {
            at: 1,
            error: DecodeError::Length { found, max },
        });
    };
    let mut instructions = Vec::new();
    while let Some(instruction) = instruction(&mut code)? {
        instructions.push(instruction);
    }
    instructions.shrink_to_fit();
    let end = usize::try_from(length).unwrap_or(usize::MAX);
    let trailing = data.iter().skip(end.saturating_mul(4)).copied().collect();
    Ok(Program {
        version: Version(version),
        instructions,
        trailing,
    })
}

/// The dwords that are left to read.
#[derive(Clone)]
struct Dwords<'a> {
    left: &'a [u32],
    /// Offset of the next dword.
    at: u32,
}

impl<'a> Dwords<'a> {
    fn next(&mut self) -> Option<u32> {
        let (first, left) = self.left.split_first()?;
        self.left = left;
        self.at = self.at.saturating_add(1);
        Some(*first)
    }

    fn take(&mut self, count: u32) -> Option<Dwords<'a>> {
        let (taken, left) = self.left.split_at_checked(usize::try_from(count).ok()?)?;
        let at = self.at;
        self.left = left;
        self.at = self.at.saturating_add(count);
        Some(Dwords { left: taken, at })
    }

    /// Reads a qword, high half first.
    fn next_wide(&mut self) -> Option<u64> {
        let (high, low) = (self.next()?, self.next()?);
        Some(u64::from(high) << 32 | u64::from(low))
    }

    fn array<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (first, left) = self.left.split_first_chunk()?;
        self.left = left;
        self.at = self.at.saturating_add(u32::try_from(N).unwrap_or(u32::MAX));
        Some(*first)
    }

    /// Reads all remaining dwords.
    fn rest(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.left).to_vec()
    }
}

/// Reads the next instruction, or returns `None` at the end of the program.
fn instruction(code: &mut Dwords<'_>) -> Result<Option<Instruction>, LocatedError> {
    let (at, max) = (code.at, code.left.len());
    let Some(token) = code.next().map(Token) else {
        return Ok(None);
    };
    let instruction = InstructionLocation {
        opcode: token.opcode(),
        at,
    };
    let (min, length) = if token.is_long() {
        let length = code.next().ok_or(LocatedError {
            at,
            error: DecodeError::Short {
                instruction,
                part: Part::Length,
            },
        })?;
        (2, length)
    } else {
        (1, LENGTH.get(token.0))
    };
    let dwords = length.checked_sub(min).and_then(|count| code.take(count));
    let dwords = dwords.ok_or(LocatedError {
        at,
        error: DecodeError::InstructionLength {
            instruction,
            found: length,
            min,
            max,
        },
    })?;
    let mut reader = Reader {
        dwords,
        instruction,
        operands: 0,
    };
    let extended = reader.extended(token)?;
    let body = reader.body(token)?;
    Ok(Some(Instruction {
        at,
        token: token.reduced(),
        extended,
        body,
    }))
}

/// A reader for the dwords of one instruction.
struct Reader<'a> {
    dwords: Dwords<'a>,
    instruction: InstructionLocation,
    /// The number of operands begun, without operands in indices.
    operands: usize,
}

impl Reader<'_> {
    fn error(&self, error: DecodeError) -> LocatedError {
        LocatedError {
            at: self.dwords.at,
            error,
        }
    }

    fn short(&self, part: Part) -> LocatedError {
        let instruction = self.instruction;
        self.error(DecodeError::Short { instruction, part })
    }

    fn extended(&mut self, token: Token) -> Result<Vec<Extension>, LocatedError> {
        let described = self.instruction.opcode.info();
        let described = described.is_some_and(|info| !info.is_reserved());
        let mut extended = Vec::new();
        let mut more = described && !token.is_long() && token.is_extended();
        while more {
            let dword = self.dwords.next();
            let next = Extension(dword.ok_or_else(|| self.short(Part::ExtendedTokens))?);
            more = next.is_followed();
            extended.push(next.reduced());
        }
        Ok(extended)
    }

    fn body(&mut self, token: Token) -> Result<Body, LocatedError> {
        let layout = self.instruction.opcode.info().map(|info| info.layout);
        let (mut operands, mut values) = (Vec::new(), Vec::new());
        match layout.unwrap_or(Layout::Unknown) {
            Layout::Unknown => return Ok(Body::Unknown(self.dwords.rest())),
            Layout::CustomData if token.data_class() == DataClass::SHADER_MESSAGE => {
                return self.message().map(Body::Message);
            }
            Layout::CustomData => return Ok(Body::Data(self.dwords.rest())),
            Layout::Operands { destinations, sources } => {
                operands = self.operands(u32::from(destinations) + u32::from(sources))?;
            }
            Layout::Declared {
                operands: count,
                values: dwords,
            } => {
                operands = self.operands(count.into())?;
                self.values(&mut values, dwords.into())?;
            }
            Layout::FunctionCall => {
                self.values(&mut values, 1)?;
                operands = self.operands(1)?;
            }
            Layout::FunctionTable => {
                self.values(&mut values, 2)?;
                let bodies = values.last().copied().unwrap_or_default();
                self.values(&mut values, bodies)?;
            }
            Layout::Interface => {
                self.values(&mut values, 3)?;
                let tables = values.last().copied().unwrap_or_default() & 0xFFFF;
                self.values(&mut values, tables)?;
            }
        }
        Ok(Body::Parts {
            operands,
            values,
            rest: self.dwords.rest(),
        })
    }

    fn values(&mut self, values: &mut Vec<u32>, count: u32) -> Result<(), LocatedError> {
        let taken = self.dwords.take(count);
        let taken = taken.ok_or_else(|| self.short(Part::Values))?;
        values.extend_from_slice(taken.left);
        Ok(())
    }

    fn message(&mut self) -> Result<Message, LocatedError> {
        let header = self.dwords.array::<5>();
        let header = header.ok_or_else(|| self.short(Part::DataHeader))?;
        let [kind, format, characters, count, stated] = header;
        let before = self.dwords.left.len();
        let operands = self.operands(count)?;
        let taken = before - self.dwords.left.len();
        if usize::try_from(stated) != Ok(taken) {
            return Err(self.error(DecodeError::MessageOperands {
                instruction: self.instruction,
                taken,
                stated,
            }));
        }
        let room = self.dwords.left.len().saturating_mul(4);
        if usize::try_from(characters).map_or(true, |characters| characters > room) {
            return Err(self.short(Part::Text));
        }
        Ok(Message {
            kind: MessageKind(kind),
            format,
            characters,
            operands,
            text: self.dwords.rest(),
        })
    }

    fn operands(&mut self, count: u32) -> Result<Vec<Operand>, LocatedError> {
        (0..count)
            .map(|_| {
                self.operands += 1;
                self.operand(0)
            })
            .collect()
    }

    /// Reads an operand at nesting level `depth`: level 1 operands are in an index, and so on.
    fn operand(&mut self, depth: usize) -> Result<Operand, LocatedError> {
        if depth > MAX_NESTING {
            return Err(self.error(DecodeError::Nesting {
                instruction: self.instruction,
                part: self.part(),
                max: MAX_NESTING,
            }));
        }
        let token = OperandToken(self.dword()?);
        let mut extended = Vec::new();
        let mut more = token.is_extended();
        while more {
            let next = OperandExtension(self.dword()?);
            more = next.is_followed();
            extended.push(next.reduced());
        }
        let forms = token.index_forms();
        let indices = forms.map(|form| self.index(form, depth));
        let indices = indices.collect::<Result<_, _>>()?;
        let literal = self.literal(token)?;
        Ok(Operand {
            token: token.reduced(),
            extended,
            indices,
            literal,
        })
    }

    fn part(&self) -> Part {
        Part::Operand(self.operands)
    }

    fn dword(&mut self) -> Result<u32, LocatedError> {
        let dword = self.dwords.next();
        dword.ok_or_else(|| self.short(self.part()))
    }

    fn index(&mut self, form: u32, depth: usize) -> Result<Index, LocatedError> {
        Ok(match form {
            0 => Index::Immediate(self.dword()?),
            1 => Index::Immediate64(self.wide()?),
            2 => Index::Relative(self.boxed(depth)?),
            3 => Index::Offset(self.dword()?, self.boxed(depth)?),
            4 => Index::Offset64(self.wide()?, self.boxed(depth)?),
            found => {
                return Err(self.error(DecodeError::IndexForm {
                    instruction: self.instruction,
                    part: self.part(),
                    found,
                }));
            }
        })
    }

    fn wide(&mut self) -> Result<u64, LocatedError> {
        let value = self.dwords.next_wide();
        value.ok_or_else(|| self.short(self.part()))
    }

    fn boxed(&mut self, depth: usize) -> Result<Box<Operand>, LocatedError> {
        self.operand(depth + 1).map(Box::new)
    }

    fn literal(&mut self, token: OperandToken) -> Result<Literal, LocatedError> {
        let wide = match token.kind() {
            RegisterKind::LITERAL => false,
            RegisterKind::LITERAL_DOUBLE => true,
            _ => return Ok(Literal::None),
        };
        let literal = match token.component_count() {
            Some(0) => Some(Literal::None),
            Some(1) if wide => self.dwords.array().map(Literal::Wide),
            Some(1) => self.dwords.array().map(Literal::One),
            Some(_) => self.dwords.array().map(Literal::Four),
            None => {
                return Err(self.error(DecodeError::Literal {
                    instruction: self.instruction,
                    part: self.part(),
                }));
            }
        };
        literal.ok_or_else(|| self.short(self.part()))
    }
}
