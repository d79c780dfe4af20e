//! Findings of the compiler as reports.

use pica200_asm::text::Span;
use pica200_compile::{self as compile, Finding};
use pica200_diagnostics::{Code, Level, Severity, Tool};

use crate::report::{Location, Place, Report};
use crate::source::Source;

/// The report for a finding of the compiler about a source of this number.
pub(super) fn report(finding: Finding, source: &Source<'_>, number: usize) -> Report {
    let at = |place: compile::Place, text: String| {
        let columns = place.columns.map(|columns| (columns.start, columns.end));
        Place {
            text,
            ..place_of(source, number, place.line, columns)
        }
    };
    let first = match finding.place {
        Some(place) => at(place, String::new()),
        None => Place::of_file(source.path),
    };
    let related = finding.related.into_iter();
    let related = related.map(|(place, text)| at(place, text));
    let places = std::iter::once(first).chain(related).collect();
    Report {
        places,
        advice: finding.advice,
        help: finding.help.or_else(|| general_help(finding.code)),
        ..of_tool(Tool::Compiler, finding.code, finding.message)
    }
}

/// What the catalogue says to do. About an invalid source it has nothing that the message does not say.
fn general_help(code: Code) -> Option<String> {
    (code != Code::SourceInvalid).then(|| code.remedy().to_owned())
}

/// A report of a tool, or of the first tool that has the code, without places and help.
pub(super) fn of_tool(tool: Tool, code: Code, message: String) -> Report {
    let mut rules = code.rules().iter();
    let rule = rules.find(|rule| rule.tool == tool);
    let rule = rule.or_else(|| code.rules().first());
    Report {
        severity: match rule {
            Some(rule) if rule.level < Level::Deny => Severity::Warning,
            _ => Severity::Error,
        },
        code,
        tool: rule.map_or(tool, |rule| rule.tool),
        message,
        places: Vec::new(),
        help: None,
        advice: None,
        suggestions: Vec::new(),
    }
}

/// The place of a line, from 1, in a source of this number, or of a part of the line.
pub(super) fn place_of(
    source: &Source<'_>,
    number: usize,
    line: u32,
    columns: Option<(u32, u32)>,
) -> Place {
    Place {
        location: Location::Span {
            source: number,
            span: span(source, line, columns),
        },
        text: String::new(),
    }
}

/// The piece of a source that a line, from 1, and a part of it mean: the statement on the line, if there is no part.
fn span(source: &Source<'_>, line: u32, columns: Option<(u32, u32)>) -> Span {
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
pub(super) fn index(source: &Source<'_>, line: u32) -> usize {
    let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    index.min(source.lines.count().saturating_sub(1))
}
