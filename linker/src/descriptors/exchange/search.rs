//! Searches for the fewest entries such that each node can use one of them, in either order of its sources.
//!
//! An entry is the combined wish of the nodes that use it, so a node can use an entry if it agrees with that wish. The
//! next node is the one with the fewest usable entries. It takes the first of them, as it is or exchanged, or else a
//! new one. The search backtracks like the one in `colouring`, and is bounded in the same way.
//!
//! Sets of nodes are bit sets, so that a step of the search takes few instructions for all nodes.

use pica200_objfmt::isa::limits;

use super::Node;
use super::conflicts::{Both, Conflicts};
use crate::descriptors::counters::Counters;
use crate::descriptors::graph::BITS;
use crate::descriptors::wish::Wish;

/// The number of nodes that a search visits before it gives up, which takes a few milliseconds. It does not give up
/// before it has a table or backtracks for the first time, which happens after at most the square of the number of
/// nodes.
const MOST_WORK: usize = 250_000;

/// The result of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The smallest table that was found.
    pub(super) entries: Option<Vec<Wish>>,
    /// The best known lower bound on the number of entries.
    pub(super) least: usize,
}

/// Searches for a table with at most `most` entries. None has fewer than `least`.
pub(super) fn fewest(nodes: &[Node], conflicts: &Conflicts, least: usize, most: usize) -> Found {
    fewest_within(MOST_WORK, nodes, conflicts, least, most)
}

/// Like [`fewest`], but gives up after visiting `work` nodes, though not before its first table or first backtrack.
pub(super) fn fewest_within(work: usize, nodes: &[Node], conflicts: &Conflicts, least: usize, most: usize) -> Found {
    let most = most.min(limits::DESCRIPTORS);
    let mut search = Search {
        nodes,
        conflicts,
        fits: Vec::with_capacity(most * conflicts.width),
        fits_before: Vec::new(),
        choices: Counters::new(nodes.len()),
        open: conflicts.all.clone(),
        entries: Vec::with_capacity(most),
        ways: Vec::with_capacity(2 * nodes.len()),
        least,
        most,
        best: None,
        work,
    };
    let complete = search.run();
    let least = match (&search.best, complete) {
        (_, false) => least,
        (_, true) => least.max(search.most + 1),
    };
    Found {
        entries: search.best,
        least,
    }
}

struct Search<'n> {
    nodes: &'n [Node],
    conflicts: &'n Conflicts,
    /// For each entry, the nodes that can use it.
    fits: Vec<Both>,
    /// A stack of the previous contents of `fits`, one entry for each node that took an entry.
    fits_before: Vec<Both>,
    /// For each node, the number of entries that it can use.
    choices: Counters,
    /// The nodes without an entry.
    open: Vec<u64>,
    entries: Vec<Wish>,
    /// The untried ways of all nodes that have entries, in the order of the nodes; for each node, the best last.
    ways: Vec<Way>,
    /// The number of entries at which the search stops.
    least: usize,
    /// The largest number of entries that is still useful.
    most: usize,
    best: Option<Vec<Wish>>,
    /// The number of nodes that the search may still visit.
    work: usize,
}

/// A way to give a node an entry: the order of its sources, and the index of the entry.
#[derive(Clone, Copy)]
struct Way {
    turned: usize,
    entry: usize,
}

/// A node that has an entry.
struct Choice {
    node: usize,
    /// The number of ways before those added for this node.
    ways_before: usize,
    /// The entry that the node uses now, with its previous wish; `None` if it is a new one.
    taken: Option<(usize, Option<Wish>)>,
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
            if self.most < self.least {
                return true;
            }
            is_first &= self.best.is_none();
            if self.work == 0 && !is_first {
                return false;
            }
            self.give_back(choice);
            if self.ways.len() == choice.ways_before {
                is_first = false;
                self.open[choice.node / BITS] |= 1 << (choice.node % BITS);
                path.pop();
                continue;
            }
            if let Some(way) = self.ways.pop()
                && way.entry < self.most
                && self.entries.len() <= self.most
            {
                self.take(choice, way);
                self.descend(&mut path);
            }
        }
        true
    }

    /// Continues with the next node, or records the table if no node is left.
    fn descend(&mut self, path: &mut Vec<Choice>) {
        // The node with the fewest usable entries; of several, the first.
        self.spend();
        let Some((node, choices)) = self.choices.lowest(&self.open) else {
            self.most = self.entries.len().saturating_sub(1);
            self.best = Some(self.entries.clone());
            return;
        };
        self.open[node / BITS] &= !(1 << (node % BITS));
        path.push(Choice {
            node,
            ways_before: self.ways.len(),
            taken: None,
        });
        self.add_ways(node, choices);
    }

    /// Adds the ways to give a node an entry, the best last. `choices` is the number of entries that it can use.
    fn add_ways(&mut self, node: usize, choices: usize) {
        let Node(wishes) = self.nodes[node];
        let orders = if self.nodes[node].is_free() { 2 } else { 1 };
        let first = self.ways.len();
        if choices > 0 {
            let fits = self
                .fits
                .chunks_exact(self.conflicts.width)
                .map(|fits| fits[node / BITS]);
            for (entry, (wish, fits)) in self.entries.iter().zip(fits).enumerate() {
                for turned in (0..orders).filter(|&turned| fits[turned] >> (node % BITS) & 1 != 0) {
                    // An entry that the node does not change is as good as any other.
                    if wishes[turned].is_part_of(*wish) {
                        self.ways.truncate(first);
                        self.ways.push(Way { turned, entry });
                        return;
                    }
                    self.ways.push(Way { turned, entry });
                }
            }
        }
        let entry = self.entries.len();
        let new = (0..orders).map(|turned| Way { turned, entry });
        self.ways.extend(new);
        self.ways[first..].reverse();
    }

    fn take(&mut self, choice: &mut Choice, Way { turned, entry }: Way) {
        let wish = self.nodes[choice.node].0[turned];
        let before = self.entries.get(entry).copied();
        choice.taken = Some((entry, before));
        let after = before.map_or(wish, |before| before.with(wish));
        if before == Some(after) {
            return;
        }
        self.spend();
        let width = self.conflicts.width;
        let conflicts = self.conflicts.of(choice.node, turned);
        match before {
            Some(_) => {
                self.entries[entry] = after;
                let fits = &mut self.fits[entry * width..][..width];
                self.fits_before.extend_from_slice(fits);
                for (at, (fits, conflicts)) in fits.iter_mut().zip(conflicts).enumerate() {
                    let could = fits[0] | fits[1];
                    *fits = [fits[0] & !conflicts[0], fits[1] & !conflicts[1]];
                    self.choices.subtract(at, could & !(fits[0] | fits[1]));
                }
            }
            None => {
                self.entries.push(after);
                for (at, conflicts) in conflicts.iter().enumerate() {
                    let fits = conflicts.map(|conflicts| !conflicts);
                    self.fits.push(fits);
                    self.choices.add(at, fits[0] | fits[1]);
                }
            }
        }
    }

    fn give_back(&mut self, choice: &mut Choice) {
        let Some((entry, before)) = choice.taken.take() else {
            return;
        };
        if before == Some(self.entries[entry]) {
            return;
        }
        self.spend();
        let width = self.conflicts.width;
        let fits = entry * width..(entry + 1) * width;
        match before {
            Some(before) => {
                self.entries[entry] = before;
                let from = self.fits_before.len() - width;
                let fits_before = self.fits_before.drain(from..);
                for (at, (fits, before)) in self.fits[fits].iter_mut().zip(fits_before).enumerate() {
                    let can = fits[0] | fits[1];
                    *fits = before;
                    self.choices.add(at, (before[0] | before[1]) & !can);
                }
            }
            None => {
                self.entries.truncate(entry);
                for (at, fits) in self.fits.drain(fits).enumerate() {
                    self.choices.subtract(at, fits[0] | fits[1]);
                }
            }
        }
    }

    /// Counts a visit of all nodes.
    fn spend(&mut self) {
        self.work = self.work.saturating_sub(self.nodes.len());
    }
}
