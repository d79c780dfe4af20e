//! Spans of source text.

use std::ops::Range;

/// A half-open range of byte offsets in a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from byte offsets.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Creates a span from a range in a text that is shorter than 4 GiB. Longer texts are rejected before any span is
    /// created.
    pub fn from_range(range: Range<usize>) -> Self {
        let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            start: offset(range.start),
            end: offset(range.end),
        }
    }

    /// Returns the span as a range for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the text of the span; empty if the source is not the one that the span belongs to.
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or_default()
    }

    /// Returns the span moved from a text to another, where the byte at `from` is at `to`.
    #[must_use]
    pub const fn moved(self, from: u32, to: u32) -> Self {
        Self {
            start: self.start.saturating_sub(from).saturating_add(to),
            end: self.end.saturating_sub(from).saturating_add(to),
        }
    }

    /// Splits the span at a byte offset in it.
    pub const fn split_at(self, middle: u32) -> (Self, Self) {
        let (start, end) = (self.start, self.end);
        (Self::new(start, middle), Self::new(middle, end))
    }

    /// Returns the span from the start of this one to the end of another.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self {
            start: self.start,
            end: other.end,
        }
    }
}
