//! Diagnostics in picasso's format, without columns, for Makefiles and editors that expect it.

use std::io::Write;

use crate::diagnostic::{Diagnostic, Label, Location};
use crate::source::Source;
use crate::text::escape::escape_controls;

pub(super) fn render(diagnostic: &Diagnostic, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let mut line = |place: Option<&Label>, text: &str| {
        let location = place.map(|place| location(place, sources));
        let line = format!("{}{text}", location.unwrap_or_default());
        // Writing to a vector cannot fail.
        let _ = writeln!(out, "{}", escape_controls(&line));
    };
    let first = diagnostic.primary.as_deref();
    let severity = diagnostic.severity.name();
    line(
        first,
        &format!("{severity}: {} [{}]", diagnostic.message, diagnostic.code),
    );
    let others = diagnostic.secondary.iter();
    for place in others.filter(|place| !place.text.is_empty()) {
        line(Some(place), &format!("note: {}", place.text));
    }
    if let Some(help) = &diagnostic.help {
        let options = diagnostic.advice.as_ref().map(|advice| advice.command_line());
        let options = options.map_or_else(String::new, |options| format!(": {options}"));
        line(first, &format!("note: {help}{options}"));
    }
}

/// Returns `FILE:LINE: `, or the known part of it.
fn location(place: &Label, sources: &[Source<'_>]) -> String {
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
