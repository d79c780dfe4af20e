//! The paths of execution, with the scopes that are open on them.
//!
//! [`graph`](super::graph) makes blocks of words. The successor of an instruction depends on more than its word: on the
//! open blocks, and on the call in which execution is. A [`Node`] is a word together with both. In code that an
//! assembler generated from blocks, each word of a procedure has one node; jumps into and out of blocks give it
//! several.
//!
//! Edges follow the blocks. The machine compares the ends of scopes with the word after the instruction that it just
//! executed, closes at most one IF and one LOOP scope at a time, and lets the last one decide. Where the result differs
//! from the blocks, there is a [`Deviation`].
//!
//! Conditions may hold or not; loops run at least once. Whatever the words are, there are at most [`MAX_NODES`] nodes.

mod build;
mod moves;

use super::WordSpan;
use super::graph::EdgeKind;

/// The maximum number of nodes, which is several times the number of words of the largest program.
pub const MAX_NODES: usize = 1 << 15;

/// A word in one call, with the scopes that are open before it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The word.
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
    /// Whether it was called; otherwise it is the start of a shader.
    pub called: bool,
}

impl Frame {
    /// The word after the procedure.
    pub const fn end(&self) -> u32 {
        self.span.start.saturating_add(self.span.size)
    }
}

/// The kind of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    /// An `if` whose body is executed. What is executed as its else-body has no scope.
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
    /// The word after its body.
    pub close: u32,
    /// The word at which execution continues: after the else-body, after the loop.
    pub end: u32,
}

impl Scope {
    /// Whether it is an `if` with an else-body.
    pub fn has_else(&self) -> bool {
        self.kind == ScopeKind::If && self.end != self.close
    }
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum To {
    /// This node, by its index.
    Node(u32),
    /// Back to the caller.
    Return,
    /// The end of the program.
    End,
    /// Past the end of the procedure at which the shader starts.
    PastEntry,
    /// This word, which is outside the code.
    Outside(u32),
}

/// An edge from a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeEdge {
    /// The target.
    pub to: To,
    /// The kind, which says when execution takes it.
    pub kind: EdgeKind,
    /// The value of the instruction's condition on this edge; `None` if it does not matter.
    pub holds: Option<bool>,
}

/// A place where the machine does not follow the blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deviation {
    /// The node after which this happens.
    pub node: u32,
    /// The kind of deviation.
    pub kind: DeviationKind,
    /// The scope that does not close, or that closes instead.
    pub opened: Opened,
}

/// An open block or procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opened {
    /// A block, by the word that opened it.
    Block(u32),
    /// A called procedure, by its first word.
    Procedure(u32),
}

/// The kinds of deviations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum DeviationKind {
    /// A jump or a call in the last word of a scope: the scope closes, and execution does not go to the target.
    LostBranch,
    /// Scopes end together, and the machine closes only some of them.
    LostEnd,
    /// A jump to the word after a loop or a called procedure, which does not close it.
    JumpToEnd,
    /// A jump leaves a block open, so an enclosing one will not be closed.
    JumpOut,
    /// A break leaves an `if` open, so one around the loop will not be closed.
    BreakOut,
    /// A jump leaves a called procedure, which stays open.
    JumpOutOfProcedure,
    /// A call of a procedure without words, which never returns.
    EmptyCall,
}

/// A summary of a scope and its enclosing scopes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Nest {
    /// The numbers of `if` scopes and of loops.
    depths: [usize; 2],
    /// The words that opened the innermost `if` with an else-body, and the innermost loop.
    openers: [Option<u32>; 2],
}

/// A call: the node of the instruction, and the frame that it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The node that calls.
    pub node: u32,
    /// The index of the frame.
    pub frame: u32,
}

/// The paths of execution from one place on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// The frames; the first is that of the start.
    pub frames: Vec<Frame>,
    /// All scopes that are open somewhere.
    pub scopes: Vec<Scope>,
    /// The nodes; the first is the start.
    pub nodes: Vec<Node>,
    /// The edges. Those of a node are in a row.
    edges: Vec<NodeEdge>,
    /// For each node, where its edges begin and end.
    edge_spans: Vec<[u32; 2]>,
    /// For each scope, the summary of it and its enclosing scopes.
    nests: Vec<Nest>,
    /// The first node of each frame; `None` for frames without words in the code.
    pub starts: Vec<Option<u32>>,
    /// For each frame, whether the call can return.
    pub returns: Vec<bool>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The deviations, each once.
    pub deviations: Vec<Deviation>,
    /// Whether the graph has all nodes; deliberately tangled code has more than the limit.
    pub complete: bool,
}

impl Control {
    /// The paths of execution from the first word of a procedure.
    pub fn of_shader(code: &[u32], entry: WordSpan) -> Self {
        build::build(code, entry)
    }

    /// The edges that leave a node. For a call, the first edge leads to the procedure, and the others lead to the word
    /// after the call: they are taken when the call returns and, if it is conditional, when it does not happen.
    pub fn edges(&self, node: u32) -> &[NodeEdge] {
        let span = self.edge_spans.get(node as usize);
        let edges = span.and_then(|&[start, end]| self.edges.get(start as usize..end as usize));
        edges.unwrap_or_default()
    }

    /// The number of open scopes of a kind at a node, not counting those of its callers.
    pub fn depth(&self, node: u32, kind: ScopeKind) -> usize {
        let scope = self.nodes.get(node as usize).and_then(|node| node.scope);
        self.nest(scope).depths[kind as usize]
    }

    fn nest(&self, scope: Option<u32>) -> Nest {
        let nest = scope.and_then(|scope| self.nests.get(scope as usize));
        nest.copied().unwrap_or_default()
    }

    /// The indices of the nodes.
    pub fn node_ids(&self) -> impl Iterator<Item = u32> + use<> {
        0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests;
