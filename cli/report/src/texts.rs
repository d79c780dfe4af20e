//! The available source texts.

use std::borrow::Cow;

use pica200_asm::text::Span;

use pica200::render::without_controls;
use pica200::source::{LineIndex, Source};

/// Finds the text of lines by their names and numbers in line tables.
#[derive(Debug)]
pub struct Texts<'a, 's> {
    sources: &'a [Source<'s>],
    indices: Vec<LineIndex<'a, 's>>,
}

/// A line of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found {
    /// The source, by its index.
    pub source: usize,
    /// The line, by its index in the source.
    pub line: usize,
}

impl<'a, 's> Texts<'a, 's> {
    /// The texts of sources.
    pub fn new(sources: &'a [Source<'s>]) -> Self {
        Self {
            sources,
            indices: sources.iter().map(LineIndex::new).collect(),
        }
    }

    /// The location of a line. If several sources have it, the first counts.
    pub fn find(&self, file: &str, line: u32) -> Option<Found> {
        let mut indices = self.indices.iter().enumerate();
        indices.find_map(|(source, index)| {
            let line = index.line(file, line)?;
            Some(Found { source, line })
        })
    }

    /// The sources.
    pub fn sources(&self) -> &'a [Source<'s>] {
        self.sources
    }

    /// The text of a line, without what would move the cursor or turn text around.
    pub fn line(&self, found: Found) -> Cow<'a, str> {
        self.piece(found, Source::line_span)
    }

    /// The statement on a line, without comments, blanks that follow each other as one.
    pub fn statement(&self, found: Found) -> String {
        let text = self.piece(found, Source::statement);
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn piece(&self, found: Found, span: fn(&Source<'s>, usize) -> Span) -> Cow<'a, str> {
        let Some(source) = self.sources.get(found.source) else {
            return Cow::default();
        };
        without_controls(span(source, found.line).text(&source.text))
    }
}
