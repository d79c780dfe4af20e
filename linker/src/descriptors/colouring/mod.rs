//! Minimizes the descriptor table by colouring the conflict graph.
//!
//! Descriptors that agree pairwise can all share one entry, so the instructions of one colour share an entry. A set of
//! descriptors that all conflict with each other (a *clique*) gives a lower bound on the number of colours.

mod search;

use pica200_objfmt::isa::limits;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::first_fit::{self, Overflow};
use super::graph::Graph;
use super::requirement::{Requirement, Requirements};
use super::{Descriptors, Request};
use search::{Colours, colour};

impl Request {
    /// Returns the request of the same instruction for an entry with all bits of a requirement.
    pub(super) const fn with(&self, entry: Requirement) -> Self {
        Self {
            // Unused bits stay as in the source.
            bits: self.bits & !entry.care | entry.bits,
            care: entry.care,
            ..*self
        }
    }
}

fn graph(requirements: &[Requirement]) -> Graph {
    let all = Requirements::new(requirements.iter().copied());
    let rows = requirements
        .iter()
        .flat_map(|requirement| all.conflicting(*requirement));
    Graph::new(requirements.len(), rows.collect())
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
    if searched
        .as_ref()
        .is_ok_and(|table| table.entries.len() <= table.lower_bound)
    {
        return searched;
    }
    // picasso compares more bits than necessary, which may happen to give a smaller table.
    match (first_fit::table(&picasso()), searched) {
        (Ok(theirs), Ok(table)) if theirs.entries.len() < table.entries.len() => {
            Ok(with_lower_bound(theirs, table.lower_bound))
        }
        (Ok(theirs), Err(_)) => Ok(with_lower_bound(theirs, clique_size(&distinct(requests)))),
        (_, searched) => searched,
    }
}

/// Returns a lower bound on the size of the largest set of pairwise conflicting requirements.
fn clique_size(requirements: &[Requirement]) -> usize {
    graph(&maximal(requirements)).clique(ENOUGH).len()
}

/// Returns the smallest table that the search finds, or `first_fit` if it finds none that is smaller.
fn smallest(requests: &[Request], first_fit: Result<Descriptors, Overflow>) -> Result<Descriptors, Overflow> {
    let nodes = maximal(&distinct(requests));
    let conflicts = graph(&nodes);
    let known = first_fit.as_ref().ok().map(|table| table.entries.len());
    let clique = conflicts.clique(known.unwrap_or(ENOUGH));
    if known == Some(clique.len()) {
        return first_fit.map(|table| with_lower_bound(table, clique.len()));
    }
    // A table with more entries than the hardware has is useless.
    let limit = known.map_or(limits::DESCRIPTORS, |entries| entries - 1);
    let found = colour(&conflicts, &clique, limit);
    let lower_bound = found.lower_bound.min(known.unwrap_or(usize::MAX));
    let coloured = found
        .colours
        .and_then(|colours| first_fit::table(&substitute(requests, &nodes, &colours)).ok());
    match (coloured, first_fit) {
        (Some(table), _) => Ok(with_lower_bound(table, lower_bound)),
        (None, Ok(table)) => Ok(with_lower_bound(table, lower_bound)),
        (None, Err(overflow)) => match minimize_mads_first(requests) {
            Some(table) => Ok(with_lower_bound(table, lower_bound)),
            None => Err(overflow),
        },
    }
}

fn with_lower_bound(table: Descriptors, lower_bound: usize) -> Descriptors {
    Descriptors { lower_bound, ..table }
}

/// Returns a table that first minimizes the entries for `mad`, and then all others.
fn minimize_mads_first(requests: &[Request]) -> Option<Descriptors> {
    let requirements = |mad| distinct(requests.iter().filter(move |request| request.mad == mad));
    let nodes = maximal(&requirements(true));
    let conflicts = graph(&nodes);
    let found = colour(&conflicts, &conflicts.clique(ENOUGH), limits::MAD_DESCRIPTORS);
    let of_mads = merged(&nodes, &found.colours?);
    let all: Vec<_> = of_mads.into_iter().chain(requirements(false)).collect();
    let nodes = maximal(&all);
    let conflicts = graph(&nodes);
    let found = colour(&conflicts, &conflicts.clique(ENOUGH), limits::DESCRIPTORS);
    first_fit::table(&substitute(requests, &nodes, &found.colours?)).ok()
}

/// Returns the distinct requirements of requests, in order of their first appearance.
pub(super) fn distinct<'r>(requests: impl IntoIterator<Item = &'r Request>) -> Vec<Requirement> {
    let requirements = requests.into_iter().map(Requirement::new);
    let (lower_bound, _) = requirements.size_hint();
    let mut known = FxHashSet::with_capacity_and_hasher(lower_bound.min(limits::DESCRIPTORS), FxBuildHasher);
    requirements.filter(|&requirement| known.insert(requirement)).collect()
}

/// Returns the requirements that are not part of another one, those with the most bits first: a table that fulfils a
/// requirement also fulfils its parts.
pub(super) fn maximal(requirements: &[Requirement]) -> Vec<Requirement> {
    let mut by_care = requirements.to_vec();
    by_care.sort_by_cached_key(|requirement| std::cmp::Reverse(requirement.care.count_ones()));
    let mut whole: Vec<Requirement> = Vec::with_capacity(requirements.len());
    for requirement in by_care {
        if !whole.iter().any(|other| requirement.is_part_of(*other)) {
            whole.push(requirement);
        }
    }
    whole
}

/// Returns the combined requirement of the nodes of each colour.
fn merged(nodes: &[Requirement], colours: &Colours) -> Vec<Requirement> {
    let nothing = Requirement { bits: 0, care: 0 };
    let count = colours.iter().max().map_or(0, |highest| highest + 1);
    let mut merged = vec![nothing; count];
    for (node, &colour) in nodes.iter().zip(colours) {
        merged[colour] = merged[colour].with(*node);
    }
    merged
}

/// Returns the requests, each extended to the combined requirement of its colour. Requests of one colour then share an
/// entry in any order.
fn substitute(requests: &[Request], nodes: &[Requirement], colours: &Colours) -> Vec<Request> {
    let merged = merged(nodes, colours);
    let mut known: FxHashMap<Requirement, Requirement> = FxHashMap::default();
    let whole = |request: &Request| {
        let requirement = Requirement::new(request);
        let entry = known.entry(requirement).or_insert_with(|| {
            let fits = |node: &&Requirement| requirement.is_part_of(**node);
            merged.iter().find(fits).copied().unwrap_or(requirement)
        });
        request.with(*entry)
    };
    requests.iter().map(whole).collect()
}

#[cfg(test)]
mod tests;
