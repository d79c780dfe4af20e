//! Construction of the control flow graph: discovers all nodes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Call, Control, Deviation, DeviationKind, Frame, MAX_NODES, Node, NodeEdge, NodeTarget, Scope, ScopeKind,
    ScopeOpener,
};
use crate::flow::graph::EdgeKind;
use crate::flow::{WordSpan, target};
use crate::isa::limits::CODE_WORDS;

/// The maximum number of callers that are followed outwards, which is the depth of the hardware's call stack.
const MAX_CALLERS: usize = 4;

/// A graph under construction.
pub(super) struct Builder<'c> {
    pub(super) code: &'c [u32],
    pub(super) control: Control,
    /// For each word, one more than its first node, or 0.
    first_nodes: Vec<u32>,
    /// All nodes that are not the first nodes of their words. Most words have one node.
    other_nodes: FxHashMap<Node, u32>,
    known_frames: FxHashMap<Frame, u32>,
    known_scopes: FxHashMap<Scope, u32>,
    known_deviations: FxHashSet<Deviation>,
    open: Vec<u32>,
    /// For each frame, the calls that are waiting for it to return.
    waiting: Vec<Vec<u32>>,
    /// For each frame, a node after which an `if` or a loop of the frame stays open.
    pub(super) left_open: Vec<[Option<(u32, DeviationKind)>; 2]>,
}

pub(super) fn build(code: &[u32], entry: WordSpan) -> Control {
    let code = code.get(..CODE_WORDS).unwrap_or(code);
    let mut builder = Builder {
        code,
        control: Control {
            complete: true,
            nodes: Vec::with_capacity(code.len()),
            edges: Vec::with_capacity(code.len()),
            edge_spans: Vec::with_capacity(code.len()),
            ..Control::default()
        },
        first_nodes: vec![0; code.len()],
        other_nodes: FxHashMap::default(),
        known_frames: FxHashMap::default(),
        known_scopes: FxHashMap::default(),
        known_deviations: FxHashSet::default(),
        open: Vec::new(),
        waiting: Vec::new(),
        left_open: Vec::new(),
    };
    builder.frame(Frame {
        span: entry,
        called: false,
    });
    while let Some(node) = builder.open.pop() {
        builder.add_successors(node);
    }
    builder.propagate_open_scopes();
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
    /// Returns the frame of a call or of the start. A new frame starts execution at its first word.
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
        if let NodeTarget::Node(node) = self.node(Node {
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

    /// Returns the index of a node, and queues the node if it is new.
    pub(super) fn node(&mut self, node: Node) -> NodeTarget {
        let Some(&first) = self.first_nodes.get(node.word as usize) else {
            return NodeTarget::Outside(node.word);
        };
        let first = first.checked_sub(1);
        let known = first.filter(|&first| self.control.nodes[first as usize] == node);
        if let Some(id) = known.or_else(|| self.other_nodes.get(&node).copied()) {
            return NodeTarget::Node(id);
        }
        if self.control.nodes.len() >= MAX_NODES {
            // Nodes beyond the limit are not analysed.
            self.control.complete = false;
            return NodeTarget::End;
        }
        let id = index(self.control.nodes.len());
        match first {
            Some(_) => {
                self.other_nodes.insert(node, id);
            }
            None => self.first_nodes[node.word as usize] = id + 1,
        }
        self.control.nodes.push(node);
        self.control.edge_spans.push([0; 2]);
        self.open.push(id);
        NodeTarget::Node(id)
    }

    pub(super) fn scope(&mut self, scope: Scope) -> u32 {
        if let Some(&id) = self.known_scopes.get(&scope) {
            return id;
        }
        let id = index(self.control.scopes.len());
        let mut summary = self.control.summary(scope.parent);
        summary.depths[scope.kind as usize] += 1;
        if scope.has_else() || scope.kind == ScopeKind::Loop {
            summary.openers[scope.kind as usize] = Some(scope.opener);
        }
        self.known_scopes.insert(scope, id);
        self.control.scopes.push(scope);
        self.control.summaries.push(summary);
        id
    }

    pub(super) fn edge(&mut self, from: u32, to: NodeTarget, kind: EdgeKind, holds: Option<bool>) {
        let edge = NodeEdge { to, kind, holds };
        if !self.control.edges(from).contains(&edge) {
            self.add_edge(from, edge);
        }
        if to == NodeTarget::Return {
            let frame = self.control.nodes[from as usize].frame;
            self.mark_returning(frame);
        }
    }

    /// Appends an edge to a node's edges. If other edges follow them in the list, they move to the end.
    fn add_edge(&mut self, from: u32, edge: NodeEdge) {
        let Control { edges, edge_spans, .. } = &mut self.control;
        let behind = index(edges.len());
        let [start, end] = &mut edge_spans[from as usize];
        if *end != behind {
            edges.extend_from_within(*start as usize..*end as usize);
            *start = behind;
        }
        edges.push(edge);
        *end = index(edges.len());
    }

    /// Marks a frame as returning, and continues after the calls that were waiting for it.
    fn mark_returning(&mut self, frame: u32) {
        if !std::mem::replace(&mut self.control.returns[frame as usize], true) {
            for call in std::mem::take(&mut self.waiting[frame as usize]) {
                self.fall_through(call, EdgeKind::AfterCall, None);
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
            self.deviate(id, DeviationKind::EmptyCall, ScopeOpener::Procedure(span.start));
            self.fall_through(id, EdgeKind::AfterCall, None);
            return;
        }
        self.check_overlap(id, span);
        let to = match self.control.starts[frame as usize] {
            Some(start) => NodeTarget::Node(start),
            None => NodeTarget::Outside(span.start),
        };
        self.edge(id, to, EdgeKind::Call, conditional.then_some(true));
        self.control.calls.push(Call { node: id, frame });
        if conditional || self.control.returns[frame as usize] {
            self.fall_through(id, EdgeKind::AfterCall, None);
        } else {
            self.waiting[frame as usize].push(id);
        }
    }

    /// Reports a procedure that contains the last word of a block from which it is called, because it also closes that
    /// block.
    fn check_overlap(&mut self, id: u32, procedure: WordSpan) {
        let mut scope = self.control.nodes[id as usize].scope;
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            let last = top.close - 1;
            if last
                .checked_sub(procedure.start)
                .is_some_and(|offset| offset < procedure.size)
            {
                self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Block(top.opener));
            }
            scope = top.parent;
        }
    }

    pub(super) fn deviate(&mut self, node: u32, kind: DeviationKind, opened: ScopeOpener) {
        let deviation = Deviation { node, kind, opened };
        if self.known_deviations.insert(deviation) {
            self.control.deviations.push(deviation);
        }
    }

    /// Records that a scope stays open. This is harmful if an enclosing scope of the same kind, from `around` outwards,
    /// must still close, because the hardware only checks the innermost one. An `if` without an else-body need not
    /// close.
    pub(super) fn leave_open(&mut self, node: u32, around: Option<u32>, kind: ScopeKind, sort: DeviationKind) {
        if let Some(opener) = self.control.summary(around).openers[kind as usize] {
            self.deviate(node, sort, ScopeOpener::Block(opener));
        }
        let frame = self.control.nodes[node as usize].frame;
        self.left_open[frame as usize][kind as usize].get_or_insert((node, sort));
    }

    /// Reports procedures that leave scopes open and are called within other scopes, because those are then no longer
    /// the innermost ones.
    fn propagate_open_scopes(&mut self) {
        for _ in 0..MAX_CALLERS {
            for n in 0..self.control.calls.len() {
                let Call { node, frame } = self.control.calls[n];
                let caller = self.control.nodes[node as usize];
                let openers = self.control.summary(caller.scope).openers;
                for (kind, opener) in openers.into_iter().enumerate() {
                    let Some((from, sort)) = self.left_open[frame as usize][kind] else {
                        continue;
                    };
                    if let Some(opener) = opener {
                        self.deviate(from, sort, ScopeOpener::Block(opener));
                    }
                    self.left_open[caller.frame as usize][kind].get_or_insert((from, sort));
                }
            }
        }
    }
}
