//! Minimizes the descriptor table by colouring the conflict graph.
//!
//! Descriptors that agree pairwise can all share one entry, so the instructions of one colour share an entry. A set of
//! descriptors that all conflict with each other (a *clique*) gives a lower bound on the number of colours.

mod search;

use pica200_objfmt::isa::limits;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::first_fit::{self, Overflow};
use super::graph::Graph;
use super::wish::{Wish, Wishes};
use super::{Descriptors, Request};
use search::{Colours, colour};

impl Request {
    /// Returns the request of the same instruction for an entry with all bits of a wish.
    pub(super) const fn with(&self, entry: Wish) -> Self {
        Self {
            // Unused bits stay as in the source.
            bits: self.bits & !entry.care | entry.bits,
            care: entry.care,
            ..*self
        }
    }
}

fn graph(wishes: &[Wish]) -> Graph {
    let all = Wishes::new(wishes.iter().copied());
    let rows = wishes.iter().flat_map(|wish| all.disagreeing(*wish));
    Graph::new(wishes.len(), rows.collect())
}

/// The clique size that already exceeds the capacity of a table; larger cliques need not be searched for.
const ENOUGH: usize = limits::DESCRIPTORS + 1;

/// Searches for a table smaller than `first_fit`, or for any table if first fit exceeded a limit. Also returns the
/// lower bound on the size. `picasso` returns the requests as picasso understands them.
pub(super) fn improve(
    requests: &[Request],
    first_fit: Result<Descriptors, Overflow>,
    picasso: impl FnOnce() -> Vec<Request>,
) -> Result<Descriptors, Overflow> {
    let searched = smallest(requests, first_fit);
    if searched.as_ref().is_ok_and(|table| table.entries.len() <= table.least) {
        return searched;
    }
    // picasso compares more bits than necessary, which may happen to give a smaller table.
    match (first_fit::table(&picasso()), searched) {
        (Ok(theirs), Ok(table)) if theirs.entries.len() < table.entries.len() => Ok(with_least(theirs, table.least)),
        (Ok(theirs), Err(_)) => Ok(with_least(theirs, clique_of(&distinct(requests)))),
        (_, searched) => searched,
    }
}

/// Returns a lower bound on the size of the largest set of pairwise conflicting wishes.
fn clique_of(wishes: &[Wish]) -> usize {
    graph(&without_parts(wishes)).clique(ENOUGH).len()
}

/// Returns the smallest table that the search finds, or `first_fit` if it finds none that is smaller.
fn smallest(requests: &[Request], first_fit: Result<Descriptors, Overflow>) -> Result<Descriptors, Overflow> {
    let nodes = without_parts(&distinct(requests));
    let conflicts = graph(&nodes);
    let known = first_fit.as_ref().ok().map(|table| table.entries.len());
    let clique = conflicts.clique(known.unwrap_or(ENOUGH));
    if known == Some(clique.len()) {
        return first_fit.map(|table| with_least(table, clique.len()));
    }
    // A table with more entries than the hardware has is useless.
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

/// Returns a table that first minimizes the entries for `mad`, and then all others.
fn mads_first(requests: &[Request]) -> Option<Descriptors> {
    let wishes = |mad| distinct(requests.iter().filter(move |request| request.mad == mad));
    let nodes = without_parts(&wishes(true));
    let conflicts = graph(&nodes);
    let found = colour(&conflicts, &conflicts.clique(ENOUGH), limits::MAD_DESCRIPTORS);
    let of_mads = merged(&nodes, &found.colours?);
    let all: Vec<_> = of_mads.into_iter().chain(wishes(false)).collect();
    let nodes = without_parts(&all);
    let conflicts = graph(&nodes);
    let found = colour(&conflicts, &conflicts.clique(ENOUGH), limits::DESCRIPTORS);
    first_fit::table(&substitute(requests, &nodes, &found.colours?)).ok()
}

/// Returns the distinct wishes of requests, in order of their first appearance.
pub(super) fn distinct<'r>(requests: impl IntoIterator<Item = &'r Request>) -> Vec<Wish> {
    let wishes = requests.into_iter().map(Wish::of);
    let (least, _) = wishes.size_hint();
    let mut known = FxHashSet::with_capacity_and_hasher(least.min(limits::DESCRIPTORS), FxBuildHasher);
    wishes.filter(|&wish| known.insert(wish)).collect()
}

/// Returns the wishes that are not part of another one, those with the most bits first: a table that fulfils a wish
/// also fulfils its parts.
pub(super) fn without_parts(wishes: &[Wish]) -> Vec<Wish> {
    let mut by_care = wishes.to_vec();
    by_care.sort_by_cached_key(|wish| std::cmp::Reverse(wish.care.count_ones()));
    let mut whole: Vec<Wish> = Vec::with_capacity(wishes.len());
    for wish in by_care {
        if !whole.iter().any(|other| wish.is_part_of(*other)) {
            whole.push(wish);
        }
    }
    whole
}

/// Returns the combined wish of the nodes of each colour.
fn merged(nodes: &[Wish], colours: &Colours) -> Vec<Wish> {
    let nothing = Wish { bits: 0, care: 0 };
    let count = colours.iter().max().map_or(0, |most| most + 1);
    let mut merged = vec![nothing; count];
    for (node, &colour) in nodes.iter().zip(colours) {
        merged[colour] = merged[colour].with(*node);
    }
    merged
}

/// Returns the requests, each extended to the combined wish of its colour. Requests of one colour then share an entry
/// in any order.
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
