//! Search for feasible paths.
//!
//! A fact that holds on some path of a graph may be infeasible: two branches that test the same boolean, which does not
//! change while a shader runs, or the same flags, go the same way, and a procedure returns to its caller. Searches
//! track calls, booleans and flags, so that every path that they find is feasible.
//!
//! [`Paths`] are the transitions between states, which all searches in a shader share. An
//! [`Exploration`](crate::explore::Exploration) applies them under one rule.

use std::hash::{Hash, Hasher};

use pica200_objfmt::flow::control::{Control, NodeEdge, NodeTarget, ScopeKind};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::conditions::{Booleans, Conditions, shared_booleans};
use crate::dataflow::FlowGraph;
use crate::effects::{Effect, FLAGS};

/// The maximum call depth in a search, which exceeds the hardware's limit.
const MAX_CALLS: usize = 8;

/// The part of a state that a search defines.
pub(crate) trait Memory: Copy + Eq + Hash + Default {
    /// True if there is only one memory, which is a goal.
    const IS_ONE: bool = false;

    /// Returns the memory after a branch on flags that can go either way.
    fn guarded(self) -> Self {
        self
    }

    /// Returns true if [`reach`](crate::explore::Exploration::reach) looks for states with this memory.
    fn is_goal(self) -> bool;
}

impl Memory for () {
    const IS_ONE: bool = true;

    fn is_goal(self) -> bool {
        true
    }
}

impl Memory for bool {
    fn is_goal(self) -> bool {
        self
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SearchResult {
    /// The node of the goal, and the decisions on the path to it.
    Path(u32, Vec<Decision>),
    /// There is no path.
    None,
    /// There are too many paths to examine.
    GaveUp,
}

impl SearchResult {
    /// Returns the path that was found, empty if there are too many to examine; `None` if there is none.
    pub(crate) fn path(self) -> Option<Vec<Decision>> {
        self.node_and_path(0).map(|(_, path)| path)
    }

    /// Returns the path that was found; `None` if there is none, or if there are too many to examine.
    pub(crate) fn definite_path(self) -> Option<Vec<Decision>> {
        match self {
            Self::Path(_, path) => Some(path),
            Self::None | Self::GaveUp => None,
        }
    }

    /// Returns the node that was found and the path to it. If there are too many paths to examine, returns `unknown` as
    /// the node.
    pub(crate) fn node_and_path(self, unknown: u32) -> Option<(u32, Vec<Decision>)> {
        match self {
            Self::Path(node, path) => Some((node, path)),
            Self::GaveUp => Some((unknown, Vec::new())),
            Self::None => None,
        }
    }
}

/// A decision of execution at a word with several successors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Decision {
    pub(crate) word: u32,
    pub(crate) kind: EdgeKind,
    pub(crate) holds: Option<bool>,
}

/// A state of execution before a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<M> {
    pub(crate) node: u32,
    /// The open calls, by their index in [`Paths::calls`].
    pub(crate) calls: u32,
    pub(crate) conditions: Conditions,
    pub(crate) memory: M,
}

/// Kept short: explorations look up millions of states.
impl<M: Memory> Hash for State<M> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        to.write_u64(u64::from(self.node) | u64::from(self.calls) << 32);
        to.write_u64(self.conditions.bits());
        self.memory.hash(to);
    }
}

impl<M: Memory> State<M> {
    /// Returns the start of a shader.
    pub(crate) fn start() -> Self {
        Self {
            node: 0,
            calls: 0,
            conditions: Conditions::UNKNOWN,
            memory: M::default(),
        }
    }
}

/// A chain of open calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Calls {
    /// The enclosing calls.
    around: u32,
    /// The calling node; `None` for the shader's start.
    node: Option<u32>,
    depth: usize,
}

/// Receives the successors of a state, with the decision that leads there.
pub(crate) trait SuccessorVisitor<M> {
    /// Handles a possible successor.
    fn state(&mut self, state: State<M>, decision: Option<Decision>);
    /// Handles the only successor, reached without a decision.
    fn new_state(&mut self, state: State<M>);
    /// Handles the end of execution, or an exit from the code.
    fn exit(&mut self, to: NodeTarget, decision: Option<Decision>);
    /// Handles a call that is not followed because too many are open.
    fn cut(&mut self);
}

/// The transitions of execution in one shader, shared by all searches in it.
pub(crate) struct Paths<'a> {
    control: &'a Control,
    effects: &'a [Effect],
    /// The booleans that at least two words test; the values of others decide nothing further.
    pub(crate) shared: u16,
    /// The edges among the nodes, which tell where a node has a single predecessor.
    graph: &'a FlowGraph,
    calls: Vec<Calls>,
    known_calls: FxHashMap<Calls, u32>,
    /// The remaining number of states to examine.
    pub(crate) budget: usize,
}

impl<'a> Paths<'a> {
    /// Creates the transitions among some nodes. `words` are their words, each once.
    pub(crate) fn new(
        control: &'a Control,
        words: &[u32],
        effects: &'a [Effect],
        graph: &'a FlowGraph,
        budget: usize,
    ) -> Self {
        let start = Calls {
            around: 0,
            node: None,
            depth: 0,
        };
        Self {
            control,
            effects,
            shared: shared_booleans(words, effects),
            graph,
            calls: vec![start],
            known_calls: FxHashMap::default(),
            budget,
        }
    }

    /// Returns the number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.control.nodes.len()
    }

    fn effect(&self, node: u32) -> &'a Effect {
        &self.effects[self.control.nodes[node as usize].word as usize]
    }

    pub(crate) fn view<M: Copy>(&self, state: State<M>) -> View<'_, 'a, M> {
        View { paths: self, state }
    }

    /// Finds the successors of a state. `tracked` are the booleans whose values are tracked.
    pub(crate) fn visit_successors<M: Memory>(
        &mut self,
        state: State<M>,
        tracked: u16,
        follow: &mut impl SuccessorVisitor<M>,
    ) {
        let effect = self.effect(state.node);
        let conditions = state.conditions.after(effect);
        let edges = self.control.edges(state.node);
        if let [
            NodeEdge {
                to: NodeTarget::Node(node),
                kind: EdgeKind::Next,
                holds: None,
            },
        ] = *edges
        {
            // Nothing is decided.
            let next = State {
                node,
                conditions,
                ..state
            };
            // A state after a node that is the only predecessor is as new as the one before it.
            let keeps_flags = effect.writes & FLAGS == 0;
            return if M::IS_ONE && keeps_flags && self.graph.follows_one(node) {
                follow.new_state(next)
            } else {
                follow.state(next, None)
            };
        }
        let memory = if conditions.is_undecided_flag_test(effect) {
            state.memory.guarded()
        } else {
            state.memory
        };
        let is_call = effect.opcode.is_some_and(Opcode::is_call);
        let decides = edges.iter().filter(|edge| edge.kind != EdgeKind::Next).count() > 1;
        for edge in edges {
            // Execution reaches the word after an unconditional call only by returning.
            let holds = match (is_call, edge.kind) {
                (true, EdgeKind::Call) => edge.holds,
                (true, _) if effect.is(Opcode::Call) && self.calls_words(state.node) => continue,
                (true, _) => Some(false),
                (false, _) => edge.holds,
            };
            let Some(conditions) = conditions.decide(effect, holds, tracked) else {
                continue;
            };
            let follows = State {
                conditions,
                memory,
                ..state
            };
            let decision = (decides || is_call).then(|| Decision {
                word: self.control.nodes[state.node as usize].word,
                kind: edge.kind,
                holds,
            });
            self.follow(follows, edge, decision, follow);
        }
    }

    /// Returns true if a call leads to any words.
    fn calls_words(&self, node: u32) -> bool {
        let edges = self.control.edges(node);
        edges.iter().any(|edge| edge.kind == EdgeKind::Call)
    }

    fn follow<M: Memory>(
        &mut self,
        state: State<M>,
        edge: &NodeEdge,
        decision: Option<Decision>,
        follow: &mut impl SuccessorVisitor<M>,
    ) {
        match edge.to {
            NodeTarget::Node(node) => {
                let mut next = State { node, ..state };
                if edge.kind == EdgeKind::Call {
                    let Some(calls) = self.open_call(state) else {
                        return follow.cut();
                    };
                    next.calls = calls;
                }
                follow.state(next, decision);
            }
            NodeTarget::Return => self.return_from_call(state, decision, follow),
            to => follow.exit(to, decision),
        }
    }

    /// Returns the open calls after a call. Returns `None` if there are too many.
    fn open_call<M>(&mut self, state: State<M>) -> Option<u32> {
        let around = state.calls;
        let depth = self.calls[around as usize].depth + 1;
        if depth > MAX_CALLS {
            return None;
        }
        let calls = Calls {
            around,
            node: Some(state.node),
            depth,
        };
        if let Some(&known) = self.known_calls.get(&calls) {
            return Some(known);
        }
        let id = u32::try_from(self.calls.len()).ok()?;
        self.calls.push(calls);
        self.known_calls.insert(calls, id);
        Some(id)
    }

    /// Leaves the innermost open call.
    fn return_from_call<M: Memory>(
        &mut self,
        state: State<M>,
        decision: Option<Decision>,
        follow: &mut impl SuccessorVisitor<M>,
    ) {
        let calls = self.calls[state.calls as usize];
        let Some(caller) = calls.node else {
            return;
        };
        let state = State {
            node: caller,
            calls: calls.around,
            ..state
        };
        let edges = self.control.edges(caller);
        for edge in edges.iter().filter(|edge| edge.kind != EdgeKind::Call) {
            self.follow(state, edge, decision, follow);
        }
    }
}

/// The view of a state for a search.
pub(crate) struct View<'s, 'a, M = ()> {
    paths: &'s Paths<'a>,
    pub(crate) state: State<M>,
}

impl<M: Copy> View<'_, '_, M> {
    /// Returns the node and its calls: a procedure that is called twice has two locations.
    pub(crate) fn context_node(&self) -> (u32, u32) {
        (self.state.node, self.state.calls)
    }

    /// Returns the word of the node.
    pub(crate) fn word(&self) -> u32 {
        self.paths.control.nodes[self.state.node as usize].word
    }

    pub(crate) fn booleans(&self) -> Booleans {
        self.state.conditions.booleans
    }

    /// Returns the number of open calls.
    pub(crate) fn calls(&self) -> usize {
        self.paths.calls[self.state.calls as usize].depth
    }

    /// Returns the number of open scopes of a kind, including those in all callers.
    pub(crate) fn depth(&self, kind: ScopeKind) -> usize {
        let mut depth = self.paths.control.depth(self.state.node, kind);
        let mut calls = self.paths.calls[self.state.calls as usize];
        while let Some(node) = calls.node {
            depth += self.paths.control.depth(node, kind);
            calls = self.paths.calls[calls.around as usize];
        }
        depth
    }

    /// Returns true if an open body of an `if` with an else-body is outside the `kept` innermost ones.
    pub(crate) fn forgets_else(&self, kept: usize) -> bool {
        let control = self.paths.control;
        let mut calls = self.paths.calls[self.state.calls as usize];
        let mut node = self.state.node;
        let mut inner = 0;
        loop {
            let mut scope = control.nodes[node as usize].scope;
            while let Some(top) = scope.and_then(|scope| control.scopes.get(scope as usize)) {
                if top.kind == ScopeKind::If {
                    inner += 1;
                    if inner > kept && top.has_else() {
                        return true;
                    }
                }
                scope = top.parent;
            }
            let Some(caller) = calls.node else {
                return false;
            };
            node = caller;
            calls = self.paths.calls[calls.around as usize];
        }
    }

    pub(crate) fn effect(&self) -> &Effect {
        self.paths.effect(self.state.node)
    }
}
