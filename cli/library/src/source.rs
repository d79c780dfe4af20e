//! Sources for diagnostics: lines, columns, and the files in line markers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::diagnostic::Location;
use pica200_asm::allow::Allowances;
use pica200_asm::text::code;
use pica200_asm::text::{Lines, Span};
pub use pica200_link::file_name;
use pica200_objfmt::formats::object::Position;

/// A source of a session.
#[derive(Clone, Debug)]
pub struct Source<'s> {
    /// Path as given by the user. Positions record only the file name, so that outputs do not depend on the working
    /// directory.
    pub path: &'s str,
    /// Text after includes, macros and conditionals.
    pub text: Cow<'s, str>,
    /// Lines and the files they belong to.
    pub lines: Lines,
    /// Warnings allowed by its comments.
    pub allowances: Allowances,
}

/// A location in a file, for display and other programs. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileLocation {
    /// File.
    pub file: String,
    /// Line, if known.
    pub line: Option<u32>,
    /// Range of the text, if known.
    pub range: Option<FileRange>,
    /// Object with the line table that contains the line, if it comes from one.
    pub object: Option<String>,
}

impl FileLocation {
    /// Resolves a location. Returns `None` if it is in a source that is not among `sources`.
    pub fn resolve(location: &Location, sources: &[Source<'_>]) -> Option<Self> {
        let bare = |file: &String| Self {
            file: file.clone(),
            line: None,
            range: None,
            object: None,
        };
        Some(match location {
            Location::Span { source, span } => {
                let SourceLocation {
                    file,
                    line,
                    column,
                    end_line,
                    end_column,
                } = sources.get(*source)?.locate(*span);
                let range = FileRange {
                    column,
                    end_line,
                    end_column,
                };
                Self {
                    line: Some(line),
                    range: Some(range),
                    ..bare(&file)
                }
            }
            Location::Line { object, file, line } => Self {
                line: Some(*line),
                object: Some(object.clone()),
                ..bare(file)
            },
            Location::File(file) => bare(file),
        })
    }
}

/// A range of text that starts on a known line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRange {
    /// Column of the first character.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// The location of a span. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SourceLocation {
    /// File.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

impl<'s> Source<'s> {
    /// Creates a source from the text of a single file, which line tables record as `recorded`. Comments do not allow
    /// warnings.
    pub fn from_text(path: &'s str, recorded: &str, text: impl Into<Cow<'s, str>>) -> Self {
        let text = text.into();
        Self {
            path,
            lines: Lines::from_text(recorded, &text),
            text,
            allowances: Allowances::default(),
        }
    }
}

impl Source<'_> {
    /// Returns the file and line of a byte offset.
    pub(crate) fn position(&self, offset: u32) -> Position {
        self.lines.position(self.lines.index(offset))
    }

    /// Returns the name of a file in messages: the path of the source itself, or a name from a line marker.
    pub fn file_name(&self, file: u32) -> &str {
        let recorded = || self.lines.file(file);
        if file == 0 {
            self.path
        } else {
            recorded().unwrap_or_default()
        }
    }

    /// Returns the span of a whole line, without the line end.
    pub fn line_span(&self, index: usize) -> Span {
        let end = Span::from_range(0..self.text.len()).end;
        let start = self.lines.start(index).unwrap_or(end);
        let len = match self.lines.start(index + 1) {
            Some(next) => {
                let line = Span::new(start, next).text(&self.text);
                line.trim_end_matches(['\r', '\n']).len()
            }
            // If the parser gave up, its last line ends at the end of the text.
            None => {
                let rest = Span::new(start, end).text(&self.text);
                rest.find(['\r', '\n']).unwrap_or(rest.len())
            }
        };
        Span::new(start, start + Span::from_range(0..len).end)
    }

    /// Returns the location of a span.
    pub(crate) fn locate(&self, span: Span) -> SourceLocation {
        let start = self.position(span.start);
        SourceLocation {
            file: self.file_name(start.file).to_owned(),
            line: start.line,
            column: self.column(span.start),
            end_line: self.position(span.end).line,
            end_column: self.column(span.end),
        }
    }

    fn column(&self, offset: u32) -> u32 {
        let start = self.lines.start(self.lines.index(offset)).unwrap_or(0);
        let before = Span::new(start, offset).text(&self.text);
        Span::from_range(0..before.chars().count()).end + 1
    }

    /// Returns the span of the statement on a line, without surrounding white space and comments.
    pub fn statement(&self, index: usize) -> Span {
        let span = self.line_span(index);
        let line = span.text(&self.text);
        let code = code(line);
        let blanks = Span::from_range(0..code.len() - code.trim_ascii_start().len()).end;
        let len = Span::from_range(0..code.trim_ascii().len()).end;
        Span::new(span.start + blanks, span.start + blanks + len)
    }
}

/// Finds lines recorded in an object in the object's source.
#[derive(Debug)]
pub struct LineIndex<'a, 's> {
    source: &'a Source<'s>,
    /// File indices by their names in positions and in line tables.
    files: BTreeMap<&'a str, u32>,
    /// Lines by recorded position; the first of several with one position comes first.
    lines: Vec<(Position, usize)>,
}

impl<'a, 's> LineIndex<'a, 's> {
    /// Creates the index of a source's lines. If several lines have the same file and number, it finds the first.
    pub fn new(source: &'a Source<'s>) -> Self {
        let lines = 0..source.lines.count();
        let mut lines: Vec<_> = lines.map(|at| (source.lines.recorded(at), at)).collect();
        // Most are already sorted.
        lines.sort();
        let mut files = BTreeMap::new();
        for (number, file) in (0..).zip(source.lines.files()) {
            files.entry(file).or_insert(number);
        }
        for (number, file) in (0..).zip(source.lines.files()) {
            files.entry(file_name(file)).or_insert(number);
        }
        Self { source, files, lines }
    }

    /// Returns the index of a line in the source. The file is given by its name in positions, or by its file name
    /// alone.
    pub fn line(&self, file: &str, line: u32) -> Option<usize> {
        let file = *self.files.get(file)?;
        let position = Position { file, line };
        let first = self.lines.partition_point(|(of, _)| *of < position);
        let (found, at) = self.lines.get(first)?;
        (*found == position).then_some(*at)
    }

    /// Returns the statement on a line of a file, which is given as for [`LineIndex::line`].
    pub fn statement(&self, file: &str, line: u32) -> Option<Span> {
        Some(self.source.statement(self.line(file, line)?))
    }
}
