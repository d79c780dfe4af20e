//! The control-flow graph of a program.
//!
//! Each instruction is a node. Labels, the ends of blocks, and the starts and ends of procedures are nodes without an
//! instruction. A call is followed by its next instruction; the callee is modeled as an effect of the call.

use rustc_hash::FxHashMap;

use pica200_objfmt::isa::opcode::{Opcode, Test, Transfer};

use crate::program::components::{Components, read, written};
use crate::program::walk::{Visitor, walk};
use crate::program::{BlockId, BlockKind, Flow, LabelId, Operation, Program, Target};

/// Index of a node.
pub(super) type Node = u32;

/// The effect of a node on temporaries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// It reads and writes components.
    Known { read: Components, written: Components },
    /// It calls a procedure of the program, by block index.
    Call { callee: u32, is_conditional: bool },
    /// It may read and write everything: a word of unknown meaning, a call of another file's procedure or of a label,
    /// an instruction with an error, or an unmodeled control transfer.
    Unknown,
}

impl Effect {
    const NONE: Self = Self::Known {
        read: Components::NONE,
        written: Components::NONE,
    };
}

/// A procedure in a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// The node before its first instruction.
    pub(super) entry: Node,
    /// The node at its end.
    pub(super) exit: Node,
    /// True if a jump from elsewhere leads into it, so that the successor of its end is unknown.
    pub(super) is_entered: bool,
}

/// A control-flow graph.
#[derive(Debug)]
pub(super) struct Graph {
    /// Effect of each node. Instructions come first, at their indices.
    pub(super) effects: Vec<Effect>,
    /// Region index of each node.
    pub(super) region_of: Vec<u32>,
    /// The procedures. The first region is the code outside of procedures.
    pub(super) regions: Vec<Region>,
    /// Calls of procedures of the program: the region of the callee and the node of the call.
    pub(super) calls: Vec<(u32, Node)>,
    before: Lists,
    after: Lists,
}

/// Adjacency lists.
#[derive(Default, Debug)]
struct Lists {
    /// Start of each node's list.
    starts: Vec<u32>,
    nodes: Vec<Node>,
}

impl Lists {
    /// Builds the lists of the second nodes of edges, grouped by the first.
    fn new(count: usize, mut edges: Vec<(Node, Node)>) -> Self {
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0; count + 1];
        let mut at = 0;
        for (node, start) in starts.iter_mut().enumerate() {
            while edges.get(at).is_some_and(|(from, _)| (*from as usize) < node) {
                at += 1;
            }
            *start = u32::try_from(at).unwrap_or(u32::MAX);
        }
        let nodes = edges.into_iter().map(|(_, to)| to).collect();
        Self { starts, nodes }
    }

    fn list(&self, node: Node) -> &[Node] {
        let start = |node: usize| self.starts.get(node).map(|&start| start as usize);
        let range = start(node as usize).zip(start(node as usize + 1));
        range
            .and_then(|(start, end)| self.nodes.get(start..end))
            .unwrap_or_default()
    }
}

impl Graph {
    /// Builds the graph of a program.
    pub(super) fn new(program: &Program) -> Self {
        let count = program.instructions.len();
        let mut builder = Builder {
            program,
            graph: Self {
                effects: vec![Effect::NONE; count],
                region_of: vec![0; count],
                regions: Vec::new(),
                calls: Vec::new(),
                before: Lists::default(),
                after: Lists::default(),
            },
            edges: Vec::with_capacity(2 * count),
            regions: FxHashMap::default(),
            labels: FxHashMap::default(),
            jumps: Vec::new(),
            open: Vec::new(),
            current: None,
            region: 0,
            outer: Vec::new(),
        };
        builder.prepare();
        walk(program, 0..program.items.len(), &mut builder);
        builder.finish()
    }

    /// Returns the predecessors of a node.
    pub(super) fn predecessors(&self, node: Node) -> &[Node] {
        self.before.list(node)
    }

    /// Returns the successors of a node.
    pub(super) fn successors(&self, node: Node) -> &[Node] {
        self.after.list(node)
    }

    /// Returns the region of a node.
    pub(super) fn region(&self, node: Node) -> u32 {
        self.region_of.get(node as usize).copied().unwrap_or(0)
    }

    /// Returns the effect of a node.
    pub(super) fn effect(&self, node: Node) -> Effect {
        let effect = self.effects.get(node as usize).copied();
        effect.unwrap_or(Effect::NONE)
    }
}

/// An open block during the walk.
struct Open {
    kind: BlockKind,
    /// The instruction that opens an if, or the first node of a loop.
    head: Option<Node>,
    /// The node after a loop.
    exit: Option<Node>,
    /// The end of the first body of an if.
    first_end: Option<Node>,
    has_second: bool,
}

struct Builder<'p> {
    program: &'p Program,
    graph: Graph,
    edges: Vec<(Node, Node)>,
    /// Region of each procedure, by label.
    regions: FxHashMap<LabelId, u32>,
    /// Node of each label.
    labels: FxHashMap<LabelId, Node>,
    /// Jumps, from a node to a label.
    jumps: Vec<(Node, LabelId)>,
    open: Vec<Open>,
    /// The node from which execution continues; `None` after an instruction that never does.
    current: Option<Node>,
    region: u32,
    /// Nodes and regions around procedures that are misplaced within blocks.
    outer: Vec<(Option<Node>, u32)>,
}

impl Builder<'_> {
    fn node(&mut self, region: u32) -> Node {
        let node = u32::try_from(self.graph.effects.len()).unwrap_or(u32::MAX);
        self.graph.effects.push(Effect::NONE);
        self.graph.region_of.push(region);
        node
    }

    fn region(&mut self) -> u32 {
        let index = u32::try_from(self.graph.regions.len()).unwrap_or(u32::MAX);
        let (entry, exit) = (self.node(index), self.node(index));
        self.graph.regions.push(Region {
            entry,
            exit,
            is_entered: false,
        });
        index
    }

    /// Creates the regions, which calls and jumps can reference before they begin.
    fn prepare(&mut self) {
        let outside = self.region();
        let entry = self.graph.regions.first().map(|region| region.entry);
        self.current = entry;
        self.region = outside;
        for block in &self.program.blocks {
            if let BlockKind::Procedure { label, .. } = block.kind {
                let region = self.region();
                self.regions.insert(label, region);
            }
        }
    }

    /// Continues at a node.
    fn continue_at(&mut self, node: Node) {
        if let Some(current) = self.current {
            self.edges.push((current, node));
        }
        self.current = Some(node);
    }

    /// Returns the node after the innermost loop.
    fn loop_exit(&self) -> Option<Node> {
        self.open.iter().rev().find_map(|open| open.exit)
    }

    /// Returns the effect of a control-flow instruction.
    fn flow(&mut self, node: Node, flow: &Flow) -> Effect {
        match (flow.opcode.transfer(), flow.target) {
            (Transfer::Call(test), Target::Label { label, .. }) => match self.regions.get(&label) {
                Some(&callee) => {
                    self.graph.calls.push((callee, node));
                    Effect::Call {
                        callee,
                        is_conditional: test != Test::Always,
                    }
                }
                None => Effect::Unknown,
            },
            (Transfer::Jump(_), Target::Label { label, .. }) => {
                self.jumps.push((node, label));
                Effect::NONE
            }
            (Transfer::Break(_), _) => {
                let exit = self.loop_exit();
                self.edges.extend(exit.map(|exit| (node, exit)));
                Effect::NONE
            }
            (Transfer::If(_) | Transfer::Loop, Target::Implied) => Effect::NONE,
            // Calls of other files, and blocks that end at a label.
            _ => Effect::Unknown,
        }
    }

    fn finish(mut self) -> Graph {
        let outside = self.graph.regions.first().map(|region| region.exit);
        self.edges.extend(self.current.zip(outside));
        for (node, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels.get(&label).copied();
            let inside = target.filter(|to| self.graph.region(*to) == self.graph.region(node));
            match inside {
                Some(target) => self.edges.push((node, target)),
                None => {
                    // The hardware compares the ends of procedures with the open call, so it is unknown what follows.
                    if let Some(effect) = self.graph.effects.get_mut(node as usize) {
                        *effect = Effect::Unknown;
                    }
                    let region = target.map(|target| self.graph.region(target));
                    let region = region.and_then(|r| self.graph.regions.get_mut(r as usize));
                    if let Some(region) = region {
                        region.is_entered = true;
                    }
                }
            }
        }
        let count = self.graph.effects.len();
        let backward = self.edges.iter().map(|(from, to)| (*to, *from)).collect();
        Graph {
            before: Lists::new(count, backward),
            after: Lists::new(count, self.edges),
            ..self.graph
        }
    }
}

impl Visitor for Builder<'_> {
    fn instruction(&mut self, index: u32) {
        self.continue_at(index);
        if let Some(region) = self.graph.region_of.get_mut(index as usize) {
            *region = self.region;
        }
        let Some(instruction) = self.program.instruction(index) else {
            return;
        };
        let effect = match &instruction.operation {
            Operation::Vector(vector) => Effect::Known {
                read: read(self.program, vector),
                written: written(vector),
            },
            Operation::Flow(flow) => self.flow(index, flow),
            Operation::SetEmit { .. } => Effect::NONE,
            Operation::Bare(Opcode::End) => {
                self.current = None;
                Effect::NONE
            }
            Operation::Bare(Opcode::Break) => {
                let exit = self.loop_exit();
                self.edges.extend(exit.map(|exit| (index, exit)));
                self.current = None;
                Effect::NONE
            }
            Operation::Bare(Opcode::Nop | Opcode::Emit) => Effect::NONE,
            Operation::Bare(_) | Operation::Word { .. } => Effect::Unknown,
        };
        if let Some(slot) = self.graph.effects.get_mut(index as usize) {
            *slot = effect;
        }
    }

    fn label(&mut self, label: LabelId) {
        let node = self.node(self.region);
        self.labels.insert(label, node);
        self.continue_at(node);
    }

    fn enter(&mut self, id: BlockId) {
        let Some(kind) = self.program.block(id).map(|block| block.kind) else {
            return;
        };
        let mut open = Open {
            kind,
            head: self.current,
            exit: None,
            first_end: None,
            has_second: false,
        };
        match kind {
            BlockKind::Procedure { label, .. } => {
                self.outer.push((self.current, self.region));
                self.region = self.regions.get(&label).copied().unwrap_or(0);
                let region = self.graph.regions.get(self.region as usize);
                self.current = region.map(|region| region.entry);
            }
            BlockKind::If { .. } => {}
            BlockKind::Loop => {
                let (head, exit) = (self.node(self.region), self.node(self.region));
                self.continue_at(head);
                open.head = Some(head);
                open.exit = Some(exit);
            }
        }
        self.open.push(open);
    }

    fn second_body(&mut self) {
        let current = self.current;
        if let Some(open) = self.open.last_mut() {
            open.first_end = current;
            open.has_second = true;
            self.current = open.head;
        }
    }

    fn leave(&mut self, _id: BlockId) {
        let Some(open) = self.open.pop() else {
            return;
        };
        match open.kind {
            BlockKind::Procedure { .. } => {
                let region = self.graph.regions.get(self.region as usize).copied();
                if let Some(region) = region {
                    self.continue_at(region.exit);
                }
                let (current, region) = self.outer.pop().unwrap_or((None, 0));
                self.current = current;
                self.region = region;
            }
            BlockKind::If { .. } => {
                let end = self.node(self.region);
                let other = if open.has_second { open.first_end } else { open.head };
                self.continue_at(end);
                self.edges.extend(other.map(|other| (other, end)));
            }
            BlockKind::Loop => {
                if let (Some(current), Some(head)) = (self.current, open.head) {
                    self.edges.push((current, head));
                }
                if let Some(exit) = open.exit {
                    self.continue_at(exit);
                }
            }
        }
    }
}
