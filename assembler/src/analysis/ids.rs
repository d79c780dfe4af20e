//! Index types for the parts of an analysis.

use crate::resolve::NameId;

/// Index of an instruction in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstructionId(pub(super) u32);

impl InstructionId {
    pub(super) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolId {
    /// A name of the program.
    Name(NameId),
    /// A macro, by index in [`Analysis::macros`](super::Analysis::macros).
    Macro(u32),
}
