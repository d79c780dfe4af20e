//! The words of a module as instructions. Nothing else reads words.

use ::naga::Span;
use ::spirv::Op;
use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The number that names a type, a value, a block or a function of a module.
pub(super) type Id = u32;

pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// The words of a module, with the offset of the first one of each instruction.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<u32>,
    starts: Vec<usize>,
}

/// An instruction with its operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<'w> {
    pub(super) op: Option<Op>,
    /// The number of the operation.
    pub(super) number: u32,
    operands: &'w [u32],
    /// Its index in the module.
    pub(super) index: usize,
    /// The offset of its first byte.
    offset: usize,
}

impl Words {
    /// Reads a module whose instructions begin at `offsets`, in bytes.
    pub(super) fn new(bytes: &[u8], offsets: &[usize]) -> Self {
        Self {
            words: words(bytes).collect(),
            starts: offsets.iter().map(|offset| offset / 4).collect(),
        }
    }

    /// Returns an instruction by its index.
    pub(super) fn get(&self, index: usize) -> Option<Instruction<'_>> {
        let start = *self.starts.get(index)?;
        let first = *self.words.get(start)?;
        let end = self.starts.get(index + 1).copied();
        let end = end.unwrap_or(self.words.len());
        Some(Instruction {
            op: Op::from_u32(first & 0xffff),
            number: first & 0xffff,
            operands: self.words.get(start + 1..end)?,
            index,
            offset: start * 4,
        })
    }

    /// Returns the instructions from one index to below another.
    pub(super) fn range(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = Instruction<'_>> {
        range.map_while(|index| self.get(index))
    }
}

/// Returns the words of a file of bytes.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes
        .chunks_exact(4)
        .map(|word| word.iter().rev().fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
}

impl<'w> Instruction<'w> {
    /// Returns an operand, the first of which is 0.
    pub(super) fn operand(&self, index: usize) -> Result<u32> {
        let operand = self.operands.get(index).copied();
        operand.ok_or_else(|| {
            let name = self.name();
            let count = self.operands.len();
            self.error(format!(
                "`{name}` has {count} operands, which are too few: it is truncated"
            ))
        })
    }

    /// Returns the operands from an index on.
    pub(super) fn operands(&self, first: usize) -> &'w [u32] {
        self.operands.get(first..).unwrap_or_default()
    }

    /// Returns a string that begins with an operand, and the index of the operand after it.
    pub(super) fn string(&self, first: usize) -> (String, usize) {
        let mut bytes = Vec::new();
        let mut next = first;
        'words: for word in self.operands(first) {
            next += 1;
            for byte in word.to_le_bytes() {
                if byte == 0 {
                    break 'words;
                }
                bytes.push(byte);
            }
        }
        (String::from_utf8_lossy(&bytes).into_owned(), next)
    }

    /// Returns the name of the operation.
    pub(super) fn name(&self) -> String {
        match self.op {
            Some(op) => format!("Op{op:?}"),
            None => format!("Op{}", self.number),
        }
    }

    pub(super) fn span(&self) -> Span {
        let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span::new(byte(self.offset), byte(self.offset + 4 * (self.operands.len() + 1)))
    }

    /// Returns the location of the instruction: its line in the listing.
    pub(super) fn place(&self) -> Option<Place> {
        u32::try_from(self.index + 1).ok().map(Place::line)
    }

    /// Returns the error about an invalid instruction.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        diagnose(Code::SourceInvalid, self.place(), message)
    }

    /// Returns the error about a missing operand of the module.
    pub(super) fn unknown(&self, id: Id, what: &str) -> Diagnostic {
        let name = self.name();
        self.error(format!("`{name}` takes %{id}, which is not {what}"))
    }
}
