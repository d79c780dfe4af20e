//! Reports in the form of picasso, without columns, for Makefiles and editors that expect it.

use std::io::Write;

use crate::report::{Location, Place, Report};
use crate::source::Source;
use crate::text::escape::escape_controls;

pub(super) fn render(report: &Report, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let mut line = |place: Option<&Place>, text: &str| {
        let location = place.map(|place| location(place, sources));
        let line = format!("{}{text}", location.unwrap_or_default());
        // Writing to a vector does not fail.
        let _ = writeln!(out, "{}", escape_controls(&line));
    };
    let (first, others) = match report.places.split_first() {
        Some((first, others)) => (Some(first), others),
        None => (None, [].as_slice()),
    };
    let severity = report.severity.name();
    line(
        first,
        &format!("{severity}: {} [{}]", report.message, report.code),
    );
    for place in others.iter().filter(|place| !place.text.is_empty()) {
        line(Some(place), &format!("note: {}", place.text));
    }
    if let Some(help) = &report.help {
        let options = report.advice.as_ref().map(|advice| advice.command_line());
        let options = options.map_or_else(String::new, |options| format!(": {options}"));
        line(first, &format!("note: {help}{options}"));
    }
}

/// `FILE:LINE: `, or the known part of it.
fn location(place: &Place, sources: &[Source<'_>]) -> String {
    match &place.location {
        Location::Span { source, span } => match sources.get(*source) {
            Some(source) => {
                let at = source.locate(*span);
                format!("{}:{}: ", at.file, at.line)
            }
            None => String::new(),
        },
        Location::Line { file, line, .. } => format!("{file}:{line}: "),
        Location::File(path) => format!("{path}: "),
    }
}
