//! Warnings: in place, and in a list with their pages.

use std::collections::BTreeSet;

use maud::{Markup, html};
use pica200::text::page::word_offset;
use pica200_diagnostics::{Code, Severity};

use super::explained::explained;
use crate::model::{At, Note, Part, Warning};
use crate::svg::Ids;

/// A row of a table with a warning about the row before it.
pub(super) fn row(part: &Part, number: usize, columns: usize, ids: &Ids) -> Markup {
    let Some(warning) = part.warnings.get(number) else {
        return html! {};
    };
    let label = warning.notes.first().map_or("", |note| note.text.as_str());
    html! {
        tr class={ "finding " (severity(warning)) } data-finding=(ids.other("finding", number)) tabindex="-1" {
            td colspan=(columns) {
                (title(warning, ids)) " " (warning.message)
                @if !label.is_empty() { span.faint { " — " (label) } }
            }
        }
    }
}

/// All warnings, then the page of each diagnostic among them.
pub(super) fn list(part: &Part, ids: &Ids) -> Markup {
    let codes: BTreeSet<Code> = part.warnings.iter().map(|warning| warning.code).collect();
    html! {
        ol.findings { @for warning in &part.warnings { li class=(severity(warning)) { (one(part, warning, ids)) } } }
        h3 { "What the warnings mean" }
        @for code in codes {
            details.page id=(page_id(code, ids)) {
                summary { code { (code.name()) } " " span.faint { (code.meaning()) } }
                (explained(code))
            }
        }
    }
}

fn one(part: &Part, warning: &Warning, ids: &Ids) -> Markup {
    html! {
        p { (title(warning, ids)) " " (warning.message) }
        @if warning.notes.iter().any(|note| note.at != At::File) {
            ul.notes { @for note in &warning.notes { (place(part, note, ids)) } }
        }
        @if let Some(help) = &warning.help { p.help { (help) } }
    }
}

/// The severity and the name of the diagnostic, with a link to its page.
fn title(warning: &Warning, ids: &Ids) -> Markup {
    let link = Ids::link(&page_id(warning.code, ids));
    html! { a.code href=(link) { strong { (severity(warning)) } "[" (warning.code.name()) "]" } }
}

fn place(part: &Part, note: &Note, ids: &Ids) -> Markup {
    let name = |word: u32| match part.word(word).and_then(|word| word.place.as_deref()) {
        Some(place) => format!("{} ({place})", word_offset(word)),
        None => word_offset(word),
    };
    let separator = if note.text.is_empty() { "" } else { ": " };
    html! {
        li {
            @match &note.at {
                At::Word(word) => a href=(Ids::link(&ids.word(*word))) { (name(*word)) },
                At::Line(file, line) => @match line_id(part, file, *line, ids) {
                    Some(id) => a href=(Ids::link(&id)) { (file) ":" (line) },
                    None => { (file) ":" (line) },
                },
                At::File => "the file",
            }
            (separator) (note.text)
        }
    }
}

/// The row of a line of a source at hand.
fn line_id(part: &Part, file: &str, line: u32, ids: &Ids) -> Option<String> {
    part.sources.iter().enumerate().find_map(|(index, source)| {
        let row = source.row_of(file, line)?;
        Some(ids.line((index, row)))
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
