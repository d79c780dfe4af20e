//! The instructions of a procedure, in an order that does not depend on their addresses.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::flow::BitSet;
use crate::flow::{WordSpan, target};
use crate::isa::opcode::Transfer;

/// A procedure: the words that one call executes, or the words from a shader's entry point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Procedure {
    /// The words of the procedure. An entry procedure extends to the end of the program.
    pub(super) span: WordSpan,
    /// True if the procedure is called, and so returns at its end.
    pub(super) called: bool,
}

/// The target of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepTarget {
    /// No successor.
    Unreachable,
    /// The end of the procedure.
    Return,
    /// After the code.
    Outside,
    /// The instruction at this position.
    At(usize),
    /// The end of a block, after the instruction at this position.
    After(usize),
}

/// An instruction of a procedure.
pub(super) struct Step {
    /// The instruction word.
    pub(super) word: u32,
    /// The successors: the next instruction, the target of a jump, the end of an opened block, and the instruction
    /// after that end.
    pub(super) targets: [StepTarget; 4],
}

/// Returns the steps of a procedure with the reachable `words`. Each run of consecutive words keeps the order of the
/// code. Runs are ordered by first reference, starting with the beginning of the procedure.
pub(super) fn steps(code: &[u32], procedure: Procedure, words: &BitSet) -> Vec<Step> {
    let order = order(code, procedure.span.start, words);
    let indices = order.iter().copied().zip(0..).collect();
    let positions = StepPositions {
        code,
        procedure,
        indices,
    };
    let step = |word: u32| Step {
        word,
        targets: positions.targets(word),
    };
    order.into_iter().map(step).collect()
}

fn word_at(code: &[u32], word: u32) -> Option<u32> {
    code.get(usize::try_from(word).ok()?).copied()
}

fn transfer_at(code: &[u32], word: u32) -> Transfer {
    word_at(code, word).map_or(Transfer::Next, Transfer::from_word)
}

fn order(code: &[u32], start: u32, words: &BitSet) -> Vec<u32> {
    let reached = || words.iter().filter_map(|word| u32::try_from(word).ok());
    let mut queue = VecDeque::from([start]);
    let mut taken = BitSet::default();
    let mut order = Vec::new();
    // Words that no instruction refers to come last.
    let mut rest = reached();
    while let Some(first) = queue.pop_front().or_else(|| rest.next()) {
        let mut word = first;
        while contains(words, word) && taken.insert(word as usize) {
            order.push(word);
            queue.extend(referenced_words(code, word));
            if transfer_at(code, word).is_final() {
                break;
            }
            word += 1;
        }
    }
    order
}

fn contains(words: &BitSet, word: u32) -> bool {
    usize::try_from(word).is_ok_and(|word| words.contains(word))
}

/// Returns the words of the same procedure to which an instruction refers.
fn referenced_words(code: &[u32], word: u32) -> impl Iterator<Item = u32> {
    let WordSpan { start, size } = word_at(code, word).map_or(WordSpan { start: 0, size: 0 }, target);
    let [first, second] = match transfer_at(code, word) {
        Transfer::If(_) => [Some(start), Some(start + size)],
        Transfer::Jump(_) => [Some(start), None],
        Transfer::Loop => [Some(start + 1), None],
        _ => [None, None],
    };
    first.into_iter().chain(second)
}

struct StepPositions<'c> {
    code: &'c [u32],
    procedure: Procedure,
    indices: FxHashMap<u32, usize>,
}

impl StepPositions<'_> {
    fn targets(&self, word: u32) -> [StepTarget; 4] {
        let transfer = transfer_at(self.code, word);
        let next = if transfer.is_final() {
            StepTarget::Unreachable
        } else {
            self.target_at(word + 1)
        };
        let unreachable = StepTarget::Unreachable;
        let WordSpan { start, size } = word_at(self.code, word).map_or(WordSpan { start: 0, size: 0 }, target);
        match transfer {
            Transfer::Jump(_) => [next, self.target_at(start), unreachable, unreachable],
            Transfer::Loop => {
                let end = start + 1;
                [next, unreachable, self.block_end_at(end), self.target_at(end)]
            }
            Transfer::If(_) => {
                let end = self.block_end_at(start);
                let after = match end {
                    StepTarget::Unreachable => unreachable,
                    _ => self.target_at(start + size),
                };
                [next, self.target_at(start), end, after]
            }
            _ => [next, unreachable, unreachable, unreachable],
        }
    }

    /// Returns the target at which execution continues when it goes to a word.
    fn target_at(&self, word: u32) -> StepTarget {
        let WordSpan { start, size } = self.procedure.span;
        if self.procedure.called && word == start.saturating_add(size) {
            StepTarget::Return
        } else if word_at(self.code, word).is_none() {
            StepTarget::Outside
        } else {
            let position = self.indices.get(&word).copied();
            position.map_or(StepTarget::Unreachable, StepTarget::At)
        }
    }

    /// Returns the target for a block that ends before a word. The hardware detects the end after the previous word.
    fn block_end_at(&self, word: u32) -> StepTarget {
        let last = word.checked_sub(1);
        let position = last
            .filter(|&last| transfer_at(self.code, last) != Transfer::End)
            .and_then(|last| self.indices.get(&last));
        position.copied().map_or(StepTarget::Unreachable, StepTarget::After)
    }
}
