//! Spans of source text.

use std::ops::Range;

/// A piece of a source: byte offsets, the end excluded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span of these byte offsets.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span of a range in a text that is shorter than 4 GiB; longer ones are rejected before any span is made.
    pub fn from_range(range: Range<usize>) -> Self {
        let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            start: offset(range.start),
            end: offset(range.end),
        }
    }

    /// The span as a range for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The piece of a source; empty if the source is not the one that the span belongs to.
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or_default()
    }

    /// The span in a text where the byte `from` of this one stands at `to`.
    #[must_use]
    pub const fn moved(self, from: u32, to: u32) -> Self {
        Self {
            start: self.start.saturating_sub(from).saturating_add(to),
            end: self.end.saturating_sub(from).saturating_add(to),
        }
    }

    /// The parts before and after a byte in it.
    pub const fn split_at(self, middle: u32) -> (Self, Self) {
        let (start, end) = (self.start, self.end);
        (Self::new(start, middle), Self::new(middle, end))
    }

    /// From the beginning of this span to the end of another.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self {
            start: self.start,
            end: other.end,
        }
    }
}
