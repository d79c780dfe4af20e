//! One line per report, for editors and build systems.

use std::io::Write;

use super::text::escape_controls;
use crate::report::{Location, Place, Report};
use crate::source::Source;

pub(super) fn render(report: &Report, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let severity = report.severity.name();
    let location = report
        .places
        .first()
        .map(|place| location(place, sources))
        .unwrap_or_default();
    let line = format!("{location}{severity}: {} [{}]", report.message, report.code);
    // A vector takes everything.
    let _ = writeln!(out, "{}", escape_controls(&line));
}

/// `FILE:LINE:COL: `, as far as it is known.
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
