//! Liveness analysis of temporaries' components, and reaching definitions.
//!
//! Control flow is taken from the source: conditions can go either way, loops run at least once, and execution
//! continues after a call once the procedure has ended. Calls are context-sensitive: liveness after a call propagates
//! into the callee, but not to other calls of it. Both results are conservative if the callers of procedures match
//! [`Callers`].
//!
//! Each node has two sets: the components live there if nothing is live after its procedure, and those live if
//! everything is. The set for any other live-out set lies between the two.

mod graph;
mod reach;
#[cfg(test)]
mod tests;

use pica200_objfmt::isa::register::Register;

use super::Program;
use super::components::Components;
use crate::text::Span;

use self::graph::{Effect, Graph, Node};

/// Assumptions about the callers of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callers {
    /// The source and other files, which may call every procedure and read all temporaries afterwards.
    Anywhere,
    /// The source. A procedure that the source does not call has callers in other files.
    Source,
}

/// The components live at a node.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Live {
    /// The components live if nothing is live after the procedure.
    min: Components,
    /// The components live if everything is live after it.
    max: Components,
}

impl Live {
    const ALL: Self = Self {
        min: Components::ALL,
        max: Components::ALL,
    };

    const fn with(self, other: Self) -> Self {
        Self {
            min: self.min.with(other.min),
            max: self.max.with(other.max),
        }
    }

    /// Returns the components live for a given live-out set of the procedure.
    const fn at_end(self, end: Components) -> Components {
        self.min.with(self.max.intersection(end))
    }
}

/// Liveness of a program.
#[derive(Debug)]
pub(crate) struct Liveness {
    graph: Graph,
    /// Live-in set of each node.
    before: Vec<Live>,
    /// Live-out set of each region, for both kinds of callers.
    ends: [Vec<Components>; 2],
}

impl Liveness {
    /// Computes the liveness of a program.
    pub(crate) fn new(program: &Program) -> Self {
        let graph = Graph::new(program);
        let before = solve(&graph);
        let mut liveness = Self {
            ends: [
                vec![Components::ALL; graph.regions.len()],
                vec![Components::ALL; graph.regions.len()],
            ],
            graph,
            before,
        };
        liveness.ends[Callers::Source as usize] = liveness.ends_in_source();
        liveness
    }

    /// Computes the live-out set of each region, if only the source calls procedures.
    fn ends_in_source(&self) -> Vec<Components> {
        let regions = &self.graph.regions;
        let mut ends: Vec<_> = regions
            .iter()
            .map(|region| {
                if region.is_entered {
                    Components::ALL
                } else {
                    Components::NONE
                }
            })
            .collect();
        let mut is_called = vec![false; regions.len()];
        for (callee, _) in &self.graph.calls {
            if let Some(called) = is_called.get_mut(*callee as usize) {
                *called = true;
            }
        }
        for (end, is_called) in ends.iter_mut().zip(is_called) {
            if !is_called {
                *end = Components::ALL;
            }
        }
        // Each iteration grows at least one set, or is the last.
        loop {
            let mut is_done = true;
            for &(callee, call) in &self.graph.calls {
                let caller = ends.get(self.graph.region(call) as usize).copied();
                let after = self.after_node(call).at_end(caller.unwrap_or(Components::ALL));
                if let Some(end) = ends.get_mut(callee as usize) {
                    let all = end.with(after);
                    is_done &= all == *end;
                    *end = all;
                }
            }
            if is_done {
                return ends;
            }
        }
    }

    /// Returns the lowest temporary whose value is dead before an instruction.
    pub(crate) fn free_temporary(&self, program: &Program, keyword: Span) -> Option<Register> {
        let is_meant = |found: &super::Instruction| found.keyword == keyword;
        let index = program.instructions.iter().position(is_meant)?;
        let live = self.before(u32::try_from(index).ok()?, Callers::Anywhere);
        live.free().next()
    }

    fn after_node(&self, node: Node) -> Live {
        let after = self.graph.successors(node).iter();
        let live = after.filter_map(|next| self.before.get(*next as usize));
        live.fold(Live::default(), |all, live| all.with(*live))
    }

    fn end(&self, node: Node, callers: Callers) -> Components {
        let ends = &self.ends[callers as usize];
        let end = ends.get(self.graph.region(node) as usize);
        end.copied().unwrap_or(Components::ALL)
    }

    /// Returns the components live before an instruction, by index.
    pub(crate) fn before(&self, instruction: u32, callers: Callers) -> Components {
        let live = self.before.get(instruction as usize).copied();
        live.unwrap_or(Live::ALL).at_end(self.end(instruction, callers))
    }

    /// Returns the components live after an instruction, by index.
    pub(crate) fn after(&self, instruction: u32, callers: Callers) -> Components {
        self.after_node(instruction).at_end(self.end(instruction, callers))
    }
}

/// Computes the live-in set of each node: the least fixed point over all edges.
fn solve(graph: &Graph) -> Vec<Live> {
    let count = graph.effects.len();
    let mut before = vec![Live::default(); count];
    let mut callers: Vec<Vec<Node>> = vec![Vec::new(); graph.regions.len()];
    for &(callee, call) in &graph.calls {
        if let Some(list) = callers.get_mut(callee as usize) {
            list.push(call);
        }
    }
    let mut open: Vec<Node> = (0..).take(count).collect();
    let mut is_open = vec![true; count];
    while let Some(node) = open.pop() {
        if let Some(slot) = is_open.get_mut(node as usize) {
            *slot = false;
        }
        let new = live_before(graph, &before, node);
        let Some(old) = before.get_mut(node as usize) else {
            continue;
        };
        if new == *old {
            continue;
        }
        *old = new;
        let region = graph.region(node) as usize;
        let is_entry = graph.regions.get(region).is_some_and(|r| r.entry == node);
        let calls = callers.get(region).filter(|_| is_entry);
        let calls = calls.map_or([].as_slice(), Vec::as_slice);
        for &earlier in graph.predecessors(node).iter().chain(calls) {
            if let Some(slot) = is_open.get_mut(earlier as usize)
                && !std::mem::replace(slot, true)
            {
                open.push(earlier);
            }
        }
    }
    before
}

fn live_before(graph: &Graph, before: &[Live], node: Node) -> Live {
    let region = graph.regions.get(graph.region(node) as usize);
    if region.is_some_and(|region| region.exit == node) {
        return Live {
            min: Components::NONE,
            max: Components::ALL,
        };
    }
    let live_at = |node: Node| before.get(node as usize).copied().unwrap_or_default();
    let after = graph.successors(node).iter();
    let after = after.fold(Live::default(), |all, next| all.with(live_at(*next)));
    match graph.effect(node) {
        Effect::Known { read, written } => Live {
            min: after.min.without(written).with(read),
            max: after.max.without(written).with(read),
        },
        Effect::Unknown => Live::ALL,
        Effect::Call { callee, is_conditional } => {
            let entry = graph.regions.get(callee as usize).map(|region| region.entry);
            let callee = entry.map_or(Live::ALL, live_at);
            let through = Live {
                min: callee.at_end(after.min),
                max: callee.at_end(after.max),
            };
            if is_conditional { through.with(after) } else { through }
        }
    }
}
