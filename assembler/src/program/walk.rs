//! The walk over a program in machine order.

use std::ops::Range;

use pica200_objfmt::isa::opcode::Opcode;

use super::{BlockId, BlockKind, Body, Closing, Item, LabelId, Operation, Program};

/// Sees a program in machine order.
pub(crate) trait Visitor {
    /// An instruction, by its index.
    fn instruction(&mut self, index: u32);
    /// A label that is not a procedure.
    fn label(&mut self, _label: LabelId) {}
    /// A body ends. It is not called for a body that nothing closes.
    fn end_body(&mut self, _end: &BodyEnd) {}
    /// A block begins. Its instruction, if it has one, came before.
    fn enter(&mut self, _block: BlockId) {}
    /// The second body of the innermost block begins.
    fn second_body(&mut self) {}
    /// A block ends.
    fn leave(&mut self, _block: BlockId) {}
}

/// The end of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyEnd {
    /// The block that it is a body of.
    pub(crate) kind: BlockKind,
    /// Whether it is the second one of its block.
    pub(crate) is_second: bool,
    /// The last item in it.
    pub(crate) last: Last,
    /// The statement that closes it.
    pub(crate) closing: Closing,
}

/// The last item in a body that is not a label.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Last {
    /// There is none.
    Nothing,
    /// An instruction, with the opcode of its word.
    Instruction(Option<Opcode>),
    /// An if or a loop.
    Block,
    /// A procedure, which is misplaced there.
    Procedure,
}

/// A run of items during a walk.
struct Frame {
    /// The block that the items are a body of; `None` at the top.
    block: Option<BlockId>,
    is_second: bool,
    /// The next item, and the end of the run.
    next: u32,
    end: u32,
    last: Last,
}

impl Frame {
    fn of(block: BlockId, body: Body, is_second: bool) -> Self {
        Self {
            block: Some(block),
            is_second,
            next: body.start,
            end: body.end,
            last: Last::Nothing,
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
        last: Last::Nothing,
    };
    loop {
        let items = program.items.get(frame.next as usize..frame.end as usize);
        let mut entered = None;
        for item in items.unwrap_or_default() {
            match *item {
                Item::Instruction { opcode, index } => {
                    visitor.instruction(index);
                    frame.last = Last::Instruction(opcode);
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
            let inner = Frame::of(id, first, false);
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
            frame = Frame::of(id, second, true);
            continue;
        }
        visitor.leave(id);
        let Some(outer) = frames.pop() else {
            return;
        };
        frame = outer;
        frame.last = match block.kind {
            BlockKind::Procedure { .. } => Last::Procedure,
            BlockKind::If { .. } | BlockKind::Loop => Last::Block,
        };
    }
}

/// The instructions in machine order, with `None` wherever execution may come from elsewhere or go there: at labels, at
/// the borders of blocks, and for words that the source gives.
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
