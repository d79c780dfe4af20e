//! How deep lines are indented.

/// What a statement does to the blocks around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// It begins a procedure.
    Procedure,
    /// It opens an if or a loop.
    Open,
    /// It begins an array of constants.
    Array,
    /// It begins an else-body.
    Else,
    /// It closes the innermost block.
    Close,
    /// It stands in the innermost block.
    Stay,
}

/// The open blocks.
#[derive(Default, Debug)]
pub(super) struct Blocks {
    /// For each, whether what is in it is indented.
    open: Vec<bool>,
    /// How many of them are.
    depth: usize,
}

impl Blocks {
    /// Takes a statement, and says in how many blocks its line stands.
    pub(super) fn take(&mut self, step: Step) -> usize {
        match step {
            // Procedures are not nested: if one seems to be, an `.end` is missing before it.
            Step::Procedure => {
                self.open.clear();
                self.depth = 0;
                self.open(true)
            }
            Step::Open => self.open(true),
            // The elements have a keyword of their own.
            Step::Array => self.open(false),
            Step::Else => self.depth.saturating_sub(1),
            Step::Close => {
                self.depth -= usize::from(self.open.pop().unwrap_or(false));
                self.depth
            }
            Step::Stay => self.depth,
        }
    }

    /// Opens a block, and says in how many its first line stands.
    fn open(&mut self, is_indented: bool) -> usize {
        let depth = self.depth;
        self.open.push(is_indented);
        self.depth += usize::from(is_indented);
        depth
    }
}
