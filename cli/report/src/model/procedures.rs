//! Procedures of a program and their control flow.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pica200::text::page::{shown, word_offset};
use pica200_objfmt::flow::target;
use pica200_objfmt::isa::opcode::Opcode;

use super::{Word, graphs};
use crate::contents::Contents;
use crate::cost::Cost;
use crate::flow::Flow;

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name, or a name derived from its address.
    pub name: String,
    /// Its first word.
    pub start: u32,
    /// Its words, without nested procedures.
    pub words: Vec<u32>,
    /// Its control flow. Edges to other procedures lead outside.
    pub flow: Flow,
    /// The cost of its words, if there is a profile.
    pub cost: Option<Cost>,
    /// The execution count of its first word, if there is a profile.
    pub entries: Option<u64>,
}

/// Returns all procedures that have words, ordered by address.
pub(super) fn procedures(contents: &Contents<'_>, words: &[Word]) -> Vec<Procedure> {
    let spans = spans(contents);
    let ranges: Vec<_> = spans.iter().map(|(range, _)| range.clone()).collect();
    let mut owned: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let owners = innermost(&ranges, words.len());
    for (word, owner) in (0..).zip(&owners) {
        if let Some(owner) = owner {
            owned.entry(*owner).or_default().push(word);
        }
    }
    let flows = graphs::Graphs::new(contents);
    let procedure = |(index, own): (usize, Vec<u32>)| {
        let (range, name) = spans.get(index)?;
        let rows = || own.iter().filter_map(|word| words.get(usize::try_from(*word).ok()?));
        let has_profile = rows().any(|word| word.count.is_some());
        let first = rows().next().and_then(|word| word.count);
        Some(Procedure {
            name: name.clone(),
            start: range.start,
            flow: flows.of(&own),
            cost: has_profile.then(|| rows().filter_map(|word| word.count).collect()),
            entries: first,
            words: own,
        })
    };
    let mut all: Vec<_> = owned.into_iter().filter_map(procedure).collect();
    all.sort_by_key(|procedure| procedure.start);
    name_calls(&mut all);
    all
}

/// Returns the ranges and names of procedures: those with labels, then unlabelled call targets and entry points.
fn spans(contents: &Contents<'_>) -> Vec<(Range<u32>, String)> {
    let mut found: BTreeMap<(u32, u32), String> = BTreeMap::new();
    for label in contents.shaders.iter().flat_map(|shader| &shader.labels) {
        let end = label.size.map(|size| label.word.saturating_add(size));
        if let Some(end) = end.filter(|end| *end > label.word) {
            let name = || shown(&label.name);
            found.entry((label.word, end)).or_insert_with(name);
        }
    }
    let starts: BTreeSet<_> = found.keys().map(|(start, _)| *start).collect();
    let code = &contents.program.code;
    let calls = code
        .iter()
        .filter(|&&word| Opcode::from_word(word).is_some_and(Opcode::is_call));
    let calls = calls.map(|&word| target(word));
    let entries = contents.shaders.iter().map(|shader| shader.entry_span());
    for span in entries.chain(calls) {
        if span.size > 0 && !starts.contains(&span.start) {
            let end = span.start.saturating_add(span.size);
            let name = || format!("procedure {}", word_offset(span.start));
            found.entry((span.start, end)).or_insert_with(name);
        }
    }
    let spans = found.into_iter();
    spans.map(|((start, end), name)| (start..end, name)).collect()
}

/// Returns the innermost range around each of `count` words; of ranges of one size, the first.
///
/// The smallest ranges claim their words first, and each word is visited once: a file can have a huge number of
/// procedures.
pub fn innermost(ranges: &[Range<u32>], count: usize) -> Vec<Option<usize>> {
    let mut order: Vec<_> = (0..).zip(ranges).collect();
    order.sort_by_key(|(_, range)| range.end.saturating_sub(range.start));
    let mut found = vec![None; count];
    let mut free: BTreeSet<u32> = (0..).zip(&found).map(|(word, _)| word).collect();
    for (index, range) in order {
        if range.is_empty() {
            continue;
        }
        let words: Vec<_> = free.range(range.clone()).copied().collect();
        for word in words {
            free.remove(&word);
            if let Some(place) = usize::try_from(word).ok().and_then(|w| found.get_mut(w)) {
                *place = Some(index);
            }
        }
    }
    found
}

/// Fills in the names of procedures in graphs that lead to them.
fn name_calls(all: &mut [Procedure]) {
    let names: BTreeMap<_, _> = all.iter().map(|of| (of.start, of.name.clone())).collect();
    for procedure in all {
        procedure.flow.set_outside_names(&names);
    }
}
