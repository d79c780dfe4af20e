//! Lines read by the preprocessor, and the texts that contain them.

use std::ops::{Deref, Range};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use crate::text::{Argument, FileSpan, Origins, Piece, RecordedPosition, Span, offset_in};

/// The text of a frame.
#[derive(Clone)]
pub(super) enum FrameText<'s> {
    /// The source itself.
    Source(&'s str),
    /// A file, or the expanded lines of a body.
    Generated(Rc<str>),
    /// The lines of a macro, and which pieces of them are arguments.
    MacroBody(Rc<str>, Rc<[Argument]>),
}

impl Deref for FrameText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Source(text) => text,
            Self::Generated(text) | Self::MacroBody(text, _) => text,
        }
    }
}

/// A line read by the preprocessor.
pub(super) struct Line<'s> {
    /// Text of the frame.
    pub(super) text: FrameText<'s>,
    /// Source location of the frame's text, if recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// Byte range of the line in the text.
    pub(super) range: Range<usize>,
    /// Its file and line.
    pub(super) position: Position,
    /// Its position in line tables, if different.
    pub(super) recorded: Option<RecordedPosition>,
}

impl Line<'_> {
    /// Returns the line with its line ending.
    pub(super) fn text(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the pieces of the line that are macro arguments, with spans relative to a text in which the line starts
    /// at `start`.
    pub(super) fn arguments(&self, start: u32) -> impl Iterator<Item = Argument> {
        let all = match &self.text {
            FrameText::MacroBody(_, arguments) => &**arguments,
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

    /// Returns the offset of the line in the frame's text.
    pub(super) const fn start(&self) -> usize {
        self.range.start
    }

    /// Returns the pieces of a part of the line, if locations are recorded. Their spans start at 0.
    pub(super) fn pieces(&self, part: &str) -> Vec<Piece> {
        let mut origins = Origins::default();
        if let (Some(all), Some(offset)) = (&self.origins, offset_in(self.text(), part)) {
            let start = self.range.start + offset;
            let span = Span::from_range(start..start + part.len());
            origins.append(all.part(span), span.start, 0);
        }
        origins.pieces().to_vec()
    }

    /// Returns the source location of a part of the line, if recorded.
    pub(super) fn location(&self, part: &str) -> Option<FileSpan> {
        let start = self.range.start + offset_in(self.text(), part)?;
        let span = Span::from_range(start..start + part.len());
        self.origins.as_ref()?.origin(span).map(|(location, _)| location)
    }

    /// Appends the pieces of the line to a text in which it starts at `to`.
    pub(super) fn add_origins(&self, text: &mut Origins, to: u32) {
        if let Some(all) = &self.origins {
            let span = Span::from_range(self.range.clone());
            text.append(all.part(span), span.start, to);
        }
    }

    /// Returns the offset of the line in the source, if it is a line of the source.
    pub(super) fn in_source(&self) -> Option<usize> {
        matches!(self.text, FrameText::Source(_)).then_some(self.range.start)
    }
}
