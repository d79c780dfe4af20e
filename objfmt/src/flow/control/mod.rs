//! Where execution can go, with the scopes that are open on the way.
//!
//! [`graph`](super::graph) draws blocks of words. What an instruction leads to depends on more than its word: on the
//! blocks that are open, and on the call that execution is in. A [`Node`] is a word together with both. In code that an
//! assembler made of blocks each word of a procedure has one node; jumps in and out of blocks give it several.
//!
//! Edges go where the blocks say that execution goes. The machine compares the ends of scopes with the word behind the
//! instruction that it just executed, closes at most one IF and one LOOP scope at a time, and lets the later ones
//! decide; where that leads somewhere else, there is a [`Deviation`].
//!
//! Conditions may hold or not; loops run at least once. Whatever the words, there are at most [`MAX_NODES`] nodes.

mod build;
mod moves;

use super::Span;
use super::graph::EdgeKind;

/// How many nodes there are at most: several times the words of the largest program.
pub const MAX_NODES: usize = 1 << 15;

/// A word under one call, with the scopes that are open before it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The word.
    pub word: u32,
    /// The frame, by its index in [`Control::frames`].
    pub frame: u32,
    /// The innermost open scope of the frame, by its index in [`Control::scopes`].
    pub scope: Option<u32>,
}

/// The code that runs under one call of a procedure, or from a shader's start on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The words of the procedure.
    pub span: Span,
    /// Whether it was called; otherwise it is a shader's start.
    pub called: bool,
}

impl Frame {
    /// The word behind the procedure.
    pub const fn end(&self) -> u32 {
        self.span.start.saturating_add(self.span.size)
    }
}

/// What sort of scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    /// An `if` whose body is executed. What is executed as its else-body has no scope.
    If = 0,
    /// A loop.
    Loop = 1,
}

/// A scope that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// The scope around it.
    pub parent: Option<u32>,
    /// What sort it is.
    pub kind: ScopeKind,
    /// The word that opened it.
    pub opener: u32,
    /// The word behind its body.
    pub close: u32,
    /// Where execution goes on: behind the else-body, behind the loop.
    pub end: u32,
}

impl Scope {
    /// Whether it is an `if` with an else-body.
    pub fn has_else(&self) -> bool {
        self.kind == ScopeKind::If && self.end != self.close
    }
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum To {
    /// This node, by its index.
    Node(u32),
    /// Back to the caller.
    Return,
    /// The end of the program.
    End,
    /// Past the end of the procedure that the shader starts at.
    PastEntry,
    /// This word, which the code does not have.
    Outside(u32),
}

/// A way from one node to another place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: To,
    /// When execution takes it.
    pub kind: EdgeKind,
    /// The value that the instruction's condition has then; `None` if it does not count.
    pub holds: Option<bool>,
}

/// Where the machine does something else than the blocks say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deviation {
    /// The node after which it does.
    pub node: u32,
    /// What happens.
    pub kind: DeviationKind,
    /// What does not close, or closes instead.
    pub opened: Opened,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opened {
    /// A block, by the word that opened it.
    Block(u32),
    /// A called procedure, by its first word.
    Procedure(u32),
}

/// What the machine does otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum DeviationKind {
    /// A jump or a call in the last word of a scope: the scope closes, and execution does not go to the target.
    LostBranch,
    /// Scopes end together, and the machine closes only some of them.
    LostEnd,
    /// A jump to the word behind a loop or a called procedure: it is not closed.
    JumpToEnd,
    /// A jump leaves a block open, and one around it will not be closed for that.
    JumpOut,
    /// A break leaves an `if` open, and one around the loop will not be closed for that.
    BreakOut,
    /// A jump leaves a called procedure, which stays open.
    JumpOutOfProcedure,
    /// A call of a procedure without words, from which nothing returns.
    EmptyCall,
}

/// What a scope and those around it are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Nest {
    /// How many are an `if`, how many a loop.
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

/// The ways of execution from one place on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// The frames; the first is that of the start.
    pub frames: Vec<Frame>,
    /// All scopes that are open somewhere.
    pub scopes: Vec<Scope>,
    /// The nodes; the first is the start.
    pub nodes: Vec<Node>,
    edges: Vec<Vec<Edge>>,
    /// For each scope what it and those around it are.
    nests: Vec<Nest>,
    /// For each frame its first node; `None` for those without words in the code.
    pub starts: Vec<Option<u32>>,
    /// For each frame, whether execution can come back from the call.
    pub returns: Vec<bool>,
    /// The calls.
    pub calls: Vec<Call>,
    /// Where the machine does something else, each once.
    pub deviations: Vec<Deviation>,
    /// Whether these are all nodes; code that is tangled on purpose has more than are looked at.
    pub complete: bool,
}

impl Control {
    /// The ways of execution that starts at the first word of a procedure.
    pub fn of_shader(code: &[u32], entry: Span) -> Self {
        build::build(code, entry)
    }

    /// The edges that leave a node. Those of a call: the first leads to the procedure, the others behind the call; they
    /// are taken when the call comes back, and if it is conditional, when it does not take place.
    pub fn edges(&self, node: u32) -> &[Edge] {
        self.edges.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// How many scopes of a kind are open at a node, those of its callers not counted.
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
