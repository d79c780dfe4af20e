//! Files, and the mapping between locations in files and spans of the preprocessed text.

use std::path::PathBuf;

use super::Analysis;
use crate::directive::Directive;
use crate::preprocess::record::{Include, IncludedFile, MacroCall, MacroDefinition};
use crate::syntax::head::{Head, Word};
use crate::text::{FileId, FileSpan, Piece, Role, Span};

/// A file of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path it was read from, or `None` for the source itself.
    pub path: Option<PathBuf>,
    /// Its display name in messages.
    pub name: String,
    /// Its text, without a byte order mark. If the file is not valid text, the text before the first invalid byte.
    pub text: String,
}

impl SourceFile {
    /// Returns an included file.
    pub(super) fn included(file: IncludedFile) -> Self {
        Self {
            name: file.path.display().to_string(),
            path: Some(file.path),
            text: file.text,
        }
    }
}

/// The source location of a span of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The location. If the span consists of several pieces with the same role, in one file and in order, it covers the
    /// first to the last of them; otherwise it is the location of the first piece.
    pub location: FileSpan,
    /// How the first piece was derived from its location.
    pub role: Role,
}

/// A conditional directive: `.if`, `.ifdef`, `.ifndef`, `.elif`, `.else`, `.endif`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// The directive.
    pub directive: Directive,
    /// The directive with its operands.
    pub location: FileSpan,
}

/// The pieces of the text, indexed by source location.
#[derive(Debug)]
pub(super) struct SpanIndex {
    /// The pieces in source order.
    pieces: Vec<Piece>,
    /// For each piece, the maximum end of the pieces up to it in the same file.
    ends: Vec<u32>,
}

impl SpanIndex {
    fn new(pieces: &[Piece]) -> Self {
        let mut pieces = pieces.to_vec();
        pieces.sort_by_key(|piece| (piece.location.file, piece.location.span.start, piece.span.start));
        let mut ends = Vec::with_capacity(pieces.len());
        let mut last = (FileId::SOURCE, 0);
        for piece in &pieces {
            let end = piece.location.span.end;
            last = match last {
                (file, max) if file == piece.location.file => (file, max.max(end)),
                _ => (piece.location.file, end),
            };
            ends.push(last.1);
        }
        Self { pieces, ends }
    }

    /// Yields the text spans that `location` expanded to, last piece first.
    fn find(&self, location: FileSpan) -> impl Iterator<Item = Span> {
        let start = (location.file, location.span.start);
        let count = self
            .pieces
            .partition_point(|piece| (piece.location.file, piece.location.span.start) <= start);
        let before = self.pieces.get(..count).unwrap_or_default().iter();
        let reaching = before
            .zip(&self.ends)
            .rev()
            .take_while(move |(piece, end)| piece.location.file == location.file && **end >= location.span.start);
        reaching.filter_map(move |(piece, _)| piece.map_span(location.span))
    }
}

impl Analysis {
    /// Returns the source and its included files, in order of first inclusion. A [`FileId`] is an index into this list.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns a file.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.index())
    }

    /// Returns the source text of `location`.
    pub fn text_of(&self, location: FileSpan) -> &str {
        let file = self.file(location.file);
        file.map_or("", |file| location.span.text(&file.text))
    }

    /// Returns the source location of a text span, or `None` for a line ending added by the preprocessor.
    pub fn origin(&self, span: Span) -> Option<Origin> {
        let (location, role) = self.record.origins.origin(span)?;
        Some(Origin { location, role })
    }

    /// Returns the text spans that come from `location`, in text order. There are none for inactive lines, and several
    /// for a macro argument, the body of a macro that is called repeatedly, and a file that is included repeatedly. A
    /// span can be shorter than `location` if the preprocessor split it. An empty `location` selects the byte at it, or
    /// the end of the word before it.
    pub fn spans_of(&self, location: FileSpan) -> Vec<Span> {
        let mut spans: Vec<_> = self.index().find(location).collect();
        spans.sort();
        spans.dedup();
        spans
    }

    /// Returns the first text span that comes from `location`.
    pub fn span_of(&self, location: FileSpan) -> Option<Span> {
        self.index().find(location).min()
    }

    fn index(&self) -> &SpanIndex {
        let pieces = self.record.origins.pieces();
        self.index.get_or_init(|| SpanIndex::new(pieces))
    }

    /// Returns the `.include` directives in the order of their execution.
    pub fn includes(&self) -> &[Include] {
        &self.record.includes
    }

    /// Returns the lines of files that conditionals skip. Lines skipped inside a macro are not included, because
    /// another call can keep them.
    pub fn inactive(&self) -> &[FileSpan] {
        &self.record.inactive
    }

    /// Returns the executed conditional directives, in text order.
    pub fn conditionals(&self) -> impl Iterator<Item = Conditional> {
        self.consumed().filter_map(|(directive, span)| {
            let is_of_conditional = matches!(
                directive?,
                Directive::If
                    | Directive::Ifdef
                    | Directive::Ifndef
                    | Directive::Elif
                    | Directive::Else
                    | Directive::Endif
            );
            let location = self.origin(span)?.location;
            Some(Conditional {
                directive: directive.filter(|_| is_of_conditional)?,
                location,
            })
        })
    }

    /// Returns the pieces of the text that the preprocessor consumed, each with its directive if it has one.
    pub(super) fn consumed(&self) -> impl Iterator<Item = (Option<Directive>, Span)> {
        self.consumed.iter().map(|span| {
            let directive = match Head::parse(span.text(self.text())).word {
                Word::Directive(directive) => Some(directive),
                _ => None,
            };
            (directive, *span)
        })
    }

    /// Returns the macros in the order of their definitions.
    pub fn macros(&self) -> &[MacroDefinition] {
        &self.record.macros
    }

    /// Returns the macro calls in the order of their execution.
    pub fn calls(&self) -> &[MacroCall] {
        &self.record.calls
    }
}
