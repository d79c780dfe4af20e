//! The writes that reach a place.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Effect, Graph, Node};
use super::{Callers, Liveness};
use crate::program::components::Components;

/// The depth of calls up to which the writes in procedures are searched. The machine has four levels.
const MOST_DEPTH: usize = 32;

/// The writes of a component that reach a place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Reaching {
    /// The instructions that write it, or may do so, by their indices.
    pub(crate) writes: BTreeSet<u32>,
    /// Whether the value may be older than the procedure: from a caller in another file, or never written.
    pub(crate) is_from_outside: bool,
}

impl Liveness {
    /// The writes of a component that reach the place before an instruction, by its index.
    pub(crate) fn reaching(&self, instruction: u32, component: Components, callers: Callers) -> Reaching {
        let mut search = Search {
            graph: &self.graph,
            component,
            found: Reaching::default(),
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

/// A search for the writes of a component.
struct Search<'g> {
    graph: &'g Graph,
    component: Components,
    found: Reaching,
    /// Whether a value can pass through each procedure that was searched. `None` while it is being searched.
    passed: FxHashMap<u32, Option<bool>>,
}

impl Search<'_> {
    /// Searches backward from a node, without the node itself and the nodes that were seen. Returns whether the
    /// beginning of its procedure is reached.
    fn search_before(&mut self, node: Node, seen: &mut FxHashSet<Node>, depth: usize) -> bool {
        let graph = self.graph;
        let region = graph.regions.get(graph.region(node) as usize);
        let entry = region.map(|region| region.entry);
        let mut is_at_entry = entry == Some(node);
        let mut open: Vec<Node> = graph.before(node).to_vec();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            is_at_entry |= entry == Some(node);
            if self.passes(node, depth) {
                open.extend(graph.before(node));
            }
        }
        is_at_entry
    }

    /// Whether the value before a node can be the value after it. Notes the write, if it is one.
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
            // The other ways through the procedure decide.
            Some(None) => return false,
            None => {}
        }
        let Some(region) = self.graph.regions.get(callee as usize) else {
            return true;
        };
        if depth >= MOST_DEPTH {
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
