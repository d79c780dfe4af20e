//! Checks of dictionaries: each key is found, and the tree is the one that the keys make.

use bstr::BStr;

use crate::dictionary::{Dictionary, build, end_of_search};

use super::{Problem, SearchResult, Violations};
use crate::layout::{DictionaryHeader, NodeRecord};

/// How many steps the searches in a dictionary may take, for each of its entries. Searches for usual names take about
/// as many steps as the logarithm of the number of entries.
const STEPS: usize = 256;

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
        // Such a tree finds all its keys.
        return;
    }
    // What the keys have no tree for is not found either.
    let told = built.as_ref().err().and_then(|reason| {
        let problem = Problem::NoTree(*reason);
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
    // A tree in which keys are lost is another one.
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

/// The entries that searches for their keys do not find, with their keys.
fn lost<'a>(dictionary: &Dictionary<'a>) -> Vec<(usize, &'a BStr, SearchResult)> {
    let nodes = &dictionary.nodes;
    let most = nodes.len().saturating_mul(STEPS);
    let mut left = most;
    let mut lost = Vec::new();
    for (entry, key) in dictionary.keys().enumerate() {
        let (_, end, steps) = end_of_search(nodes, key, None);
        let Some(rest) = left.checked_sub(steps) else {
            lost.push((entry, key, SearchResult::TooLong(most)));
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
