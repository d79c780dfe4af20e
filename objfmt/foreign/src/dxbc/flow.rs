//! Control flow of a program: basic blocks and edges.

use pica200_dxbc::program::{Block, Instruction, Opcode, Program};
use pica200_dxbc::text::{Compiler, Disassembly};
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{EdgeKind, EdgeTarget};
use pica200_report::flow::{self, BlockWord, Flow, FlowEdge};

/// A basic block.
#[derive(Default)]
pub(super) struct BasicBlock {
    /// The instructions, each with the offset of its first dword.
    pub(super) lines: Vec<(u32, String)>,
    /// True if the block has an incoming edge.
    is_reached: bool,
}

/// A control-flow graph.
#[derive(Default)]
pub(super) struct Graph {
    /// The blocks in instruction order. Some are empty, after the end of a structured block.
    pub(super) blocks: Vec<BasicBlock>,
    /// The edges: source block, target block, and condition, which is empty for an unconditional edge.
    pub(super) edges: Vec<(usize, usize, &'static str)>,
}

/// An open structured block.
struct OpenBlock {
    /// The basic block that ends with its test, or the first one of a loop.
    head: usize,
    targets: Targets,
    /// The blocks that continue after its end, each with the condition.
    leaving: Vec<(usize, &'static str)>,
    has_other: bool,
}

/// The jump targets in a structured block: indices of open blocks.
#[derive(Clone, Copy, Default)]
struct Targets {
    /// The innermost loop or `switch`.
    break_target: Option<usize>,
    /// The innermost loop.
    continue_target: Option<usize>,
}

impl Targets {
    /// Returns the targets in the innermost of these blocks.
    fn innermost(open: &[OpenBlock]) -> Self {
        open.last().map(|open| open.targets).unwrap_or_default()
    }

    /// Returns the targets in a block that is opened at an index.
    fn within(self, opcode: Opcode, index: usize) -> Self {
        match opcode {
            Opcode::LOOP => Self {
                break_target: Some(index),
                continue_target: Some(index),
            },
            Opcode::SWITCH => Self {
                break_target: Some(index),
                ..self
            },
            _ => self,
        }
    }
}

impl Graph {
    /// Builds the graph of a program.
    pub(super) fn new(program: &Program, compiler: Compiler) -> Self {
        let mut graph = Self::default();
        let mut open: Vec<OpenBlock> = Vec::new();
        graph.blocks.push(BasicBlock::default());
        for line in Disassembly::new(program, compiler).lines() {
            let instruction = line.instruction;
            if instruction.is_declaration() {
                continue;
            }
            let at = instruction.at;
            let text = line.to_string().trim().to_owned();
            graph.add(instruction, (at, text), &mut open);
        }
        if graph.blocks.len() > 1 && graph.blocks.last().is_some_and(|last| last.lines.is_empty()) {
            let last = graph.blocks.len() - 1;
            graph.blocks.pop();
            graph.edges.retain(|(_, to, _)| *to != last);
        }
        graph
    }

    /// Begins a new block with edges from these blocks.
    fn begin(&mut self, from: impl IntoIterator<Item = (usize, &'static str)>) -> usize {
        let is_empty = self.blocks.last().is_some_and(|last| last.lines.is_empty());
        if !is_empty {
            self.blocks.push(BasicBlock::default());
        }
        let number = self.blocks.len() - 1;
        self.add_edges(from, number);
        number
    }

    fn add(&mut self, instruction: &Instruction, line: (u32, String), open: &mut Vec<OpenBlock>) {
        let opcode = instruction.opcode();
        let block = instruction.info().map_or(Block::Line, |info| info.block);
        let is_target = matches!(opcode, Opcode::LOOP | Opcode::LABEL | Opcode::CASE | Opcode::DEFAULT);
        match block {
            Block::Closes if opcode == Opcode::ENDLOOP => {
                let last = self.blocks.len() - 1;
                if let Some(ended) = open.pop() {
                    if !self.ends(last) {
                        self.edge(last, ended.head, "again");
                    }
                    self.blocks.push(BasicBlock::default());
                    let number = self.blocks.len() - 1;
                    self.add_edges(ended.leaving, number);
                }
                return;
            }
            Block::Closes => {
                let last = self.blocks.len() - 1;
                let mut ways: Vec<_> = if self.ends(last) { Vec::new() } else { vec![(last, "")] };
                if let Some(ended) = open.pop() {
                    ways.extend(ended.leaving);
                    if !ended.has_other {
                        ways.push((ended.head, "else"));
                    }
                }
                self.blocks.push(BasicBlock::default());
                let number = self.blocks.len() - 1;
                self.add_edges(ways, number);
                return;
            }
            Block::Divides => {
                let last = self.blocks.len() - 1;
                let ends = self.ends(last);
                if let Some(innermost) = open.last_mut() {
                    if !ends {
                        innermost.leaving.push((last, ""));
                    }
                    innermost.has_other = true;
                    let head = innermost.head;
                    self.blocks.push(BasicBlock::default());
                    let number = self.blocks.len() - 1;
                    self.edge(head, number, "else");
                }
                return;
            }
            _ => {}
        }
        if is_target {
            let last = self.blocks.len() - 1;
            let mut ways = Vec::new();
            let is_empty = self.blocks.last().is_some_and(|block| block.lines.is_empty());
            if !is_empty {
                ways.push((last, ""));
            }
            if let (Opcode::CASE | Opcode::DEFAULT, Some(innermost)) = (opcode, open.last_mut()) {
                ways.push((innermost.head, "case"));
                innermost.has_other |= opcode == Opcode::DEFAULT;
            }
            self.begin(ways);
        }
        let number = self.blocks.len() - 1;
        if let Some(last) = self.blocks.last_mut() {
            last.lines.push(line);
        }
        match opcode {
            Opcode::IF | Opcode::SWITCH | Opcode::LOOP => {
                open.push(OpenBlock {
                    head: number,
                    targets: Targets::innermost(open).within(opcode, open.len()),
                    leaving: Vec::new(),
                    has_other: false,
                });
                if opcode != Opcode::LOOP {
                    self.blocks.push(BasicBlock::default());
                    if opcode == Opcode::IF {
                        self.edge(number, number + 1, "then");
                    }
                }
            }
            Opcode::BREAK | Opcode::BREAKC => {
                let target = Targets::innermost(open).break_target;
                if let Some(innermost) = target.and_then(|index| open.get_mut(index)) {
                    innermost.leaving.push((number, "break"));
                }
                self.begin_after_jump(number, opcode == Opcode::BREAKC);
            }
            Opcode::CONTINUE | Opcode::CONTINUEC => {
                let target = Targets::innermost(open).continue_target;
                if let Some(innermost) = target.and_then(|index| open.get(index)) {
                    self.edge(number, innermost.head, "continue");
                }
                self.begin_after_jump(number, opcode == Opcode::CONTINUEC);
            }
            Opcode::RET => self.begin_after_jump(number, false),
            Opcode::RETC => self.begin_after_jump(number, true),
            _ => {}
        }
    }

    /// Begins the block after a jump, with an edge if the jump is conditional.
    fn begin_after_jump(&mut self, number: usize, goes_on: bool) {
        self.blocks.push(BasicBlock::default());
        if goes_on {
            self.edge(number, number + 1, "");
        }
    }

    fn edge(&mut self, from: usize, to: usize, why: &'static str) {
        self.edges.push((from, to, why));
        if let Some(block) = self.blocks.get_mut(to) {
            block.is_reached = true;
        }
    }

    /// Adds an edge from each of these blocks to another one.
    fn add_edges(&mut self, from: impl IntoIterator<Item = (usize, &'static str)>, to: usize) {
        for (from, why) in from {
            self.edge(from, to, why);
        }
    }

    /// Returns true if a block has no successor: it is the empty block after a jump.
    pub(super) fn ends(&self, number: usize) -> bool {
        let is_behind_jump = |block: &BasicBlock| block.lines.is_empty() && !block.is_reached;
        number > 0 && self.blocks.get(number).is_none_or(is_behind_jump)
    }

    /// Converts to the shared page format, without empty blocks.
    pub(super) fn into_flow(self) -> Flow {
        let numbers: Vec<Option<usize>> = self
            .blocks
            .iter()
            .scan(0, |next, block| {
                let number = (!block.lines.is_empty()).then_some(*next);
                *next += usize::from(number.is_some());
                Some(number)
            })
            .collect();
        // The successors of an empty block; later blocks were processed before.
        let mut targets = numbers.clone();
        let mut after: Vec<Option<usize>> = vec![None; self.blocks.len()];
        for &(from, to, _) in &self.edges {
            if let Some(after) = after.get_mut(from) {
                *after = after.or(Some(to));
            }
        }
        for index in (0..self.blocks.len()).rev() {
            let next = after.get(index).copied().flatten();
            let next = next.and_then(|next| targets.get(next).copied().flatten());
            if let Some(target @ None) = targets.get_mut(index) {
                *target = next;
            }
        }
        let edges = self.edges.iter().filter_map(|&(from, to, why)| {
            Some(FlowEdge {
                from: numbers.get(from).copied().flatten()?,
                to: match targets.get(to).copied().flatten() {
                    Some(number) => EdgeTarget::Block(number),
                    None => EdgeTarget::End,
                },
                kind: match why {
                    "again" | "continue" => EdgeKind::Loop,
                    "then" | "case" => EdgeKind::Taken,
                    "else" => EdgeKind::NotTaken,
                    _ => EdgeKind::Next,
                },
                label: why.to_owned(),
            })
        });
        let edges = edges.collect();
        let blocks = self.blocks.into_iter().filter_map(|block| {
            let (first, last) = (block.lines.first()?.0, block.lines.last()?.0);
            Some(flow::Block {
                span: WordSpan {
                    start: first,
                    size: last - first + 1,
                },
                words: block.lines.into_iter().map(word).collect(),
            })
        });
        let blocks: Vec<_> = blocks.collect();
        Flow {
            entries: blocks.first().map(|_| EdgeTarget::Block(0)).into_iter().collect(),
            blocks,
            edges,
            ..Flow::default()
        }
    }
}

/// Returns an instruction of a block.
fn word((word, text): (u32, String)) -> BlockWord {
    BlockWord {
        word,
        names: Vec::new(),
        text,
    }
}
