//! The numbers by which the parts of an analysis know each other.

use crate::resolve::NameId;

/// An instruction, by its index in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstructionId(pub(super) u32);

impl InstructionId {
    pub(super) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolId {
    /// A name of the program.
    Name(NameId),
    /// A macro, by its index in [`Analysis::macros`](super::Analysis::macros).
    Macro(u32),
}
