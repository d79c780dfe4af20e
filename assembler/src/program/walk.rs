//! Walks a program in machine order.

use std::ops::Range;

use pica200_objfmt::isa::opcode::Opcode;

use super::{BlockId, BlockKind, Body, Closing, Item, LabelId, Operation, Program};

/// A visitor of a program in machine order.
pub(crate) trait Visitor {
    /// Visits an instruction, by index.
    fn instruction(&mut self, index: u32);
    /// Visits a label that is not a procedure.
    fn label(&mut self, _label: LabelId) {}
    /// Called at the end of a body, unless nothing closes the body.
    fn end_body(&mut self, _end: &BodyEnd) {}
    /// Called at the start of a block. Its instruction, if any, was visited before.
    fn enter(&mut self, _block: BlockId) {}
    /// Called at the start of the second body of the innermost block.
    fn second_body(&mut self) {}
    /// Called at the end of a block.
    fn leave(&mut self, _block: BlockId) {}
}

/// The end of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyEnd {
    /// The block of the body.
    pub(crate) kind: BlockKind,
    /// True if it is the second body of its block.
    pub(crate) is_second: bool,
    /// The last item of the body.
    pub(crate) last: LastItem,
    /// The statement that closes it.
    pub(crate) closing: Closing,
}

/// The last item of a body that is not a label.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastItem {
    /// There is none.
    Nothing,
    /// An instruction, with the opcode of its word.
    Instruction(Option<Opcode>),
    /// An if or a loop.
    Block,
    /// A procedure, which is misplaced in a body.
    Procedure,
}

/// A range of items during a walk.
struct Frame {
    /// The block whose body the items are; `None` at the top level.
    block: Option<BlockId>,
    is_second: bool,
    /// The next item, and the end of the range.
    next: u32,
    end: u32,
    last: LastItem,
}

impl Frame {
    fn new(block: BlockId, body: Body, is_second: bool) -> Self {
        Self {
            block: Some(block),
            is_second,
            next: body.start,
            end: body.end,
            last: LastItem::Nothing,
        }
    }
}

/// Walks over items in machine order. The walk does not recurse, so deep nesting cannot overflow the host's stack.
pub(crate) fn walk(program: &Program, items: Range<usize>, visitor: &mut impl Visitor) {
    let index = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let mut frames = Vec::new();
    let mut frame = Frame {
        block: None,
        is_second: false,
        next: index(items.start),
        end: index(items.end),
        last: LastItem::Nothing,
    };
    loop {
        let items = program.items.get(frame.next as usize..frame.end as usize);
        let mut entered = None;
        for item in items.unwrap_or_default() {
            match *item {
                Item::Instruction { opcode, index } => {
                    visitor.instruction(index);
                    frame.last = LastItem::Instruction(opcode);
                }
                Item::Label(label) => visitor.label(label),
                Item::Block(id) => {
                    entered = program.block(id).map(|block| (id, block));
                    break;
                }
            }
        }
        if let Some((id, block)) = entered {
            visitor.enter(id);
            frame.next = block.end();
            let (first, _) = block.machine_bodies();
            let inner = Frame::new(id, first, false);
            frames.push(std::mem::replace(&mut frame, inner));
            continue;
        }
        let block = frame.block.and_then(|id| Some((id, program.block(id)?)));
        let Some((id, block)) = block else {
            return;
        };
        let (first, second) = block.machine_bodies();
        let body = second.filter(|_| frame.is_second).unwrap_or(first);
        if let Some(closing) = body.closing {
            visitor.end_body(&BodyEnd {
                kind: block.kind,
                is_second: frame.is_second,
                last: frame.last,
                closing,
            });
        }
        if let Some(second) = second.filter(|_| !frame.is_second) {
            visitor.second_body();
            frame = Frame::new(id, second, true);
            continue;
        }
        visitor.leave(id);
        let Some(outer) = frames.pop() else {
            return;
        };
        frame = outer;
        frame.last = match block.kind {
            BlockKind::Procedure { .. } => LastItem::Procedure,
            BlockKind::If { .. } | BlockKind::Loop => LastItem::Block,
        };
    }
}

/// Returns the instructions in machine order, with `None` wherever control may be transferred to or from elsewhere: at
/// labels, at block boundaries, and for `.word`.
pub(crate) fn straight_lines(program: &Program) -> Vec<Option<u32>> {
    struct Lines<'p> {
        program: &'p Program,
        lines: Vec<Option<u32>>,
    }
    impl Visitor for Lines<'_> {
        fn instruction(&mut self, index: u32) {
            let instruction = self.program.instructions.get(index as usize);
            let is_given =
                instruction.is_some_and(|instruction| matches!(instruction.operation, Operation::Word { .. }));
            self.lines.push((!is_given).then_some(index));
        }

        fn label(&mut self, _label: LabelId) {
            self.lines.push(None);
        }

        fn enter(&mut self, _block: BlockId) {
            self.lines.push(None);
        }

        fn second_body(&mut self) {
            self.lines.push(None);
        }

        fn leave(&mut self, _block: BlockId) {
            self.lines.push(None);
        }
    }
    let mut lines = Lines {
        program,
        lines: Vec::with_capacity(program.items.len()),
    };
    walk(program, 0..program.items.len(), &mut lines);
    lines.lines
}
