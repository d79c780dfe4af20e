//! Locations in the source text.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::OnceLock;

use ::naga::Span;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Columns, Place};
use crate::ir::Origin;
use crate::options::Language;

use super::words::{Kind, Token, tokens};

/// A source text, with where its lines begin.
#[derive(Debug)]
pub(super) struct Text<'t> {
    /// The source, or the listing of a binary module.
    source: Cow<'t, str>,
    /// The offset of the first byte of each line.
    starts: Vec<usize>,
    spans: Spans,
    language: Language,
    tokens: OnceLock<Vec<Token>>,
}

/// The unit of naga's spans.
#[derive(Debug)]
enum Spans {
    /// The bytes of the source.
    Source,
    /// The bytes of a binary module, with the offsets of its instructions. Each has a line in the listing.
    Module(Vec<usize>),
}

impl<'t> Text<'t> {
    /// Returns a text that naga reads itself.
    pub(super) fn new(source: impl Into<Cow<'t, str>>) -> Self {
        let source = source.into();
        let bytes = source.bytes().enumerate();
        let ends = bytes.filter(|(_, byte)| *byte == b'\n');
        let starts = iter::once(0).chain(ends.map(|(index, _)| index + 1));
        Self {
            starts: starts.collect(),
            source,
            spans: Spans::Source,
            language: Language::Wgsl,
            tokens: OnceLock::new(),
        }
    }

    /// Returns the same text in another language, for messages.
    pub(super) fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Returns the language of the source.
    pub(super) const fn language(&self) -> Language {
        self.language
    }

    /// Returns a listing of a binary module: a line for each instruction, whose offsets in the module are
    /// `instructions`.
    pub(super) fn of_listing(listing: String, instructions: Vec<usize>) -> Self {
        Self {
            spans: Spans::Module(instructions),
            language: Language::SpirV,
            ..Self::new(listing)
        }
    }

    /// Returns the source, or the listing.
    pub(super) fn into_source(self) -> String {
        self.source.into_owned()
    }

    /// Returns the offsets of the instructions of a binary module, in bytes.
    pub(super) fn instructions(&self) -> &[usize] {
        match &self.spans {
            Spans::Module(instructions) => instructions,
            Spans::Source => &[],
        }
    }

    /// Returns the source; empty for a binary module.
    pub(super) fn written(&self) -> &str {
        match self.spans {
            Spans::Module(_) => "",
            Spans::Source => &self.source,
        }
    }

    /// Returns the words and signs of the source.
    pub(super) fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens(self.written()))
    }

    /// Returns the location of a span, cut off at the end of its first line.
    pub(super) fn place(&self, span: Span) -> Option<Place> {
        let range = span.to_range()?;
        match &self.spans {
            Spans::Source => self.place_of(range.start, range.end),
            Spans::Module(instructions) => {
                let index = instructions.partition_point(|start| *start <= range.start);
                Some(Place::line(u32::try_from(index).ok()?))
            }
        }
    }

    /// Returns the source at a location.
    pub(super) fn at(&self, place: Place) -> &str {
        let line = usize::try_from(place.line).unwrap_or(usize::MAX);
        let line = self.source.lines().nth(line.wrapping_sub(1)).unwrap_or_default();
        let columns = place.columns.and_then(|columns| {
            let start = usize::try_from(columns.start).ok()?;
            line.get(start..usize::try_from(columns.end).ok()?)
        });
        columns.unwrap_or_default()
    }

    /// Returns the location of a part of the source.
    pub(super) fn place_of(&self, start: usize, end: usize) -> Option<Place> {
        // Behind the last line is no line: its end is the end of the source.
        let is_end = start == self.source.len() && self.source.ends_with('\n');
        let start = start - usize::from(is_end);
        let line = self.starts.partition_point(|first| *first <= start);
        let first = *self.starts.get(line.checked_sub(1)?)?;
        let rest = self.source.get(first..)?;
        let length = rest.find('\n').unwrap_or(rest.len());
        let column = |offset: usize| u32::try_from((offset - first).min(length)).ok();
        Some(Place {
            line: u32::try_from(line).ok()?,
            columns: Some(Columns {
                start: column(start)?,
                end: column(end.max(start))?,
            }),
        })
    }

    /// Returns the location of the first whole word `word` outside of comments. For what naga keeps no location of.
    pub(super) fn place_of_word(&self, word: &str) -> Option<Place> {
        self.place_of_word_in(word, 0..self.source.len(), |_| true)
    }

    /// Returns the location of a member of a struct in WGSL, which has the bytes of a range: the word before a colon.
    pub(super) fn place_of_member(&self, word: &str, range: Range<usize>) -> Option<Place> {
        if self.language != Language::Wgsl {
            return None;
        }
        self.place_of_word_in(word, range, |behind| behind.trim_start().starts_with(':'))
    }

    /// Returns the location of the first whole word in a range of bytes that is followed by the right text.
    fn place_of_word_in(&self, word: &str, range: Range<usize>, is_followed: impl Fn(&str) -> bool) -> Option<Place> {
        if matches!(self.spans, Spans::Module(_)) {
            return None;
        }
        let mut tokens = self.tokens().iter();
        let found = tokens.find(|token| {
            token.kind == Kind::Word
                && range.start <= token.range.start
                && token.range.end <= range.end
                && self.source.get(token.range.clone()) == Some(word)
                && is_followed(self.source.get(token.range.end..).unwrap_or_default())
        })?;
        self.place_of(found.range.start, found.range.end)
    }
}

/// The locations of a program, by their origins.
#[derive(Debug, Default)]
pub(super) struct Origins {
    pub(super) places: Vec<Place>,
    known: FxHashMap<(u32, Option<(u32, u32)>), Origin>,
}

impl Origins {
    /// Returns the origin of a location.
    pub(super) fn intern(&mut self, place: Place) -> Origin {
        let columns = place.columns.map(|columns| (columns.start, columns.end));
        *self.known.entry((place.line, columns)).or_insert_with(|| {
            self.places.push(place);
            Origin::from_index(self.places.len() - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn words_in_comments_have_no_place() {
        let source = "// fog\n/* fog\nfog */ a /\nfogged, fog; // fog";
        let line = |word| Text::new(source).place_of_word(word).map(|place| place.line);
        assert_eq!(line("fog"), Some(4));
        assert_eq!(line("a"), Some(3));
        assert_eq!(Text::new("x // fog").place_of_word("fog"), None);
        assert_eq!(Text::new("/* fog").place_of_word("fog"), None);
    }
}
