//! Files, and the way between places in them and spans of the text.

use std::path::PathBuf;

use super::Analysis;
use crate::directive::Directive;
use crate::preprocess::record::{Include, IncludedFile, MacroCall, MacroDefinition};
use crate::syntax::head::{Head, Word};
use crate::text::{FileId, Piece, Place, Role, Span};

/// A file of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path by which it was read; `None` for the source itself.
    pub path: Option<PathBuf>,
    /// Its name in messages.
    pub name: String,
    /// Its text, without a byte order mark. That of a file that is not text ends before the first wrong byte.
    pub text: String,
}

impl SourceFile {
    /// An included file.
    pub(super) fn included(file: IncludedFile) -> Self {
        Self {
            name: file.path.display().to_string(),
            path: Some(file.path),
            text: file.text,
        }
    }
}

/// Where a span of the text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The place. If the span is made of several pieces, from the first to the last one of the same role, if they are
    /// in one file and in this order; otherwise the place of the first.
    pub place: Place,
    /// How the first piece results from its place.
    pub role: Role,
}

/// A directive of a conditional: `.if`, `.ifdef`, `.ifndef`, `.elif`, `.else`, `.endif`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// The directive.
    pub directive: Directive,
    /// The directive with its operands.
    pub place: Place,
}

/// The pieces of the text by their places.
#[derive(Debug)]
pub(super) struct PlaceIndex {
    /// The pieces in the order of their places.
    pieces: Vec<Piece>,
    /// For each piece, the largest end of those up to it in the same file.
    ends: Vec<u32>,
}

impl PlaceIndex {
    fn new(pieces: &[Piece]) -> Self {
        let mut pieces = pieces.to_vec();
        pieces.sort_by_key(|piece| (piece.place.file, piece.place.span.start, piece.span.start));
        let mut ends = Vec::with_capacity(pieces.len());
        let mut last = (FileId::SOURCE, 0);
        for piece in &pieces {
            let end = piece.place.span.end;
            last = match last {
                (file, most) if file == piece.place.file => (file, most.max(end)),
                _ => (piece.place.file, end),
            };
            ends.push(last.1);
        }
        Self { pieces, ends }
    }

    /// The spans that a place became, those of the last pieces first.
    fn find(&self, place: Place) -> impl Iterator<Item = Span> {
        let start = (place.file, place.span.start);
        let count = self
            .pieces
            .partition_point(|piece| (piece.place.file, piece.place.span.start) <= start);
        let before = self.pieces.get(..count).unwrap_or_default().iter();
        let reaching = before
            .zip(&self.ends)
            .rev()
            .take_while(move |(piece, end)| piece.place.file == place.file && **end >= place.span.start);
        reaching.filter_map(move |(piece, _)| piece.of_place(place.span))
    }
}

impl Analysis {
    /// The source, and the files that it includes, in the order in which they are first included. A [`FileId`] is an
    /// index into this list.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// A file.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.index())
    }

    /// The text of a place.
    pub fn text_of(&self, place: Place) -> &str {
        let file = self.file(place.file);
        file.map_or("", |file| place.span.text(&file.text))
    }

    /// Where a span of the text is written. `None` for a line end that the preprocessor added.
    pub fn origin(&self, span: Span) -> Option<Origin> {
        let (place, role) = self.record.origins.origin(span)?;
        Some(Origin { place, role })
    }

    /// The spans of the text that come from the place, in the order of the text: none for lines that were left out, and
    /// several for an argument, for the body of a macro that is called again, and for a file that is included again. A
    /// span can be shorter than the place, if the place was cut there. An empty place stands for the byte at it, or for
    /// the end of the word before it.
    pub fn spans_of(&self, place: Place) -> Vec<Span> {
        let mut spans: Vec<_> = self.index().find(place).collect();
        spans.sort();
        spans.dedup();
        spans
    }

    /// The first span of the text that comes from the place, if there is one.
    pub fn span_of(&self, place: Place) -> Option<Span> {
        self.index().find(place).min()
    }

    fn index(&self) -> &PlaceIndex {
        let pieces = self.record.origins.pieces();
        self.index.get_or_init(|| PlaceIndex::new(pieces))
    }

    /// The `.include` directives, in the order in which they are carried out.
    pub fn includes(&self) -> &[Include] {
        &self.record.includes
    }

    /// The lines of files that conditionals leave out. Lines that are left out of a macro are not among them: another
    /// call can keep them.
    pub fn inactive(&self) -> &[Place] {
        &self.record.inactive
    }

    /// The directives of conditionals that are carried out, in the order of the text.
    pub fn conditionals(&self) -> impl Iterator<Item = Conditional> {
        self.carried_out().filter_map(|(directive, span)| {
            let is_of_conditional = matches!(
                directive?,
                Directive::If
                    | Directive::Ifdef
                    | Directive::Ifndef
                    | Directive::Elif
                    | Directive::Else
                    | Directive::Endif
            );
            let place = self.origin(span)?.place;
            Some(Conditional {
                directive: directive.filter(|_| is_of_conditional)?,
                place,
            })
        })
    }

    /// The pieces of the text that the preprocessor carried out, with their directives, if they have one.
    pub(super) fn carried_out(&self) -> impl Iterator<Item = (Option<Directive>, Span)> {
        self.carried_out.iter().map(|span| {
            let directive = match Head::of(span.text(self.text())).word {
                Word::Directive(directive) => Some(directive),
                _ => None,
            };
            (directive, *span)
        })
    }

    /// The macros, in the order of their definitions.
    pub fn macros(&self) -> &[MacroDefinition] {
        &self.record.macros
    }

    /// The calls of macros, in the order in which they are carried out.
    pub fn calls(&self) -> &[MacroCall] {
        &self.record.calls
    }
}
