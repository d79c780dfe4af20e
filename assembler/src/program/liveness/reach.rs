//! Reaching definitions.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Effect, Graph, Node};
use super::{Callers, Liveness};
use crate::program::components::Components;

/// Maximum call depth to which definitions in procedures are searched. The hardware has four levels.
const MAX_DEPTH: usize = 32;

/// The definitions of a component that reach a point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct ReachingDefinitions {
    /// Indices of the instructions that write it, or may write it.
    pub(crate) writes: BTreeSet<u32>,
    /// True if the value may be older than the procedure: from a caller in another file, or uninitialized.
    pub(crate) is_from_outside: bool,
}

impl Liveness {
    /// Returns the definitions of a component that reach the point before an instruction, by index.
    pub(crate) fn reaching(&self, instruction: u32, component: Components, callers: Callers) -> ReachingDefinitions {
        let mut search = Search {
            graph: &self.graph,
            component,
            found: ReachingDefinitions::default(),
            passed: FxHashMap::default(),
        };
        let mut reached: FxHashSet<u32> = FxHashSet::default();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![instruction];
        while let Some(node) = open.pop() {
            let region = self.graph.region(node);
            if !search.search_before(node, &mut seen, 0) || !reached.insert(region) {
                continue;
            }
            let calls = self.graph.calls.iter();
            let calls = calls.filter(|(callee, _)| *callee == region).map(|call| call.1);
            let count = open.len();
            open.extend(calls);
            let regions = self.graph.regions.get(region as usize);
            let is_known =
                callers == Callers::Source && open.len() > count && regions.is_some_and(|region| !region.is_entered);
            search.found.is_from_outside |= !is_known;
        }
        search.found
    }
}

/// A search for the definitions of a component.
struct Search<'g> {
    graph: &'g Graph,
    component: Components,
    found: ReachingDefinitions,
    /// For each searched procedure, true if a value can pass through it. `None` while it is being searched.
    passed: FxHashMap<u32, Option<bool>>,
}

impl Search<'_> {
    /// Searches backward from a node, excluding the node and the visited nodes. Returns true if the start of its
    /// procedure is reached.
    fn search_before(&mut self, node: Node, seen: &mut FxHashSet<Node>, depth: usize) -> bool {
        let graph = self.graph;
        let region = graph.regions.get(graph.region(node) as usize);
        let entry = region.map(|region| region.entry);
        let mut is_at_entry = entry == Some(node);
        let mut open: Vec<Node> = graph.predecessors(node).to_vec();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            is_at_entry |= entry == Some(node);
            if self.passes(node, depth) {
                open.extend(graph.predecessors(node));
            }
        }
        is_at_entry
    }

    /// Returns true if the value before a node can be the value after it. Records the node if it is a definition.
    fn passes(&mut self, node: Node, depth: usize) -> bool {
        match self.graph.effect(node) {
            Effect::Known { written, .. } => {
                let writes = written.intersects(self.component);
                if writes {
                    self.found.writes.insert(node);
                }
                !writes
            }
            Effect::Unknown => {
                self.found.writes.insert(node);
                true
            }
            Effect::Call { callee, is_conditional } => self.passes_call(node, callee, depth) || is_conditional,
        }
    }

    fn passes_call(&mut self, call: Node, callee: u32, depth: usize) -> bool {
        match self.passed.get(&callee) {
            Some(Some(passes)) => return *passes,
            // The other paths through the procedure decide.
            Some(None) => return false,
            None => {}
        }
        let Some(region) = self.graph.regions.get(callee as usize) else {
            return true;
        };
        if depth >= MAX_DEPTH {
            self.found.writes.insert(call);
            return true;
        }
        self.passed.insert(callee, None);
        let mut seen = FxHashSet::default();
        let passes = self.search_before(region.exit, &mut seen, depth + 1);
        self.passed.insert(callee, Some(passes));
        passes
    }
}
