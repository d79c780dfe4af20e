//! The blocks of a function as nested statements. Dominance decides the nesting; declared merge blocks only decide what
//! follows a loop.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{BlockId, End, Graph};

/// Maximum number of statements nested.
const MAX_DEPTH: usize = 200;

/// A statement.
#[derive(Debug)]
pub(super) enum Step {
    /// The instructions of a block.
    Code(BlockId),
    /// A branch from one block to another, which sets its phis.
    Edge(BlockId, BlockId),
    /// A branch on the condition at the end of a block.
    If {
        block: BlockId,
        accept: Vec<Step>,
        reject: Vec<Step>,
    },
    /// A branch on the selector at the end of a block.
    Switch { block: BlockId, cases: Vec<Case> },
    /// A loop, which repeats its body until a statement leaves it.
    Loop { header: BlockId, body: Vec<Step> },
    /// Statements that [`Step::Exit`] with the same target leaves. The code of the target follows.
    Region { target: BlockId, body: Vec<Step> },
    /// Goes to where the region with this target ends.
    Exit(BlockId),
    /// Goes on with the next iteration of the loop that begins with a block.
    Continue(BlockId),
    /// The end of a block that leads nowhere.
    End(BlockId),
}

/// A case of a switch. Control does not fall through to the next one.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) values: Vec<u32>,
    pub(super) is_default: bool,
    pub(super) body: Vec<Step>,
}

/// The statements of a function.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) steps: Vec<Step>,
    /// For each block, the loop whose statement its code is in, by the block that the loop begins with.
    homes: Vec<Option<BlockId>>,
    /// For each block that a loop begins with, the loop around that.
    outer: FxHashMap<BlockId, Option<BlockId>>,
}

impl Tree {
    /// Nests the blocks of a function. If they are nested too deep, gives the block at which they are.
    pub(super) fn new(graph: &Graph) -> Result<Self, BlockId> {
        let mut build = Build {
            graph,
            followers: vec![Vec::new(); graph.blocks.len()],
            behind: vec![Vec::new(); graph.blocks.len()],
            inline: vec![false; graph.blocks.len()],
            used: FxHashSet::default(),
            homes: vec![None; graph.blocks.len()],
            outer: FxHashMap::default(),
            current: None,
            depth: 0,
        };
        for block in 1..graph.blocks.len() {
            build.place(block);
        }
        let mut steps = Vec::new();
        build.block(0, false, None, &mut steps)?;
        Ok(Self {
            steps,
            homes: build.homes,
            outer: build.outer,
        })
    }

    /// Returns whether the code of one block sees values of another one: no loop hides them.
    pub(super) fn sees(&self, user: BlockId, definition: BlockId) -> bool {
        let home = |block: BlockId| self.homes.get(block).copied().flatten();
        let Some(wanted) = home(definition) else {
            return true;
        };
        let mut around = home(user);
        while let Some(header) = around {
            if header == wanted {
                return true;
            }
            around = self.outer.get(&header).copied().flatten();
        }
        false
    }
}

struct Build<'g> {
    graph: &'g Graph,
    /// For each block, those that follow the statement at its end, in order.
    followers: Vec<Vec<BlockId>>,
    /// For each block that a loop begins with, those that follow the loop, in order.
    behind: Vec<Vec<BlockId>>,
    /// The blocks whose code is where the only branch to them is.
    inline: Vec<bool>,
    /// The targets of exits.
    used: FxHashSet<BlockId>,
    homes: Vec<Option<BlockId>>,
    outer: FxHashMap<BlockId, Option<BlockId>>,
    current: Option<BlockId>,
    depth: usize,
}

impl Build<'_> {
    /// Decides where the code of a block is.
    fn place(&mut self, block: BlockId) {
        let graph = self.graph;
        let dominator = graph.dominators[block];
        let around = &graph.around[dominator];
        // The outermost loop around the dominator that is not around the block.
        let left = around.iter().rfind(|header| !graph.loops[*header].contains(&block));
        let sources = graph.predecessors[block].iter();
        let has_one_source = sources.filter(|from| **from < block).count() == 1;
        match left {
            Some(header) => {
                let is_behind = around.iter().any(|header| graph.is_behind(block, *header));
                if has_one_source && graph.has_merge(*header) && !is_behind {
                    self.inline[block] = true;
                } else {
                    self.behind[*header].push(block);
                }
            }
            None if has_one_source => self.inline[block] = true,
            None => self.followers[dominator].push(block),
        }
    }

    /// Adds the statements of a block and of those that it dominates. `is_body` says that the loop that begins with the
    /// block is around them already. `next` is the block to which control goes at their end: the first one of a loop
    /// around them means its next iteration.
    fn block(
        &mut self,
        block: BlockId,
        is_body: bool,
        next: Option<BlockId>,
        steps: &mut Vec<Step>,
    ) -> Result<(), BlockId> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(block);
        }
        let (mut block, mut is_body) = (block, is_body);
        // A block that follows last, or that is the only one to follow, is not within another one.
        while let Some(last) = self.one(block, is_body, next, steps)? {
            (block, is_body) = (last, false);
        }
        self.depth -= 1;
        Ok(())
    }

    /// Adds the statements of a block and of those that it dominates, except for one that follows last. Returns that
    /// one.
    fn one(
        &mut self,
        block: BlockId,
        is_body: bool,
        next: Option<BlockId>,
        steps: &mut Vec<Step>,
    ) -> Result<Option<BlockId>, BlockId> {
        let is_loop = !is_body && self.graph.loops.contains_key(&block);
        let followers = if is_loop {
            std::mem::take(&mut self.behind[block])
        } else {
            std::mem::take(&mut self.followers[block])
        };
        let behind = |index: usize| followers.get(index).copied().or(next);
        if !is_loop {
            self.homes[block] = self.current;
            steps.push(Step::Code(block));
        }
        let start = steps.len();
        if is_loop {
            let around = self.current.replace(block);
            self.outer.insert(block, around);
            let mut body = Vec::new();
            self.block(block, true, Some(block), &mut body)?;
            flatten(&mut body);
            steps.push(Step::Loop { header: block, body });
            self.current = around;
        } else if let End::Branch(target) = self.graph.blocks[block].end
            && self.inline[target]
            && !self.is_back(block, target)
        {
            steps.push(Step::Edge(block, target));
            return Ok(Some(target));
        } else {
            self.end(block, behind(0), steps)?;
        }
        let Some((last, others)) = followers.split_last() else {
            return Ok(None);
        };
        for (index, follower) in others.iter().enumerate() {
            self.close(*follower, start, steps);
            self.block(*follower, false, behind(index + 1), steps)?;
        }
        self.close(*last, start, steps);
        Ok(Some(*last))
    }

    /// Returns whether a branch goes on with the next iteration of a loop.
    fn is_back(&self, from: BlockId, to: BlockId) -> bool {
        let body = self.graph.loops.get(&to);
        body.is_some_and(|body| body.contains(&from))
    }

    /// Puts statements into a region if one of them leaves it.
    fn close(&mut self, target: BlockId, start: usize, steps: &mut Vec<Step>) {
        if self.used.remove(&target) {
            let body = steps.split_off(start);
            steps.push(Step::Region { target, body });
        }
    }

    /// Adds the statement at the end of a block.
    fn end(&mut self, block: BlockId, next: Option<BlockId>, steps: &mut Vec<Step>) -> Result<(), BlockId> {
        let graph = self.graph;
        match &graph.blocks[block].end {
            End::Branch(target) => self.branch(block, *target, next, steps)?,
            End::Conditional { accept, reject, .. } => {
                let [accept, reject] = [accept, reject].map(|target| {
                    let mut steps = Vec::new();
                    let result = self.branch(block, *target, next, &mut steps);
                    result.map(|()| steps)
                });
                steps.push(Step::If {
                    block,
                    accept: accept?,
                    reject: reject?,
                });
            }
            End::Switch { default, cases, .. } => {
                let mut groups: Vec<(BlockId, Vec<u32>)> = Vec::new();
                let mut known = FxHashMap::default();
                for (value, target) in cases {
                    let index = *known.entry(*target).or_insert(groups.len());
                    match groups.get_mut(index) {
                        Some((_, values)) => values.push(*value),
                        None => groups.push((*target, vec![*value])),
                    }
                }
                groups.push((*default, Vec::new()));
                let mut all = Vec::with_capacity(groups.len());
                for (target, values) in groups {
                    let mut body = Vec::new();
                    self.branch(block, target, next, &mut body)?;
                    all.push(Case {
                        is_default: target == *default,
                        values,
                        body,
                    });
                }
                steps.push(Step::Switch { block, cases: all });
            }
            End::Return | End::Value(_) | End::Kill | End::Unreachable => {
                steps.push(Step::End(block));
            }
        }
        Ok(())
    }

    /// Adds a branch from one block to another.
    fn branch(
        &mut self,
        from: BlockId,
        to: BlockId,
        next: Option<BlockId>,
        steps: &mut Vec<Step>,
    ) -> Result<(), BlockId> {
        steps.push(Step::Edge(from, to));
        if self.is_back(from, to) {
            if next != Some(to) {
                steps.push(Step::Continue(to));
            }
        } else if self.inline[to] {
            self.block(to, false, next, steps)?;
        } else if next != Some(to) {
            self.used.insert(to);
            steps.push(Step::Exit(to));
        }
        Ok(())
    }
}

/// Puts the other side of a branch after it, where one side leaves the loop.
fn flatten(body: &mut Vec<Step>) {
    while let Some(Step::If { accept, reject, .. }) = body.last_mut() {
        let leaves = |steps: &[Step]| matches!(steps.last(), Some(Step::Exit(_) | Step::End(_)));
        let side = match (leaves(accept), leaves(reject)) {
            (false, true) => accept,
            (true, false) => reject,
            _ => return,
        };
        if side.iter().all(|step| matches!(step, Step::Edge(..))) {
            return;
        }
        let rest = std::mem::take(side);
        body.extend(rest);
    }
}
