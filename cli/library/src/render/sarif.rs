//! SARIF logs (Static Analysis Results Interchange Format, version 2.1.0, an OASIS standard).

use pica200_diagnostics::Code;
use serde_json::{Value, json};

use super::quotations;
use crate::diagnostic::{Diagnostic, Label, Location};
use crate::source::Source;
use crate::text::escape::escape_invisible;
use crate::uri::{Style, reference};

/// Renders a log with a result for each diagnostic, and a rule for each distinct code.
pub(super) fn render(diagnostics: &[Diagnostic], sources: &[Source<'_>]) -> Vec<u8> {
    let mut rules: Vec<Code> = Vec::new();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let diagnostic = quotations::cut(diagnostic);
            let known = rules.iter().position(|code| *code == diagnostic.code);
            let rule = known.unwrap_or_else(|| {
                rules.push(diagnostic.code);
                rules.len() - 1
            });
            result(&diagnostic, rule, sources)
        })
        .collect();
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "pica200",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = escape_invisible(&log.to_string()).into_owned().into_bytes();
    text.push(b'\n');
    text
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": {"text": code.meaning()},
        "help": {"text": code.remedy()},
    })
}

fn result(diagnostic: &Diagnostic, rule: usize, sources: &[Source<'_>]) -> Value {
    let mut text = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        text.push_str("; ");
        text.push_str(help);
    }
    let mut places = diagnostic.labels();
    let first = places.next();
    let related: Vec<Value> = places
        .filter_map(|place| {
            let mut location = location(place, sources)?;
            location["message"] = json!({"text": place.text});
            Some(location)
        })
        .collect();
    let locations: Vec<Value> = first.and_then(|place| location(place, sources)).into_iter().collect();
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": rule,
        "level": diagnostic.severity.name(),
        "message": {"text": text},
        "locations": locations,
    });
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    result
}

/// Returns the SARIF location of a label. Lines and columns count from 1, columns in characters.
fn location(place: &Label, sources: &[Source<'_>]) -> Option<Value> {
    let (file, region) = match &place.location {
        Location::Span { source, span } => {
            let at = sources.get(*source)?.locate(*span);
            let region = json!({
                "startLine": at.line,
                "startColumn": at.column,
                "endLine": at.end_line,
                "endColumn": at.end_column,
            });
            (at.file, Some(region))
        }
        Location::Line { file, line, .. } => {
            let region = (*line > 0).then(|| json!({"startLine": line}));
            (file.clone(), region)
        }
        Location::File(path) => (path.clone(), None),
    };
    let mut physical = json!({"artifactLocation": {"uri": reference(&file, Style::NATIVE)}});
    if let Some(region) = region {
        physical["region"] = region;
    }
    Some(json!({"physicalLocation": physical}))
}
