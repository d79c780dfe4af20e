//! Locations of diagnostics in the files that users edit.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gen_lsp_types::Range;
use pica200::diagnostic::Location;
use pica200::source::Source;
use pica200_asm::text::{Span, code};

use crate::positions::{Text, to_usize};
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;
use crate::uri::normal;

/// Maps the locations in the diagnostics of a session to files.
pub(super) struct LocationMapper<'a, 's> {
    /// The root source.
    pub(super) root: &'a Path,
    snapshot: &'a Snapshot,
    sources: &'a [Source<'s>],
    /// Texts of files, loaded on demand.
    texts: RefCell<BTreeMap<PathBuf, Option<Rc<Text>>>>,
    /// True if the text of the first source equals its file, so that offsets are the same in both.
    matches_file: bool,
}

/// A location in a file.
pub(super) struct FileLocation {
    pub(super) path: PathBuf,
    pub(super) range: Range,
    /// True if the range is the text of the label; false if the text was generated from it.
    pub(super) is_exact: bool,
}

impl<'a, 's> LocationMapper<'a, 's> {
    pub(super) fn new(root: &'a Path, snapshot: &'a Snapshot, sources: &'a [Source<'s>]) -> Self {
        let mut places = Self {
            root,
            snapshot,
            sources,
            texts: RefCell::default(),
            matches_file: false,
        };
        let (file, made) = (places.text(root), sources.first());
        places.matches_file = file
            .zip(made)
            .is_some_and(|(file, made)| file.as_str().get(file.mark()..) == Some(&*made.text));
        places
    }

    /// Returns the text of a file.
    fn text(&self, path: &Path) -> Option<Rc<Text>> {
        let mut texts = self.texts.borrow_mut();
        let read = || self.snapshot.documents.text(path).map(Rc::new);
        texts.entry(path.to_owned()).or_insert_with(read).clone()
    }

    /// Converts a location: a span of a file, or the start of the file.
    pub(super) fn of(&self, location: &Location) -> FileLocation {
        let found = match location {
            Location::Span { source, span } => self.of_span(*source, *span),
            Location::Line { .. } => None,
            Location::File(path) => Some(FileLocation::of_file(normal(Path::new(path)))),
        };
        found.unwrap_or_else(|| FileLocation::of_file(self.root.to_owned()))
    }

    /// Converts a span of a source.
    pub(super) fn of_span(&self, source: usize, span: Span) -> Option<FileLocation> {
        if source == 0 && self.matches_file {
            let text = self.text(self.root)?;
            let (bytes, mark) = (span.range(), text.mark());
            return Some(FileLocation {
                path: self.root.to_owned(),
                range: text.range(bytes.start + mark..bytes.end + mark),
                is_exact: true,
            });
        }
        self.of_expanded(self.sources.get(source)?, span)
    }

    /// Converts a span of the preprocessed text. Text from a macro argument maps to the call.
    fn of_expanded(&self, source: &Source<'_>, span: Span) -> Option<FileLocation> {
        let span = source.lines.written(span).unwrap_or(span);
        let index = source.lines.index(span.start);
        let position = source.lines.position(index);
        let path = normal(Path::new(source.file_name(position.file)));
        let text = self.text(&path)?;
        let line = to_usize(position.line).checked_sub(1)?;
        let bytes = text.line_range(line);
        let mark = if line == 0 { text.mark() } else { 0 };
        let written = text.line(line).get(mark..)?;
        let made = source.line_span(index);
        if written == made.text(&source.text) {
            let at = |byte: u32| {
                let column = byte.clamp(made.start, made.end) - made.start;
                bytes.start + mark + to_usize(column)
            };
            return Some(FileLocation {
                path,
                range: text.range(at(span.start)..at(span.end)),
                is_exact: true,
            });
        }
        // Line markers can name files and lines that were not read.
        let is_on_line = |place: &FileLocation| place.path == path && to_usize(place.range.start.line) == line;
        let found = self.of_origin(source, span).filter(is_on_line);
        found.or_else(|| {
            let statement = code(written);
            let blanks = statement.len() - statement.trim_start().len();
            let start = bytes.start + mark;
            Some(FileLocation {
                path,
                range: text.range(start + blanks..start + statement.trim_end().len().max(blanks)),
                is_exact: false,
            })
        })
    }

    /// Returns the location in the body of a macro or a repetition that generated a span.
    fn of_origin(&self, source: &Source<'_>, span: Span) -> Option<FileLocation> {
        let root = normal(Path::new(source.path));
        let analysed = self.snapshot.derived::<SourceAnalysis>(&root);
        // Builds of a project can define different numbers, so that other lines are assembled.
        if analysed.analysis.text() != source.text {
            return None;
        }
        let place = analysed.place(span)?;
        Some(FileLocation {
            path: analysed.path(place.file)?.to_owned(),
            range: analysed.range(place)?,
            is_exact: false,
        })
    }
}

impl FileLocation {
    fn of_file(path: PathBuf) -> Self {
        Self {
            path,
            range: Range::default(),
            is_exact: false,
        }
    }
}
