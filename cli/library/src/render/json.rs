//! One JSON object per report and line.

use serde::Serialize;

use crate::report::{Location, Place, Report};
use crate::source::Source;
use crate::text::escape::escape_invisible;

/// A report. Unknown fields are null.
#[derive(Serialize)]
struct JsonReport<'r> {
    severity: &'static str,
    name: &'static str,
    message: &'r str,
    #[serde(flatten)]
    place: JsonPlace,
    labels: Vec<JsonLabel<'r>>,
    help: Option<&'r str>,
    /// Options that follow the help, and the command line that has them. Only reports with options have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<JsonAdvice<'r>>,
    suggestions: Vec<JsonSuggestion<'r>>,
}

/// A location. Lines and columns count from 1, columns in characters; the end is after the last character. Locations
/// from line tables of objects have only a line, and the path of the object.
#[derive(Serialize, Default)]
struct JsonPlace {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    object: Option<String>,
}

/// A place with its text. The first one is the primary place of the report.
#[derive(Serialize)]
struct JsonLabel<'r> {
    #[serde(flatten)]
    place: JsonPlace,
    text: &'r str,
}

/// Options of a command line that fix the report.
#[derive(Serialize)]
struct JsonAdvice<'r> {
    /// Lines of a table about the options.
    table: &'r [String],
    options: &'r [String],
    command: String,
}

/// A change of a file that fixes the report: the text from start to end becomes the replacement.
#[derive(Serialize)]
struct JsonSuggestion<'r> {
    file: String,
    start: JsonPoint,
    end: JsonPoint,
    replacement: &'r str,
    applicability: &'static str,
}

/// A line and a column, counted as in places.
#[derive(Serialize)]
struct JsonPoint {
    line: u32,
    column: u32,
}

pub(super) fn render(report: &Report, sources: &[Source<'_>], out: &mut Vec<u8>) {
    let label = |place| JsonLabel {
        place: json_place(place, sources),
        text: &place.text,
    };
    let suggestions = report.suggestions.iter().filter_map(|suggestion| {
        let at = sources.get(suggestion.source)?.locate(suggestion.span);
        Some(JsonSuggestion {
            file: at.file,
            start: JsonPoint {
                line: at.line,
                column: at.column,
            },
            end: JsonPoint {
                line: at.end_line,
                column: at.end_column,
            },
            replacement: &suggestion.replacement,
            applicability: suggestion.applicability.name(),
        })
    });
    let json = JsonReport {
        severity: report.severity.name(),
        name: report.code.name(),
        message: &report.message,
        place: report
            .places
            .first()
            .map(|place| json_place(place, sources))
            .unwrap_or_default(),
        labels: report.places.iter().map(label).collect(),
        help: report.help.as_deref(),
        advice: report.advice.as_ref().map(|advice| JsonAdvice {
            table: &advice.table,
            options: &advice.options,
            command: advice.command_line(),
        }),
        suggestions: suggestions.collect(),
    };
    // Strings and numbers always have a text.
    if let Ok(text) = serde_json::to_string(&json) {
        out.extend(escape_invisible(&text).as_bytes());
        out.push(b'\n');
    }
}

fn json_place(place: &Place, sources: &[Source<'_>]) -> JsonPlace {
    match &place.location {
        Location::Span { source, span } => {
            let Some(source) = sources.get(*source) else {
                return JsonPlace::default();
            };
            let at = source.locate(*span);
            JsonPlace {
                file: Some(at.file),
                line: Some(at.line),
                column: Some(at.column),
                end_line: Some(at.end_line),
                end_column: Some(at.end_column),
                object: None,
            }
        }
        Location::Line { object, file, line } => JsonPlace {
            file: Some(file.clone()),
            line: Some(*line),
            object: Some(object.clone()),
            ..JsonPlace::default()
        },
        Location::File(path) => JsonPlace {
            file: Some(path.clone()),
            ..JsonPlace::default()
        },
    }
}
