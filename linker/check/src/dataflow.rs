//! Dataflow facts about registers at each node. They over-approximate: they ignore which branches correlate.
//! [`search`](crate::search) finds out which of them are feasible.

use pica200_objfmt::flow::control::{Control, NodeEdge, NodeTarget};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::isa::opcode::Opcode;

use crate::effects::{Effect, Locations, Outputs};

/// The facts that may hold before a node is executed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Facts {
    /// Locations that may not have been written. Those that an instruction of unknown effect may have written are
    /// treated as written.
    pub(crate) unset: Locations,
    /// Components of outputs that may not have been written, since the last `emit`.
    pub(crate) unwritten: Outputs,
    /// Components of outputs that may have been written.
    pub(crate) written: Outputs,
    /// True if the instruction before may be `mova`.
    pub(crate) after_mova: bool,
}

impl Facts {
    fn union(self, other: Self) -> Self {
        Self {
            unset: self.unset | other.unset,
            unwritten: self.unwritten | other.unwritten,
            written: self.written | other.written,
            after_mova: self.after_mova | other.after_mova,
        }
    }

    /// Returns the facts after an instruction.
    fn after(self, effect: &Effect, declared: Outputs) -> Self {
        if effect.is(Opcode::Emit) {
            return Self {
                unwritten: declared,
                written: 0,
                after_mova: false,
                ..self
            };
        }
        Self {
            unset: self.unset & !effect.writes,
            unwritten: self.unwritten & !effect.outputs,
            written: self.written | effect.outputs,
            after_mova: effect.is(Opcode::Mova),
        }
    }
}

/// The control-flow graph: the nodes with the edges between them, including edges through calls. After the nodes, there
/// is one more for each frame: its end, from which execution returns to all callers.
pub(crate) struct FlowGraph {
    next: Lists,
    before: Lists,
    nodes: usize,
    /// The number of nodes and frames.
    all: usize,
}

/// A list for each node.
struct Lists {
    /// For each node, the start of its list; after these, the end of the last list.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Builds the lists of `count` nodes from pairs of a node and an item of its list.
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; count + 1];
        for (node, _) in pairs.clone() {
            starts[node as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut items = vec![0; end as usize];
        for (node, item) in pairs {
            let start = &mut starts[node as usize];
            *start -= 1;
            items[*start as usize] = item;
        }
        Self { starts, items }
    }

    fn get(&self, node: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|n| self.starts[node as usize + n] as usize);
        &self.items[start..end]
    }
}

impl FlowGraph {
    pub(crate) fn new(control: &Control, effects: &[Effect]) -> Self {
        let nodes = control.nodes.len();
        let all = nodes + control.frames.len();
        let mut pairs = Vec::with_capacity(all * 2);
        let end_of = |frame: u32| u32::try_from(nodes).unwrap_or(u32::MAX).saturating_add(frame);
        let mut add = |from: u32, frame: u32, to: NodeTarget| match to {
            NodeTarget::Node(node) => pairs.push((from, node)),
            NodeTarget::Return => pairs.push((from, end_of(frame))),
            NodeTarget::End | NodeTarget::PastEntry | NodeTarget::Outside(_) => {}
        };
        for id in control.node_ids() {
            let node = control.nodes[id as usize];
            let edges = control.edges(id);
            let is_call = |edge: &NodeEdge| edge.kind == EdgeKind::Call;
            // An unconditional call leads only to the procedure, if that has words.
            let calls = effects[node.word as usize].is(Opcode::Call) && edges.iter().any(is_call);
            for edge in edges.iter().filter(|edge| !calls || is_call(edge)) {
                add(id, node.frame, edge.to);
            }
        }
        for call in &control.calls {
            let end = end_of(call.frame);
            let caller = control.nodes[call.node as usize].frame;
            for edge in control.edges(call.node) {
                if edge.kind != EdgeKind::Call {
                    add(end, caller, edge.to);
                }
            }
        }
        Self {
            next: Lists::new(all, pairs.iter().copied()),
            before: Lists::new(all, pairs.iter().map(|&(from, to)| (to, from))),
            nodes,
            all,
        }
    }

    /// Returns true if a node has a single predecessor. Execution starts at the first node, so that one does not.
    pub(crate) fn follows_one(&self, node: u32) -> bool {
        node != 0 && self.before.get(node).len() == 1
    }

    /// Computes the facts before each node (forward analysis).
    pub(crate) fn forward(&self, control: &Control, effects: &[Effect], start: Facts, declared: Outputs) -> Vec<Facts> {
        let mut facts = vec![Facts::default(); self.all];
        let mut reached = vec![false; self.all];
        if self.nodes == 0 {
            return facts;
        }
        facts[0] = start;
        reached[0] = true;
        let mut open = vec![0u32];
        while let Some(id) = open.pop() {
            let before = facts[id as usize];
            let behind = match control.nodes.get(id as usize) {
                Some(node) => before.after(&effects[node.word as usize], declared),
                None => before,
            };
            for &next in self.next.get(id) {
                let old = facts[next as usize];
                let new = old.union(behind);
                if new != old || !std::mem::replace(&mut reached[next as usize], true) {
                    facts[next as usize] = new;
                    open.push(next);
                }
            }
        }
        facts
    }

    /// Computes, for each node, the locations whose values may be read after it (backward analysis). `reads` returns
    /// the locations that a node reads, given those that are needed after it; `at_end` are the locations that are
    /// needed at the end of the program.
    pub(crate) fn wanted(
        &self,
        control: &Control,
        effects: &[Effect],
        at_end: Locations,
        reads: impl Fn(&Effect, Locations) -> Locations,
    ) -> Vec<Locations> {
        let mut behind = vec![0; self.all];
        let mut open: Vec<u32> = (0..).take(self.all).collect();
        let mut is_open = vec![true; self.all];
        while let Some(id) = open.pop() {
            is_open[id as usize] = false;
            let after = behind[id as usize];
            let before = match control.nodes.get(id as usize) {
                Some(node) => {
                    let effect = &effects[node.word as usize];
                    let after = if effect.is(Opcode::End) { at_end } else { after };
                    after & !effect.writes | reads(effect, after)
                }
                None => after,
            };
            for &previous in self.before.get(id) {
                let old = behind[previous as usize];
                if old | before != old {
                    behind[previous as usize] = old | before;
                    if !std::mem::replace(&mut is_open[previous as usize], true) {
                        open.push(previous);
                    }
                }
            }
        }
        behind.truncate(self.nodes);
        behind
    }
}
