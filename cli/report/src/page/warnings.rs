//! Warnings: inline, and in a list with their pages.

use std::collections::BTreeSet;

use maud::{Markup, html};
use pica200::text::page::word_offset;
use pica200_diagnostics::{Code, Severity};

use super::explanation::explanation;
use crate::model::{Note, Part, Warning, WarningLocation};
use crate::svg::Ids;

/// Renders a table row with a warning about the previous row. `columns` are the numbers of empty columns before the
/// warning, of the warning's columns, and of empty columns after it.
pub(super) fn row(part: &Part, number: usize, columns: [usize; 3], ids: &Ids) -> Markup {
    let Some(warning) = part.warnings.get(number) else {
        return html! {};
    };
    let label = warning.notes.first().map_or("", |note| note.text.as_str());
    let [before, own, after] = columns;
    let empty = |columns: usize| html! { @if columns > 0 { td.empty colspan=(columns) {} } };
    html! {
        tr class={ "finding " (severity(warning)) } data-finding=(ids.other("finding", number)) tabindex="-1" {
            (empty(before))
            td colspan=(own) {
                (title(warning, ids)) " " (warning.message)
                @if !label.is_empty() { span.faint { " — " (label) } }
            }
            (empty(after))
        }
    }
}

/// The link targets of warnings about source lines.
#[derive(Clone, Copy)]
pub(super) enum Lines {
    /// The lines, which are on the page.
    Lines,
    /// The words generated from them.
    Words,
}

/// Renders all warnings, followed by the page of each diagnostic among them.
pub(super) fn list(part: &Part, lines: Lines, ids: &Ids) -> Markup {
    let codes: BTreeSet<Code> = part.warnings.iter().map(|warning| warning.code).collect();
    html! {
        ol.findings { @for warning in &part.warnings { li class=(severity(warning)) { (one(part, warning, lines, ids)) } } }
        h3 { "What the warnings mean" }
        @for code in codes {
            details.page id=(page_id(code, ids)) {
                summary { code { (code.name()) } " " span.faint { (code.meaning()) } }
                (explanation(code))
            }
        }
    }
}

fn one(part: &Part, warning: &Warning, lines: Lines, ids: &Ids) -> Markup {
    html! {
        p { (title(warning, ids)) " " (warning.message) }
        @if warning.notes.iter().any(|note| note.at != WarningLocation::File) {
            ul.notes { @for note in &warning.notes { (place(part, note, lines, ids)) } }
        }
        @if let Some(help) = &warning.help { p.help { (help) } }
    }
}

/// Renders the severity and name of the diagnostic, with a link to its page.
fn title(warning: &Warning, ids: &Ids) -> Markup {
    let link = Ids::link(&page_id(warning.code, ids));
    html! { a.code href=(link) { strong { (severity(warning)) } "[" (warning.code.name()) "]" } }
}

fn place(part: &Part, note: &Note, lines: Lines, ids: &Ids) -> Markup {
    let name = |word: u32| match part.word(word).and_then(|word| word.place.as_deref()) {
        Some(place) => format!("{} ({place})", word_offset(word)),
        None => word_offset(word),
    };
    let separator = if note.text.is_empty() { "" } else { ": " };
    html! {
        li {
            @match &note.at {
                WarningLocation::Word(word) => a href=(Ids::link(&ids.word(*word))) { (name(*word)) },
                WarningLocation::Line(file, line) => @match line_id(part, file, *line, lines, ids) {
                    Some(id) => a href=(Ids::link(&id)) { (file) ":" (line) },
                    None => { (file) ":" (line) },
                },
                WarningLocation::File => "the file",
            }
            (separator) (note.text)
        }
    }
}

/// Returns the ID of a line of an available source.
fn line_id(part: &Part, file: &str, line: u32, lines: Lines, ids: &Ids) -> Option<String> {
    part.sources.iter().enumerate().find_map(|(index, source)| {
        let row = source.row_of(file, line)?;
        match lines {
            Lines::Lines => Some(ids.line((index, row))),
            Lines::Words => {
                let words = &source.lines.get(row)?.words;
                words.first().map(|word| ids.word(*word))
            }
        }
    })
}

fn page_id(code: Code, ids: &Ids) -> String {
    ids.other(&format!("page-{}", code.name()), 0)
}

fn severity(warning: &Warning) -> &'static str {
    match warning.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
