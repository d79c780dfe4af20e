//! One line per report, for editors and build systems. An error in an argument of a macro has a second line with the place
//! where the macro uses the argument.

use std::io::Write;

use crate::report::{Location, Place, Report};
use crate::source::Source;
use crate::text::escape::escape_controls;

pub(super) fn render(report: &Report, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let severity = report.severity.name();
    let first = report.places.first();
    let at = first.map_or_else(String::new, |place| location(place, sources));
    let line = format!("{at}{severity}: {} [{}]", report.message, report.code);
    // Writing to a vector does not fail.
    let _ = writeln!(out, "{}", escape_controls(&line));
    for place in argument_uses(report, sources) {
        let line = format!("{}note: {}", location(place, sources), place.text);
        let _ = writeln!(out, "{}", escape_controls(&line));
    }
}

/// The places in macros where the argument stands that a report is about.
pub(crate) fn argument_uses<'r>(
    report: &'r Report,
    sources: &[Source<'_>],
) -> impl Iterator<Item = &'r Place> {
    let places = report.places.iter();
    places.filter(|place| uses_argument(place, report, sources))
}

/// Whether a place is the one in a macro where the argument stands that the report is about.
fn uses_argument(place: &Place, report: &Report, sources: &[Source<'_>]) -> bool {
    let Some(Location::Span { source, span }) = report.places.first().map(|first| &first.location)
    else {
        return false;
    };
    match &place.location {
        Location::Span {
            source: of,
            span: used,
        } if of == source => sources
            .get(*source)
            .is_some_and(|source| source.lines.written(*used) == Some(*span)),
        _ => false,
    }
}

/// `FILE:LINE:COL: `, or the known part of it.
fn location(place: &Place, sources: &[Source<'_>]) -> String {
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
