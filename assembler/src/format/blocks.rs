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
    /// It begins an else-body with an if in it: never a branch of a conditional.
    ElseIf,
    /// It closes the innermost block.
    Close,
    /// It stands in the innermost block.
    Stay,
    /// It opens a conditional.
    Conditional,
    /// It begins another branch of one.
    Branch,
    /// It closes one.
    EndConditional,
    /// It begins a macro.
    Macro,
    /// It ends one.
    EndMacro,
    /// It begins at the left, whatever is around it.
    Left,
}

impl Step {
    /// How many more blocks of the assembler are open behind it.
    pub(crate) const fn blocks_opened(self) -> i64 {
        match self {
            Self::Procedure | Self::Open | Self::Array => 1,
            Self::Close => -1,
            _ => 0,
        }
    }
}

/// The open blocks.
#[derive(Clone, Default, Debug)]
pub(super) struct Blocks {
    /// For each, whether what is in it is indented.
    open: Vec<bool>,
    /// How many of them are.
    depth: usize,
}

/// The open blocks, and what conditionals and macros leave of them.
#[derive(Default, Debug)]
pub(super) struct Nest {
    blocks: Blocks,
    /// The blocks around each open conditional.
    conditionals: Vec<Blocks>,
    /// The blocks around each open macro, and how many conditionals are open around it.
    macros: Vec<(Blocks, usize)>,
}

impl Nest {
    /// Takes a statement, and says in how many blocks its line stands. `is_of_block` answers whether an `.else` is that of
    /// a block that was opened in the innermost conditional.
    pub(super) fn take(&mut self, step: Step, is_of_block: impl FnOnce() -> bool) -> usize {
        match step {
            Step::Conditional => self.conditionals.push(self.blocks.clone()),
            Step::Branch => self.begin_branch(),
            Step::EndConditional => drop(self.conditionals.pop()),
            Step::Macro => {
                let around = std::mem::replace(&mut self.blocks, Blocks::of_macro());
                self.macros.push((around, self.conditionals.len()));
            }
            Step::EndMacro => {
                if let Some((around, conditionals)) = self.macros.pop() {
                    self.blocks = around;
                    self.conditionals.truncate(conditionals);
                }
            }
            Step::Left => {}
            Step::Else if self.takes_else(is_of_block) => self.begin_branch(),
            _ => return self.blocks.take(step),
        }
        0
    }

    /// Each branch of a conditional begins with the same blocks.
    fn begin_branch(&mut self) {
        if let Some(around) = self.conditionals.last() {
            self.blocks = around.clone();
        }
    }

    /// Whether an `.else` is that of the innermost conditional.
    fn takes_else(&self, is_of_block: impl FnOnce() -> bool) -> bool {
        let outer = self
            .macros
            .last()
            .map_or(0, |(_, conditionals)| *conditionals);
        match self.conditionals.last() {
            Some(around) if self.conditionals.len() > outer => {
                self.blocks.open.len() <= around.open.len() || !is_of_block()
            }
            _ => false,
        }
    }
}
impl Blocks {
    /// The body of a macro, as a block.
    fn of_macro() -> Self {
        Self {
            open: vec![true],
            depth: 1,
        }
    }

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
            Step::Else | Step::ElseIf => self.depth.saturating_sub(1),
            Step::Close => {
                self.depth -= usize::from(self.open.pop().unwrap_or(false));
                self.depth
            }
            // The rest is not about these blocks.
            _ => self.depth,
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
