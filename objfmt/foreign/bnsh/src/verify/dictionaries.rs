//! Dictionary checks: each key is found, and the tree matches its keys.

use bstr::BStr;

use crate::dictionary::{Dictionary, build, end_of_search};

use super::{Problem, SearchResult, Violations};
use crate::layout::{DictionaryHeader, NodeRecord};

/// Limit for the total number of search steps in a dictionary, per entry. A search for a typical name takes about log
/// *n* steps.
const MAX_STEPS_PER_ENTRY: usize = 256;

pub(super) fn check(dictionary: &Dictionary<'_>, violations: &mut Violations) {
    let place = |node: usize| {
        let nodes = dictionary.offset.saturating_add(size_of::<DictionaryHeader>());
        nodes.saturating_add(node.saturating_mul(size_of::<NodeRecord>()))
    };
    let structure = dictionary.structure;
    let built = build(dictionary.keys());
    if let Ok(built) = &built
        && built.iter().zip(&dictionary.nodes).all(|(a, b)| a.links == b.links)
    {
        // This tree finds all its keys.
        return;
    }
    // Keys that cannot form a tree are not found either.
    let told = built.as_ref().err().and_then(|reason| {
        let problem = Problem::TreeError(*reason);
        violations.add(structure, dictionary.offset, problem);
        reason.entry()
    });
    let lost = lost(dictionary);
    for (entry, key, result) in lost.iter().filter(|(entry, ..)| Some(*entry) != told) {
        let problem = Problem::NotFound {
            entry: *entry,
            key: (*key).to_owned(),
            result: *result,
        };
        violations.add(structure, place(entry + 1), problem);
    }
    // A tree with lost keys differs anyway.
    if !lost.is_empty() {
        return;
    }
    let pairs = dictionary.nodes.iter().zip(built.iter().flatten());
    let different = pairs.enumerate().find(|(_, (a, b))| a.links != b.links);
    if let Some((node, (found, built))) = different {
        let (found, built) = (found.links, built.links);
        violations.add(structure, place(node), Problem::Tree { node, found, built });
    }
}

/// Returns the entries that a search for their key does not find, with the keys.
fn lost<'a>(dictionary: &Dictionary<'a>) -> Vec<(usize, &'a BStr, SearchResult)> {
    let nodes = &dictionary.nodes;
    let max = nodes.len().saturating_mul(MAX_STEPS_PER_ENTRY);
    let mut left = max;
    let mut lost = Vec::new();
    for (entry, key) in dictionary.keys().enumerate() {
        let (_, end, steps) = end_of_search(nodes, key, None);
        let Some(rest) = left.checked_sub(steps) else {
            lost.push((entry, key, SearchResult::TooLong(max)));
            break;
        };
        left = rest;
        match end.checked_sub(1) {
            Some(found) if found == entry => {}
            Some(found) => lost.push((entry, key, SearchResult::Entry(found))),
            None => lost.push((entry, key, SearchResult::Root)),
        }
    }
    lost
}
