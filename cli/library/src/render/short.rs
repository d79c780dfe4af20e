//! One line per diagnostic, for editors and build systems. An error in a macro argument has a second line with the use
//! of the argument in the macro.

use std::io::Write;

use crate::diagnostic::{Diagnostic, Label, Location};
use crate::source::Source;
use crate::text::escape::escape_controls;

pub(super) fn render(diagnostic: &Diagnostic, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let severity = diagnostic.severity.name();
    let first = diagnostic.labels().next();
    let at = first.map_or_else(String::new, |place| location(place, sources));
    let line = format!("{at}{severity}: {} [{}]", diagnostic.message, diagnostic.code);
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "{}", escape_controls(&line));
    for place in argument_uses(diagnostic, sources) {
        let line = format!("{}note: {}", location(place, sources), place.text);
        let _ = writeln!(out, "{}", escape_controls(&line));
    }
}

/// Returns the uses, in macros, of the macro argument that a diagnostic is about.
pub(crate) fn argument_uses<'r>(diagnostic: &'r Diagnostic, sources: &[Source<'_>]) -> impl Iterator<Item = &'r Label> {
    let labels = diagnostic.labels();
    labels.filter(|label| uses_argument(label, diagnostic, sources))
}

/// Returns true if a label is a use, in a macro, of the macro argument that the diagnostic is about.
fn uses_argument(place: &Label, diagnostic: &Diagnostic, sources: &[Source<'_>]) -> bool {
    let Some(Location::Span { source, span }) = diagnostic.location() else {
        return false;
    };
    match &place.location {
        Location::Span { source: of, span: used } if of == source => sources
            .get(*source)
            .is_some_and(|source| source.lines.written(*used) == Some(*span)),
        _ => false,
    }
}

/// Returns `FILE:LINE:COL: `, or the known part of it.
fn location(place: &Label, sources: &[Source<'_>]) -> String {
    match &place.location {
        Location::Span { source, span } => match sources.get(*source) {
            Some(source) => {
                let at = source.locate(*span);
                format!("{}:{}:{}: ", at.file, at.line, at.column)
            }
            None => String::new(),
        },
        Location::Line { file, line, .. } => format!("{file}:{line}:1: "),
        Location::File(path) => format!("{path}: "),
    }
}
