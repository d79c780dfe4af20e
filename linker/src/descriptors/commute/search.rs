//! Searches for the fewest entries such that each node can use one of them, in either order of its sources.
//!
//! An entry is the combined requirement of the nodes that use it, so a node can use an entry if it agrees with that
//! requirement. The next node is the one with the fewest usable entries. It takes the first of them, as it is or
//! exchanged, or else a new one. The search backtracks like the one in `colouring`, and is bounded in the same way.
//!
//! Sets of nodes are bit sets, so that a step of the search takes few instructions for all nodes.

use pica200_objfmt::isa::limits;

use super::Node;
use super::conflicts::{Conflicts, OrderBits};
use crate::descriptors::counters::Counters;
use crate::descriptors::graph::BITS;
use crate::descriptors::requirement::Requirement;

/// The number of nodes that a search visits before it gives up, which takes a few milliseconds. It does not give up
/// before it has a table or backtracks for the first time, which happens after at most the square of the number of
/// nodes.
const MAX_WORK: usize = 250_000;

/// The result of a search.
#[derive(Debug)]
pub(super) struct SearchResult {
    /// The smallest table that was found.
    pub(super) entries: Option<Vec<Requirement>>,
    /// The best known lower bound on the number of entries.
    pub(super) lower_bound: usize,
}

/// Searches for a table with at most `limit` entries. None has fewer than `lower_bound`.
pub(super) fn fewest(nodes: &[Node], conflicts: &Conflicts, lower_bound: usize, limit: usize) -> SearchResult {
    fewest_within(MAX_WORK, nodes, conflicts, lower_bound, limit)
}

/// Like [`fewest`], but gives up after visiting `work` nodes, though not before its first table or first backtrack.
pub(super) fn fewest_within(
    work: usize,
    nodes: &[Node],
    conflicts: &Conflicts,
    lower_bound: usize,
    limit: usize,
) -> SearchResult {
    let limit = limit.min(limits::DESCRIPTORS);
    let mut search = Search {
        nodes,
        conflicts,
        usable_by: Vec::with_capacity(limit * conflicts.width),
        saved_usable_by: Vec::new(),
        choices: Counters::new(nodes.len()),
        open: conflicts.all.clone(),
        entries: Vec::with_capacity(limit),
        alternatives: Vec::with_capacity(2 * nodes.len()),
        lower_bound,
        limit,
        best: None,
        work,
    };
    let complete = search.run();
    let lower_bound = match (&search.best, complete) {
        (_, false) => lower_bound,
        (_, true) => lower_bound.max(search.limit + 1),
    };
    SearchResult {
        entries: search.best,
        lower_bound,
    }
}

struct Search<'n> {
    nodes: &'n [Node],
    conflicts: &'n Conflicts,
    /// For each entry, the nodes that can use it.
    usable_by: Vec<OrderBits>,
    /// A stack of the previous contents of `usable_by`, one entry for each node that took an entry.
    saved_usable_by: Vec<OrderBits>,
    /// For each node, the number of entries that it can use.
    choices: Counters,
    /// The nodes without an entry.
    open: Vec<u64>,
    entries: Vec<Requirement>,
    /// The untried ways of all nodes that have entries, in the order of the nodes; for each node, the best last.
    alternatives: Vec<Alternative>,
    /// The number of entries at which the search stops.
    lower_bound: usize,
    /// The largest number of entries that is still useful.
    limit: usize,
    best: Option<Vec<Requirement>>,
    /// The number of nodes that the search may still visit.
    work: usize,
}

/// A way to give a node an entry: the order of its sources, and the index of the entry.
#[derive(Clone, Copy)]
struct Alternative {
    order: usize,
    entry: usize,
}

/// A node that has an entry.
struct Choice {
    node: usize,
    /// The number of ways before those added for this node.
    alternatives_before: usize,
    /// The entry that the node uses now, with its previous requirement; `None` if it is a new one.
    taken: Option<(usize, Option<Requirement>)>,
}

impl Search<'_> {
    /// Tries the ways of all nodes until all are tried (returns true) or the work budget is used up.
    fn run(&mut self) -> bool {
        let mut path = Vec::with_capacity(self.nodes.len());
        // Until it has to backtrack, the search gives each node an entry: many nodes must not end it before the first
        // table.
        let mut is_first = true;
        self.descend(&mut path);
        while let Some(choice) = path.last_mut() {
            if self.limit < self.lower_bound {
                return true;
            }
            is_first &= self.best.is_none();
            if self.work == 0 && !is_first {
                return false;
            }
            self.undo(choice);
            if self.alternatives.len() == choice.alternatives_before {
                is_first = false;
                self.open[choice.node / BITS] |= 1 << (choice.node % BITS);
                path.pop();
                continue;
            }
            if let Some(alternative) = self.alternatives.pop()
                && alternative.entry < self.limit
                && self.entries.len() <= self.limit
            {
                self.take(choice, alternative);
                self.descend(&mut path);
            }
        }
        true
    }

    /// Continues with the next node, or records the table if no node is left.
    fn descend(&mut self, path: &mut Vec<Choice>) {
        // The node with the fewest usable entries; of several, the first.
        self.charge();
        let Some((node, choices)) = self.choices.lowest(&self.open) else {
            self.limit = self.entries.len().saturating_sub(1);
            self.best = Some(self.entries.clone());
            return;
        };
        self.open[node / BITS] &= !(1 << (node % BITS));
        path.push(Choice {
            node,
            alternatives_before: self.alternatives.len(),
            taken: None,
        });
        self.add_alternatives(node, choices);
    }

    /// Adds the ways to give a node an entry, the best last. `choices` is the number of entries that it can use.
    fn add_alternatives(&mut self, node: usize, choices: usize) {
        let Node(requirements) = self.nodes[node];
        let orders = if self.nodes[node].is_free() { 2 } else { 1 };
        let first = self.alternatives.len();
        if choices > 0 {
            let usable_by = self
                .usable_by
                .chunks_exact(self.conflicts.width)
                .map(|usable_by| usable_by[node / BITS]);
            for (entry, (requirement, usable_by)) in self.entries.iter().zip(usable_by).enumerate() {
                for order in (0..orders).filter(|&order| usable_by[order] >> (node % BITS) & 1 != 0) {
                    // An entry that the node does not change is as good as any other.
                    if requirements[order].is_part_of(*requirement) {
                        self.alternatives.truncate(first);
                        self.alternatives.push(Alternative { order, entry });
                        return;
                    }
                    self.alternatives.push(Alternative { order, entry });
                }
            }
        }
        let entry = self.entries.len();
        let new = (0..orders).map(|order| Alternative { order, entry });
        self.alternatives.extend(new);
        self.alternatives[first..].reverse();
    }

    fn take(&mut self, choice: &mut Choice, Alternative { order, entry }: Alternative) {
        let requirement = self.nodes[choice.node].0[order];
        let before = self.entries.get(entry).copied();
        choice.taken = Some((entry, before));
        let after = before.map_or(requirement, |before| before.with(requirement));
        if before == Some(after) {
            return;
        }
        self.charge();
        let width = self.conflicts.width;
        let conflicts = self.conflicts.row(choice.node, order);
        match before {
            Some(_) => {
                self.entries[entry] = after;
                let usable_by = &mut self.usable_by[entry * width..][..width];
                self.saved_usable_by.extend_from_slice(usable_by);
                for (at, (usable_by, conflicts)) in usable_by.iter_mut().zip(conflicts).enumerate() {
                    let could = usable_by[0] | usable_by[1];
                    *usable_by = [usable_by[0] & !conflicts[0], usable_by[1] & !conflicts[1]];
                    self.choices.subtract(at, could & !(usable_by[0] | usable_by[1]));
                }
            }
            None => {
                self.entries.push(after);
                for (at, conflicts) in conflicts.iter().enumerate() {
                    let usable_by = conflicts.map(|conflicts| !conflicts);
                    self.usable_by.push(usable_by);
                    self.choices.add(at, usable_by[0] | usable_by[1]);
                }
            }
        }
    }

    fn undo(&mut self, choice: &mut Choice) {
        let Some((entry, before)) = choice.taken.take() else {
            return;
        };
        if before == Some(self.entries[entry]) {
            return;
        }
        self.charge();
        let width = self.conflicts.width;
        let usable_by = entry * width..(entry + 1) * width;
        match before {
            Some(before) => {
                self.entries[entry] = before;
                let from = self.saved_usable_by.len() - width;
                let saved_usable_by = self.saved_usable_by.drain(from..);
                for (at, (usable_by, before)) in self.usable_by[usable_by].iter_mut().zip(saved_usable_by).enumerate() {
                    let can = usable_by[0] | usable_by[1];
                    *usable_by = before;
                    self.choices.add(at, (before[0] | before[1]) & !can);
                }
            }
            None => {
                self.entries.truncate(entry);
                for (at, usable_by) in self.usable_by.drain(usable_by).enumerate() {
                    self.choices.subtract(at, usable_by[0] | usable_by[1]);
                }
            }
        }
    }

    /// Counts a visit of all nodes.
    fn charge(&mut self) {
        self.work = self.work.saturating_sub(self.nodes.len());
    }
}
