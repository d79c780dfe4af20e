//! Shrinks descriptor tables by exchanging the first two sources of instructions.
//!
//! Where the order of the sources makes no difference, an instruction can use either of two descriptors. The search
//! chooses between them together with the entries. Its result is used only if the table is smaller than the best one
//! without exchanges, or if there is no such table.

mod conflicts;
mod search;

use std::cmp::Reverse;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::colouring::{self, distinct, maximal};
use super::first_fit::{self, Overflow};
use super::requirement::Requirement;
use super::{Descriptors, Request};
use conflicts::Conflicts;
use search::{SearchResult, fewest};

/// The descriptor that one or several requests share, in both orders of the sources. Both are the same if the order is
/// fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node([Requirement; 2]);

impl Node {
    const fn fixed(requirement: Requirement) -> Self {
        Self([requirement, requirement])
    }

    /// Returns the node of a requirement that the order of the sources does not affect.
    fn free(requirement: Requirement) -> Self {
        let mut orders = [requirement, commuted(requirement)];
        orders.sort_by_key(|order| (order.care, order.bits));
        Self(orders)
    }

    fn is_free(&self) -> bool {
        self.0[0] != self.0[1]
    }

    /// Returns true if every entry for the other node is also an entry for this one.
    fn is_part_of(&self, other: &Self) -> bool {
        self.0.iter().any(|requirement| requirement.is_part_of(other.0[0]))
    }
}

/// Returns the requirement of an instruction with its first two sources exchanged.
const fn commuted(requirement: Requirement) -> Requirement {
    Requirement {
        bits: Descriptor::from_bits(requirement.bits).with_swapped_sources().to_bits(),
        care: Descriptor::from_bits(requirement.care).with_swapped_sources().to_bits(),
    }
}

/// Searches for a table smaller than `first_fit`, or for any table if first fit exceeded a limit: first without
/// exchanges ([`colouring`](super::colouring)), then with them. The lower bound of the result holds for all orders of
/// the sources. `picasso` returns the requests as picasso understands them.
///
/// A link of the same program with the new orders finds the same table again: the search does not depend on the present
/// orders, and the table is the one that [`colouring`](super::colouring) finds for the new orders.
pub(super) fn improve(
    requests: &[Request],
    first_fit: Result<Descriptors, Overflow>,
    picasso: impl Fn() -> Vec<Request>,
) -> Result<Descriptors, Overflow> {
    if !requests.iter().any(|request| request.commutes) {
        return colouring::improve(requests, first_fit, picasso);
    }
    let known = |best: &Result<Descriptors, Overflow>| {
        let table = best.as_ref().ok();
        table.map(|table| table.entries.len())
    };
    let limit = |known: Option<usize>| known.map_or(limits::DESCRIPTORS, |entries| entries.saturating_sub(1));
    let plan = Plan::new(nodes(requests), limit(known(&first_fit)));
    // No table has fewer entries.
    let mut proven = plan.clique;
    let mut best = match first_fit {
        Ok(table) if table.entries.len() <= proven => Ok(table),
        first_fit => colouring::improve(requests, first_fit, &picasso),
    };
    loop {
        let known = known(&best);
        let limit = limit(known);
        let SearchResult { entries, lower_bound } = if proven > limit {
            SearchResult {
                entries: None,
                lower_bound: proven,
            }
        } else {
            plan.smallest(limit)
        };
        proven = lower_bound;
        let smaller = entries
            .and_then(|entries| substituted(requests, &entries))
            .filter(|smaller| known.is_none_or(|known| smaller.entries.len() < known));
        let found = match (smaller, best) {
            (Some(smaller), _) => smaller,
            (None, Ok(table)) => {
                return Ok(Descriptors {
                    lower_bound: lower_bound.min(table.entries.len()),
                    ..table
                });
            }
            (None, Err(overflow)) if lower_bound > limit => return Err(overflow),
            (None, Err(overflow)) => match minimize_mads_first(requests) {
                Some(table) => table,
                None => return Err(overflow),
            },
        };
        best = Ok(stable_table(requests, &picasso, found, proven));
    }
}

/// Returns the table that a link finds if the sources have the orders of `table`, unless that one is larger. No table
/// has fewer than `lower_bound` entries.
fn stable_table(
    requests: &[Request],
    picasso: impl Fn() -> Vec<Request>,
    table: Descriptors,
    lower_bound: usize,
) -> Descriptors {
    let turn = |requests: &[Request]| -> Vec<Request> {
        let requests = requests.iter().enumerate();
        let turn = |(at, request): (usize, &Request)| {
            if table.swapped.contains(at) {
                request.commuted()
            } else {
                *request
            }
        };
        requests.map(turn).collect()
    };
    let swapped = turn(requests);
    let found = match first_fit::table(&swapped) {
        // Searching for a smaller one would end with the same table.
        Ok(found) if found.entries.len() <= lower_bound => Ok(found),
        found => colouring::improve(&swapped, found, || turn(&picasso())),
    };
    match found {
        Ok(found) if found.entries.len() <= table.entries.len() => Descriptors {
            swapped: table.swapped,
            ..found
        },
        _ => table,
    }
}

/// Returns a table that first minimizes the entries for `mad`, and then all others.
fn minimize_mads_first(requests: &[Request]) -> Option<Descriptors> {
    let of = |mad| nodes(requests.iter().filter(move |request| request.mad == mad));
    let smallest = |nodes, limit| Plan::new(nodes, limit).smallest(limit);
    let entries = smallest(of(true), limits::MAD_DESCRIPTORS).entries?;
    let mut all: Vec<_> = entries.into_iter().map(Node::fixed).collect();
    for node in of(false) {
        add(&mut all, node);
    }
    let entries = smallest(all, limits::DESCRIPTORS).entries?;
    substituted(requests, &entries)
}

/// The nodes of a search, in its order.
struct Plan {
    nodes: Vec<Node>,
    conflicts: Conflicts,
    /// The number of nodes found that pairwise conflict, so that each needs a separate entry.
    clique: usize,
}

impl Plan {
    /// Orders nodes for searches for tables with at most `limit` entries.
    fn new(mut nodes: Vec<Node>, limit: usize) -> Self {
        let mut conflicts = Conflicts::new(&nodes);
        let graph = conflicts.graph();
        let clique = graph.clique(limit + 1);
        // The search begins with the nodes that need an entry each.
        if clique.len() <= limit {
            let members: BitSet = clique.iter().copied().collect();
            let mut order: Vec<_> = (0..nodes.len()).collect();
            let key = |&node: &usize| (!members.contains(node), Reverse(graph.degree(node)));
            order.sort_by_cached_key(key);
            conflicts = conflicts.in_order(&order);
            nodes = order.into_iter().map(|node| nodes[node]).collect();
        }
        Self {
            nodes,
            conflicts,
            clique: clique.len(),
        }
    }

    /// Returns the smallest table that the search finds with at most `limit` entries, which must not exceed the
    /// argument of [`Plan::new`].
    fn smallest(&self, limit: usize) -> SearchResult {
        if self.clique > limit {
            return SearchResult {
                entries: None,
                lower_bound: limit + 1,
            };
        }
        fewest(&self.nodes, &self.conflicts, self.clique, limit)
    }
}

/// Returns the descriptors that requests need, without those that are part of others.
fn nodes<'r>(requests: impl IntoIterator<Item = &'r Request>) -> Vec<Node> {
    let (free, fixed): (Vec<&Request>, Vec<_>) = requests.into_iter().partition(|request| request.commutes);
    let mut nodes: Vec<_> = maximal(&distinct(fixed)).into_iter().map(Node::fixed).collect();
    let mut known = FxHashSet::default();
    let free = distinct(free)
        .into_iter()
        .map(|requirement| Node::free(requirement).0[0]);
    let free: Vec<_> = free.filter(|&requirement| known.insert(requirement)).collect();
    for requirement in maximal(&free) {
        add(&mut nodes, Node::free(requirement));
    }
    nodes
}

/// Adds a node, unless it is part of another one.
fn add(nodes: &mut Vec<Node>, node: Node) {
    if !nodes.iter().any(|other| node.is_part_of(other)) {
        nodes.push(node);
    }
}

/// Returns the table of requests that take these entries. Sources keep their order if an entry for it exists. Returns
/// `None` if there are too many entries for `mad`.
fn substituted(requests: &[Request], entries: &[Requirement]) -> Option<Descriptors> {
    let mut known: FxHashMap<Requirement, Option<Requirement>> = FxHashMap::default();
    let mut entry = |request: &Request| {
        let requirement = Requirement::new(request);
        let entry = known.entry(requirement);
        *entry.or_insert_with(|| entries.iter().copied().find(|&entry| requirement.is_part_of(entry)))
    };
    let mut swapped = BitSet::default();
    let mut substituted = Vec::with_capacity(requests.len());
    for (at, request) in requests.iter().enumerate() {
        let found = match entry(request) {
            Some(entry) => request.with(entry),
            None => {
                swapped.insert(at);
                let request = request.commuted();
                request.with(entry(&request)?)
            }
        };
        substituted.push(found);
    }
    let table = first_fit::table(&substituted).ok()?;
    Some(Descriptors { swapped, ..table })
}

impl Request {
    /// Returns the request of the same instruction with exchanged sources.
    fn commuted(&self) -> Self {
        let Requirement { bits, care } = commuted(Requirement {
            bits: self.bits,
            care: self.care,
        });
        Self { bits, care, ..*self }
    }
}

#[cfg(test)]
mod tests;
