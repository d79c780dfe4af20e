//! GitHub workflow commands: one line per diagnostic, shown as an annotation of the source line.
//!
//! The format follows GitHub's documentation of workflow commands: percent signs and line ends are escaped in messages,
//! and in properties also colons and commas.

use std::io::Write;

use crate::diagnostic::{Diagnostic, Location};
use crate::source::Source;
use crate::text::escape::escape_controls;

pub(super) fn render(diagnostic: &Diagnostic, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let mut properties = Vec::new();
    match diagnostic.location() {
        Some(Location::Span { source, span }) => {
            if let Some(source) = sources.get(*source) {
                let at = source.locate(*span);
                properties.push(("file", at.file));
                properties.push(("line", at.line.to_string()));
                properties.push(("endLine", at.end_line.to_string()));
                properties.push(("col", at.column.to_string()));
                properties.push(("endColumn", at.end_column.to_string()));
            }
        }
        Some(Location::Line { file, line, .. }) => {
            properties.push(("file", file.clone()));
            properties.push(("line", line.to_string()));
        }
        Some(Location::File(path)) => properties.push(("file", path.clone())),
        None => {}
    }
    properties.push(("title", diagnostic.code.name().to_owned()));
    let properties: Vec<_> = properties
        .iter()
        .map(|(name, value)| format!("{name}={}", property(value)))
        .collect();
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push('\n');
        message.push_str(help);
    }
    let severity = diagnostic.severity.name();
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "::{severity} {}::{}", properties.join(","), data(&message));
}

/// Escapes a message.
fn data(text: &str) -> String {
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| escape_controls(line).replace('%', "%25"))
        .collect();
    lines.join("%0A")
}

/// Escapes the value of a property.
fn property(value: &str) -> String {
    data(value).replace(':', "%3A").replace(',', "%2C")
}
