//! Which items run, and which procedures a program consists of.

use std::collections::HashMap;
use std::ops::Range;

use pica200_diagnostics::Code as Name;

use crate::blocks::Blocks;
use crate::finding::{Finding, Place};
use crate::program::{Code, Item, Kind, Program};

/// The most lines of all called ranges together, some of which may stand in several.
const MOST_ITEMS: usize = 1 << 16;

/// The most ranges that a message names.
const MOST_NAMES: usize = 4;

/// A procedure of the output.
#[derive(Debug)]
pub(crate) struct Body {
    /// The label that it is named after, as an index of items.
    pub(crate) label: Option<usize>,
    /// Its items, in ascending order.
    pub(crate) items: Vec<usize>,
    /// The called range that it is; `None` for code that is not called.
    pub(crate) range: Option<Range<usize>>,
}

/// The procedures of a program, and what its labels are for.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The procedures, in the order of the output.
    pub(crate) bodies: Vec<Body>,
    /// The items with labels, by their names.
    pub(crate) labels: HashMap<String, usize>,
    /// The warnings of the flow.
    pub(crate) findings: Vec<Finding>,
}

impl Flow {
    /// The procedures of a program. What cannot be divided into procedures is an error.
    pub(crate) fn new(program: &Program) -> Self {
        let mut findings = Vec::new();
        let items = &program.items;
        let blocks = Blocks::new(items, &mut findings);
        let labels = labels(items);
        let ranges = ranges(items, &labels, &blocks, &mut findings);
        let mut flow = Self {
            bodies: Vec::new(),
            labels,
            findings,
        };
        if !flow.findings.iter().any(Finding::is_error) {
            flow.divide(program, &blocks, ranges);
        }
        flow
    }

    fn divide(&mut self, program: &Program, blocks: &Blocks, mut ranges: Vec<Range<usize>>) {
        let items = &program.items;
        self.tell_shared(items, &ranges);
        let runs = Runs::new(program, blocks, &self.labels, &ranges);
        ranges.sort_by_key(|range| (range.start, range.end));
        let starts: HashMap<usize, usize> = ranges
            .iter()
            .map(|range| (range.start, heading(items, range.start)))
            .collect();
        let called = |number: usize| {
            let mut around = ranges.iter();
            around.any(|range| {
                let start = starts.get(&range.start).copied().unwrap_or(range.start);
                (start..range.end).contains(&number)
            })
        };
        let mut is_own: Vec<bool> = (0..items.len()).map(|number| !called(number)).collect();
        for range in &ranges {
            let mut inside = range.clone();
            let words = |range: &Range<usize>| -> u32 {
                let inside = items.get(range.clone()).unwrap_or_default().iter();
                inside.filter_map(Item::code).map(Code::words).sum()
            };
            if inside.any(|number| runs.is_run(number) && is_word(items, number)) {
                self.tell_copy(items, range, words(range));
                for number in range.clone() {
                    if let Some(own) = is_own.get_mut(number) {
                        *own = true;
                    }
                }
            }
        }
        let own = |numbers: Range<usize>| numbers.filter(|n| is_own.get(*n) == Some(&true));
        let entry = program.entry.unwrap_or(0);
        let before: Vec<usize> = own(0..entry).collect();
        if before.iter().any(|number| is_word(items, *number)) {
            if runs.into_entry {
                let place = items.get(entry).map(|item| Place::line(item.line));
                let message = "the code above the entry is jumped to, and runs into the entry";
                let finding = Finding::new(Name::SharedJump, place, message);
                let help = "move this code behind the entry";
                self.findings.push(finding.with_help(help));
            }
            let mut labels = before.iter().copied();
            self.bodies.push(Body {
                label: labels.find(|number| is_label(items, *number)),
                items: before,
                range: None,
            });
        }
        // Labels and comments alone above the entry belong to its procedure.
        let has_own = !self.bodies.is_empty();
        let start = if has_own { entry } else { 0 };
        self.bodies.push(Body {
            label: program.entry,
            items: own(start..items.len()).collect(),
            range: None,
        });
        let copied: usize = ranges.iter().map(ExactSizeIterator::len).sum();
        if copied > MOST_ITEMS {
            let message = format!("the called ranges have {copied} lines together");
            let place = items.first().map(|item| Place::line(item.line));
            let finding = Finding::new(Name::ExpansionTooLarge, place, message);
            let help = format!("call ranges that share less code: {MOST_ITEMS} lines are the most");
            self.findings.push(finding.with_help(help));
            return;
        }
        for range in ranges {
            let start = starts.get(&range.start).copied().unwrap_or(range.start);
            self.bodies.push(Body {
                label: Some(range.start),
                items: (start..range.end).collect(),
                range: Some(range),
            });
        }
    }

    /// Reports jumps into code that several ranges share, from outside of one of them.
    fn tell_shared(&mut self, items: &[Item], ranges: &[Range<usize>]) {
        for (number, item) in items.iter().enumerate() {
            let Some(Code::Jump(_, label)) = item.code() else {
                continue;
            };
            let Some(target) = self.labels.get(label) else {
                continue;
            };
            let sharing: Vec<_> = ranges.iter().filter(|r| r.contains(target)).collect();
            if sharing.len() < 2 || sharing.iter().all(|range| range.contains(&number)) {
                continue;
            }
            let name = |number: usize| match items.get(number).map(|item| &item.kind) {
                Some(Kind::Label(name)) => name.as_str(),
                _ => "",
            };
            let names = sharing.iter().take(MOST_NAMES);
            let names = names.map(|r| format!("`{}`..`{}`", name(r.start), name(r.end)));
            let names: Vec<_> = names.collect();
            let line = items.get(*target).map_or(0, |item| item.line);
            let message = format!(
                "{} share code, and line {line} in it is jumped to from outside",
                names.join(" and ")
            );
            let finding = Finding::new(Name::SharedJump, Place::line(item.line), message);
            self.findings.push(finding.with_help("split the ranges"));
        }
    }

    /// Warns of a range that stands twice in the output.
    fn tell_copy(&mut self, items: &[Item], range: &Range<usize>, words: u32) {
        let Some(item) = items.get(range.start) else {
            return;
        };
        let Kind::Label(name) = &item.kind else {
            return;
        };
        let plural = if words == 1 { "" } else { "s" };
        let message = format!(
            "the code from `{name}` on is called, and runs without a call too: it stands twice in the result, which costs {words} word{plural}"
        );
        self.findings.push(Finding::new(
            Name::CopiedCode,
            Place::line(item.line),
            message,
        ));
    }
}

/// The items with labels, by their names; the last of equal ones.
fn labels(items: &[Item]) -> HashMap<String, usize> {
    let found = items.iter().enumerate();
    let label = |(number, item): (usize, &Item)| match &item.kind {
        Kind::Label(name) => Some((name.clone(), number)),
        _ => None,
    };
    found.filter_map(label).collect()
}

/// Whether an item is a label.
fn is_label(items: &[Item], number: usize) -> bool {
    let item = items.get(number);
    item.is_some_and(|item| matches!(item.kind, Kind::Label(_)))
}

/// Whether an item takes a word.
fn is_word(items: &[Item], number: usize) -> bool {
    let code = items.get(number).and_then(Item::code);
    code.is_some_and(|code| code.words() > 0)
}

/// The first of the comments that stand directly above an item, or the item.
fn heading(items: &[Item], number: usize) -> usize {
    let above = items.get(..number).unwrap_or_default().iter().rev();
    number
        - above
            .take_while(|item| item.kind == Kind::Aside && item.comment.is_some())
            .count()
}

/// The ranges that the program calls, each once.
fn ranges(
    items: &[Item],
    labels: &HashMap<String, usize>,
    blocks: &Blocks,
    findings: &mut Vec<Finding>,
) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for item in items {
        let line = Place::line(item.line);
        let of = |name: &str, findings: &mut Vec<Finding>| {
            let found = labels.get(name).copied();
            if found.is_none() {
                let message = format!("there is no label `{name}`");
                findings.push(Finding::new(Name::MissingLabel, line, message));
            }
            found
        };
        match item.code() {
            Some(Code::Jump(_, label)) => {
                of(label, findings);
            }
            Some(Code::Call(_, first, until)) => {
                let (Some(start), Some(end)) = (of(first, findings), of(until, findings)) else {
                    continue;
                };
                let range = start..end;
                let mut inside = range.clone();
                if !inside.any(|number| is_word(items, number)) {
                    let message =
                        format!("`{until}` is not behind `{first}`: the call would run no word");
                    findings.push(Finding::new(Name::CallRange, line, message));
                } else if !is_whole(&range, blocks) {
                    let message = format!(
                        "the code from `{first}` to `{until}` begins or ends within a block that it does not contain"
                    );
                    findings.push(Finding::new(Name::CrossingBodies, line, message));
                } else if !ranges.contains(&range) {
                    ranges.push(range);
                }
            }
            _ => {}
        }
    }
    ranges
}

/// Whether a range contains its blocks whole: the same block is around its ends, and it contains no border of that block.
fn is_whole(range: &Range<usize>, blocks: &Blocks) -> bool {
    let around = |number: usize| blocks.around.get(number).copied().flatten();
    around(range.start) == around(range.end) && !crosses_else(range, blocks)
}

/// Whether a range contains the else or the end of a block, but not its beginning.
fn crosses_else(range: &Range<usize>, blocks: &Blocks) -> bool {
    let borders = blocks.other.iter().enumerate();
    let mut borders = borders.filter_map(|(number, other)| Some((number, (*other)?)));
    borders.any(|(number, other)| !range.contains(&number) && range.contains(&other))
}

/// Which items run without a call.
struct Runs {
    runs: Vec<bool>,
    /// Whether code above the entry runs into it.
    into_entry: bool,
}

impl Runs {
    fn new(
        program: &Program,
        blocks: &Blocks,
        labels: &HashMap<String, usize>,
        ranges: &[Range<usize>],
    ) -> Self {
        let mut runs = Self {
            runs: vec![false; program.items.len()],
            into_entry: false,
        };
        let whole = 0..program.items.len();
        let mut outside = vec![program.entry.unwrap_or(0)];
        for range in ranges {
            outside.extend(leaving(program, blocks, labels, range));
        }
        runs.follow(program, blocks, labels, outside, &whole);
        runs
    }

    fn is_run(&self, number: usize) -> bool {
        self.runs.get(number) == Some(&true)
    }

    /// Marks all items that run from some on, within a range. Returns the items outside of it that are jumped to.
    fn follow(
        &mut self,
        program: &Program,
        blocks: &Blocks,
        labels: &HashMap<String, usize>,
        mut work: Vec<usize>,
        within: &Range<usize>,
    ) -> Vec<usize> {
        let mut left = Vec::new();
        while let Some(number) = work.pop() {
            if !within.contains(&number) {
                left.push(number);
                continue;
            }
            match self.runs.get_mut(number) {
                Some(runs) if !*runs => *runs = true,
                _ => continue,
            }
            let (next, jump) = successors(program, blocks, labels, number);
            self.into_entry |= next == program.entry && next.is_some();
            work.extend(next.into_iter().chain(jump));
        }
        left
    }
}

/// Where the program goes on behind an item: directly, and otherwise.
fn successors(
    program: &Program,
    blocks: &Blocks,
    labels: &HashMap<String, usize>,
    number: usize,
) -> (Option<usize>, Option<usize>) {
    let next = Some(number + 1);
    let other = blocks.other.get(number).copied().flatten();
    match program.items.get(number).and_then(Item::code) {
        Some(Code::End) => (None, None),
        Some(Code::Else) => (None, other),
        Some(Code::If(_) | Code::Break(_)) => (next, other.map(|border| border + 1)),
        Some(Code::Jump(_, label)) => (next, labels.get(label).copied()),
        _ => (next, None),
    }
}

/// Where a called range jumps to outside of it.
fn leaving(
    program: &Program,
    blocks: &Blocks,
    labels: &HashMap<String, usize>,
    range: &Range<usize>,
) -> Vec<usize> {
    let mut inside = Runs {
        runs: vec![false; program.items.len()],
        into_entry: false,
    };
    let start = vec![range.start];
    let mut left = inside.follow(program, blocks, labels, start, range);
    // Its end returns.
    left.retain(|number| *number != range.end);
    left
}
