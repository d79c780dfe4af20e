//! The stack of open blocks while statements are read, and the tree built from it.

use pica200_objfmt::formats::object::{Position, Visibility};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;

use crate::program::{
    Block, BlockId, BlockKind, Body, Closing, Flow, Instruction, Item, Label, LabelId, Operation, Program,
};
use crate::text::Span;

/// A block statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpenKind {
    Procedure,
    /// An if. An if opened by `.elseif` ends with the enclosing if.
    If {
        is_chained: bool,
    },
    Loop,
    /// A constant array.
    Array,
}

impl OpenKind {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Procedure => "procedure",
            Self::If { .. } => "if",
            Self::Loop => "loop",
            Self::Array => "constant array",
        }
    }

    pub(super) const fn a_noun(self) -> &'static str {
        match self {
            Self::Procedure => "a procedure",
            Self::If { .. } => "an if",
            Self::Loop => "a loop",
            Self::Array => "a constant array",
        }
    }
}

impl From<BlockKind> for OpenKind {
    fn from(kind: BlockKind) -> Self {
        match kind {
            BlockKind::Procedure { .. } => Self::Procedure,
            BlockKind::If { .. } => Self::If { is_chained: false },
            BlockKind::Loop => Self::Loop,
        }
    }
}

/// An open block.
#[derive(Debug)]
pub(super) struct OpenBlock {
    pub(super) kind: OpenKind,
    /// The statement that opens it.
    pub(super) span: Span,
    /// The block in the tree; `None` for a constant array.
    block: Option<BlockId>,
    /// The `.else`, once reached.
    pub(super) otherwise: Option<Span>,
    /// Procedures that are misplaced inside of it.
    pub(super) nested: Vec<Span>,
}

/// An open constant array.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenArray {
    /// Its index among the constants; `None` if its declaration was rejected.
    pub(super) constant: Option<u16>,
    /// Number of elements so far.
    pub(super) count: usize,
}

/// Builds the tree of a program.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) program: Program,
    open: Vec<OpenBlock>,
    array: Option<OpenArray>,
}

impl Builder {
    /// Creates a builder with capacity for a number of statements.
    pub(super) fn with_capacity(statements: usize) -> Self {
        let instructions = statements.min(limits::CODE_WORDS);
        Self {
            program: Program {
                items: Vec::with_capacity(instructions),
                instructions: Vec::with_capacity(instructions),
                sources: Vec::with_capacity(2 * instructions),
                ..Program::default()
            },
            ..Self::default()
        }
    }

    fn here(&self) -> u32 {
        u32::try_from(self.program.items.len()).unwrap_or(u32::MAX)
    }

    /// Adds an instruction. `opcode` is the opcode of its word.
    ///
    /// Code longer than program memory is an error, so instructions beyond that are dropped.
    pub(super) fn push_instruction(&mut self, opcode: Option<Opcode>, instruction: Instruction) {
        let count = self.program.instructions.len();
        if count <= limits::CODE_WORDS {
            let index = u32::try_from(count).unwrap_or(u32::MAX);
            self.program.instructions.push(instruction);
            self.program.items.push(Item::Instruction { opcode, index });
        }
    }

    /// Returns a control-flow instruction by index.
    pub(super) fn flow_mut(&mut self, index: usize) -> Option<&mut Flow> {
        match &mut self.program.instructions.get_mut(index)?.operation {
            Operation::Flow(flow) => Some(flow),
            _ => None,
        }
    }

    /// Returns the ID of the next label.
    pub(super) fn next_label(&self) -> LabelId {
        LabelId(u32::try_from(self.program.labels.len()).unwrap_or(u32::MAX))
    }

    /// Adds a label at the current position.
    pub(super) fn push_label(&mut self, name: Span, position: Position) {
        let label = self.next_label();
        self.program.labels.push(Label {
            name,
            position,
            procedure: None,
        });
        self.program.items.push(Item::Label(label));
    }

    /// Returns the name of the label at the current position, if it is not a procedure.
    pub(super) fn label_here(&self) -> Option<Span> {
        let Some(Item::Label(label)) = self.program.items.last() else {
            return None;
        };
        Some(self.program.label(*label)?.name)
    }

    /// Sets the visibility of a procedure.
    pub(super) fn set_visibility(&mut self, label: LabelId, visibility: Visibility) {
        let label = self.program.labels.get_mut(label.0 as usize);
        if let Some((_, current)) = label.and_then(|label| label.procedure.as_mut()) {
            *current = visibility;
        }
    }

    fn open(&mut self, kind: OpenKind, span: Span, block: Option<BlockId>) {
        self.open.push(OpenBlock {
            kind,
            span,
            block,
            otherwise: None,
            nested: Vec::new(),
        });
    }

    fn push_block(&mut self, kind: BlockKind, opening: Span) -> BlockId {
        let id = BlockId(u32::try_from(self.program.blocks.len()).unwrap_or(u32::MAX));
        self.program.items.push(Item::Block(id));
        let here = self.here();
        self.program.blocks.push(Block {
            kind,
            opening,
            body: Body {
                start: here,
                end: here,
                closing: None,
            },
            otherwise: None,
        });
        id
    }

    /// Opens a procedure, whose label is the next one.
    pub(super) fn open_procedure(&mut self, opening: Span, name: Option<Span>, position: Position) {
        if let Some(outer) = self.open.last_mut() {
            outer.nested.push(opening);
        }
        let label = self.next_label();
        let is_first = self.program.instructions.is_empty();
        let block = self.push_block(BlockKind::Procedure { label, is_first }, opening);
        self.program.labels.push(Label {
            name: name.unwrap_or_default(),
            position,
            procedure: Some((block, Visibility::Global)),
        });
        self.open(OpenKind::Procedure, opening, Some(block));
    }

    /// Opens the block of an if or a loop, whose instruction was just added.
    pub(super) fn open_block(&mut self, span: Span, opcode: Opcode, is_inverted: bool, is_chained: bool) {
        let (kind, open_kind) = match opcode {
            Opcode::Ifc | Opcode::Ifu => (BlockKind::If { is_inverted }, OpenKind::If { is_chained }),
            Opcode::For => (BlockKind::Loop, OpenKind::Loop),
            _ => return,
        };
        let block = self.push_block(kind, span);
        self.open(open_kind, span, Some(block));
    }

    /// Opens a constant array.
    pub(super) fn open_array(&mut self, span: Span, constant: Option<u16>) {
        self.open(OpenKind::Array, span, None);
        self.array = Some(OpenArray { constant, count: 0 });
    }

    /// Returns the innermost open block.
    pub(super) fn innermost(&self) -> Option<&OpenBlock> {
        self.open.last()
    }

    /// Returns the outermost open block.
    pub(super) fn outermost(&self) -> Option<&OpenBlock> {
        self.open.first()
    }

    /// Returns the open blocks up to the innermost procedure, innermost first.
    pub(super) fn inside_procedure(&self) -> impl Iterator<Item = &OpenBlock> {
        let blocks = self.open.iter().rev();
        blocks.take_while(|block| block.kind != OpenKind::Procedure)
    }

    /// Returns the open procedure, and its name.
    pub(super) fn procedure(&self) -> Option<(LabelId, Span)> {
        let block = self.program.block(self.outermost()?.block?)?;
        let BlockKind::Procedure { label, .. } = block.kind else {
            return None;
        };
        Some((label, self.program.label(label)?.name))
    }

    /// Returns the innermost block, if it is a constant array.
    pub(super) fn array(&mut self) -> Option<&mut OpenArray> {
        let in_array = self.innermost()?.kind == OpenKind::Array;
        self.array.as_mut().filter(|_| in_array)
    }

    /// Continues with the else-body of the innermost block.
    pub(super) fn begin_else(&mut self, closing: Closing) {
        let here = self.here();
        let Some(open) = self.open.last_mut() else {
            return;
        };
        open.otherwise = Some(closing.span);
        if let Some(block) = open.block.and_then(|id| self.program.block_mut(id)) {
            block.body.end = here;
            block.body.closing = Some(closing);
            block.otherwise = Some(Body {
                start: here,
                end: here,
                closing: None,
            });
        }
    }

    /// Closes the innermost block.
    pub(super) fn close(&mut self, closing: Closing) -> Option<OpenBlock> {
        let open = self.open.pop()?;
        if let Some(body) = self.end_body(&open) {
            body.closing = Some(closing);
        }
        Some(open)
    }

    /// Closes the blocks that are still open at the end of the file.
    pub(super) fn finish(mut self) -> Program {
        while let Some(open) = self.open.pop() {
            self.end_body(&open);
        }
        self.program
    }

    fn end_body(&mut self, open: &OpenBlock) -> Option<&mut Body> {
        let here = self.here();
        let block = self.program.block_mut(open.block?)?;
        let body = block.otherwise.as_mut().unwrap_or(&mut block.body);
        body.end = here;
        Some(body)
    }
}
