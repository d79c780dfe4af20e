//! Division of a program into procedures.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pica200_diagnostics::Code as Name;

use crate::blocks::Blocks;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::program::{Code, Item, Kind, Program};
use crate::ranges::{Words, labels, ranges};
use crate::reachability::{ControlFlow, Reachability};

/// The maximum number of lines of all called ranges together, some of which may overlap.
const MAX_ITEMS: usize = 1 << 16;

/// The maximum number of names in a message.
pub(crate) const MAX_NAMES: usize = 4;

/// A procedure of the output.
#[derive(Debug)]
pub(crate) struct Body {
    /// The label that it is named after, as an index of items.
    pub(crate) label: Option<usize>,
    /// Its items, in ascending order.
    pub(crate) items: Vec<usize>,
    /// The called range that it represents; `None` for code that is not called.
    pub(crate) range: Option<Range<usize>>,
}

/// The procedures and labels of a program.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The procedures, in the order of the output.
    pub(crate) bodies: Vec<Body>,
    /// The procedures of called ranges, as indices of `bodies`.
    pub(crate) called: HashMap<Range<usize>, usize>,
    /// The items with labels, by their names.
    pub(crate) labels: HashMap<String, usize>,
}

impl Flow {
    /// Divides a program into procedures; `None` if there are errors. Code that cannot be divided becomes one
    /// procedure.
    pub(crate) fn new(program: &Program, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let items = &program.items;
        let blocks = Blocks::new(items, diagnostics);
        let labels = labels(items);
        let words = Words::new(items);
        let ranges = ranges(items, &labels, &blocks, &words, diagnostics);
        let called = with_headings(items, ranges);
        check_size(items, &called, diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return None;
        }
        let mut flow = Self {
            bodies: Vec::new(),
            called: HashMap::new(),
            labels,
        };
        flow.report_shared_jumps(items, &called, diagnostics);
        flow.divide(program, &blocks, &words, called, diagnostics);
        flow.warn_about_jumps_to_end(items, diagnostics);
        Some(flow)
    }

    fn divide(
        &mut self,
        program: &Program,
        blocks: &Blocks,
        words: &Words,
        called: Vec<CalledRange>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let items = &program.items;
        let paths = ControlFlow {
            program,
            blocks,
            labels: &self.labels,
        };
        let ranges: Vec<_> = called.iter().map(|called| called.range.clone()).collect();
        let reachability = Reachability::new(paths, &ranges);
        let mut is_own = vec![true; items.len()];
        let mark = |is_own: &mut Vec<bool>, range: Range<usize>, own: bool| {
            if let Some(of) = is_own.get_mut(range) {
                of.fill(own);
            }
        };
        for called in &called {
            mark(&mut is_own, called.whole(), false);
        }
        for CalledRange { range, .. } in &called {
            let mut inside = range.clone();
            if inside.any(|number| reachability.is_reached(number) && is_word(items, number)) {
                warn_about_copy(items, range, words.count(range), diagnostics);
                mark(&mut is_own, range.clone(), true);
            }
        }
        let own = |numbers: Range<usize>| numbers.filter(|n| is_own.get(*n) == Some(&true));
        let entry = program.entry.unwrap_or(0);
        let before: Vec<usize> = own(0..entry).collect();
        if before.iter().any(|number| is_word(items, *number)) {
            if reachability.into_entry {
                let place = items.get(entry).map(|item| Place::line(item.line));
                let message = "the code above the entry is a jump target, and falls through into the entry";
                let diagnostic = diagnose(Name::SharedJump, place, message);
                diagnostics.push(diagnostic.with_help("move this code after the entry"));
            }
            let mut labels = before.iter().copied();
            self.bodies.push(Body {
                label: labels.find(|number| is_label(items, *number)),
                items: before,
                range: None,
            });
        }
        // Labels and standalone comments above the entry belong to its procedure.
        let has_own = !self.bodies.is_empty();
        let start = if has_own { entry } else { 0 };
        self.bodies.push(Body {
            label: program.entry,
            items: own(start..items.len()).collect(),
            range: None,
        });
        for called in called {
            let range = called.range.clone();
            self.called.insert(range.clone(), self.bodies.len());
            self.bodies.push(Body {
                label: Some(range.start),
                items: called.whole().collect(),
                range: Some(range),
            });
        }
    }

    /// Reports jumps into code that several ranges share from outside of one of them.
    fn report_shared_jumps(&self, items: &[Item], called: &[CalledRange], diagnostics: &mut Vec<Diagnostic>) {
        let mut sharing: HashMap<usize, Overlap<'_>> = HashMap::new();
        for CalledRange { range, .. } in called {
            for label in range.clone().filter(|number| is_label(items, *number)) {
                sharing.entry(label).or_default().add(range);
            }
        }
        for (number, item) in items.iter().enumerate() {
            let target = jump_target(item, &self.labels);
            let Some((target, shared)) = target.and_then(|to| Some((to, sharing.get(&to)?))) else {
                continue;
            };
            if shared.count < 2 || shared.common.contains(&number) {
                continue;
            }
            let name = |number: usize| match items.get(number).map(|item| &item.kind) {
                Some(Kind::Label(name)) => name.as_str(),
                _ => "",
            };
            let names = shared.first.iter();
            let names = names.map(|r| format!("`{}`..`{}`", name(r.start), name(r.end)));
            let names: Vec<_> = names.collect();
            let message = format!(
                "{} share code, into which this jump leads from outside",
                names.join(" and ")
            );
            let mut diagnostic = diagnose(Name::SharedJump, Place::line(item.line), message);
            if let Some(target) = items.get(target) {
                diagnostic = diagnostic.with_secondary(Place::line(target.line), "where the jump leads");
            }
            diagnostics.push(diagnostic.with_help("split the ranges"));
        }
    }

    /// Warns about jumps to the end of the range that contains them.
    fn warn_about_jumps_to_end(&self, items: &[Item], diagnostics: &mut Vec<Diagnostic>) {
        let mut told = HashSet::new();
        for range in self.bodies.iter().filter_map(|body| body.range.as_ref()) {
            for item in items.get(range.clone()).unwrap_or_default() {
                let is_end = jump_target(item, &self.labels) == Some(range.end);
                if is_end && told.insert(item.line) {
                    let message = "the jump leads to the end of the call, where the console does not return";
                    let place = Place::line(item.line);
                    diagnostics.push(diagnose(Name::JumpToRangeEnd, place, message));
                }
            }
        }
    }
}

/// A called range.
#[derive(Debug)]
struct CalledRange {
    range: Range<usize>,
    /// The first of the comments directly above it, or its first item.
    heading: usize,
}

impl CalledRange {
    /// Returns its items, including the comments above it.
    fn whole(&self) -> Range<usize> {
        self.heading..self.range.end
    }
}

/// Adds the comments above them to ranges, which are sorted by start.
fn with_headings(items: &[Item], ranges: Vec<Range<usize>>) -> Vec<CalledRange> {
    let mut called: Vec<CalledRange> = Vec::new();
    for range in ranges {
        let last = called.last().filter(|last| last.range.start == range.start);
        let heading = last.map_or_else(|| heading(items, range.start), |last| last.heading);
        called.push(CalledRange { range, heading });
    }
    called
}

/// Returns the first of the comments directly above an item, or the item.
fn heading(items: &[Item], number: usize) -> usize {
    let above = items.get(..number).unwrap_or_default().iter().rev();
    number
        - above
            .take_while(|item| item.kind == Kind::NoOutput && item.comment.is_some())
            .count()
}

/// Checks the total number of lines in the called ranges: each becomes a procedure, whatever it shares with others.
fn check_size(items: &[Item], called: &[CalledRange], diagnostics: &mut Vec<Diagnostic>) {
    let copied: usize = called.iter().map(|called| called.whole().len()).sum();
    if copied <= MAX_ITEMS {
        return;
    }
    let message = format!("the called ranges have {copied} lines together");
    let place = items.first().map(|item| Place::line(item.line));
    let diagnostic = diagnose(Name::ExpansionTooLarge, place, message);
    let help = format!("call ranges that share less code: the limit is {MAX_ITEMS} lines");
    diagnostics.push(diagnostic.with_help(help));
}

/// The ranges that have a label in common.
#[derive(Default)]
struct Overlap<'r> {
    count: usize,
    /// The first ones.
    first: Vec<&'r Range<usize>>,
    /// The items that all of them contain.
    common: Range<usize>,
}

impl<'r> Overlap<'r> {
    fn add(&mut self, range: &'r Range<usize>) {
        self.common = match self.count {
            0 => range.clone(),
            _ => self.common.start.max(range.start)..self.common.end.min(range.end),
        };
        self.count += 1;
        if self.first.len() < MAX_NAMES {
            self.first.push(range);
        }
    }
}

/// Warns about a range that appears twice in the output.
fn warn_about_copy(items: &[Item], range: &Range<usize>, words: u32, diagnostics: &mut Vec<Diagnostic>) {
    let Some(item) = items.get(range.start) else {
        return;
    };
    let Kind::Label(name) = &item.kind else {
        return;
    };
    let plural = if words == 1 { "" } else { "s" };
    let message = format!(
        "the code from `{name}` on is called, and also runs without a call: it is duplicated, which costs {words} word{plural}"
    );
    let place = Place::line(item.line);
    diagnostics.push(diagnose(Name::CopiedCode, place, message));
}

/// Returns the target item of a jump; `None` for all other items.
fn jump_target(item: &Item, labels: &HashMap<String, usize>) -> Option<usize> {
    match item.code() {
        Some(Code::Jump(_, label)) => labels.get(label).copied(),
        _ => None,
    }
}

/// Returns true if an item is a label.
fn is_label(items: &[Item], number: usize) -> bool {
    let item = items.get(number);
    item.is_some_and(|item| matches!(item.kind, Kind::Label(_)))
}

/// Returns true if an item takes a word.
fn is_word(items: &[Item], number: usize) -> bool {
    let code = items.get(number).and_then(Item::code);
    code.is_some_and(|code| code.words() > 0)
}
