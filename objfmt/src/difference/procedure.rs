//! The instructions of a procedure in an order that does not depend on their addresses.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::flow::BitSet;
use crate::flow::{WordSpan, target};
use crate::isa::opcode::Transfer;

/// A procedure: what one call executes, or a shader's start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Procedure {
    /// Its words; those of an entry go on until the program ends.
    pub(super) span: WordSpan,
    /// Whether it is called, and so returns at its end.
    pub(super) called: bool,
}

/// A place that an instruction leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepTarget {
    /// Execution never continues there.
    Nowhere,
    /// The end of the procedure.
    Return,
    /// After the code.
    Outside,
    /// The instruction at this position.
    At(usize),
    /// A block ends after the instruction at this position.
    Behind(usize),
}

/// An instruction of a procedure.
pub(super) struct Step {
    /// The word that it is.
    pub(super) word: u32,
    /// Where execution goes on behind it; where it jumps to; where the block ends that it opens; what is behind that.
    pub(super) places: [StepTarget; 4],
}

/// The steps of a procedure, of which `words` can be executed. They stand in the order of the code, each run of words
/// when something leads to it: first that from the procedure's beginning.
pub(super) fn steps(code: &[u32], procedure: Procedure, words: &BitSet) -> Vec<Step> {
    let order = order(code, procedure.span.start, words);
    let positions = order.iter().copied().zip(0..).collect();
    let places = Places {
        code,
        procedure,
        positions,
    };
    let step = |word: u32| Step {
        word,
        places: places.of(word),
    };
    order.into_iter().map(step).collect()
}

fn word_at(code: &[u32], word: u32) -> Option<u32> {
    code.get(usize::try_from(word).ok()?).copied()
}

fn transfer_at(code: &[u32], word: u32) -> Transfer {
    word_at(code, word).map_or(Transfer::Next, Transfer::of_word)
}

fn order(code: &[u32], start: u32, words: &BitSet) -> Vec<u32> {
    let reached = || words.iter().filter_map(|word| u32::try_from(word).ok());
    let mut queue = VecDeque::from([start]);
    let mut taken = BitSet::default();
    let mut order = Vec::new();
    // What nothing seems to lead to comes last.
    let mut rest = reached();
    while let Some(first) = queue.pop_front().or_else(|| rest.next()) {
        let mut word = first;
        while contains(words, word) && taken.insert(word as usize) {
            order.push(word);
            queue.extend(leads_to(code, word));
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

/// The words of the same procedure that an instruction names.
fn leads_to(code: &[u32], word: u32) -> impl Iterator<Item = u32> {
    let WordSpan { start, size } =
        word_at(code, word).map_or(WordSpan { start: 0, size: 0 }, target);
    let [first, second] = match transfer_at(code, word) {
        Transfer::If(_) => [Some(start), Some(start + size)],
        Transfer::Jump(_) => [Some(start), None],
        Transfer::Loop => [Some(start + 1), None],
        _ => [None, None],
    };
    first.into_iter().chain(second)
}

struct Places<'c> {
    code: &'c [u32],
    procedure: Procedure,
    positions: FxHashMap<u32, usize>,
}

impl Places<'_> {
    fn of(&self, word: u32) -> [StepTarget; 4] {
        let transfer = transfer_at(self.code, word);
        let next = if transfer.is_final() {
            StepTarget::Nowhere
        } else {
            self.going_to(word + 1)
        };
        let nowhere = StepTarget::Nowhere;
        let WordSpan { start, size } =
            word_at(self.code, word).map_or(WordSpan { start: 0, size: 0 }, target);
        match transfer {
            Transfer::Jump(_) => [next, self.going_to(start), nowhere, nowhere],
            Transfer::Loop => {
                let end = start + 1;
                [next, nowhere, self.ending_at(end), self.going_to(end)]
            }
            Transfer::If(_) => {
                let end = self.ending_at(start);
                let behind = match end {
                    StepTarget::Nowhere => nowhere,
                    _ => self.going_to(start + size),
                };
                [next, self.going_to(start), end, behind]
            }
            _ => [next, nowhere, nowhere, nowhere],
        }
    }

    /// A word that execution goes to.
    fn going_to(&self, word: u32) -> StepTarget {
        let WordSpan { start, size } = self.procedure.span;
        if self.procedure.called && word == start.saturating_add(size) {
            StepTarget::Return
        } else if word_at(self.code, word).is_none() {
            StepTarget::Outside
        } else {
            let position = self.positions.get(&word).copied();
            position.map_or(StepTarget::Nowhere, StepTarget::At)
        }
    }

    /// A word before which a block ends. The machine notices it behind the word before.
    fn ending_at(&self, word: u32) -> StepTarget {
        let last = word.checked_sub(1);
        let position = last
            .filter(|&last| transfer_at(self.code, last) != Transfer::End)
            .and_then(|last| self.positions.get(&last));
        position
            .copied()
            .map_or(StepTarget::Nowhere, StepTarget::Behind)
    }
}
