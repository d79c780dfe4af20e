//! Frames: a stack of the source and the includes, macros and repetitions being read.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use super::body::Body;
use super::line::{FrameText, Line};
use crate::text::{Origins, RecordedPosition, Span, line_len};

/// A text that lines are read from.
pub(super) struct Frame<'s> {
    text: FrameText<'s>,
    /// Source location of the text, if recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// Offset of the next line.
    at: usize,
    /// File of the next line.
    pub(super) file: u32,
    /// Number of the next line.
    pub(super) line: u32,
    /// Position of the next line in line tables, if different.
    pub(super) recorded: Option<RecordedPosition>,
    /// Number of the expansion that produced the lines.
    pub(super) expansion: Option<usize>,
    /// Number of conditionals that were open when the frame began.
    pub(super) conditionals: usize,
    /// The kind of the frame.
    pub(super) kind: FrameKind,
}

/// The kinds of frames.
pub(super) enum FrameKind {
    /// A file.
    File(OpenFile),
    /// A macro with its arguments substituted.
    Macro,
    /// A body that is repeated.
    Repetition(Iterations),
}

/// A body, and the state of its repetition.
pub(super) struct Iterations {
    pub(super) body: Body,
    /// Name of the counter, if it has one.
    pub(super) counter: Option<String>,
    /// Number of iterations begun.
    pub(super) begun: u64,
    pub(super) count: u64,
    /// Span of the directive.
    pub(super) at: Span,
}

/// A file being read.
pub(super) struct OpenFile {
    /// Its path, or `None` for the source itself.
    pub(super) path: Option<PathBuf>,
    /// The directory searched first for its includes.
    pub(super) directory: PathBuf,
    /// Name of that directory in line tables, with a trailing slash; empty for the directory of the source.
    pub(super) recorded_directory: String,
}

impl<'s> Frame<'s> {
    /// Creates the frame of the source itself.
    pub(super) fn for_source(text: &'s str, directory: &Path) -> Self {
        let file = OpenFile {
            path: None,
            directory: directory.to_owned(),
            recorded_directory: String::new(),
        };
        let first = Position { file: 0, line: 1 };
        Self::new(FrameText::Source(text), first, FrameKind::File(file))
    }

    /// Creates a frame for a text whose first line has the position `first`.
    pub(super) fn new(text: FrameText<'s>, first: Position, kind: FrameKind) -> Self {
        Self {
            text,
            origins: None,
            at: 0,
            file: first.file,
            line: first.line,
            recorded: None,
            expansion: None,
            conditionals: 0,
            kind,
        }
    }

    /// Restarts with another text.
    pub(super) fn restart(&mut self, text: Rc<str>, origins: Option<Rc<Origins>>, first: Position) {
        self.text = FrameText::Generated(text);
        self.origins = origins;
        self.at = 0;
        self.file = first.file;
        self.line = first.line;
    }

    /// Returns the offset of the next line in the frame's text.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Returns the remaining text.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads the next line.
    pub(super) fn next_line(&mut self) -> Option<Line<'s>> {
        let len = line_len(self.rest());
        (len > 0).then(|| self.take(len, 1))
    }

    /// Reads `bytes` bytes, which contain `lines` line endings.
    pub(super) fn take(&mut self, bytes: usize, lines: u32) -> Line<'s> {
        let taken = Line {
            text: self.text.clone(),
            origins: self.origins.clone(),
            range: self.at..self.at + bytes,
            position: self.position(),
            recorded: self.recorded,
        };
        self.recorded = self.recorded.map(|recorded| recorded.after(lines));
        self.at += bytes;
        self.line = self.line.saturating_add(lines);
        taken
    }

    /// Returns the file and line of the next line.
    pub(super) fn position(&self) -> Position {
        Position {
            file: self.file,
            line: self.line,
        }
    }
}
