//! Workflow commands of GitHub: a line for each diagnostic, which becomes an annotation of the line of the source.
//!
//! The form is that of GitHub's documentation of workflow commands: percent signs and line ends are escaped in texts,
//! and colons and commas in properties, too.

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
    // Writing to a vector does not fail.
    let _ = writeln!(out, "::{severity} {}::{}", properties.join(","), data(&message));
}

/// A text with escapes.
fn data(text: &str) -> String {
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| escape_controls(line).replace('%', "%25"))
        .collect();
    lines.join("%0A")
}

/// The value of a property with escapes.
fn property(value: &str) -> String {
    data(value).replace(':', "%3A").replace(',', "%2C")
}
