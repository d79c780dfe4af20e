//! The control-flow graph of a function: edges, dominators and loops.

use std::ops::Range;

use ::spirv::Op;
use pica200_diagnostics::Code;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, diagnose};

use super::words::{Id, Instruction, Result, Words};

/// Maximum number of blocks of a function, far more than 512 instructions can have.
const MAX_BLOCKS: usize = 10_000;

const NOT_STRUCTURED: &str = "the control flow is not structured: a loop has several entries";

/// Maximum number of loops nested.
const MAX_DEPTH: usize = 200;

/// Maximum number of passes over all blocks to find dominators.
const MAX_PASSES: usize = 8;

/// The index of a block, in an order in which dominators come first.
pub(super) type BlockId = usize;

/// The terminator of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    Branch(BlockId),
    Conditional {
        condition: Id,
        accept: BlockId,
        reject: BlockId,
    },
    Switch {
        selector: Id,
        default: BlockId,
        cases: Vec<(u32, BlockId)>,
    },
    Return,
    Value(Id),
    /// The invocation ends without a result.
    Kill,
    Unreachable,
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) label: Id,
    /// Its instructions between the label and the end, by their indices in the module.
    pub(super) instructions: Range<usize>,
    /// The instruction at its end, by its index in the module.
    pub(super) last: usize,
    pub(super) end: End,
    /// The block after the loop that begins here, as the module says.
    merge: Option<Id>,
    /// The block at the end of each iteration of the loop that begins here, as the module says.
    continuing: Option<Id>,
}

/// The reachable blocks of a function.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) blocks: Vec<Block>,
    /// The predecessors of each block.
    pub(super) predecessors: Vec<Vec<BlockId>>,
    /// The immediate dominator of each block; of the first block, itself.
    pub(super) dominators: Vec<BlockId>,
    /// For each block, its number in the dominator tree and the largest number in its subtree.
    intervals: Vec<(usize, usize)>,
    /// The blocks of each loop, by its header.
    pub(super) loops: FxHashMap<BlockId, FxHashSet<BlockId>>,
    /// For each block, the headers of the loops around it, the innermost first.
    pub(super) around: Vec<Vec<BlockId>>,
}

/// A block whose targets are labels.
struct RawBlock {
    block: Block,
    targets: Vec<Id>,
    literals: Vec<u32>,
}

impl End {
    /// Returns the successors.
    pub(super) fn targets(&self) -> Vec<BlockId> {
        match self {
            Self::Branch(target) => vec![*target],
            Self::Conditional { accept, reject, .. } => vec![*accept, *reject],
            Self::Switch { default, cases, .. } => cases.iter().map(|(_, target)| *target).chain([*default]).collect(),
            Self::Return | Self::Value(_) | Self::Kill | Self::Unreachable => Vec::new(),
        }
    }
}

impl Graph {
    /// Reads the blocks of a function. `first` is its declaration.
    pub(super) fn new(words: &Words, range: Range<usize>, first: &Instruction<'_>) -> Result<Self> {
        let mut raw = raw_blocks(words, range, first)?;
        leave_out_unreachable(words, &mut raw);
        let order = order(words, &raw)?;
        let numbers: FxHashMap<Id, BlockId> = order
            .iter()
            .enumerate()
            .filter_map(|(number, index)| Some((raw.get(*index)?.block.label, number)))
            .collect();
        let mut blocks = Vec::with_capacity(order.len());
        for index in order {
            let Some(raw) = raw.get(index) else { continue };
            let mut block = raw.block.clone();
            block.end = raw.end(&numbers);
            blocks.push(block);
        }
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (from, block) in blocks.iter().enumerate() {
            for target in block.end.targets() {
                let known: &mut Vec<_> = &mut predecessors[target];
                if known.last() != Some(&from) {
                    known.push(from);
                }
            }
        }
        let dominators = dominators(&predecessors);
        let Some(dominators) = dominators else {
            return Err(first.error(NOT_STRUCTURED));
        };
        let mut graph = Self {
            blocks,
            predecessors,
            intervals: intervals(&dominators),
            dominators,
            loops: FxHashMap::default(),
            around: Vec::new(),
        };
        graph.find_loops(words)?;
        Ok(graph)
    }

    /// Returns whether one block dominates another one.
    pub(super) fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (first, last) = self.intervals[above];
        (first..=last).contains(&self.intervals[below].0)
    }

    /// Returns whether the module says that a block follows a loop.
    pub(super) fn is_behind(&self, block: BlockId, header: BlockId) -> bool {
        self.blocks[header].merge == Some(self.blocks[block].label)
    }

    /// Returns whether the module declares a merge block for a loop.
    pub(super) fn has_merge(&self, header: BlockId) -> bool {
        self.blocks[header].merge.is_some()
    }

    /// Returns the block at the end of each iteration of a loop, if the module says it.
    pub(super) fn continuing(&self, header: BlockId) -> Option<BlockId> {
        let label = self.blocks[header].continuing?;
        let body = self.loops.get(&header)?.iter().copied();
        body.filter(|block| *block != header)
            .find(|block| self.blocks[*block].label == label)
    }

    /// Returns the error about an invalid terminator.
    pub(super) fn error(&self, words: &Words, block: BlockId, message: impl Into<String>) -> Diagnostic {
        let last = words.get(self.blocks[block].last);
        let place = last.and_then(|last| last.place());
        diagnose(Code::SourceInvalid, place, message)
    }

    fn find_loops(&mut self, words: &Words) -> Result<()> {
        self.around = vec![Vec::new(); self.blocks.len()];
        // Inner loops begin at later blocks than those around them.
        for header in (0..self.blocks.len()).rev() {
            let sources = self.predecessors[header].iter().copied();
            let back: Vec<_> = sources.filter(|from| *from >= header).collect();
            if back.is_empty() {
                continue;
            }
            let mut body = FxHashSet::default();
            body.insert(header);
            let mut waiting = back;
            while let Some(block) = waiting.pop() {
                if !self.dominates(header, block) {
                    return Err(self.error(words, block, NOT_STRUCTURED));
                }
                if body.insert(block) {
                    waiting.extend(&self.predecessors[block]);
                }
            }
            for block in &body {
                self.around[*block].push(header);
                if self.around[*block].len() > MAX_DEPTH {
                    let message = format!("more than {MAX_DEPTH} loops are within one another");
                    return Err(self.error(words, header, message));
                }
            }
            self.loops.insert(header, body);
        }
        Ok(())
    }
}

impl RawBlock {
    fn end(&self, numbers: &FxHashMap<Id, BlockId>) -> End {
        let targets: Vec<_> = self
            .targets
            .iter()
            .map(|label| numbers.get(label).copied().unwrap_or(0))
            .collect();
        match (&self.block.end, targets.as_slice()) {
            (End::Branch(_), [target]) => End::Branch(*target),
            (End::Conditional { condition, .. }, [accept, reject]) if accept != reject => End::Conditional {
                condition: *condition,
                accept: *accept,
                reject: *reject,
            },
            (End::Conditional { .. }, [target, ..]) => End::Branch(*target),
            (End::Switch { selector, .. }, [default, targets @ ..]) => {
                let cases = self.literals.iter().zip(targets);
                let cases = cases.map(|(literal, target)| (*literal, *target));
                End::Switch {
                    selector: *selector,
                    default: *default,
                    cases: cases.filter(|(_, target)| target != default).collect(),
                }
            }
            (end, _) => end.clone(),
        }
    }
}

/// Reads all blocks of a function in their order.
fn raw_blocks(words: &Words, range: Range<usize>, first: &Instruction<'_>) -> Result<Vec<RawBlock>> {
    let mut blocks: Vec<RawBlock> = Vec::new();
    let mut open: Option<Block> = None;
    for instruction in words.range(range) {
        if instruction.op == Some(Op::Label) {
            if open.is_some() {
                return Err(instruction.error("a block begins where another one has not ended"));
            }
            open = Some(Block {
                label: instruction.operand(0)?,
                instructions: instruction.index + 1..instruction.index + 1,
                last: instruction.index,
                end: End::Unreachable,
                merge: None,
                continuing: None,
            });
            continue;
        }
        let Some(mut block) = open.take() else {
            // Source lines may occur between blocks.
            continue;
        };
        if instruction.op == Some(Op::LoopMerge) {
            block.merge = Some(instruction.operand(0)?);
            block.continuing = Some(instruction.operand(1)?);
        }
        match raw_end(&instruction, &block)? {
            None => {
                block.instructions.end = instruction.index + 1;
                open = Some(block);
            }
            Some(raw) => {
                if blocks.len() >= MAX_BLOCKS {
                    let message = format!("a function has more than {MAX_BLOCKS} blocks");
                    return Err(instruction.error(message));
                }
                blocks.push(raw);
            }
        }
    }
    if open.is_some() || blocks.is_empty() {
        return Err(first.error("a function has a block without an end"));
    }
    Ok(blocks)
}

/// Returns a block that an instruction ends; `None` if it does not.
fn raw_end(instruction: &Instruction<'_>, block: &Block) -> Result<Option<RawBlock>> {
    let operand = |index| instruction.operand(index);
    let mut raw = RawBlock {
        block: block.clone(),
        targets: Vec::new(),
        literals: Vec::new(),
    };
    raw.block.last = instruction.index;
    raw.block.end = match instruction.op {
        Some(Op::Branch) => {
            raw.targets.push(operand(0)?);
            End::Branch(0)
        }
        Some(Op::BranchConditional) => {
            raw.targets = vec![operand(1)?, operand(2)?];
            End::Conditional {
                condition: operand(0)?,
                accept: 0,
                reject: 0,
            }
        }
        Some(Op::Switch) => {
            raw.targets.push(operand(1)?);
            for pair in instruction.operands(2).chunks(2) {
                let &[literal, target] = pair else {
                    return Err(
                        instruction.error("a `switch` has a value without a target, or values of more than 32 bits")
                    );
                };
                raw.literals.push(literal);
                raw.targets.push(target);
            }
            End::Switch {
                selector: operand(0)?,
                default: 0,
                cases: Vec::new(),
            }
        }
        Some(Op::Return) => End::Return,
        Some(Op::ReturnValue) => End::Value(operand(0)?),
        Some(
            Op::Kill
            | Op::TerminateInvocation
            | Op::DemoteToHelperInvocation
            | Op::IgnoreIntersectionKHR
            | Op::TerminateRayKHR
            | Op::EmitMeshTasksEXT,
        ) => End::Kill,
        Some(Op::Unreachable) => End::Unreachable,
        _ => return Ok(None),
    };
    Ok(Some(raw))
}

/// Returns the indices of the blocks that can be reached, in reverse postorder.
fn order(words: &Words, raw: &[RawBlock]) -> Result<Vec<usize>> {
    let mut indices = FxHashMap::default();
    for (index, raw) in raw.iter().enumerate() {
        indices.insert(raw.block.label, index);
    }
    let mut successors = Vec::with_capacity(raw.len());
    for raw in raw {
        let mut targets = Vec::with_capacity(raw.targets.len());
        for label in &raw.targets {
            match indices.get(label) {
                Some(index) => targets.push(*index),
                None => {
                    if let Some(last) = words.get(raw.block.last) {
                        return Err(last.unknown(*label, "a block of the function"));
                    }
                }
            }
        }
        successors.push(targets);
    }
    let mut order = Vec::with_capacity(raw.len());
    let mut seen = vec![false; raw.len()];
    let mut waiting = vec![(0, false)];
    while let Some((index, is_done)) = waiting.pop() {
        if is_done {
            order.push(index);
            continue;
        }
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        waiting.push((index, true));
        waiting.extend(successors[index].iter().map(|next| (*next, false)));
    }
    order.reverse();
    Ok(order)
}

/// Leaves out branches to blocks of which the module says that they are never reached.
fn leave_out_unreachable(words: &Words, raw: &mut [RawBlock]) {
    let is_empty = |block: &Block| {
        let mut all = words.range(block.instructions.clone());
        all.all(|instruction| matches!(instruction.op, Some(Op::Line | Op::NoLine | Op::ExtInst)))
    };
    let dead = raw.iter().map(|raw| &raw.block);
    let dead = dead.filter(|block| block.end == End::Unreachable && is_empty(block));
    let dead: FxHashSet<_> = dead.map(|block| block.label).collect();
    if dead.is_empty() {
        return;
    }
    for raw in raw {
        match raw.block.end {
            End::Conditional { .. } => {
                let live = raw.targets.iter().copied();
                let live: Vec<_> = live.filter(|target| !dead.contains(target)).collect();
                if let [only] = live[..] {
                    raw.targets = vec![only];
                    raw.block.end = End::Branch(0);
                }
            }
            End::Switch { .. } => {
                let Some((mut default, cases)) = raw.targets.split_first() else {
                    continue;
                };
                let cases = raw.literals.iter().zip(cases);
                let mut live: Vec<_> = cases.filter(|(_, target)| !dead.contains(target)).collect();
                if dead.contains(default)
                    && let Some((_, last)) = live.pop()
                {
                    default = last;
                }
                let targets = std::iter::once(*default).chain(live.iter().map(|(_, target)| **target));
                let targets = targets.collect();
                raw.literals = live.into_iter().map(|(literal, _)| *literal).collect();
                raw.targets = targets;
            }
            _ => {}
        }
    }
}

/// Returns the immediate dominators. Each block has a smaller number than those that it dominates. `None` if the
/// control flow is not structured: then it may take very long to find them.
fn dominators(predecessors: &[Vec<BlockId>]) -> Option<Vec<BlockId>> {
    const UNKNOWN: BlockId = BlockId::MAX;
    let mut dominators = vec![UNKNOWN; predecessors.len()];
    if let Some(first) = dominators.first_mut() {
        *first = 0;
    }
    // Two passes are enough if each loop has a single entry.
    for _ in 0..MAX_PASSES {
        let mut changed = false;
        for block in 1..predecessors.len() {
            let mut common = UNKNOWN;
            for from in &predecessors[block] {
                if dominators[*from] == UNKNOWN {
                    continue;
                }
                let mut other = *from;
                if common == UNKNOWN {
                    common = other;
                }
                while common != other {
                    if common > other {
                        common = dominators[common];
                    } else {
                        other = dominators[other];
                    }
                }
            }
            if dominators[block] != common {
                dominators[block] = common;
                changed = true;
            }
        }
        if !changed {
            return Some(dominators);
        }
    }
    None
}

/// Numbers the dominator tree: returns for each block its number and the largest number in its subtree.
fn intervals(dominators: &[BlockId]) -> Vec<(usize, usize)> {
    let mut children = vec![Vec::new(); dominators.len()];
    for (block, above) in dominators.iter().enumerate().skip(1) {
        if let Some(children) = children.get_mut(*above) {
            children.push(block);
        }
    }
    let mut intervals = vec![(0, 0); dominators.len()];
    let (mut next, mut waiting) = (0, vec![(0, false)]);
    while let Some((block, is_done)) = waiting.pop() {
        let Some(interval) = intervals.get_mut(block) else {
            continue;
        };
        if is_done {
            interval.1 = next - 1;
            continue;
        }
        *interval = (next, next);
        next += 1;
        waiting.push((block, true));
        waiting.extend(children[block].iter().map(|child| (*child, false)));
    }
    intervals
}
