//! Execution paths, with the scopes that are open on them.
//!
//! [`graph`](super::graph) builds basic blocks of words. The successor of an instruction depends on more than its word:
//! on the open scopes, and on the current call. A [`Node`] is a word together with both. In code that an assembler
//! generated from blocks, each word of a procedure has one node. Jumps into and out of blocks give it several.
//!
//! Edges follow the block structure of the program. The hardware compares the ends of scopes with the word after the
//! executed instruction, closes at most one IF and one LOOP scope at a time, and lets the last one decide. A
//! [`Deviation`] records where the hardware differs from the block structure.
//!
//! Conditions may be true or false, and loops run at least once. For any words, there are at most [`MAX_NODES`] nodes.

mod build;
mod moves;

use super::WordSpan;
use super::graph::EdgeKind;

/// The maximum number of nodes: several times the number of words of the largest program.
pub const MAX_NODES: usize = 1 << 15;

/// A word in one call, with the scopes that are open before it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The word offset.
    pub word: u32,
    /// The frame, by its index in [`Control::frames`].
    pub frame: u32,
    /// The innermost open scope of the frame, by its index in [`Control::scopes`].
    pub scope: Option<u32>,
}

/// The code that runs in one call of a procedure, or from the start of a shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The words of the procedure.
    pub span: WordSpan,
    /// True if the procedure was called, false for the start of a shader.
    pub called: bool,
}

impl Frame {
    /// Returns the word after the procedure.
    pub const fn end(&self) -> u32 {
        self.span.start.saturating_add(self.span.size)
    }
}

/// The kind of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    /// An `if` whose body is executed. An else-body has no scope.
    If = 0,
    /// A loop.
    Loop = 1,
}

/// An open scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// The enclosing scope.
    pub parent: Option<u32>,
    /// Its kind.
    pub kind: ScopeKind,
    /// The word that opened it.
    pub opener: u32,
    /// The word after the body.
    pub close: u32,
    /// The word at which execution continues, after the else-body or the loop.
    pub end: u32,
}

impl Scope {
    /// Returns true for an `if` with an else-body.
    pub fn has_else(&self) -> bool {
        self.kind == ScopeKind::If && self.end != self.close
    }
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeTarget {
    /// A node, by its index.
    Node(u32),
    /// The caller.
    Return,
    /// The end of the program.
    End,
    /// Past the end of the entry procedure.
    PastEntry,
    /// A word outside the code.
    Outside(u32),
}

/// An edge from a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeEdge {
    /// The target.
    pub to: NodeTarget,
    /// The kind, which says when the edge is taken.
    pub kind: EdgeKind,
    /// The value of the instruction's condition on this edge; `None` if it does not matter.
    pub holds: Option<bool>,
}

/// A point at which the hardware does not follow the block structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deviation {
    /// The node after which the hardware deviates.
    pub node: u32,
    /// The kind of deviation.
    pub kind: DeviationKind,
    /// The scope that does not close, or the scope that closes instead.
    pub opened: ScopeOpener,
}

/// An open block or procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeOpener {
    /// A block, by the word that opened it.
    Block(u32),
    /// A called procedure, by its first word.
    Procedure(u32),
}

/// The kind of a deviation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum DeviationKind {
    /// A jump or a call in the last word of a scope. The scope closes, and execution does not go to the target.
    LostBranch,
    /// Several scopes end at the same word, and the hardware closes only some of them.
    LostEnd,
    /// A jump to the word after a loop or a called procedure, which does not close it.
    JumpToEnd,
    /// A jump leaves a block open, so an enclosing block will not be closed.
    JumpOut,
    /// A break leaves an `if` open, so an `if` around the loop will not be closed.
    BreakOut,
    /// A jump leaves a called procedure, whose scope stays open.
    JumpOutOfProcedure,
    /// A call of a procedure without words, which never returns.
    EmptyCall,
}

/// A summary of a scope and its enclosing scopes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct ScopeSummary {
    /// The numbers of `if` scopes and of loops.
    depths: [usize; 2],
    /// The openers of the innermost `if` with an else-body and of the innermost loop.
    openers: [Option<u32>; 2],
}

/// A call: the calling node and the frame of the callee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The calling node.
    pub node: u32,
    /// The index of the callee's frame.
    pub frame: u32,
}

/// All execution paths from a starting point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// The frames; the first is the start's.
    pub frames: Vec<Frame>,
    /// All scopes that are open at some node.
    pub scopes: Vec<Scope>,
    /// The nodes; the first is the start.
    pub nodes: Vec<Node>,
    /// The edges, grouped by node.
    edges: Vec<NodeEdge>,
    /// For each node, the range of its edges.
    edge_spans: Vec<[u32; 2]>,
    /// For each scope, the summary of it and its enclosing scopes.
    summaries: Vec<ScopeSummary>,
    /// The first node of each frame; `None` for frames without words in the code.
    pub starts: Vec<Option<u32>>,
    /// For each frame, true if the call can return.
    pub returns: Vec<bool>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The deviations, without duplicates.
    pub deviations: Vec<Deviation>,
    /// True if the graph has all nodes. Deliberately tangled code exceeds the limit.
    pub complete: bool,
}

impl Control {
    /// Builds the graph of a shader from the first word of its entry procedure.
    pub fn of_shader(code: &[u32], entry: WordSpan) -> Self {
        build::build(code, entry)
    }

    /// Returns the edges that leave a node. For a call, the first edge leads to the procedure. The others lead to the
    /// word after the call: they are taken when the call returns and, if it is conditional, when it is not taken.
    pub fn edges(&self, node: u32) -> &[NodeEdge] {
        let span = self.edge_spans.get(node as usize);
        let edges = span.and_then(|&[start, end]| self.edges.get(start as usize..end as usize));
        edges.unwrap_or_default()
    }

    /// Returns the number of open scopes of a kind at a node, without the scopes of its callers.
    pub fn depth(&self, node: u32, kind: ScopeKind) -> usize {
        let scope = self.nodes.get(node as usize).and_then(|node| node.scope);
        self.summary(scope).depths[kind as usize]
    }

    fn summary(&self, scope: Option<u32>) -> ScopeSummary {
        let summary = scope.and_then(|scope| self.summaries.get(scope as usize));
        summary.copied().unwrap_or_default()
    }

    /// Returns the indices of the nodes.
    pub fn node_ids(&self) -> impl Iterator<Item = u32> + use<> {
        0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests;
