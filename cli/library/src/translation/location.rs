//! Diagnostics about a translation's text, with locations in its source.

use pica200_asm::text::Span;
use pica200_compile::Place;

use crate::diagnostic::{Code, Diagnostic, Label, Location};
use crate::source::Source;

/// Converts a diagnostic of the compiler or the converter about the source with this index.
pub(super) fn locate(diagnostic: Diagnostic<Place>, source: &Source<'_>, number: usize) -> Diagnostic {
    let mut diagnostic = diagnostic.map(|place| location(source, number, place));
    if diagnostic.primary.is_none() {
        diagnostic.primary = Some(Box::new(Label::for_file(source.path)));
    }
    match diagnostic.code {
        // For an invalid source, the catalogue has nothing to add to the message.
        Code::SourceInvalid => diagnostic,
        _ => diagnostic.with_default_help(),
    }
}

/// Returns the location of a place in the source with this index.
pub(super) fn location(source: &Source<'_>, number: usize, place: Place) -> Location {
    Location::Span {
        source: number,
        span: span(source, place),
    }
}

/// Returns the span of a place in a source.
fn span(source: &Source<'_>, place: Place) -> Span {
    let Some(columns) = place.columns else {
        return statement(source, place.line);
    };
    let line = source.line_span(index(source, place.line));
    let at = |offset: u32| line.start.saturating_add(offset).min(line.end);
    Span::new(at(columns.start), at(columns.end.max(columns.start)))
}

/// Returns the statement on a line of a source, from 1.
pub(super) fn statement(source: &Source<'_>, line: u32) -> Span {
    source.statement(index(source, line))
}

/// Returns the index of a line, from 1; the last one for lines that the source does not have.
pub(super) fn index(source: &Source<'_>, line: u32) -> usize {
    let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    index.min(source.lines.count().saturating_sub(1))
}
