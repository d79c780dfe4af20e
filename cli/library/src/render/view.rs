//! Source view for the snippet renderer.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use codespan_reporting::files::{Error, Files};
use pica200_asm::text::Span;

use super::excerpt::{Excerpt, has_long_lines};
use crate::source::Source;
use crate::text::escape::{escape_controls, without_controls};

/// A source as one of the files in its line markers, or an excerpt of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileId {
    source: usize,
    file: u32,
    excerpt: Option<usize>,
}

/// The sources of a session.
pub(super) struct View<'a, 's> {
    sources: &'a [Source<'s>],
    /// Created on first use.
    shown: Vec<OnceCell<Shown<'a>>>,
    excerpts: Vec<LineExcerpt>,
}

/// A source's text as displayed.
struct Shown<'a> {
    text: Cow<'a, str>,
    long_lines: bool,
}

/// A line shown in part.
struct LineExcerpt {
    excerpt: Excerpt,
    line: usize,
    column: usize,
}

impl<'a, 's> View<'a, 's> {
    pub(super) fn new(sources: &'a [Source<'s>]) -> Self {
        Self {
            sources,
            shown: sources.iter().map(|_| OnceCell::new()).collect(),
            excerpts: Vec::new(),
        }
    }

    /// Returns a source as displayed.
    fn shown(&self, source: usize) -> Option<&Shown<'a>> {
        let text = &self.sources.get(source)?.text;
        let shown = || Shown {
            text: without_controls(text),
            long_lines: has_long_lines(text),
        };
        Some(self.shown.get(source)?.get_or_init(shown))
    }

    pub(super) fn sources(&self) -> &'a [Source<'s>] {
        self.sources
    }

    /// Drops all excerpts, which are specific to a diagnostic.
    pub(super) fn forget_excerpts(&mut self) {
        self.excerpts.clear();
    }

    /// Returns the file that displays a span of a source, and its range there. Only the first line of the span is
    /// marked.
    pub(super) fn mark(&mut self, source: usize, span: Span) -> Option<(FileId, Range<usize>)> {
        let (text, shown) = (self.sources.get(source)?, self.shown(source)?);
        let index = text.lines.index(span.start);
        let line = text.line_span(index).range();
        let file = text.lines.position(index).file;
        // A mark at the end of a line is after its last character.
        let start = (span.start as usize).min(line.end);
        let mark = start..(span.end as usize).clamp(start, line.end);
        if !shown.long_lines {
            let id = FileId {
                source,
                file,
                excerpt: None,
            };
            return Some((id, mark));
        }
        let at = text.locate(span);
        let excerpt = Excerpt::new(
            shown.text.get(line.clone())?,
            mark.start - line.start..mark.end - line.start,
        );
        let id = FileId {
            source,
            file,
            excerpt: Some(self.excerpts.len()),
        };
        let range = excerpt.mark.clone();
        self.excerpts.push(LineExcerpt {
            excerpt,
            line: at.line.max(1) as usize,
            column: at.column as usize,
        });
        Some((id, range))
    }

    fn source_of(&self, id: FileId) -> Result<&'a Source<'s>, Error> {
        self.sources.get(id.source).ok_or(Error::FileMissing)
    }

    fn excerpt_of(&self, id: FileId) -> Result<Option<&LineExcerpt>, Error> {
        match id.excerpt {
            None => Ok(None),
            Some(n) => self.excerpts.get(n).map(Some).ok_or(Error::FileMissing),
        }
    }
}

impl<'f> Files<'f> for View<'_, '_> {
    type FileId = FileId;
    type Name = Cow<'f, str>;
    type Source = &'f str;

    fn name(&'f self, id: FileId) -> Result<Cow<'f, str>, Error> {
        Ok(escape_controls(self.source_of(id)?.file_name(id.file)))
    }

    fn source(&'f self, id: FileId) -> Result<&'f str, Error> {
        if let Some(line) = self.excerpt_of(id)? {
            return Ok(&line.excerpt.text);
        }
        let shown = self.shown(id.source).ok_or(Error::FileMissing)?;
        Ok(&shown.text)
    }

    fn line_index(&'f self, id: FileId, byte: usize) -> Result<usize, Error> {
        if id.excerpt.is_some() {
            return Ok(0);
        }
        let byte = u32::try_from(byte).map_err(|_| Error::FileMissing)?;
        Ok(self.source_of(id)?.lines.index(byte))
    }

    fn line_number(&'f self, id: FileId, index: usize) -> Result<usize, Error> {
        match self.excerpt_of(id)? {
            Some(line) => Ok(line.line),
            // Preprocessors have a line 0, the renderer does not.
            None => Ok(self.source_of(id)?.lines.position(index).line.max(1) as usize),
        }
    }

    fn column_number(&'f self, id: FileId, index: usize, byte: usize) -> Result<usize, Error> {
        if let Some(line) = self.excerpt_of(id)? {
            return Ok(line.column);
        }
        let start = self.line_range(id, index)?.start;
        let before = self.source(id)?.get(start..byte).unwrap_or_default();
        Ok(before.chars().count() + 1)
    }

    fn line_range(&'f self, id: FileId, index: usize) -> Result<Range<usize>, Error> {
        match self.excerpt_of(id)? {
            Some(line) => Ok(0..line.excerpt.text.len()),
            None => Ok(self.source_of(id)?.line_span(index).range()),
        }
    }
}
