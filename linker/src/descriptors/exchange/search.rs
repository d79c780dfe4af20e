//! The search for the fewest entries of which each of some nodes can use one, in either order of its sources.
//!
//! An entry is the combined wish of the nodes that use it, so a node can use an entry if it agrees with that wish. The
//! next node is the one with the fewest entries to choose from. It takes the first of them, as it is or exchanged, or
//! else a new one. The search backtracks like that of `colouring`, and is bounded in the same way.

use pica200_objfmt::isa::limits;

use super::Node;
use crate::descriptors::colouring::Wish;

/// The number of nodes that a search visits before it gives up, which takes some milliseconds. It does not give up before it
/// has a table, or has to turn back for the first time, which is after at most the square of the number of nodes.
const MOST_WORK: usize = 250_000;

/// A number of entries.
type Count = u8;

const _: () = assert!(limits::DESCRIPTORS < Count::MAX as usize);

/// The result of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The smallest table that was found.
    pub(super) entries: Option<Vec<Wish>>,
    /// The best known lower bound on the number of entries.
    pub(super) least: usize,
}

/// Searches for a table with at most `most` entries. There is none with less than `least`.
pub(super) fn fewest(nodes: &[Node], least: usize, most: usize) -> Found {
    fewest_within(MOST_WORK, nodes, least, most)
}

/// Like [`fewest`], but gives up after visiting `work` nodes, not before its first table or way back.
pub(super) fn fewest_within(work: usize, nodes: &[Node], least: usize, most: usize) -> Found {
    let mut search = Search {
        nodes,
        fits: Vec::new(),
        choices: vec![0; nodes.len()],
        closed: vec![0; nodes.len()],
        entries: Vec::new(),
        least,
        most: most.min(limits::DESCRIPTORS),
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
    /// For each entry and node, whether the node can use the entry, as it is and exchanged: 1 or 0.
    fits: Vec<Vec<[Count; 2]>>,
    /// For each node, the number of entries that it can use.
    choices: Vec<Count>,
    /// For each node, 0 if it has no entry yet, or else the largest number.
    closed: Vec<Count>,
    entries: Vec<Wish>,
    /// The number of entries at which the search ends.
    least: usize,
    /// The largest number of entries that is still useful.
    most: usize,
    best: Option<Vec<Wish>>,
    /// The number of nodes that the search may still visit.
    work: usize,
}

/// A way to give a node an entry: the order of its sources, and the number of the entry.
#[derive(Clone, Copy)]
struct Way {
    turned: usize,
    entry: usize,
}

/// A node that has an entry, and the alternatives.
struct Choice {
    node: usize,
    /// The remaining ways, the best last.
    ways: Vec<Way>,
    /// The entry that the node uses now, with its wish before; `None` if it is a new one.
    taken: Option<(usize, Option<Wish>)>,
}

impl Search<'_> {
    /// Tries the ways of all nodes until all are tried (then true), or the steps are used up.
    fn run(&mut self) -> bool {
        let mut path = Vec::new();
        // Until it has to turn back, the search gives each node an entry: many nodes must not end it before the first table.
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
            let Some(way) = choice.ways.pop() else {
                is_first = false;
                self.closed[choice.node] = 0;
                path.pop();
                continue;
            };
            if way.entry < self.most && self.entries.len() <= self.most {
                self.take(choice, way);
                self.descend(&mut path);
            }
        }
        true
    }

    /// Continues with the next node, or keeps the table if there is none.
    fn descend(&mut self, path: &mut Vec<Choice>) {
        let Some(node) = self.tightest() else {
            self.most = self.entries.len().saturating_sub(1);
            self.best = Some(self.entries.clone());
            return;
        };
        self.closed[node] = Count::MAX;
        path.push(Choice {
            node,
            ways: self.ways(node),
            taken: None,
        });
    }

    /// The node without an entry that can use the fewest; of several, the first.
    fn tightest(&mut self) -> Option<usize> {
        self.spend();
        let (mut found, mut fewest) = (None, Count::MAX);
        let choices = self.choices.iter().zip(&self.closed);
        for (node, (choices, closed)) in choices.enumerate() {
            if choices | closed < fewest {
                (found, fewest) = (Some(node), choices | closed);
            }
        }
        found
    }

    /// The ways to give a node an entry, the best last.
    fn ways(&self, node: usize) -> Vec<Way> {
        let Node(wishes) = self.nodes[node];
        let orders = if self.nodes[node].is_free() { 2 } else { 1 };
        let mut ways = Vec::with_capacity(2 * usize::from(self.choices[node]) + 2);
        for (entry, (wish, fits)) in self.entries.iter().zip(&self.fits).enumerate() {
            for turned in (0..orders).filter(|&turned| fits[node][turned] == 1) {
                // An entry that the node does not change is as good as any other.
                if wishes[turned].is_part_of(*wish) {
                    return vec![Way { turned, entry }];
                }
                ways.push(Way { turned, entry });
            }
        }
        let entry = self.entries.len();
        ways.extend((0..orders).map(|turned| Way { turned, entry }));
        ways.reverse();
        ways
    }

    fn take(&mut self, choice: &mut Choice, Way { turned, entry }: Way) {
        let wish = self.nodes[choice.node].0[turned];
        let before = self.entries.get(entry).copied();
        match before {
            Some(before) => self.entries[entry] = before.with(wish),
            None => self.entries.push(wish),
        }
        choice.taken = Some((entry, before));
        if before != Some(self.entries[entry]) {
            self.fit(entry);
        }
    }

    fn give_back(&mut self, choice: &mut Choice) {
        let Some((entry, before)) = choice.taken.take() else {
            return;
        };
        let after = self.entries[entry];
        match before {
            Some(before) => self.entries[entry] = before,
            None => self.entries.truncate(entry),
        }
        if before != Some(after) {
            self.fit(entry);
        }
    }

    /// Finds the nodes that can use an entry after it has changed.
    fn fit(&mut self, entry: usize) {
        self.spend();
        if self.fits.len() <= entry {
            self.fits.push(vec![[0; 2]; self.nodes.len()]);
        }
        let wish = self.entries.get(entry);
        let nodes = self.nodes.iter().zip(&mut self.choices);
        for ((Node(orders), choices), fits) in nodes.zip(&mut self.fits[entry]) {
            let before = fits[0] | fits[1];
            *fits = match wish {
                Some(wish) => orders.map(|order| Count::from(!wish.disagrees(order))),
                None => [0; 2],
            };
            *choices = *choices + (fits[0] | fits[1]) - before;
        }
    }

    fn spend(&mut self) {
        self.work = self.work.saturating_sub(self.nodes.len());
    }
}
