//! The resolved program: instructions with typed operands, in a tree of blocks.
//!
//! Everything lives in flat lists. [`Item`]s stand in source order; a [`Block`] names the items of its bodies by
//! ranges, so a block within a block is a range within a range. Later phases refer to instructions and labels by their
//! indices.

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

/// A resolved program: the statements of one source, before they become instructions of an object.
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
    /// The label at which the shader starts, the number of its words, and the place where `.entry` names it.
    pub(crate) entry_label: Option<(LabelId, u32, Span)>,
}

impl Program {
    /// A block.
    pub(crate) fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.0 as usize)
    }

    pub(crate) fn block_mut(&mut self, id: BlockId) -> Option<&mut Block> {
        self.blocks.get_mut(id.0 as usize)
    }

    /// An instruction.
    pub(crate) fn instruction(&self, index: u32) -> Option<&Instruction> {
        self.instructions.get(index as usize)
    }

    /// A procedure or label.
    pub(crate) fn label(&self, id: LabelId) -> Option<&Label> {
        self.labels.get(id.0 as usize)
    }
}

/// The index of a procedure or label in [`Program::labels`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LabelId(pub(crate) u32);

/// The index of a block in [`Program::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockId(pub(crate) u32);

/// A part of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    /// The instruction of an index; `opcode` is that of its word, `None` for a `.word` that no instruction has.
    Instruction { opcode: Option<Opcode>, index: u32 },
    /// A label, not a procedure.
    Label(LabelId),
    /// A block. Its instruction, if it has one, is the item before. The items of its bodies follow.
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
    /// A procedure, by its label.
    Procedure {
        label: LabelId,
        /// Whether no instruction of the file precedes it.
        is_first: bool,
    },
    /// An if. An inverted one is written `ifu !b`.
    If { is_inverted: bool },
    /// A loop.
    Loop,
}

/// One body of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// The index of its first item in [`Program::items`].
    pub(crate) start: u32,
    /// The index after its last item.
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
    /// The index of the first item after the block.
    pub(crate) fn end(&self) -> u32 {
        self.otherwise.as_ref().unwrap_or(&self.body).end
    }

    /// Its bodies in the order in which the machine has them: the second one is the else-body.
    ///
    /// The machine can only test whether a boolean is true, so the bodies of `ifu !b` are exchanged. Without an
    /// `.else`, the first body is then empty, unless both are.
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

/// A procedure or a label of the source. In an object it is a [`Label`](pica200_objfmt::formats::object::Label).
#[derive(Debug)]
pub(crate) struct Label {
    /// Its name; an empty span if it could not be parsed.
    pub(crate) name: Span,
    /// The position of its definition.
    pub(crate) position: Position,
    /// The block of a procedure and its visibility.
    pub(crate) procedure: Option<(BlockId, Visibility)>,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// Its mnemonic or directive.
    pub(crate) keyword: Span,
    /// Its position.
    pub(crate) position: Position,
    /// Its operation, with the operands.
    pub(crate) operation: Operation,
}

/// An instruction's operation and operands. `V` is an instruction with an operand descriptor; lowering changes only
/// those.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<V = Vector> {
    /// An instruction without operands; or one with an error, which takes its place.
    Bare(Opcode),
    /// An instruction with an operand descriptor.
    Vector(V),
    /// `setemit`
    SetEmit { vertex: u32, primitive: bool, invert: bool },
    /// An instruction that transfers control, or opens a block.
    Flow(Flow),
    /// `.word`: a word and its descriptor.
    Word { word: u32, descriptor: Option<u32> },
}

impl Operation {
    /// The opcode of its word. Lowering may choose the counterpart instead.
    pub(crate) fn opcode(&self) -> Option<Opcode> {
        match self {
            Self::Bare(opcode) => Some(*opcode),
            Self::Vector(vector) => Some(vector.mnemonic.opcode()),
            Self::SetEmit { .. } => Some(Opcode::Setemit),
            Self::Flow(flow) => Some(flow.opcode),
            Self::Word { word, .. } => Opcode::of_word(*word),
        }
    }
}

/// An instruction with an operand descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub(crate) mnemonic: Mnemonic,
    /// The register that it writes; `None` for `cmp` and `mova`.
    pub(crate) destination: Option<Register>,
    /// The components that it writes.
    pub(crate) mask: Mask,
    /// The comparisons of `cmp`.
    pub(crate) comparisons: Option<[Comparison; 2]>,
    pub(crate) sources: SourceList,
}

/// Sources by their indices in a list of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceList {
    start: u32,
    len: u8,
}

impl SourceList {
    /// Adds the sources of an instruction to the list of all.
    pub(crate) fn push(list: &mut Vec<Source>, sources: &[Source]) -> Self {
        let start = list.len();
        list.extend_from_slice(sources);
        Self::from_index(start, list)
    }

    /// The sources of a list from an index on.
    pub(crate) fn from_index(start: usize, list: &[Source]) -> Self {
        // A source takes at least a byte of a text shorter than 4 GiB.
        Self {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            len: u8::try_from(list.len() - start).unwrap_or(u8::MAX),
        }
    }

    /// The sources.
    pub(crate) fn of(self, list: &[Source]) -> &[Source] {
        let start = self.start as usize;
        list.get(start..start + usize::from(self.len)).unwrap_or_default()
    }
}

/// A source and where it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) operand: Operand,
    pub(crate) span: Span,
}

/// An instruction that transfers control, or opens a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    pub(crate) opcode: Opcode,
    /// The condition on the flags, if it tests them.
    pub(crate) condition: Option<Condition>,
    /// The uniform that it tests or counts with, if it has one.
    pub(crate) uniform: Option<Storage>,
    /// Whether a jump tests that its boolean is false.
    pub(crate) is_inverted: bool,
    /// Where it goes.
    pub(crate) target: Target,
}

/// Where an instruction goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// To a place that its opcode implies: over or around its block, or out of it.
    Implied,
    /// To a label or procedure of this file.
    Label {
        label: LabelId,
        /// The number of words that are called there, or belong to the else-body. 0 for procedures and jumps.
        words: u8,
        /// Where it is named.
        span: Span,
    },
    /// To a procedure of another file, by its index in [`crate::resolve::Resolved::externals`].
    External(u16),
}
