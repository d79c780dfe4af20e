//! Padding: inserts the NOPs that the hardware needs at the ends of blocks, and thereby fixes the offset of each word.
//! A body must not end with a jump, a call or the end of another block, and a body that cannot be omitted must not be
//! empty: without a NOP there, the hardware misses the jump or the end of the block.

mod check;

use pica200_objfmt::formats::object::Position;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Transfer;

use crate::diagnostic::{Code, diagnose};
use crate::program::walk::{BodyEnd, LastItem, Visitor, walk};
use crate::program::{Block, BlockId, BlockKind, Closing, LabelId, Program};
use crate::report::Report;
use crate::text::Span;

pub(crate) use self::check::check;

/// A padded program: its words in machine order.
#[derive(Default, Debug)]
pub(crate) struct Padded {
    pub(crate) words: Vec<Word>,
    /// Procedures and labels in machine order.
    pub(crate) labels: Vec<LabelId>,
    /// Location of each procedure and label, by ID.
    locations: Vec<LabelLocation>,
}

impl Padded {
    /// Returns the location of a procedure or label.
    pub(crate) fn location(&self, label: LabelId) -> LabelLocation {
        self.locations.get(label.0 as usize).copied().unwrap_or_default()
    }
}

/// One word of the code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    /// An instruction, by index in the program.
    Instruction {
        index: u32,
        /// The last word of a loop, or the first word after the first body of an if; 0 for other instructions.
        target: u32,
        /// Number of words of an if's second body.
        count: u32,
    },
    /// A padding NOP at the end of a body.
    Nop(Closing),
}

/// The location of a procedure or label.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct LabelLocation {
    /// Index in machine order.
    pub(crate) index: u32,
    /// Word offset.
    pub(crate) word: u32,
    /// Number of words of a procedure.
    pub(crate) size: u32,
    /// Number of empty procedures that precede it at the start of the file.
    pub(crate) head_rank: u16,
    /// End of a procedure.
    pub(crate) end: Position,
}

/// The reason why a body must not end where it does and needs a NOP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NopReason {
    /// It ends with the end of another block.
    EndsWithBlock,
    /// It is empty.
    IsEmpty,
    /// It ends with a jump or a call.
    EndsWithTransfer,
    /// It is a loop that ends with a break.
    EndsWithBreak,
}

/// Returns the reason why a body needs a NOP at its end, or `None` if it does not.
pub(crate) const fn nop_reason(end: &BodyEnd) -> Option<NopReason> {
    match (end.last, end.kind) {
        (LastItem::Block, _) => Some(NopReason::EndsWithBlock),
        // The linker pads it if any word precedes the file.
        (LastItem::Nothing, BlockKind::Procedure { is_first: true, .. }) => None,
        (LastItem::Nothing, _) if end.is_second => None,
        (LastItem::Nothing, _) => Some(NopReason::IsEmpty),
        (LastItem::Instruction(Some(opcode)), kind) => match (opcode.transfer(), kind) {
            (Transfer::Jump(_) | Transfer::Call(_), _) => Some(NopReason::EndsWithTransfer),
            (Transfer::Break(_), BlockKind::Loop) => Some(NopReason::EndsWithBreak),
            _ => None,
        },
        (LastItem::Instruction(None) | LastItem::Procedure, _) => None,
    }
}

/// Returns true if a body needs a NOP at its end.
const fn needs_nop(end: &BodyEnd) -> bool {
    nop_reason(end).is_some()
}

/// Pads a program. If padding is off, reports each missing NOP.
pub(crate) fn pad(program: &Program, padding: bool, report: &mut Report<'_>) -> Padded {
    let mut padder = Padder {
        program,
        report,
        padding,
        padded: Padded {
            words: Vec::with_capacity(program.instructions.len() + program.blocks.len()),
            labels: Vec::with_capacity(program.labels.len()),
            locations: vec![LabelLocation::default(); program.labels.len()],
        },
        open: Vec::new(),
        head_procedures: 0,
    };
    walk(program, 0..program.items.len(), &mut padder);
    padder.padded
}

/// Returns the number of words of a procedure of an unfinished program, including the padding of its closed bodies.
pub(crate) fn words_so_far(program: &Program, procedure: LabelId, padding: bool) -> u32 {
    struct Counter {
        words: u32,
        padding: bool,
    }
    impl Visitor for Counter {
        fn instruction(&mut self, _index: u32) {
            self.words += 1;
        }

        fn end_body(&mut self, end: &BodyEnd) {
            self.words += u32::from(self.padding && needs_nop(end));
        }
    }
    let mut counter = Counter { words: 0, padding };
    let label = program.label(procedure);
    let block = label.and_then(|label| program.block(label.procedure?.0));
    if let Some(block) = block {
        // The item before its body is the procedure itself.
        let start = block.body.start.saturating_sub(1) as usize;
        let end = match block.body.closing {
            Some(_) => block.body.end as usize,
            None => program.items.len(),
        };
        walk(program, start..end, &mut counter);
    }
    counter.words
}

/// Builds the padded program during a walk.
struct Padder<'p, 'r, 's> {
    program: &'p Program,
    report: &'r mut Report<'s>,
    padding: bool,
    padded: Padded,
    open: Vec<Open>,
    /// Number of empty procedures before the first word.
    head_procedures: u16,
}

/// An open block.
#[derive(Clone, Copy)]
struct Open {
    /// Offset of its first word.
    first: u32,
    /// Offset of its second body, if reached.
    second: Option<u32>,
    /// True if the NOP after the last instruction of its first body is missing.
    lacks_nop: bool,
}

impl Open {
    /// Returns true if an empty else-body ends where the NOP for the first body is missing: picasso then also wants a
    /// NOP there.
    fn lacks_nop(&mut self, end: &BodyEnd, needs_nop: bool) -> bool {
        if !end.is_second {
            let is_inverted = end.kind == BlockKind::If { is_inverted: true };
            self.lacks_nop = needs_nop && !is_inverted && !matches!(end.last, LastItem::Block);
            return false;
        }
        self.lacks_nop && matches!(end.last, LastItem::Nothing)
    }
}

impl Padder<'_, '_, '_> {
    fn here(&self) -> u32 {
        u32::try_from(self.padded.words.len()).unwrap_or(u32::MAX)
    }

    fn location(&mut self, label: LabelId) {
        let location = LabelLocation {
            index: u32::try_from(self.padded.labels.len()).unwrap_or(u32::MAX),
            word: self.here(),
            head_rank: match self.here() {
                0 => self.head_procedures,
                _ => 0,
            },
            ..LabelLocation::default()
        };
        self.padded.labels.push(label);
        if let Some(slot) = self.padded.locations.get_mut(label.0 as usize) {
            *slot = location;
        }
    }

    fn close_procedure(&mut self, block: &Block, label: LabelId) {
        let here = self.here();
        let closing = block.body.closing;
        let end = closing.map_or(Position::default(), |closing| closing.position);
        if let Some(location) = self.padded.locations.get_mut(label.0 as usize) {
            location.size = here - location.word;
            location.end = end;
            if here == 0 {
                self.head_procedures = self.head_procedures.saturating_add(1);
            }
        }
    }

    /// Sets the target in the instruction of a block, which precedes its first word.
    fn set_target(&mut self, first: u32, target: u32, count: u32) {
        let before = first.checked_sub(1).map(|word| word as usize);
        let word = before.and_then(|word| self.padded.words.get_mut(word));
        if let Some(Word::Instruction {
            target: slot,
            count: length,
            ..
        }) = word
        {
            *slot = target;
            *length = count;
        }
    }

    fn check_length(&mut self, block: &Block, count: u32) {
        if usize::try_from(count).is_ok_and(|count| count <= limits::MAX_BLOCK_WORDS) {
            return;
        }
        let message = format!(
            "the else-body has {count} words; at most {} can be encoded",
            limits::MAX_BLOCK_WORDS
        );
        let closing = block.body.closing.map(|closing| closing.span);
        let otherwise = match block.kind {
            BlockKind::If { is_inverted: false } => closing.filter(|_| block.otherwise.is_some()),
            _ => None,
        };
        let span = otherwise.unwrap_or(block.opening);
        let diagnostic = diagnose(Code::BlockTooLong, span, message);
        self.report.add(match otherwise {
            Some(_) => diagnostic.with_secondary(block.opening, "the if is here"),
            None => diagnostic.with_help("the body of `ifu !` becomes the else-body"),
        });
    }
}

impl Visitor for Padder<'_, '_, '_> {
    fn instruction(&mut self, index: u32) {
        self.padded.words.push(Word::Instruction {
            index,
            target: 0,
            count: 0,
        });
    }

    fn label(&mut self, label: LabelId) {
        self.location(label);
    }

    fn end_body(&mut self, end: &BodyEnd) {
        let closing = end.closing;
        let needs_nop = needs_nop(end);
        if self.padding {
            if needs_nop {
                self.padded.words.push(Word::Nop(closing));
            }
            return;
        }
        let open = self.open.last_mut();
        let lacks_nop = open.is_some_and(|open| open.lacks_nop(end, needs_nop));
        if !needs_nop && !lacks_nop {
            return;
        }
        let message = "a padding NOP is required here";
        let help = "without it the console loses a jump or the end of a block; enable padding, or write `nop`";
        let diagnostic = diagnose(Code::PaddingNopRequired, closing.span, message);
        self.report.add(diagnostic.with_help(help));
    }

    fn enter(&mut self, id: BlockId) {
        self.open.push(Open {
            first: self.here(),
            second: None,
            lacks_nop: false,
        });
        if let Some(block) = self.program.block(id)
            && let BlockKind::Procedure { label, .. } = block.kind
        {
            self.location(label);
        }
    }

    fn second_body(&mut self) {
        let here = self.here();
        if let Some(open) = self.open.last_mut() {
            open.second = Some(here);
        }
    }

    fn leave(&mut self, id: BlockId) {
        let here = self.here();
        let (Some(open), Some(block)) = (self.open.pop(), self.program.block(id)) else {
            return;
        };
        match block.kind {
            BlockKind::Procedure { label, .. } => self.close_procedure(block, label),
            BlockKind::Loop => self.set_target(open.first, here.saturating_sub(1), 0),
            BlockKind::If { .. } => {
                let second = open.second.unwrap_or(here);
                self.check_length(block, here - second);
                self.set_target(open.first, second, here - second);
            }
        }
    }
}

/// Returns the source span of the word at an offset, for messages.
fn span_of(program: &Program, word: Word) -> Span {
    match word {
        Word::Nop(closing) => closing.span,
        Word::Instruction { index, .. } => {
            let instruction = program.instructions.get(index as usize);
            instruction.map_or(Span::default(), |instruction| instruction.keyword)
        }
    }
}
