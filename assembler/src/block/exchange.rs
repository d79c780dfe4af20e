//! `ifu !b`: the bodies of the if change places, for the machine can only test that a boolean is true.
//!
//! What comes out is what the same source makes without the `!` and with its bodies exchanged, padding included.

use std::ops::Range;

use pica200_objfmt::formats::object::RelocationKind;
use pica200_objfmt::isa::opcode::Opcode;

use super::{If, leaves};
use crate::text::Span;
use crate::unit::Unit;

/// A place between two statements: how much of everything stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    word: u32,
    relocation: usize,
    label: usize,
}

impl Place {
    /// The word offset.
    pub(super) const fn word(self) -> u32 {
        self.word
    }
}

/// Where relocations are that were exchanged.
pub(crate) struct Moved {
    /// The first of them.
    pub(crate) first: usize,
    /// The first one of the second half, before it was moved.
    second: usize,
    /// Behind the last one.
    end: usize,
}

impl Moved {
    /// The index that a relocation has now.
    pub(crate) const fn place(&self, before: usize) -> usize {
        if before < self.second {
            before + (self.end - self.second)
        } else {
            before - (self.second - self.first)
        }
    }
}

impl Unit<'_> {
    /// The place that has been reached.
    pub(super) fn place(&self) -> Place {
        Place {
            word: self.code.here(),
            relocation: self.code.relocations.len(),
            label: self.object.labels.len(),
        }
    }

    /// Pads at the `.else` of an if that tests for false. The body before it becomes the else-body, which can be empty.
    pub(super) fn pad_inverted_else(&mut self, span: Span, opened: u32) {
        let is_empty = self.code.here() == opened + 1;
        if !is_empty && (self.blocks.after_block || self.code.last_opcode().is_some_and(leaves)) {
            self.pad(span);
        }
    }

    /// The `.end` of an if that tests for false, whose bodies begin at `first` and, if it has an `.else`, at `second`.
    pub(super) fn close_inverted(&mut self, span: Span, opened: Span, block: &If, first: Place) {
        let second = match block.otherwise {
            Some((place, _)) => {
                let is_empty = self.code.here() == place.word;
                self.pad_end(span, is_empty, false);
                place
            }
            None => {
                let is_empty = self.code.here() == first.word;
                self.pad_end(span, is_empty, false);
                let second = self.place();
                if !is_empty {
                    // Nothing is to be done if the boolean is true.
                    self.pad(span);
                }
                if is_empty { first } else { second }
            }
        };
        let end = self.code.here();
        self.exchange(first, second);
        let start = first.word + (end - second.word);
        if second.word == first.word {
            self.set_target(block.word, end, 0);
        } else {
            self.set_else(block.word, start, opened, opened);
        }
    }

    /// Exchanges what stands between two places with what stands behind the second.
    fn exchange(&mut self, first: Place, second: Place) {
        let end = self.place();
        let words = [
            first.word as usize..second.word as usize,
            second.word as usize..end.word as usize,
        ];
        rotate(&mut self.code.words, &words);
        rotate(&mut self.code.lines, &words);
        let down = second.word - first.word;
        let up = end.word - second.word;
        self.exchange_relocations([first, second, end], up, down);
        self.exchange_labels([first, second, end], up, down);
        self.code.after_mova = self.code.last_opcode() == Some(Opcode::Mova);
    }

    fn exchange_relocations(&mut self, [first, second, end]: [Place; 3], up: u32, down: u32) {
        let halves = [
            first.relocation..second.relocation,
            second.relocation..end.relocation,
        ];
        for (half, moves_up) in halves.iter().zip([true, false]) {
            let half = self.code.relocations.get_mut(half.clone());
            for relocation in half.unwrap_or_default() {
                let moved = |place: u32| match moves_up {
                    true => place + up,
                    false => place.saturating_sub(down),
                };
                relocation.word = moved(relocation.word);
                let word = self.code.words.get_mut(relocation.word as usize);
                // Blocks that are closed hold their places; what goes to labels gets them in the end.
                if let (Some(word), RelocationKind::Word) = (word, relocation.kind)
                    && let Some(opcode @ (Opcode::Ifc | Opcode::Ifu | Opcode::For)) =
                        Opcode::of_word(*word)
                    && let Some([_, target]) = opcode.layout().target
                {
                    *word = target.set(*word, moved(target.get(*word)) & target.max());
                }
            }
        }
        rotate(&mut self.code.relocations, &halves);
    }

    fn exchange_labels(&mut self, [first, second, end]: [Place; 3], up: u32, down: u32) {
        let halves = [first.label..second.label, second.label..end.label];
        let labels = &mut self.object.labels;
        for label in labels.get_mut(halves[0].clone()).unwrap_or_default() {
            label.word += up;
        }
        for label in labels.get_mut(halves[1].clone()).unwrap_or_default() {
            label.word = label.word.saturating_sub(down);
        }
        rotate(labels, &halves);
        let moved = Moved {
            first: first.relocation,
            second: second.relocation,
            end: end.relocation,
        };
        let procedure = self.blocks.procedure();
        let labels = self.object.labels.iter().enumerate().skip(first.label);
        let labels = labels.map(|(index, label)| (index, label.name.as_str()));
        self.targets.follow(&moved, labels, procedure);
    }
}

/// Exchanges two neighbouring pieces of a list.
fn rotate<T>(list: &mut [T], [first, second]: &[Range<usize>; 2]) {
    if let Some(both) = list.get_mut(first.start..second.end) {
        both.rotate_left(first.len().min(both.len()));
    }
}
