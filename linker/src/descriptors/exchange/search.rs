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

/// A set of entries by their numbers.
type Entries = u128;

const _: () = assert!(limits::DESCRIPTORS <= Entries::BITS as usize);

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
        fits: vec![[0; 2]; nodes.len()],
        is_open: vec![true; nodes.len()],
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
    /// For each node, the entries that it can use, as it is and exchanged.
    fits: Vec<[Entries; 2]>,
    /// The nodes that have no entry yet.
    is_open: Vec<bool>,
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
                self.is_open[choice.node] = true;
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
        self.is_open[node] = false;
        path.push(Choice {
            node,
            ways: self.ways(node),
            taken: None,
        });
    }

    /// The node without an entry that can use the fewest; of several, the first.
    fn tightest(&mut self) -> Option<usize> {
        self.spend();
        let open = (0..self.nodes.len()).filter(|&node| self.is_open[node]);
        open.min_by_key(|&node| {
            let [plain, turned] = self.fits[node];
            (plain | turned).count_ones()
        })
    }

    /// The ways to give a node an entry, the best last.
    fn ways(&self, node: usize) -> Vec<Way> {
        let Node(wishes) = self.nodes[node];
        let orders = if self.nodes[node].is_free() { 2 } else { 1 };
        let used = self.entries.iter().enumerate().flat_map(|(entry, _)| {
            let fits = move |turned: &usize| self.fits[node][*turned] >> entry & 1 == 1;
            let orders = (0..orders).filter(fits);
            orders.map(move |turned| Way { turned, entry })
        });
        let is_free_of_charge = |way: &Way| wishes[way.turned].is_part_of(self.entries[way.entry]);
        // An entry that the node does not change is as good as any other.
        if let Some(way) = used.clone().find(is_free_of_charge) {
            return vec![way];
        }
        let entry = self.entries.len();
        let new = (0..orders).map(|turned| Way { turned, entry });
        let mut ways: Vec<_> = used.chain(new).collect();
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
        let bit: Entries = 1 << entry;
        let wish = self.entries.get(entry);
        for (node, fits) in self.nodes.iter().zip(&mut self.fits) {
            for (fits, order) in fits.iter_mut().zip(node.0) {
                match wish.is_some_and(|wish| !wish.disagrees(order)) {
                    true => *fits |= bit,
                    false => *fits &= !bit,
                }
            }
        }
    }

    fn spend(&mut self) {
        self.work = self.work.saturating_sub(self.nodes.len());
    }
}
