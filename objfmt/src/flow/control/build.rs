//! Finding all nodes.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{
    Call, Control, Deviation, DeviationKind, Frame, MAX_NODES, Node, NodeEdge, Opened, Scope,
    ScopeKind, To,
};
use crate::flow::graph::EdgeKind;
use crate::flow::{WordSpan, target};
use crate::isa::limits::CODE_WORDS;

/// The number of callers that are followed outwards: as many as the machine has room for.
const MOST_CALLS: usize = 4;

/// A graph under construction.
pub(super) struct Builder<'c> {
    pub(super) code: &'c [u32],
    pub(super) control: Control,
    known: FxHashMap<Node, u32>,
    known_frames: FxHashMap<Frame, u32>,
    known_scopes: FxHashMap<Scope, u32>,
    known_deviations: FxHashSet<Deviation>,
    open: Vec<u32>,
    /// The edges in the order in which they were found: each with the node that it leaves, and the one before it that
    /// leaves the same node.
    edges: Vec<(u32, NodeEdge, Option<u32>)>,
    /// For each node, its last edge.
    last_edges: Vec<Option<u32>>,
    /// For each frame, the calls that wait for the result whether it returns.
    waiting: Vec<Vec<u32>>,
    /// For each frame, a node after which an `if` of it, or a loop of it, stays open.
    pub(super) left_open: Vec<[Option<(u32, DeviationKind)>; 2]>,
}

pub(super) fn build(code: &[u32], entry: WordSpan) -> Control {
    let code = code.get(..CODE_WORDS).unwrap_or(code);
    let mut builder = Builder {
        code,
        control: Control {
            complete: true,
            ..Control::default()
        },
        known: FxHashMap::with_capacity_and_hasher(code.len(), FxBuildHasher),
        known_frames: FxHashMap::default(),
        known_scopes: FxHashMap::default(),
        known_deviations: FxHashSet::default(),
        open: Vec::new(),
        edges: Vec::with_capacity(code.len()),
        last_edges: Vec::with_capacity(code.len()),
        waiting: Vec::new(),
        left_open: Vec::new(),
    };
    builder.frame(Frame {
        span: entry,
        called: false,
    });
    while let Some(node) = builder.open.pop() {
        builder.leave(node);
    }
    builder.sort_edges();
    builder.spread_open_scopes();
    builder.control.deviations.sort_by_key(|deviation| {
        let node = builder.control.nodes.get(deviation.node as usize);
        (node.map(|node| node.word), deviation.kind)
    });
    builder.control
}

fn index(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Builder<'_> {
    /// The frame of a call or a start; a new one begins to run.
    pub(super) fn frame(&mut self, frame: Frame) -> u32 {
        if let Some(&id) = self.known_frames.get(&frame) {
            return id;
        }
        let id = index(self.control.frames.len());
        self.known_frames.insert(frame, id);
        self.control.frames.push(frame);
        self.control.starts.push(None);
        self.control.returns.push(false);
        self.waiting.push(Vec::new());
        self.left_open.push([None; 2]);
        if let To::Node(node) = self.node(Node {
            word: frame.span.start,
            frame: id,
            scope: None,
        }) {
            self.control.starts[id as usize] = Some(node);
        }
        id
    }

    pub(super) fn frame_of(&self, node: Node) -> Frame {
        self.control.frames[node.frame as usize]
    }

    /// A place as a node; a new node is queued.
    pub(super) fn node(&mut self, node: Node) -> To {
        if node.word as usize >= self.code.len() {
            return To::Outside(node.word);
        }
        if let Some(&id) = self.known.get(&node) {
            return To::Node(id);
        }
        if self.control.nodes.len() >= MAX_NODES {
            // Nodes beyond the limit count as correct.
            self.control.complete = false;
            return To::End;
        }
        let id = index(self.control.nodes.len());
        self.known.insert(node, id);
        self.control.nodes.push(node);
        self.last_edges.push(None);
        self.open.push(id);
        To::Node(id)
    }

    pub(super) fn scope(&mut self, scope: Scope) -> u32 {
        if let Some(&id) = self.known_scopes.get(&scope) {
            return id;
        }
        let id = index(self.control.scopes.len());
        let mut nest = self.control.nest(scope.parent);
        nest.depths[scope.kind as usize] += 1;
        if scope.has_else() || scope.kind == ScopeKind::Loop {
            nest.openers[scope.kind as usize] = Some(scope.opener);
        }
        self.known_scopes.insert(scope, id);
        self.control.scopes.push(scope);
        self.control.nests.push(nest);
        id
    }

    pub(super) fn edge(&mut self, from: u32, to: To, kind: EdgeKind, holds: Option<bool>) {
        let edge = NodeEdge { to, kind, holds };
        let last = self.last_edges[from as usize];
        let mut earlier = last;
        while let Some((_, known, before)) = earlier.map(|id| &self.edges[id as usize]) {
            if *known == edge {
                break;
            }
            earlier = *before;
        }
        if earlier.is_none() {
            self.last_edges[from as usize] = Some(index(self.edges.len()));
            self.edges.push((from, edge, last));
        }
        if to == To::Return {
            let frame = self.control.nodes[from as usize].frame;
            self.come_back(frame);
        }
    }

    /// Puts the edges into the order of their nodes. Edges of one node stay in their order.
    fn sort_edges(&mut self) {
        let mut next = vec![0; self.control.nodes.len() + 1];
        for (from, ..) in &self.edges {
            next[*from as usize + 1] += 1;
        }
        for node in 1..next.len() {
            next[node] += next[node - 1];
        }
        self.control.first_edges = next.clone();
        let mut order = vec![0; self.edges.len()];
        for (edge, (from, ..)) in self.edges.iter().enumerate() {
            let place = &mut next[*from as usize];
            order[*place as usize] = edge;
            *place += 1;
        }
        let edges = order.iter().map(|&edge| self.edges[edge].1);
        self.control.edges = edges.collect();
    }

    /// Marks a call as returning, and continues after the calls that waited for it.
    fn come_back(&mut self, frame: u32) {
        if !std::mem::replace(&mut self.control.returns[frame as usize], true) {
            for call in std::mem::take(&mut self.waiting[frame as usize]) {
                self.fall(call, EdgeKind::Behind, None);
            }
        }
    }

    /// Adds the edges of a call.
    pub(super) fn call(&mut self, id: u32, conditional: bool) {
        let word = self.control.nodes[id as usize].word;
        let span = target(self.code[word as usize]);
        let frame = self.frame(Frame { span, called: true });
        if span.size == 0 {
            // Nothing closes this scope. The intended meaning is a call that returns at once.
            self.deviate(id, DeviationKind::EmptyCall, Opened::Procedure(span.start));
            self.fall(id, EdgeKind::Behind, None);
            return;
        }
        self.check_overlap(id, span);
        let to = match self.control.starts[frame as usize] {
            Some(start) => To::Node(start),
            None => To::Outside(span.start),
        };
        self.edge(id, to, EdgeKind::Call, conditional.then_some(true));
        self.control.calls.push(Call { node: id, frame });
        if conditional || self.control.returns[frame as usize] {
            self.fall(id, EdgeKind::Behind, None);
        } else {
            self.waiting[frame as usize].push(id);
        }
    }

    /// A procedure that contains the last word of a block from which it is called also closes that block.
    fn check_overlap(&mut self, id: u32, procedure: WordSpan) {
        let mut scope = self.control.nodes[id as usize].scope;
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            let last = top.close - 1;
            if last
                .checked_sub(procedure.start)
                .is_some_and(|offset| offset < procedure.size)
            {
                self.deviate(id, DeviationKind::LostEnd, Opened::Block(top.opener));
            }
            scope = top.parent;
        }
    }

    pub(super) fn deviate(&mut self, node: u32, kind: DeviationKind, opened: Opened) {
        let deviation = Deviation { node, kind, opened };
        if self.known_deviations.insert(deviation) {
            self.control.deviations.push(deviation);
        }
    }

    /// A scope stays open. This is harmful if an enclosing scope of the same kind, from `around` on, must still close,
    /// because the machine looks at the last opened one. An `if` without an else-body need not close.
    pub(super) fn stay_open(
        &mut self,
        node: u32,
        around: Option<u32>,
        kind: ScopeKind,
        sort: DeviationKind,
    ) {
        if let Some(opener) = self.control.nest(around).openers[kind as usize] {
            self.deviate(node, sort, Opened::Block(opener));
        }
        let frame = self.control.nodes[node as usize].frame;
        self.left_open[frame as usize][kind as usize].get_or_insert((node, sort));
    }

    /// A procedure that leaves scopes open is harmful if it is called within other scopes, because these are no longer
    /// the last opened ones.
    fn spread_open_scopes(&mut self) {
        for _ in 0..MOST_CALLS {
            for n in 0..self.control.calls.len() {
                let Call { node, frame } = self.control.calls[n];
                let caller = self.control.nodes[node as usize];
                let openers = self.control.nest(caller.scope).openers;
                for (kind, opener) in openers.into_iter().enumerate() {
                    let Some((from, sort)) = self.left_open[frame as usize][kind] else {
                        continue;
                    };
                    if let Some(opener) = opener {
                        self.deviate(from, sort, Opened::Block(opener));
                    }
                    self.left_open[caller.frame as usize][kind].get_or_insert((from, sort));
                }
            }
        }
    }
}
