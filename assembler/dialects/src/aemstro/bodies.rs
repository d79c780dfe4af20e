//! Bodies of blocks and calls, which labels delimit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use pica200_diagnostics::Code as Name;

use super::line::Line;
use super::step::{LabelPosition, Labels, Open, Step};
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::program::{Code, Kind};

/// A block, by word indices.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The word that opens it.
    pub(super) word: usize,
    /// The first word of the else-body; `end` if there is none.
    alternative: LabelPosition,
    /// The word after it.
    pub(super) end: LabelPosition,
    is_loop: bool,
}

/// The bodies of a source.
#[derive(Default, Debug)]
pub(super) struct Bodies {
    /// The blocks, by the words that open them.
    pub(super) blocks: BTreeMap<usize, Block>,
    /// The called ranges, by their label names.
    calls: BTreeMap<(String, String), CalledRange>,
}

/// A called range.
#[derive(Clone, Copy, Debug)]
struct CalledRange {
    start: LabelPosition,
    end: LabelPosition,
}

/// A boundary of a body: its position, and its item.
struct Boundary {
    at: LabelPosition,
    /// Twice the word at which the body begins, plus one for a block: a body that begins later ends first.
    start: usize,
    /// The word that must be in a program for the boundary to be in it.
    of: usize,
    kind: Kind,
}

impl Bodies {
    /// Finds the bodies of steps. Reports bodies that do not nest, or do not follow their instruction.
    pub(super) fn new(lines: &[Line<'_>], steps: &[Step], labels: &Labels, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut bodies = Self::default();
        let mut open: Vec<Block> = Vec::new();
        let mut word = 0;
        for (step, line) in steps.iter().zip(lines) {
            while open.last().is_some_and(|block| block.end.word <= word) {
                open.pop();
            }
            if let Step::Open(of) = step {
                match block(line, of, word, labels, open.last()) {
                    Ok(block) => {
                        bodies.blocks.insert(word, block.clone());
                        open.push(block);
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
            word += usize::from(step.is_word());
        }
        for (step, line) in steps.iter().zip(lines) {
            if let Step::Call { first, end } = step
                && let Err(diagnostic) = bodies.call(line, first, end, labels)
            {
                diagnostics.push(diagnostic);
            }
        }
        bodies
    }

    fn call(&mut self, line: &Line<'_>, first: &str, end: &str, labels: &Labels) -> Result<(), Diagnostic> {
        let key = (first.to_owned(), end.to_owned());
        if self.calls.contains_key(&key) {
            return Ok(());
        }
        let called = CalledRange {
            start: find(line, first, labels)?,
            end: find(line, end, labels)?,
        };
        let range = called.start.word..called.end.word;
        if range.is_empty() {
            let message = format!("`{end}` is not after `{first}`: the call would run no word");
            return Err(diagnose(Name::CallRange, Place::line(line.number), message));
        }
        if let Some(block) = self.blocks.values().find(|block| block.crosses(&range)) {
            let message = format!(
                "the code from `{first}` to `{end}` begins or ends within the block of word {}, which it does not contain",
                block.word
            );
            return Err(diagnose(Name::CrossingBodies, Place::line(line.number), message));
        }
        self.calls.insert(key, called);
        Ok(())
    }

    /// Returns true if a word is in a body of a block.
    pub(super) fn is_inside(&self, word: usize) -> bool {
        let mut before = self.blocks.range(..word);
        before.any(|(_, block)| word < block.end.word)
    }

    /// Returns the words of a called range.
    pub(super) fn called(&self, first: &str, end: &str) -> Option<Range<usize>> {
        let called = self.calls.get(&(first.to_owned(), end.to_owned()))?;
        Some(called.start.word..called.end.word)
    }

    /// Returns the words after which a body ends.
    pub(super) fn ends(&self) -> HashSet<usize> {
        let blocks = self.blocks.values();
        let blocks = blocks.flat_map(|block| [block.alternative.word, block.end.word]);
        blocks
            .chain(self.calls.values().map(|called| called.end.word))
            .collect()
    }

    /// Returns the items for labels, by their lines: boundaries of bodies, then the labels that are printed, `shown`.
    /// `has` returns true for the words that a program has.
    pub(super) fn at_labels(
        &self,
        shown: &BTreeMap<usize, (LabelPosition, String)>,
        has: impl Fn(usize) -> bool,
    ) -> HashMap<usize, Vec<Kind>> {
        let mut by_word: BTreeMap<usize, Vec<Boundary>> = BTreeMap::new();
        for border in self.boundaries().filter(|border| has(border.of)) {
            by_word.entry(border.at.word).or_default().push(border);
        }
        for (at, name) in shown.values() {
            by_word.entry(at.word).or_default().push(Boundary {
                at: *at,
                start: 0,
                of: at.word,
                kind: Kind::Label(name.clone()),
            });
        }
        let mut placed: HashMap<usize, Vec<Kind>> = HashMap::new();
        for mut boundaries in by_word.into_values() {
            let is_label = |border: &Boundary| border.start == 0 && is_shown(&border.kind);
            boundaries.sort_by_key(|border| (is_label(border), std::cmp::Reverse(border.start)));
            let mut line = 0;
            for border in boundaries {
                // All labels before a word are at the same position, whatever their order is.
                line = border.at.line.max(line);
                placed.entry(line).or_default().push(border.kind);
            }
        }
        placed
    }

    /// Returns all boundaries of bodies.
    fn boundaries(&self) -> impl Iterator<Item = Boundary> {
        let blocks = self.blocks.values().flat_map(|block| {
            let border = |at: LabelPosition, code: Code| Boundary {
                at,
                start: 2 * block.word + 1,
                of: block.word,
                kind: Kind::Code(code),
            };
            let has_else = block.alternative.word != block.end.word;
            let other = has_else.then(|| border(block.alternative, Code::Else));
            let end = if block.is_loop { Code::EndLoop } else { Code::EndIf };
            other.into_iter().chain([border(block.end, end)])
        });
        let calls = self.calls.iter().map(|((first, end), called)| Boundary {
            at: called.end,
            start: 2 * called.start.word,
            of: called.start.word,
            kind: Kind::Label(range_end(first, end)),
        });
        blocks.chain(calls)
    }
}

impl Block {
    /// Returns true if a range contains a part of the block, but neither all of it, nor only words of one body.
    fn crosses(&self, range: &Range<usize>) -> bool {
        let within = |body: Range<usize>| body.start <= range.start && range.end <= body.end;
        let is_apart = range.end <= self.word || self.end.word <= range.start;
        let is_around = range.start <= self.word && self.end.word <= range.end;
        let is_inside = within(self.word + 1..self.alternative.word) || within(self.alternative.word..self.end.word);
        !is_apart && !is_around && !is_inside
    }
}

/// Returns the name of the label after a called range, which no label of a source can have.
pub(super) fn range_end(first: &str, end: &str) -> String {
    format!("{first}..{end}")
}

fn is_shown(kind: &Kind) -> bool {
    matches!(kind, Kind::Label(name) if !name.contains('.'))
}

/// Finds a label by name.
///
/// # Errors
///
/// Returns an error if it does not exist.
pub(super) fn find(line: &Line<'_>, name: &str, labels: &Labels) -> Result<LabelPosition, Diagnostic> {
    labels.get(name).copied().ok_or_else(|| missing(line.number, name))
}

/// Returns the error about an undefined label.
pub(super) fn missing(line: u32, name: &str) -> Diagnostic {
    let message = format!("undefined label `{name}`");
    let diagnostic = diagnose(Name::MissingLabel, Place::line(line), message);
    diagnostic.with_help("define the label, or correct the name: aemstro would use word 0")
}

/// Adds the block that a step opens within another one.
fn block(
    line: &Line<'_>,
    of: &Open,
    word: usize,
    labels: &Labels,
    around: Option<&Block>,
) -> Result<Block, Diagnostic> {
    let end = find(line, &of.end, labels)?;
    let alternative = match &of.alternative {
        Some(name) => find(line, name, labels)?,
        None => end,
    };
    let wrong = |message: String| {
        let diagnostic = diagnose(Name::CrossingBodies, Place::line(line.number), message);
        Err(diagnostic.with_help("bodies follow their instruction, and contain blocks whole"))
    };
    let mnemonic = of.text.split(' ').next().unwrap_or_default();
    if end.word <= word {
        return wrong(format!("`{}` is before this {mnemonic}", of.end));
    }
    if let Some(name) = &of.alternative {
        if alternative.word <= word {
            return wrong(format!("`{name}` is before this {mnemonic}"));
        }
        if alternative.word > end.word {
            return wrong(format!("`{name}` is after `{}`", of.end));
        }
    }
    if let Some(around) = around {
        let is_first = word < around.alternative.word;
        let limit = if is_first { around.alternative } else { around.end };
        if end.word > limit.word {
            return wrong(format!("`{}` is outside of the body around this {mnemonic}", of.end));
        }
    }
    Ok(Block {
        word,
        alternative,
        end,
        is_loop: of.alternative.is_none(),
    })
}
