//! Frames: the source, and in it the includes, macros and repetitions that are being read.

use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use super::repeat::Turns;
use crate::text::{Argument, Origins, Piece, Place, Recorded, Span, line_len, offset_in};

/// The text of a frame.
#[derive(Clone)]
pub(super) enum FrameText<'s> {
    /// The source itself.
    Source(&'s str),
    /// A file that was read, or lines that were made of a body.
    Made(Rc<str>),
    /// The lines of a macro, and the pieces of them that are arguments.
    Called(Rc<str>, Rc<[Argument]>),
}

impl Deref for FrameText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Source(text) => text,
            Self::Made(text) | Self::Called(text, _) => text,
        }
    }
}

/// A text that lines are read from.
pub(super) struct Frame<'s> {
    text: FrameText<'s>,
    /// Where the text is written, if that is recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// The offset of the next line.
    at: usize,
    /// The file of the next line.
    pub(super) file: u32,
    /// The number of the next line.
    pub(super) line: u32,
    /// The position of the next line in line tables, if it is not its own.
    pub(super) recorded: Option<Recorded>,
    /// The number of the expansion that made the lines.
    pub(super) expansion: Option<usize>,
    /// The number of conditionals that were open when the frame began.
    pub(super) conditionals: usize,
    /// The kind of the frame.
    pub(super) kind: FrameKind,
}

/// The kinds of frames.
pub(super) enum FrameKind {
    /// A file.
    File(OpenFile),
    /// A macro with its arguments put in.
    Macro,
    /// A body that is repeated.
    Repetition(Turns),
}

/// A file that is being read.
pub(super) struct OpenFile {
    /// Its path; `None` for the source itself.
    pub(super) path: Option<PathBuf>,
    /// The folder in which its includes are looked for first.
    pub(super) folder: PathBuf,
    /// The name of that folder in line tables, with a slash at its end; empty for the folder of the source.
    pub(super) recorded_folder: String,
}

/// A line that the preprocessor reads.
pub(super) struct Line<'s> {
    text: FrameText<'s>,
    /// Where the text of the frame is written, if that is recorded.
    origins: Option<Rc<Origins>>,
    range: Range<usize>,
    /// Its file and line.
    pub(super) position: Position,
    /// Its position in line tables, if that differs.
    pub(super) recorded: Option<Recorded>,
}

impl Line<'_> {
    /// The line with its end.
    pub(super) fn text(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// The pieces of the line that are arguments of a macro, with spans in the text where the line begins at a byte.
    pub(super) fn arguments(&self, start: u32) -> impl Iterator<Item = Argument> {
        let all = match &self.text {
            FrameText::Called(_, arguments) => &**arguments,
            _ => &[],
        };
        let line = Span::from_range(self.range.clone());
        let first = all.partition_point(|argument| argument.span.start < line.start);
        let rest = all.get(first..).unwrap_or_default().iter();
        let inside = rest.take_while(move |argument| argument.span.start < line.end);
        inside.map(move |argument| Argument {
            span: argument.span.moved(line.start, start),
            ..*argument
        })
    }

    /// The byte of the frame's text where the line begins.
    pub(super) const fn start(&self) -> usize {
        self.range.start
    }

    /// The pieces of a part of the line, if places are recorded. Their spans begin at 0.
    pub(super) fn pieces(&self, part: &str) -> Vec<Piece> {
        let mut origins = Origins::default();
        if let (Some(all), Some(offset)) = (&self.origins, offset_in(self.text(), part)) {
            let start = self.range.start + offset;
            let span = Span::from_range(start..start + part.len());
            origins.append(all.part(span), span.start, 0);
        }
        origins.pieces().to_vec()
    }

    /// The place of a part of the line, if places are recorded.
    pub(super) fn place(&self, part: &str) -> Option<Place> {
        let start = self.range.start + offset_in(self.text(), part)?;
        let span = Span::from_range(start..start + part.len());
        self.origins.as_ref()?.origin(span).map(|(place, _)| place)
    }

    /// Adds the pieces of the line to those of a text in which it begins at `to`.
    pub(super) fn add_origins(&self, text: &mut Origins, to: u32) {
        if let Some(all) = &self.origins {
            let span = Span::from_range(self.range.clone());
            text.append(all.part(span), span.start, to);
        }
    }

    /// The byte of the source where the line begins, if it is a line of the source.
    pub(super) fn in_source(&self) -> Option<usize> {
        matches!(self.text, FrameText::Source(_)).then_some(self.range.start)
    }
}

impl<'s> Frame<'s> {
    /// The frame of the source itself.
    pub(super) fn of_source(text: &'s str, folder: &Path) -> Self {
        let file = OpenFile {
            path: None,
            folder: folder.to_owned(),
            recorded_folder: String::new(),
        };
        let first = Position { file: 0, line: 1 };
        Self::new(FrameText::Source(text), first, FrameKind::File(file))
    }

    /// The frame of a text whose first line has the position `first`.
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

    /// Starts again with another text.
    pub(super) fn restart(&mut self, text: Rc<str>, origins: Option<Rc<Origins>>, first: Position) {
        self.text = FrameText::Made(text);
        self.origins = origins;
        self.at = 0;
        self.file = first.file;
        self.line = first.line;
    }

    /// The offset of the next line in the text of the frame.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// The text that is not read yet.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads the next line.
    pub(super) fn next_line(&mut self) -> Option<Line<'s>> {
        let len = line_len(self.rest());
        (len > 0).then(|| self.take(len, 1))
    }

    /// Reads `bytes` bytes, which contain `lines` line ends.
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

    /// The file and line of the next line.
    pub(super) fn position(&self) -> Position {
        Position {
            file: self.file,
            line: self.line,
        }
    }
}
