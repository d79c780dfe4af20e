//! The lines that the preprocessor reads, and the texts that they are in.

use std::ops::{Deref, Range};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use crate::text::{Argument, Origins, Piece, Place, Recorded, Span, offset_in};

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

/// A line that the preprocessor reads.
pub(super) struct Line<'s> {
    /// The text of the frame.
    pub(super) text: FrameText<'s>,
    /// Where the text of the frame is written, if that is recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// The bytes of the text that are the line.
    pub(super) range: Range<usize>,
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
