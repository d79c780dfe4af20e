//! Source locations of the pieces of the preprocessed text.

use super::Span;

/// A file of a source: 0 for the source itself, then the included files in order of first inclusion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct FileId(u32);

impl FileId {
    /// The source itself.
    pub const SOURCE: Self = Self(0);

    /// Returns the file with an index.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A span of a file: byte offsets in the text of that file, without its byte order mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct FileSpan {
    /// The file.
    pub file: FileId,
    /// The span in its text.
    pub span: Span,
}

/// How a piece of the text was derived from its source location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// Copied from lines that are read in place.
    Verbatim,
    /// Copied from the body of a macro or a repetition.
    Body,
    /// An argument of a call; the location is in the call.
    Argument,
    /// The default of a parameter; the location is in the macro definition.
    Default,
    /// Generated text that differs from the location: the counter of a repetition, the number of an expansion, or a
    /// local label with that number.
    Generated,
}

/// A piece of a text, and its source location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// Span of the piece in the text.
    pub(crate) span: Span,
    /// Source location.
    pub(crate) location: FileSpan,
    /// How it was derived from the location.
    pub(crate) role: Role,
}

impl Piece {
    /// Returns the part of the piece that is in a span. The location of generated text is not divided.
    fn within(self, span: Span) -> Self {
        let start = self.span.start.max(span.start);
        let end = self.span.end.min(span.end);
        let part = Span::new(start, end.max(start));
        let location = match self.role {
            Role::Generated => self.location,
            _ => FileSpan {
                span: part.moved(self.span.start, self.location.span.start),
                ..self.location
            },
        };
        Self {
            span: part,
            location,
            ..self
        }
    }

    /// Returns the text span that a span of the file became; `None` if it is not in the location.
    pub(crate) fn map_span(self, span: Span) -> Option<Span> {
        let location = self.location.span;
        let start = location.start.max(span.start);
        let end = location.end.min(span.end);
        if start > end || (start == end && span.start != span.end) {
            return None;
        }
        match self.role {
            Role::Generated => Some(self.span),
            _ => Some(Span::new(start, end).moved(location.start, self.span.start)),
        }
    }

    /// Returns true if the next piece continues this one, in the text and in the file.
    fn is_continued_by(&self, next: &Self) -> bool {
        self.role == next.role
            && self.role != Role::Generated
            && self.location.file == next.location.file
            && self.span.end == next.span.start
            && self.location.span.end == next.location.span.start
    }
}

/// The pieces of a text in ascending order. There can be gaps of text without a source location.
#[derive(Clone, Default, Debug)]
pub(crate) struct Origins {
    pieces: Vec<Piece>,
}

impl Origins {
    /// Creates the origins of the whole text of a file, by its length in bytes.
    pub(crate) fn from_file(file: FileId, len: usize) -> Self {
        let span = Span::from_range(0..len);
        let piece = Piece {
            span,
            location: FileSpan { file, span },
            role: Role::Verbatim,
        };
        Self { pieces: vec![piece] }
    }

    /// Returns all pieces.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Appends a piece.
    pub(crate) fn push(&mut self, piece: Piece) {
        if piece.span.start == piece.span.end {
            return;
        }
        match self.pieces.last_mut() {
            Some(last) if last.is_continued_by(&piece) => {
                last.span.end = piece.span.end;
                last.location.span.end = piece.location.span.end;
            }
            _ => self.pieces.push(piece),
        }
    }

    /// Appends the pieces of another text. Byte `from` of that text becomes byte `to`.
    pub(crate) fn append(&mut self, pieces: impl Iterator<Item = Piece>, from: u32, to: u32) {
        for piece in pieces {
            self.push(Piece {
                span: piece.span.moved(from, to),
                ..piece
            });
        }
    }

    /// Returns the pieces of a part of the text.
    pub(crate) fn part(&self, span: Span) -> impl Iterator<Item = Piece> {
        let first = self.pieces.partition_point(|p| p.span.end <= span.start);
        let rest = self.pieces.get(first..).unwrap_or_default().iter();
        rest.take_while(move |piece| piece.span.start < span.end)
            .map(move |piece| piece.within(span))
    }

    /// Returns the piece that contains an offset, or ends there.
    pub(crate) fn at(&self, offset: u32) -> Option<&Piece> {
        let first = self.pieces.partition_point(|p| p.span.end <= offset);
        let holds = |piece: &&Piece| piece.span.start <= offset && offset <= piece.span.end;
        let before = || self.pieces.get(first.checked_sub(1)?);
        let found = self.pieces.get(first).filter(holds);
        found.or_else(|| before().filter(holds))
    }

    /// Returns the source location of a part of the text: from its first piece to the last piece with the same role, if
    /// both are in one file and in order; otherwise the location of its first piece.
    pub(crate) fn origin(&self, span: Span) -> Option<(FileSpan, Role)> {
        if span.start == span.end {
            let piece = self.at(span.start)?.within(span);
            return Some((piece.location, piece.role));
        }
        let mut parts = self.part(span);
        let first = parts.next()?;
        let alike = parts.filter(|piece| piece.role == first.role);
        let last = alike.last().unwrap_or(first);
        let mut location = first.location;
        if last.location.file == location.file && last.location.span.end >= location.span.end {
            location.span.end = last.location.span.end;
        }
        Some((location, first.role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(span: (u32, u32), at: (u32, u32), role: Role) -> Piece {
        Piece {
            span: Span::new(span.0, span.1),
            location: FileSpan {
                file: FileId::SOURCE,
                span: Span::new(at.0, at.1),
            },
            role,
        }
    }

    #[test]
    fn neighbours_become_one_piece() {
        let mut origins = Origins::default();
        origins.push(piece((0, 4), (10, 14), Role::Body));
        origins.push(piece((4, 6), (14, 16), Role::Body));
        origins.push(piece((6, 7), (20, 22), Role::Generated));
        origins.push(piece((7, 9), (22, 24), Role::Body));
        assert_eq!(origins.pieces().len(), 3);
        let origin = |start, end| {
            let (location, role) = origins.origin(Span::new(start, end)).expect("a location");
            (location.span.start, location.span.end, role)
        };
        assert_eq!(origin(1, 5), (11, 15, Role::Body));
        assert_eq!(origin(5, 9), (15, 24, Role::Body));
        assert_eq!(origin(6, 7), (20, 22, Role::Generated));
        assert_eq!(origin(9, 9), (24, 24, Role::Body));
        assert!(origins.origin(Span::new(10, 11)).is_none());
    }

    #[test]
    fn places_become_pieces() {
        let body = piece((5, 9), (20, 24), Role::Body);
        assert_eq!(body.map_span(Span::new(21, 23)), Some(Span::new(6, 8)));
        assert_eq!(body.map_span(Span::new(24, 24)), Some(Span::new(9, 9)));
        assert_eq!(body.map_span(Span::new(24, 25)), None);
        let made = piece((5, 6), (20, 24), Role::Generated);
        assert_eq!(made.map_span(Span::new(21, 23)), Some(Span::new(5, 6)));
    }
}
