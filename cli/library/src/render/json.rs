//! JSON output: one object per line and diagnostic.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Label, Location};
use crate::source::{FileLocation, Source};
use crate::text::escape::escape_invisible;

/// A diagnostic. Missing fields are null.
#[derive(Serialize)]
struct JsonDiagnostic<'r> {
    severity: &'static str,
    name: &'static str,
    message: &'r str,
    #[serde(flatten)]
    place: JsonLocation,
    labels: Vec<JsonLabel<'r>>,
    help: Option<&'r str>,
    /// Options that follow the help, and the command line that has them. Present only if there are options.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<JsonAdvice<'r>>,
    suggestions: Vec<JsonSuggestion<'r>>,
}

/// A location. Lines and columns count from 1, columns in characters; the end is after the last character. Locations
/// from line tables of objects have only a line, and the path of the object.
#[derive(Serialize, Default)]
struct JsonLocation {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    object: Option<String>,
}

/// A location with its text. The first one is the primary location of the diagnostic.
#[derive(Serialize)]
struct JsonLabel<'r> {
    #[serde(flatten)]
    place: JsonLocation,
    text: &'r str,
}

/// Command-line options that fix the diagnostic.
#[derive(Serialize)]
struct JsonAdvice<'r> {
    /// Lines of a table about the options.
    table: &'r [String],
    options: &'r [String],
    command: String,
}

/// A change to a file that fixes the diagnostic: the text from start to end is replaced.
#[derive(Serialize)]
struct JsonSuggestion<'r> {
    file: String,
    start: JsonPosition,
    end: JsonPosition,
    replacement: &'r str,
    applicability: &'static str,
}

/// A line and a column, counted as in locations.
#[derive(Serialize)]
struct JsonPosition {
    line: u32,
    column: u32,
}

pub(super) fn render(diagnostic: &Diagnostic, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let label = |place| JsonLabel {
        place: json_place(place, sources),
        text: &place.text,
    };
    let suggestions = diagnostic.fixes.iter().filter_map(|fix| {
        let Location::Span { source, span } = fix.location else {
            return None;
        };
        let at = sources.get(source)?.locate(span);
        Some(JsonSuggestion {
            file: at.file,
            start: JsonPosition {
                line: at.line,
                column: at.column,
            },
            end: JsonPosition {
                line: at.end_line,
                column: at.end_column,
            },
            replacement: &fix.replacement,
            applicability: fix.applicability.name(),
        })
    });
    let json = JsonDiagnostic {
        severity: diagnostic.severity.name(),
        name: diagnostic.code.name(),
        message: &diagnostic.message,
        place: (diagnostic.labels().next())
            .map(|place| json_place(place, sources))
            .unwrap_or_default(),
        labels: diagnostic.labels().map(label).collect(),
        help: diagnostic.help.as_deref(),
        advice: diagnostic.advice.as_ref().map(|advice| JsonAdvice {
            table: &advice.table,
            options: &advice.options,
            command: advice.command_line(),
        }),
        suggestions: suggestions.collect(),
    };
    // Serializing strings and numbers cannot fail.
    if let Ok(text) = serde_json::to_string(&json) {
        out.extend(escape_invisible(&text).as_bytes());
        out.push(b'\n');
    }
}

fn json_place(label: &Label, sources: &[Source<'_>]) -> JsonLocation {
    let Some(at) = FileLocation::resolve(&label.location, sources) else {
        return JsonLocation::default();
    };
    JsonLocation {
        file: Some(at.file),
        line: at.line,
        column: at.range.map(|range| range.column),
        end_line: at.range.map(|range| range.end_line),
        end_column: at.range.map(|range| range.end_column),
        object: at.object,
    }
}
