//! Called ranges of a program.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pica200_diagnostics::Code as Name;

use crate::blocks::Blocks;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::program::{Code, Item, Kind};

/// Returns the items with labels by name; of equal names, the last.
pub(crate) fn labels(items: &[Item]) -> HashMap<String, usize> {
    let found = items.iter().enumerate();
    let label = |(number, item): (usize, &Item)| match &item.kind {
        Kind::Label(name) => Some((name.clone(), number)),
        _ => None,
    };
    found.filter_map(label).collect()
}

/// For each item, the number of words before it, then the total.
#[derive(Debug)]
pub(crate) struct Words(Vec<u32>);

impl Words {
    /// Counts the words of a program.
    pub(crate) fn new(items: &[Item]) -> Self {
        let mut sum = 0u32;
        let mut before = vec![0];
        for item in items {
            sum = sum.saturating_add(item.code().map_or(0, Code::words));
            before.push(sum);
        }
        Self(before)
    }

    /// Returns the number of words in a range of items.
    pub(crate) fn count(&self, range: &Range<usize>) -> u32 {
        let before = |number: usize| self.0.get(number).or(self.0.last()).copied().unwrap_or(0);
        before(range.end).saturating_sub(before(range.start))
    }
}

/// Returns the ranges that the program calls, each once, sorted by start and end.
pub(crate) fn ranges(
    items: &[Item],
    labels: &HashMap<String, usize>,
    blocks: &Blocks,
    words: &Words,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Range<usize>> {
    let mut ranges: HashSet<Range<usize>> = HashSet::new();
    for item in items {
        let line = Place::line(item.line);
        let of = |name: &str, diagnostics: &mut Vec<Diagnostic>| {
            let found = labels.get(name).copied();
            if found.is_none() {
                let message = format!("undefined label `{name}`");
                diagnostics.push(diagnose(Name::MissingLabel, line, message));
            }
            found
        };
        match item.code() {
            Some(Code::Jump(_, label)) => {
                of(label, diagnostics);
            }
            Some(Code::Call(_, first, until)) => {
                let (Some(start), Some(end)) = (of(first, diagnostics), of(until, diagnostics)) else {
                    continue;
                };
                let range = start..end;
                if words.count(&range) == 0 {
                    let message = format!("`{until}` is not after `{first}`: the call would run no word");
                    diagnostics.push(diagnose(Name::CallRange, line, message));
                } else if !is_whole(&range, blocks) {
                    let message = format!(
                        "the code from `{first}` to `{until}` begins or ends within a block that it does not contain"
                    );
                    diagnostics.push(diagnose(Name::CrossingBodies, line, message));
                } else {
                    ranges.insert(range);
                }
            }
            _ => {}
        }
    }
    let mut ranges: Vec<_> = ranges.into_iter().collect();
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    ranges
}

/// Returns true if a range contains whole blocks only: the same block is around its ends, and it does not contain the
/// else of that block.
fn is_whole(range: &Range<usize>, blocks: &Blocks) -> bool {
    let around = |number: usize| blocks.around.get(number).copied().flatten();
    let block = around(range.start);
    let border = block.and_then(|open| blocks.other.get(open).copied().flatten());
    block == around(range.end) && !border.is_some_and(|border| range.contains(&border))
}
