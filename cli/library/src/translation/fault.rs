//! Findings of the compiler as reports.

use pica200_asm::text::Span;
use pica200_compile::{self as compile, Finding};
use pica200_diagnostics::{Level, Severity, Tool};

use crate::report::{Location, Place, Report};
use crate::source::Source;

/// The report for a finding about a source of this number.
pub(super) fn report(finding: Finding, source: &Source<'_>, number: usize) -> Report {
    let code = finding.code;
    let mut rules = code.rules().iter();
    let rule = rules
        .find(|rule| rule.tool == Tool::Compiler)
        .or_else(|| code.rules().first());
    let severity = match rule {
        Some(rule) if rule.level < Level::Deny => Severity::Warning,
        _ => Severity::Error,
    };
    let at = |place: compile::Place, text: String| Place {
        location: Location::Span {
            source: number,
            span: {
                let columns = place.columns.map(|columns| (columns.start, columns.end));
                span(source, place.line, columns)
            },
        },
        text,
    };
    let first = match finding.place {
        Some(place) => at(place, String::new()),
        None => Place::of_file(source.path),
    };
    let related = finding.related.into_iter();
    let related = related.map(|(place, text)| at(place, text));
    Report {
        severity,
        code,
        tool: rule.map_or(Tool::Compiler, |rule| rule.tool),
        message: finding.message,
        places: std::iter::once(first).chain(related).collect(),
        help: finding.help.or_else(|| Some(code.remedy().to_owned())),
        suggestions: Vec::new(),
    }
}

/// The piece of a source that a line, from 1, and a part of it mean: the statement on the line, if there is no part.
pub(super) fn span(source: &Source<'_>, line: u32, columns: Option<(u32, u32)>) -> Span {
    let Some((start, end)) = columns else {
        return statement(source, line);
    };
    let line = source.line_span(index(source, line));
    let at = |offset: u32| line.start.saturating_add(offset).min(line.end);
    Span::new(at(start), at(end.max(start)))
}

/// The statement on a line of a source, from 1.
pub(super) fn statement(source: &Source<'_>, line: u32) -> Span {
    source.statement(index(source, line))
}

/// The index of a line, from 1; the last one for lines that the source does not have.
fn index(source: &Source<'_>, line: u32) -> usize {
    let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    index.min(source.lines.count().saturating_sub(1))
}
