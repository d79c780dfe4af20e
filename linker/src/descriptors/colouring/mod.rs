//! The smallest table of descriptors, as a colouring of the graph of descriptors that disagree.
//!
//! Descriptors that agree pairwise all agree, so the instructions of one colour can share an entry.
//! A set of mutually disagreeing descriptors (a *clique*) gives a lower bound on the number of colours.

mod search;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::isa::limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::first_fit::{self, Overflow};
use super::{Descriptors, Request};
pub(super) use search::clique;
use search::{Colours, colour};

/// The part of a request that decides with which others it can share an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wish {
    /// The required values of the bits in use.
    pub(super) bits: u32,
    /// The mask of the bits in use.
    pub(super) care: u32,
}

impl Wish {
    pub(super) const fn of(request: &Request) -> Self {
        let Request { bits, care, .. } = *request;
        Self {
            bits: bits & care,
            care,
        }
    }

    pub(super) const fn disagrees(self, other: Self) -> bool {
        (self.bits ^ other.bits) & self.care & other.care != 0
    }

    /// Whether every wish that agrees with the other one also agrees with this one.
    pub(super) const fn is_part_of(self, other: Self) -> bool {
        self.care & !other.care == 0 && !self.disagrees(other)
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self {
            bits: self.bits | other.bits,
            care: self.care | other.care,
        }
    }
}

impl Request {
    /// The request of the same instruction for an entry with all bits of a wish.
    pub(super) const fn with(&self, entry: Wish) -> Self {
        Self {
            // Unused bits stay as in the source.
            bits: self.bits & !entry.care | entry.bits,
            care: entry.care,
            ..*self
        }
    }
}

/// A graph: for each node, the nodes with which it disagrees.
type Graph = Vec<BitSet>;

fn graph(wishes: &[Wish]) -> Graph {
    let disagreeing = |wish: &Wish| BitSet::of(wishes.len(), |other| wish.disagrees(wishes[other]));
    wishes.iter().map(disagreeing).collect()
}

/// The size of a clique that exceeds the room of a table. How much larger it is does not matter.
const ENOUGH: usize = limits::DESCRIPTORS + 1;

/// Searches for a table smaller than `first_fit`, or for any table if that has no room. Also returns the lower bound on
/// the size. `picasso` are the requests as picasso understands them.
pub(super) fn improve(
    requests: &[Request],
    first_fit: Result<Descriptors, Overflow>,
    picasso: impl FnOnce() -> Vec<Request>,
) -> Result<Descriptors, Overflow> {
    let searched = smallest(requests, first_fit);
    if searched
        .as_ref()
        .is_ok_and(|table| table.entries.len() <= table.least)
    {
        return searched;
    }
    // picasso compares more bits than necessary, which may happen to give a smaller table.
    match (first_fit::table(&picasso()), searched) {
        (Ok(theirs), Ok(table)) if theirs.entries.len() < table.entries.len() => {
            Ok(with_least(theirs, table.least))
        }
        (Ok(theirs), Err(_)) => Ok(with_least(theirs, clique_of(&distinct(requests)))),
        (_, searched) => searched,
    }
}

/// A lower bound on the size of the largest set of wishes that all disagree.
fn clique_of(wishes: &[Wish]) -> usize {
    clique(&graph(&without_parts(wishes)), ENOUGH).len()
}

/// The smallest table that a search finds; `first_fit` if it does not find a smaller one.
fn smallest(
    requests: &[Request],
    first_fit: Result<Descriptors, Overflow>,
) -> Result<Descriptors, Overflow> {
    let mut nodes = without_parts(&distinct(requests));
    nodes.sort_by_key(|wish| std::cmp::Reverse(wish.care.count_ones()));
    let conflicts = graph(&nodes);
    let known = first_fit.as_ref().ok().map(|table| table.entries.len());
    let clique = clique(&conflicts, known.unwrap_or(ENOUGH));
    if known == Some(clique.len()) {
        return first_fit.map(|table| with_least(table, clique.len()));
    }
    // A table with more entries than the machine has is useless.
    let most = known.map_or(limits::DESCRIPTORS, |entries| entries - 1);
    let found = colour(&conflicts, &clique, most);
    let least = found.least.min(known.unwrap_or(usize::MAX));
    let coloured = found
        .colours
        .and_then(|colours| first_fit::table(&substitute(requests, &nodes, &colours)).ok());
    match (coloured, first_fit) {
        (Some(table), _) => Ok(with_least(table, least)),
        (None, Ok(table)) => Ok(with_least(table, least)),
        (None, Err(overflow)) => match mads_first(requests) {
            Some(table) => Ok(with_least(table, least)),
            None => Err(overflow),
        },
    }
}

fn with_least(table: Descriptors, least: usize) -> Descriptors {
    Descriptors { least, ..table }
}

/// A table that first minimises the entries for `mad`, and then all others.
fn mads_first(requests: &[Request]) -> Option<Descriptors> {
    let wishes = |mad| distinct(requests.iter().filter(move |request| request.mad == mad));
    let nodes = without_parts(&wishes(true));
    let conflicts = graph(&nodes);
    let found = colour(
        &conflicts,
        &clique(&conflicts, ENOUGH),
        limits::MAD_DESCRIPTORS,
    );
    let of_mads = merged(&nodes, &found.colours?);
    let all: Vec<_> = of_mads.into_iter().chain(wishes(false)).collect();
    let nodes = without_parts(&all);
    let conflicts = graph(&nodes);
    let found = colour(&conflicts, &clique(&conflicts, ENOUGH), limits::DESCRIPTORS);
    first_fit::table(&substitute(requests, &nodes, &found.colours?)).ok()
}

/// The distinct wishes of requests, in order of their first appearance.
pub(super) fn distinct<'r>(requests: impl IntoIterator<Item = &'r Request>) -> Vec<Wish> {
    let mut known = FxHashSet::default();
    let wishes = requests.into_iter().map(Wish::of);
    wishes.filter(|&wish| known.insert(wish)).collect()
}

/// Removes each wish that is part of another one, because a table that fulfils the other one fulfils it, too.
pub(super) fn without_parts(wishes: &[Wish]) -> Vec<Wish> {
    let mut whole: Vec<Wish> = Vec::new();
    let mut by_care = wishes.to_vec();
    by_care.sort_by_key(|wish| std::cmp::Reverse(wish.care.count_ones()));
    for wish in by_care {
        match whole.iter_mut().find(|other| wish.is_part_of(**other)) {
            Some(other) => *other = other.with(wish),
            None => whole.push(wish),
        }
    }
    whole
}

/// The combined wish of the nodes of each colour.
fn merged(nodes: &[Wish], colours: &Colours) -> Vec<Wish> {
    let nothing = Wish { bits: 0, care: 0 };
    let count = colours.iter().max().map_or(0, |most| most + 1);
    let mut merged = vec![nothing; count];
    for (node, &colour) in nodes.iter().zip(colours) {
        merged[colour] = merged[colour].with(*node);
    }
    merged
}

/// The requests, each extended to the combined wish of its colour. Requests of one colour then share an entry in any
/// order.
fn substitute(requests: &[Request], nodes: &[Wish], colours: &Colours) -> Vec<Request> {
    let merged = merged(nodes, colours);
    let mut known: FxHashMap<Wish, Wish> = FxHashMap::default();
    let whole = |request: &Request| {
        let wish = Wish::of(request);
        let entry = known.entry(wish).or_insert_with(|| {
            let fits = |node: &&Wish| wish.is_part_of(**node);
            merged.iter().find(fits).copied().unwrap_or(wish)
        });
        request.with(*entry)
    };
    requests.iter().map(whole).collect()
}

#[cfg(test)]
mod tests;
