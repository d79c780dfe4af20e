//! Indentation depth of lines.

use pica200_asm::syntax::BlockEffect;

/// The open blocks.
#[derive(Clone, Default, Debug)]
pub(super) struct Blocks {
    /// For each block, whether its lines are indented.
    open: Vec<bool>,
    /// Number of blocks whose lines are indented.
    depth: usize,
}

/// The open blocks, and the blocks that conditionals and macros restore.
#[derive(Default, Debug)]
pub(super) struct BlockStack {
    blocks: Blocks,
    /// The blocks around each open conditional.
    conditionals: Vec<Blocks>,
    /// The blocks around each open macro, and the number of conditionals that are open around it.
    macros: Vec<(Blocks, usize)>,
}

impl BlockStack {
    /// Handles a statement. Returns the depth of its line. `is_of_block` tells whether an `.else` belongs to a block
    /// that was opened in the innermost conditional.
    pub(super) fn apply(&mut self, effect: BlockEffect, is_of_block: impl FnOnce() -> bool) -> usize {
        match effect {
            BlockEffect::Conditional => self.conditionals.push(self.blocks.clone()),
            BlockEffect::Branch => self.begin_branch(),
            BlockEffect::EndConditional => drop(self.conditionals.pop()),
            BlockEffect::Macro => {
                let around = std::mem::replace(&mut self.blocks, Blocks::macro_body());
                self.macros.push((around, self.conditionals.len()));
            }
            BlockEffect::EndMacro => {
                if let Some((around, conditionals)) = self.macros.pop() {
                    self.blocks = around;
                    self.conditionals.truncate(conditionals);
                }
            }
            BlockEffect::Preprocessor => {}
            BlockEffect::Else if self.takes_else(is_of_block) => self.begin_branch(),
            _ => return self.blocks.apply(effect),
        }
        0
    }

    /// Restores the blocks at the start of a branch of a conditional.
    fn begin_branch(&mut self) {
        if let Some(around) = self.conditionals.last() {
            self.blocks = around.clone();
        }
    }

    /// Returns true if an `.else` belongs to the innermost conditional.
    fn takes_else(&self, is_of_block: impl FnOnce() -> bool) -> bool {
        let outer = self.macros.last().map_or(0, |(_, conditionals)| *conditionals);
        match self.conditionals.last() {
            Some(around) if self.conditionals.len() > outer => {
                self.blocks.open.len() <= around.open.len() || !is_of_block()
            }
            _ => false,
        }
    }
}
impl Blocks {
    /// Creates the body of a macro, as a block.
    fn macro_body() -> Self {
        Self {
            open: vec![true],
            depth: 1,
        }
    }

    /// Handles a statement. Returns the depth of its line.
    pub(super) fn apply(&mut self, effect: BlockEffect) -> usize {
        match effect {
            // Procedures are not nested: if a procedure starts in a block, an `.end` is missing before it.
            BlockEffect::Procedure => {
                self.open.clear();
                self.depth = 0;
                self.open(true)
            }
            BlockEffect::Open => self.open(true),
            // Each element repeats the keyword, so the elements are not indented.
            BlockEffect::Array => self.open(false),
            BlockEffect::Else | BlockEffect::ElseIf => self.depth.saturating_sub(1),
            BlockEffect::Close => {
                self.depth -= usize::from(self.open.pop().unwrap_or(false));
                self.depth
            }
            // Other statements do not change these blocks.
            _ => self.depth,
        }
    }

    /// Opens a block. Returns the depth of its first line.
    fn open(&mut self, is_indented: bool) -> usize {
        let depth = self.depth;
        self.open.push(is_indented);
        self.depth += usize::from(is_indented);
        depth
    }
}
