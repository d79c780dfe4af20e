//! Reachability without calls.

use std::collections::HashMap;
use std::ops::Range;

use crate::blocks::Blocks;
use crate::program::{Code, Program};

/// A program with its control flow.
#[derive(Clone, Copy)]
pub(crate) struct ControlFlow<'p> {
    pub(crate) program: &'p Program,
    pub(crate) blocks: &'p Blocks,
    /// The items with labels, by name.
    pub(crate) labels: &'p HashMap<String, usize>,
}

/// The items that execution reaches without a call.
#[derive(Debug)]
pub(crate) struct Reachability {
    /// For each item, the number of the last walk that came to it; 0 for none.
    walks: Vec<usize>,
    /// The number of the walk through the code that is not called.
    last: usize,
    /// True if code above the entry falls through into it.
    pub(crate) into_entry: bool,
}

impl Reachability {
    /// Marks the items that execution reaches from the entry, and the jump targets outside of called ranges.
    pub(crate) fn new(paths: ControlFlow<'_>, ranges: &[Range<usize>]) -> Self {
        let mut reached = Self {
            walks: vec![0; paths.program.items.len()],
            last: 0,
            into_entry: false,
        };
        let mut outside = vec![paths.program.entry.unwrap_or(0)];
        for range in ranges {
            let left = reached.follow(paths, vec![range.start], range);
            // Its end returns.
            outside.extend(left.into_iter().filter(|number| *number != range.end));
        }
        let whole = 0..paths.program.items.len();
        reached.into_entry = false;
        reached.follow(paths, outside, &whole);
        reached
    }

    /// Returns true if an item is reached without a call.
    pub(crate) fn is_reached(&self, number: usize) -> bool {
        self.walks.get(number) == Some(&self.last)
    }

    /// Marks all items reachable from some items within a range. Returns the items outside of the range that they lead
    /// to.
    fn follow(&mut self, paths: ControlFlow<'_>, mut work: Vec<usize>, within: &Range<usize>) -> Vec<usize> {
        self.last += 1;
        let mut left = Vec::new();
        while let Some(number) = work.pop() {
            if !within.contains(&number) {
                left.push(number);
                continue;
            }
            match self.walks.get_mut(number) {
                Some(walk) if *walk != self.last => *walk = self.last,
                _ => continue,
            }
            let Successors { on, label } = paths.next(number);
            let entry = paths.program.entry;
            self.into_entry |= on.iter().any(|to| to.is_some() && *to == entry);
            work.extend(on.into_iter().flatten().chain(label));
        }
        left
    }
}

/// The successors of an item.
struct Successors {
    /// Without a label: the next item, and the item after the block that is skipped.
    on: [Option<usize>; 2],
    /// At a label.
    label: Option<usize>,
}

impl ControlFlow<'_> {
    fn next(&self, number: usize) -> Successors {
        let next = Some(number + 1);
        let other = self.blocks.other.get(number).copied().flatten();
        let (on, label) = match self.program.items.get(number).and_then(|item| item.code()) {
            Some(Code::End) => ([None, None], None),
            Some(Code::Else) => ([other, None], None),
            Some(Code::If(_) | Code::Break(_)) => ([next, other.map(|border| border + 1)], None),
            Some(Code::Jump(_, label)) => ([next, None], self.labels.get(label).copied()),
            _ => ([next, None], None),
        };
        Successors { on, label }
    }
}
