//! The structure of a flat program: the words of each procedure, and the ifs and loops that can be blocks.

use std::collections::BTreeMap;

use bstr::BStr;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::instruction::{BranchTarget, Instruction, Operation};
use pica200_objfmt::isa::opcode::Transfer;

use super::instruction::can_open_block;

/// A shader binary and its structure.
#[derive(Debug)]
pub(super) struct Structure<'a> {
    pub(super) shbin: &'a Shbin,
    pub(super) code: &'a [Instruction],
    /// The words that each shader reaches.
    pub(super) reached: &'a [BitSet],
    pub(super) empty: EmptyProcedures<'a>,
    pub(super) procedures: Procedures,
    pub(super) blocks: Blocks,
    /// True if label tables show which source a procedure came from: the tables of some tools list only some
    /// procedures.
    pub(super) has_whole_tables: bool,
}

/// The procedures without words in label tables.
#[derive(Default, Debug)]
pub(super) struct EmptyProcedures<'s> {
    /// For each offset the names, each with the shader whose table has it first: only the source that defines such a
    /// procedure puts it into the table of its shader.
    by_offset: BTreeMap<u32, Vec<(&'s BStr, usize)>>,
}

impl<'s> EmptyProcedures<'s> {
    /// Returns the empty procedures in the label tables.
    pub(super) fn find(shbin: &'s Shbin) -> Self {
        let mut found = Self::default();
        for (index, shader) in shbin.shaders.iter().enumerate() {
            for label in shader.labels.iter().filter(|label| label.size == Some(0)) {
                let names = found.by_offset.entry(label.word).or_default();
                names.push((label.name.as_ref(), index));
            }
        }
        found
    }

    /// Returns the empty procedures of an object, which are all in one source.
    pub(super) fn from_object(object: &'s Object) -> Self {
        let mut found = Self::default();
        for label in &object.labels {
            if label.procedure.is_some_and(|procedure| procedure.size == 0) {
                let names = found.by_offset.entry(label.word).or_default();
                names.push((label.name.as_str().into(), 0));
            }
        }
        found
    }

    /// Returns the name of a procedure without words, and the shader whose source contains it. `number` counts the
    /// procedures at the same offset.
    pub(super) fn get(&self, offset: u32, number: usize) -> Option<(&'s BStr, usize)> {
        self.by_offset.get(&offset)?.get(number).copied()
    }
}

/// The procedures of a program. Each word is in exactly one; some may have no words.
#[derive(Debug)]
pub(super) struct Procedures {
    /// In ascending order. Procedures without words precede the procedure that starts at the same offset.
    spans: Vec<WordSpan>,
}

impl Procedures {
    /// Divides `length` words into the wanted procedures, as far as they do not overlap an earlier one, and into
    /// procedures that fill the gaps.
    ///
    /// A procedure without words that has several names represents as many procedures.
    pub(super) fn find(length: u32, wanted: impl IntoIterator<Item = WordSpan>, empty: &EmptyProcedures<'_>) -> Self {
        let mut division = Division::default();
        for span in wanted {
            if span.start.saturating_add(span.size) <= length {
                division.try_add(span);
            }
        }
        for (&offset, names) in &empty.by_offset {
            if let Some(count) = division.empty.get_mut(&offset) {
                *count = names.len();
            }
        }
        Self {
            spans: division.fill(length),
        }
    }

    /// Returns the index of the first procedure that starts at or after an offset.
    pub(super) fn first_at(&self, offset: u32) -> usize {
        self.spans.partition_point(|span| span.start < offset)
    }

    /// Returns the number of procedures without words at the offset of a procedure, before it.
    pub(super) fn index_at_offset(&self, number: usize) -> usize {
        let span = self.spans.get(number);
        let first = span.map_or(number, |span| self.first_at(span.start));
        number.saturating_sub(first)
    }

    /// Returns the words of the procedures.
    pub(super) fn spans(&self) -> &[WordSpan] {
        &self.spans
    }

    /// Returns the procedure that has exactly these words; the first if several procedures have no words.
    pub(super) fn exactly(&self, span: WordSpan) -> Option<usize> {
        let key = |span: &WordSpan| (span.start, span.size);
        let number = self.spans.partition_point(|s| key(s) < key(&span));
        self.spans.get(number).filter(|s| **s == span).map(|_| number)
    }
}

/// Procedures during the division.
#[derive(Default)]
struct Division {
    /// Start and end of those with words.
    filled: BTreeMap<u32, u32>,
    /// Those without words, and their number per offset.
    empty: BTreeMap<u32, usize>,
}

impl Division {
    /// Adds a procedure unless it overlaps another one.
    fn try_add(&mut self, WordSpan { start, size }: WordSpan) {
        let end = start + size;
        let before = self.filled.range(..=start).next_back();
        let inside_other = before.is_some_and(|(&s, &e)| e > start && (size > 0 || s < start));
        if inside_other {
            return;
        }
        if size == 0 {
            self.empty.insert(start, 1);
            return;
        }
        let around_filled = self.filled.range(start..end).next().is_some();
        let around_empty = self.empty.range(start + 1..end).next().is_some();
        if !around_filled && !around_empty {
            self.filled.insert(start, end);
        }
    }

    /// Returns all procedures, including those that fill the gaps.
    fn fill(self, length: u32) -> Vec<WordSpan> {
        let mut spans = Vec::new();
        let mut here = 0;
        let mut push = |start: u32, end: u32| {
            let size = end - start;
            spans.push(WordSpan { start, size });
        };
        let mut empty = self.empty.into_iter().peekable();
        let filled = self.filled.into_iter().chain([(length, length)]);
        for (start, end) in filled {
            while let Some((offset, count)) = empty.next_if(|&(offset, _)| offset <= start) {
                if here < offset {
                    push(here, offset);
                    here = offset;
                }
                (0..count).for_each(|_| push(offset, offset));
            }
            if here < start {
                push(here, start);
            }
            if start < end {
                push(start, end);
            }
            here = end;
        }
        spans
    }
}

/// A directive between the words of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// `.else`
    Else,
    /// The `.end` of an if or a loop.
    End,
}

/// The ifs and loops of a program.
#[derive(Default, Debug)]
pub(super) struct Blocks {
    /// Directives before words, in order.
    pub(super) marks: Vec<(u32, Mark)>,
    /// Ifs and loops that are blocks; the others need explicit targets.
    pub(super) opening: BitSet,
    /// Words in loops that are blocks.
    pub(super) in_loop: BitSet,
}

/// An open block.
struct Open {
    /// Start of its else-body, until it is reached.
    else_at: Option<u32>,
    end: u32,
    is_loop: bool,
}

impl Blocks {
    /// Finds the blocks of each procedure. An if or a loop is a block unless it leads backward, out of the enclosing
    /// block, or across the end of an open block.
    ///
    /// `may_open` tells whether a word can open a block.
    pub(super) fn find(code: &[Instruction], procedures: &Procedures, may_open: impl Fn(u32) -> bool) -> Self {
        let mut blocks = Self::default();
        for span in procedures.spans() {
            let end = span.start + span.size;
            let mut open = Vec::new();
            for word in span.start..end {
                blocks.close(&mut open, word);
                if open.iter().any(|block: &Open| block.is_loop) {
                    blocks.in_loop.insert(word as usize);
                }
                let limit = open.last().map_or(end, |block| block.else_at.unwrap_or(block.end));
                let opened = code
                    .get(word as usize)
                    .and_then(|i| block_of(i, word, limit))
                    .filter(|_| may_open(word));
                if let Some(block) = opened {
                    blocks.opening.insert(word as usize);
                    open.push(block);
                }
            }
            blocks.close(&mut open, end);
        }
        blocks
    }

    /// Records the ends of blocks before a word.
    fn close(&mut self, open: &mut Vec<Open>, word: u32) {
        while let Some(block) = open.last_mut() {
            if block.else_at == Some(word) {
                block.else_at = None;
                self.marks.push((word, Mark::Else));
            }
            if block.end != word {
                break;
            }
            self.marks.push((word, Mark::End));
            open.pop();
        }
    }
}

/// Returns the block that an instruction opens, if all of it lies before `limit`.
fn block_of(instruction: &Instruction, word: u32, limit: u32) -> Option<Open> {
    let Operation::Flow { target, .. } = instruction.operation else {
        return None;
    };
    if !can_open_block(instruction) {
        return None;
    }
    let BranchTarget { word: offset, count } = target;
    let (offset, count) = (u32::from(offset), u32::from(count));
    let block = match instruction.opcode?.transfer() {
        Transfer::If(_) => Open {
            else_at: (count > 0).then_some(offset),
            end: offset + count,
            is_loop: false,
        },
        Transfer::Loop => Open {
            else_at: None,
            end: offset + 1,
            is_loop: true,
        },
        _ => return None,
    };
    let body_end = block.else_at.unwrap_or(block.end);
    (body_end > word && block.end <= limit).then_some(block)
}

/// Returns the offset that an instruction reaches by a label.
pub(super) fn jump(code: &[Instruction], word: usize, blocks: &Blocks) -> Option<u32> {
    let instruction = code.get(word)?;
    let jumps = match instruction.opcode?.transfer() {
        Transfer::Jump(_) => true,
        Transfer::If(_) | Transfer::Loop => !blocks.opening.contains(word),
        _ => false,
    };
    match instruction.operation {
        Operation::Flow { target, .. } if jumps => Some(target.word.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::isa::opcode::Opcode;

    use super::*;

    fn find(length: u32, wanted: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let wanted = wanted.iter().map(|&(start, size)| WordSpan { start, size });
        let found = Procedures::find(length, wanted, &EmptyProcedures::default());
        found.spans().iter().map(|s| (s.start, s.size)).collect()
    }

    #[test]
    fn gaps_become_procedures() {
        assert_eq!(find(0, &[]), []);
        assert_eq!(find(5, &[]), [(0, 5)]);
        assert_eq!(find(9, &[(2, 3), (7, 1)]), [(0, 2), (2, 3), (5, 2), (7, 1), (8, 1)]);
    }

    #[test]
    fn procedures_that_overlap_earlier_ones_are_left_out() {
        assert_eq!(find(6, &[(1, 3), (2, 3)]), [(0, 1), (1, 3), (4, 2)]);
        assert_eq!(find(6, &[(2, 2), (1, 4)]), [(0, 2), (2, 2), (4, 2)]);
        assert_eq!(find(6, &[(0, 9), (u32::MAX, 2)]), [(0, 6)]);
    }

    #[test]
    fn empty_procedures_stand_between_words() {
        assert_eq!(
            find(4, &[(0, 2), (2, 0), (0, 0), (4, 0)]),
            [(0, 0), (0, 2), (2, 0), (2, 2), (4, 0)]
        );
        assert_eq!(find(4, &[(0, 4), (2, 0)]), [(0, 4)]);
        assert_eq!(find(4, &[(2, 0), (0, 4)]), [(0, 2), (2, 0), (2, 2)]);
        assert_eq!(find(0, &[(0, 0)]), [(0, 0)]);
    }

    fn word(opcode: Opcode, offset: u32, count: u32) -> Instruction {
        let base = opcode.base_word();
        let fields = opcode.fields().target;
        Instruction::decode(fields.map_or(base, |[n, p]| p.set(n.set(base, count), offset)))
    }

    fn blocks(code: &[Instruction]) -> Blocks {
        let length = u32::try_from(code.len()).expect("a short program");
        let procedures = Procedures::find(length, [], &EmptyProcedures::default());
        Blocks::find(code, &procedures, |_| true)
    }

    #[test]
    fn an_if_with_an_else_is_a_block() {
        let nop = word(Opcode::Nop, 0, 0);
        let found = blocks(&[word(Opcode::Ifu, 2, 1), nop, nop, nop]);
        assert_eq!(found.marks, [(2, Mark::Else), (3, Mark::End)]);
        assert!(found.opening.contains(0));
    }

    #[test]
    fn blocks_that_end_together_are_closed_from_within() {
        let nop = word(Opcode::Nop, 0, 0);
        let code = [word(Opcode::Ifu, 3, 1), word(Opcode::For, 2, 0), nop, nop];
        let found = blocks(&code);
        assert_eq!(found.marks, [(3, Mark::End), (3, Mark::Else), (4, Mark::End)]);
        assert_eq!(found.in_loop.iter().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn what_crosses_or_leads_back_is_no_block() {
        let nop = word(Opcode::Nop, 0, 0);
        let code = [
            word(Opcode::Ifu, 3, 0),
            word(Opcode::Ifu, 4, 0),
            nop,
            word(Opcode::For, 1, 0),
            nop,
        ];
        let found = blocks(&code);
        assert_eq!(found.opening.iter().collect::<Vec<_>>(), [0]);
        assert_eq!(found.marks, [(3, Mark::End)]);
    }
}
