//! Finding a path that execution can take.
//!
//! A fact that holds on some path of a graph need not happen: two branches that test the same boolean, which does not
//! change while a shader runs, or the same flags, go the same way, and a procedure returns to its caller. A search
//! tracks calls, booleans and flags, so that execution can take every path that it finds.

use std::hash::Hash;

use pica200_objfmt::flow::control::{Control, NodeEdge, ScopeKind, To};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::conditions::{Booleans, Conditions, shared_booleans};
use crate::effects::Effect;

/// The maximum number of states of one search.
pub(crate) const STATES: usize = 20_000;
/// The maximum depth of calls in a search, which is more than the machine has room for.
const CALLS: usize = 8;

/// The part of a state that a search defines for itself.
pub(crate) trait Memory: Copy + Eq + Hash + Default {
    /// The memory after a branch on flags that can go either way.
    fn guarded(self) -> Self {
        self
    }
}

impl Memory for u8 {}

/// The decision of a search at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visit<M = u8> {
    /// Continue, with this value in the state.
    GoOn(M),
    /// The goal is reached.
    Found,
    /// Look for another path.
    Stop,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// The node of the goal, and the decisions on the path to it.
    Way(u32, Vec<Decision>),
    /// There is no path.
    None,
    /// There are too many paths to examine.
    GaveUp,
}

impl Found {
    /// The path that was found, empty if there are too many to examine; `None` if there is none.
    pub(crate) fn way(self) -> Option<Vec<Decision>> {
        self.node_and_way(0).map(|(_, way)| way)
    }

    /// The node that was found and the path to it; `unknown` stands for the node if there are too many paths to examine.
    pub(crate) fn node_and_way(self, unknown: u32) -> Option<(u32, Vec<Decision>)> {
        match self {
            Self::Way(node, way) => Some((node, way)),
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

/// A state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State<M> {
    node: u32,
    /// The open calls, by their index in [`Search::calls`].
    calls: u32,
    conditions: Conditions,
    memory: M,
}

/// The booleans whose values a search tracks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tracked {
    /// Those that more than one word tests; the values of others decide nothing further.
    Shared,
    /// All.
    All,
    /// Those that more than one word tests, and these.
    With(u16),
}

/// The calls that are open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Calls {
    /// The enclosing calls.
    around: u32,
    /// The node that calls; `None` for the shader's start.
    node: Option<u32>,
    depth: usize,
}

/// The view of a node for a search.
pub(crate) struct View<'s, 'a, M = u8> {
    search: &'s Search<'a>,
    pub(crate) node: u32,
    calls: u32,
    pub(crate) booleans: Booleans,
    pub(crate) memory: M,
}

impl<M> View<'_, '_, M> {
    /// The node in its call: a procedure that is called twice is in two places.
    pub(crate) fn place(&self) -> (u32, u32) {
        (self.node, self.calls)
    }

    /// The number of open calls.
    pub(crate) fn calls(&self) -> usize {
        self.search.calls[self.calls as usize].depth
    }

    /// The number of open scopes of a kind, including those of all callers.
    pub(crate) fn depth(&self, kind: ScopeKind) -> usize {
        let mut depth = self.search.control.depth(self.node, kind);
        let mut calls = self.search.calls[self.calls as usize];
        while let Some(node) = calls.node {
            depth += self.search.control.depth(node, kind);
            calls = self.search.calls[calls.around as usize];
        }
        depth
    }

    /// Whether an open body of an `if` with an else-body is outside the `kept` innermost ones.
    pub(crate) fn forgets_else(&self, kept: usize) -> bool {
        let control = self.search.control;
        let mut calls = self.search.calls[self.calls as usize];
        let mut node = self.node;
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
            calls = self.search.calls[calls.around as usize];
        }
    }

    pub(crate) fn effect(&self) -> &Effect {
        self.search.effect(self.node)
    }
}

/// Searches in one shader.
pub(crate) struct Search<'a> {
    control: &'a Control,
    effects: &'a [Effect],
    tracked: u16,
    calls: Vec<Calls>,
    known_calls: FxHashMap<Calls, u32>,
    /// Whether a call was not followed because too many are open.
    is_cut: bool,
    /// The remaining number of states to examine.
    pub(crate) budget: usize,
}

/// A search in progress.
struct Frontier<M> {
    states: Vec<(State<M>, Option<usize>, Option<Decision>)>,
    seen: FxHashMap<State<M>, usize>,
    /// All steps from state to state.
    steps: Vec<(usize, usize)>,
}

/// All states that execution can reach, by their numbers, and the steps between them.
pub(crate) struct Explored {
    frontier: Frontier<u8>,
    /// The states after which execution ends or leaves the code.
    pub(crate) last: Vec<usize>,
}

impl Explored {
    /// The node of each state, and what is known before it.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u32, Conditions)> {
        let states = self.frontier.states.iter();
        states.map(|(state, _, _)| (state.node, state.conditions))
    }

    pub(crate) fn steps(&self) -> &[(usize, usize)] {
        &self.frontier.steps
    }

    /// The decisions on the path to a state.
    pub(crate) fn way(&self, state: usize) -> Vec<Decision> {
        self.frontier.way(state, None).way().unwrap_or_default()
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        control: &'a Control,
        effects: &'a [Effect],
        tracked: Tracked,
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
            tracked: match tracked {
                Tracked::Shared => shared_booleans(control, effects),
                Tracked::All => u16::MAX,
                Tracked::With(these) => these | shared_booleans(control, effects),
            },
            calls: vec![start],
            known_calls: FxHashMap::default(),
            is_cut: false,
            budget,
        }
    }

    fn effect(&self, node: u32) -> &'a Effect {
        &self.effects[self.control.nodes[node as usize].word as usize]
    }

    /// Finds the shortest path from the shader's start to a node at which `visit` reaches the goal, or to a leaving
    /// edge at which `exit` does.
    pub(crate) fn find<M: Memory>(
        &mut self,
        mut visit: impl FnMut(&View<'_, '_, M>) -> Visit<M>,
        exit: impl Fn(To) -> bool,
    ) -> Found {
        if self.control.nodes.is_empty() {
            return Found::None;
        }
        let mut frontier = Frontier::start();
        let mut next = 0;
        while let Some(&(state, _, _)) = frontier.states.get(next) {
            if next >= STATES || self.budget == 0 {
                return Found::GaveUp;
            }
            self.budget -= 1;
            let view = View {
                search: self,
                node: state.node,
                calls: state.calls,
                booleans: state.conditions.booleans,
                memory: state.memory,
            };
            match visit(&view) {
                Visit::Found => return frontier.way(next, None),
                Visit::Stop => {}
                Visit::GoOn(memory) => {
                    let state = State { memory, ..state };
                    if let Some(last) = self.leave(state, next, &exit, &mut frontier) {
                        return frontier.way(next, last);
                    }
                }
            }
            next += 1;
        }
        Found::None
    }

    /// Finds all states. `None` if there are too many, or too many calls open at once.
    pub(crate) fn explore(&mut self) -> Option<Explored> {
        let mut explored = Explored {
            frontier: Frontier::start(),
            last: Vec::new(),
        };
        let mut next = 0;
        while let Some(&(state, _, _)) = explored.frontier.states.get(next) {
            if next >= STATES || self.budget == 0 {
                return None;
            }
            self.budget -= 1;
            let exit = |_| true;
            let left = self.leave(state, next, &exit, &mut explored.frontier);
            if left.is_some() {
                explored.last.push(next);
            }
            next += 1;
        }
        (!self.is_cut).then_some(explored)
    }

    /// Adds the successors of a state. `Some` if an edge leads to a goal.
    fn leave<M: Memory>(
        &mut self,
        state: State<M>,
        index: usize,
        exit: &impl Fn(To) -> bool,
        frontier: &mut Frontier<M>,
    ) -> Option<Option<Decision>> {
        let effect = self.effect(state.node);
        let conditions = state.conditions.after(effect);
        let memory = match conditions.is_guard(effect) {
            true => state.memory.guarded(),
            false => state.memory,
        };
        let edges = self.control.edges(state.node);
        let is_call = effect.opcode.is_some_and(Opcode::is_call);
        let decides = edges
            .iter()
            .filter(|edge| edge.kind != EdgeKind::Next)
            .count()
            > 1;
        for edge in edges {
            // Execution reaches the word after an unconditional call only by returning.
            let holds = match (is_call, edge.kind) {
                (true, EdgeKind::Call) => edge.holds,
                (true, _) if effect.is(Opcode::Call) && self.calls_words(state.node) => continue,
                (true, _) => Some(false),
                (false, _) => edge.holds,
            };
            let Some(conditions) = conditions.decide(effect, holds, self.tracked) else {
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
            if self.follow(follows, edge, decision, index, exit, frontier) {
                return Some(decision);
            }
        }
        None
    }

    /// Whether a call leads to any words.
    fn calls_words(&self, node: u32) -> bool {
        let edges = self.control.edges(node);
        edges.iter().any(|edge| edge.kind == EdgeKind::Call)
    }

    /// Follows an edge. Returns whether it leads to a goal.
    fn follow<M: Memory>(
        &mut self,
        state: State<M>,
        edge: &NodeEdge,
        decision: Option<Decision>,
        index: usize,
        exit: &impl Fn(To) -> bool,
        frontier: &mut Frontier<M>,
    ) -> bool {
        match edge.to {
            To::Node(node) => {
                let mut state = State { node, ..state };
                if edge.kind == EdgeKind::Call {
                    let Some(calls) = self.open_call(state.calls, index, frontier) else {
                        return false;
                    };
                    state.calls = calls;
                }
                frontier.add(state, index, decision);
                false
            }
            To::Return => self.come_back(state, decision, index, exit, frontier),
            to => exit(to),
        }
    }

    fn open_call<M: Memory>(
        &mut self,
        around: u32,
        index: usize,
        frontier: &Frontier<M>,
    ) -> Option<u32> {
        let (from, _, _) = frontier.states.get(index)?;
        let depth = self.calls[around as usize].depth + 1;
        if depth > CALLS {
            self.is_cut = true;
            return None;
        }
        let calls = Calls {
            around,
            node: Some(from.node),
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

    /// Returns from the innermost open call.
    fn come_back<M: Memory>(
        &mut self,
        state: State<M>,
        decision: Option<Decision>,
        index: usize,
        exit: &impl Fn(To) -> bool,
        frontier: &mut Frontier<M>,
    ) -> bool {
        let calls = self.calls[state.calls as usize];
        let Some(caller) = calls.node else {
            return false;
        };
        let state = State {
            calls: calls.around,
            ..state
        };
        let edges = self.control.edges(caller);
        let behind = edges.iter().filter(|edge| edge.kind != EdgeKind::Call);
        let behind: Vec<_> = behind.copied().collect();
        behind
            .iter()
            .any(|edge| self.follow(state, edge, decision, index, exit, frontier))
    }
}

impl<M: Memory> Frontier<M> {
    /// The start of a shader.
    fn start() -> Self {
        let start = State {
            node: 0,
            calls: 0,
            conditions: Conditions::UNKNOWN,
            memory: M::default(),
        };
        Self {
            states: vec![(start, None, None)],
            seen: std::iter::once((start, 0)).collect(),
            steps: Vec::new(),
        }
    }

    fn add(&mut self, state: State<M>, from: usize, decision: Option<Decision>) {
        let next = self.states.len();
        let to = *self.seen.entry(state).or_insert(next);
        if to == next {
            self.states.push((state, Some(from), decision));
        }
        self.steps.push((from, to));
    }

    /// The decisions on the path to a state.
    fn way(&self, index: usize, last: Option<Decision>) -> Found {
        let Some(&(goal, _, _)) = self.states.get(index) else {
            return Found::None;
        };
        let mut decisions: Vec<_> = last.into_iter().collect();
        let mut next = Some(index);
        while let Some(&(_, from, decision)) = next.and_then(|index| self.states.get(index)) {
            decisions.extend(decision);
            next = from;
        }
        decisions.reverse();
        Found::Way(goal.node, decisions)
    }
}
