//! Column types of the opcode table.

use super::Opcode;
use crate::isa::descriptor::Mask;

/// The selectors of a source that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selectors {
    /// The selectors of the components that the destination mask enables.
    Masked,
    /// The selectors of x and y, if the destination mask enables them.
    MaskedXy,
    /// All four selectors.
    All,
    /// The first three selectors.
    Xyz,
    /// The first two selectors.
    Xy,
    /// The first selector.
    X,
}

impl Selectors {
    /// Returns the components whose selectors the instruction reads, given the written components.
    pub const fn components(self, written: Mask) -> Mask {
        let (components, independent) = match self {
            Self::Masked => (Mask::ALL, Mask::NONE),
            Self::MaskedXy => (Mask::first(2), Mask::NONE),
            Self::All => (Mask::ALL, Mask::ALL),
            Self::Xyz => (Mask::first(3), Mask::ALL),
            Self::Xy => (Mask::first(2), Mask::ALL),
            Self::X => (Mask::first(1), Mask::ALL),
        };
        components.intersection(independent.union(written))
    }
}

/// The operands of an instruction in assembly source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operands {
    /// No operands.
    None,
    /// Destination, source.
    Unary,
    /// Destination, two sources.
    Binary,
    /// Destination, three sources.
    Ternary,
    /// Address registers, source.
    Address,
    /// Source, comparison, comparison, source.
    Compare,
    /// A condition on the flags.
    Condition,
    /// A condition on the flags, then a label and a length, or nothing before a block.
    ConditionBlock,
    /// A procedure, or a label and a length.
    Procedure,
    /// A condition on the flags, then a procedure, or a label and a length.
    ConditionProcedure,
    /// A boolean uniform, then a procedure, or a label and a length.
    BooleanProcedure,
    /// A condition on the flags, then a label.
    ConditionLabel,
    /// A boolean uniform (`!` allowed), then a label.
    BooleanLabel,
    /// A boolean uniform, then a label and a length, or nothing before a block.
    Boolean,
    /// An integer uniform, then a label, or nothing before a block.
    Integer,
    /// A vertex slot, then flags.
    Emit,
}

impl Operands {
    /// Returns the minimum and the maximum number of operands, which are separated by commas.
    pub const fn count(self) -> (usize, usize) {
        match self {
            Self::None => (0, 0),
            Self::Condition => (1, 1),
            Self::Emit | Self::Procedure | Self::Integer => (1, 2),
            Self::ConditionBlock | Self::Boolean => (1, 3),
            Self::Unary | Self::Address | Self::ConditionLabel | Self::BooleanLabel => (2, 2),
            Self::ConditionProcedure | Self::BooleanProcedure => (2, 3),
            Self::Binary => (3, 3),
            Self::Ternary | Self::Compare => (4, 4),
        }
    }

    /// Returns the operands for a usage line.
    pub const fn usage(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Unary => "destination, source",
            Self::Binary => "destination, source1, source2",
            Self::Ternary => "destination, source1, source2, source3",
            Self::Address => "a0.x|a0.y|a0.xy, source",
            Self::Compare => "source1, opx, opy, source2",
            Self::Condition => "condition",
            Self::ConditionBlock => "condition[, label[, count]]",
            Self::Procedure => "procedure | label, count",
            Self::ConditionProcedure => "condition, procedure | condition, label, count",
            Self::BooleanProcedure => "boolean, procedure | boolean, label, count",
            Self::ConditionLabel => "condition, label",
            Self::BooleanLabel => "[!]boolean, label",
            Self::Boolean => "boolean[, label[, count]]",
            Self::Integer => "integer[, label]",
            Self::Emit => "vertex[, prim inv]",
        }
    }
}

/// The control transfer of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Transfer {
    /// Execution continues with the next word.
    Next,
    /// Ends the program.
    End,
    /// Leaves the innermost loop.
    Break(Test),
    /// Calls a procedure, which returns to the next word.
    Call(Test),
    /// Opens a block that runs if the test holds. Otherwise execution continues with the else-body, or after the block.
    If(Test),
    /// Opens a loop, whose trip count an integer uniform has.
    Loop,
    /// Jumps to another word.
    Jump(Test),
}

/// The condition of a [`Transfer`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// No condition.
    Always,
    /// A condition on the flags that `cmp` sets.
    Flags,
    /// The value of a boolean uniform.
    Boolean,
}

impl Transfer {
    /// Returns the transfer of an instruction word; [`Next`](Self::Next) if its opcode is unknown.
    pub fn from_word(word: u32) -> Self {
        Opcode::from_word(word).map_or(Self::Next, Opcode::transfer)
    }

    /// Returns the condition of the transfer. A loop has none.
    pub const fn test(self) -> Option<Test> {
        match self {
            Self::Next | Self::Loop => None,
            Self::End => Some(Test::Always),
            Self::Break(test) | Self::Call(test) | Self::If(test) | Self::Jump(test) => Some(test),
        }
    }

    /// Returns true if execution never continues with the next word.
    pub(crate) const fn is_final(self) -> bool {
        matches!(self, Self::End | Self::Break(Test::Always))
    }
}
