//! The resolved program: instructions with typed operands, in a tree of blocks.
//!
//! Everything lives in flat lists. [`Item`]s are in source order; a [`Block`] has the index ranges of its bodies, so a
//! nested block is a nested range. Later phases refer to instructions and labels by index.

mod components;
pub(crate) mod liveness;
mod operand;
pub(crate) mod walk;

use pica200_objfmt::formats::object::{Position, Visibility};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::instruction::{Comparison, Condition};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Register;

use crate::mnemonic::Mnemonic;
use crate::text::Span;

pub(crate) use self::components::Components;
pub(crate) use self::operand::{Operand, Selection, Storage};

/// A resolved program: the statements of one source, before lowering.
#[derive(Default, Debug)]
pub(crate) struct Program {
    /// Instructions, labels and blocks in source order.
    pub(crate) items: Vec<Item>,
    /// Procedures, ifs and loops, in the order in which they begin.
    pub(crate) blocks: Vec<Block>,
    /// The instructions in source order: at most one more than program memory holds.
    pub(crate) instructions: Vec<Instruction>,
    /// The sources of all instructions with an operand descriptor.
    pub(crate) sources: Vec<Source>,
    /// Procedures and labels in source order.
    pub(crate) labels: Vec<Label>,
    /// The label at which the shader starts, its number of words, and the span of its name in `.entry`.
    pub(crate) entry_label: Option<(LabelId, u32, Span)>,
}

impl Program {
    /// Returns a block.
    pub(crate) fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.0 as usize)
    }

    pub(crate) fn block_mut(&mut self, id: BlockId) -> Option<&mut Block> {
        self.blocks.get_mut(id.0 as usize)
    }

    /// Returns an instruction.
    pub(crate) fn instruction(&self, index: u32) -> Option<&Instruction> {
        self.instructions.get(index as usize)
    }

    /// Returns a procedure or label.
    pub(crate) fn label(&self, id: LabelId) -> Option<&Label> {
        self.labels.get(id.0 as usize)
    }
}

/// Index of a procedure or label in [`Program::labels`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LabelId(pub(crate) u32);

/// Index of a block in [`Program::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockId(pub(crate) u32);

/// A part of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    /// An instruction, by index. `opcode` is the opcode of its word, `None` for a `.word` that is no valid instruction.
    Instruction { opcode: Option<Opcode>, index: u32 },
    /// A label that is not a procedure.
    Label(LabelId),
    /// A block. Its instruction, if any, is the previous item. The items of its bodies follow.
    Block(BlockId),
}

/// A procedure, an if or a loop.
#[derive(Debug)]
pub(crate) struct Block {
    /// The kind of the block.
    pub(crate) kind: BlockKind,
    /// The statement that opens it.
    pub(crate) opening: Span,
    /// Its items up to `.else` or `.end`.
    pub(crate) body: Body,
    /// The items after `.else`, if there is one.
    pub(crate) otherwise: Option<Body>,
}

/// The kind of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockKind {
    /// A procedure.
    Procedure {
        label: LabelId,
        /// True if no instruction of the file precedes it.
        is_first: bool,
    },
    /// An if. `ifu !b` is inverted.
    If { is_inverted: bool },
    /// A loop.
    Loop,
}

/// One body of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Index of its first item in [`Program::items`].
    pub(crate) start: u32,
    /// Index after its last item.
    pub(crate) end: u32,
    /// The statement that closes it; `None` while it is open, or if it is never closed.
    pub(crate) closing: Option<Closing>,
}

/// The `.else`, `.elseif` or `.end` that closes a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closing {
    pub(crate) span: Span,
    pub(crate) position: Position,
}

impl Block {
    /// Returns the index of the first item after the block.
    pub(crate) fn end(&self) -> u32 {
        self.otherwise.as_ref().unwrap_or(&self.body).end
    }

    /// Returns its bodies in machine order: the second one is the else-body.
    ///
    /// The hardware can only test whether a boolean is true, so the bodies of `ifu !b` are swapped. Without an `.else`,
    /// the first body is then empty, unless both are.
    pub(crate) fn machine_bodies(&self) -> (Body, Option<Body>) {
        let is_inverted = self.kind == BlockKind::If { is_inverted: true };
        match (self.otherwise, is_inverted) {
            (otherwise, false) => (self.body, otherwise),
            (Some(otherwise), true) => (otherwise, Some(self.body)),
            (None, true) if self.body.start == self.body.end => (self.body, None),
            (None, true) => {
                let nothing = Body {
                    end: self.body.start,
                    ..self.body
                };
                (nothing, Some(self.body))
            }
        }
    }
}

/// A procedure or label of the source. In an object it is a [`Label`](pica200_objfmt::formats::object::Label).
#[derive(Debug)]
pub(crate) struct Label {
    /// Its name; an empty span if it could not be parsed.
    pub(crate) name: Span,
    /// The position of its definition.
    pub(crate) position: Position,
    /// The block and the visibility of a procedure.
    pub(crate) procedure: Option<(BlockId, Visibility)>,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// Its mnemonic or directive.
    pub(crate) keyword: Span,
    /// Its position.
    pub(crate) position: Position,
    /// Its operation and operands.
    pub(crate) operation: Operation,
}

/// The operation and operands of an instruction. `V` is an instruction with an operand descriptor; lowering changes
/// only those.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<V = Vector> {
    /// An instruction without operands, or a placeholder for an instruction with an error.
    Bare(Opcode),
    /// An instruction with an operand descriptor.
    Vector(V),
    /// `setemit`
    SetEmit { vertex: u32, primitive: bool, invert: bool },
    /// A control-flow instruction, including those that open a block.
    Flow(Flow),
    /// `.word`: a word and its descriptor.
    Word { word: u32, descriptor: Option<u32> },
}

impl Operation {
    /// Returns the opcode of its word. Lowering may choose the inverted form instead.
    pub(crate) fn opcode(&self) -> Option<Opcode> {
        match self {
            Self::Bare(opcode) => Some(*opcode),
            Self::Vector(vector) => Some(vector.mnemonic.opcode()),
            Self::SetEmit { .. } => Some(Opcode::Setemit),
            Self::Flow(flow) => Some(flow.opcode),
            Self::Word { word, .. } => Opcode::from_word(*word),
        }
    }
}

/// An instruction with an operand descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub(crate) mnemonic: Mnemonic,
    /// The destination register; `None` for `cmp` and `mova`.
    pub(crate) destination: Option<Register>,
    /// The written components.
    pub(crate) mask: Mask,
    /// The comparisons of `cmp`.
    pub(crate) comparisons: Option<[Comparison; 2]>,
    pub(crate) sources: SourceList,
}

/// A range of a shared list of sources.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceList {
    start: u32,
    len: u8,
}

impl SourceList {
    /// Appends the sources of an instruction to the shared list.
    pub(crate) fn push(list: &mut Vec<Source>, sources: &[Source]) -> Self {
        let start = list.len();
        list.extend_from_slice(sources);
        Self::from_index(start, list)
    }

    /// Returns the sources from an index on.
    pub(crate) fn from_index(start: usize, list: &[Source]) -> Self {
        // A source takes at least one byte of a text shorter than 4 GiB.
        Self {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            len: u8::try_from(list.len() - start).unwrap_or(u8::MAX),
        }
    }

    /// Returns the sources.
    pub(crate) fn get(self, list: &[Source]) -> &[Source] {
        let start = self.start as usize;
        list.get(start..start + usize::from(self.len)).unwrap_or_default()
    }
}

/// A source operand, and its span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) operand: Operand,
    pub(crate) span: Span,
}

/// A control-flow instruction, including those that open a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    pub(crate) opcode: Opcode,
    /// The flag condition, if it tests one.
    pub(crate) condition: Option<Condition>,
    /// The uniform that it tests or uses as loop count, if any.
    pub(crate) uniform: Option<Storage>,
    /// True if a jump tests for a false boolean.
    pub(crate) is_inverted: bool,
    /// The target.
    pub(crate) target: Target,
}

/// The target of a control-flow instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Implied by the opcode: over, around or out of its block.
    Implied,
    /// A label or procedure of this file.
    Label {
        label: LabelId,
        /// Number of words that are called there, or belong to the else-body. 0 for procedures and jumps.
        words: u8,
        /// Span of the target's name.
        span: Span,
    },
    /// A procedure of another file, by index in [`crate::resolve::Resolved::externals`].
    External(u16),
}
