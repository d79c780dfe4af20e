//! Available source texts.

use std::borrow::Cow;

use pica200_asm::text::Span;

use pica200::render::without_controls;
use pica200::source::{LineIndex, Source};

/// Finds the text of lines, given the file names and line numbers of line tables.
#[derive(Debug)]
pub struct Texts<'a, 's> {
    sources: &'a [Source<'s>],
    indices: Vec<LineIndex<'a, 's>>,
}

/// A line of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineRef {
    /// The index of the source.
    pub source: usize,
    /// The index of the line in the source.
    pub line: usize,
}

impl<'a, 's> Texts<'a, 's> {
    /// Indexes the texts of sources.
    pub fn new(sources: &'a [Source<'s>]) -> Self {
        Self {
            sources,
            indices: sources.iter().map(LineIndex::new).collect(),
        }
    }

    /// Finds a line. If several sources have it, the first one wins.
    pub fn find(&self, file: &str, line: u32) -> Option<LineRef> {
        let mut indices = self.indices.iter().enumerate();
        indices.find_map(|(source, index)| {
            let line = index.line(file, line)?;
            Some(LineRef { source, line })
        })
    }

    /// Returns the sources.
    pub fn sources(&self) -> &'a [Source<'s>] {
        self.sources
    }

    /// Returns the text of a line, without characters that move the cursor or change the text direction.
    pub fn line(&self, found: LineRef) -> Cow<'a, str> {
        self.piece(found, Source::line_span)
    }

    /// Returns the statement on a line, without comments and with normalized spaces.
    pub fn statement(&self, found: LineRef) -> String {
        let text = self.piece(found, Source::statement);
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn piece(&self, found: LineRef, span: fn(&Source<'s>, usize) -> Span) -> Cow<'a, str> {
        let Some(source) = self.sources.get(found.source) else {
            return Cow::default();
        };
        without_controls(span(source, found.line).text(&source.text))
    }
}
