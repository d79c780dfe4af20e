//! Complete sources, with the words and cost of each line.

use maud::{Markup, html};
use pica200::text::page::word_offset;

use super::heat::HeatScale;
use super::{Section, table, warnings};
use crate::cost::{Cost, coverage};
use crate::model::{Part, SourceLine, SourceText};
use crate::svg::Ids;

/// Returns a section for each source of a program.
pub(super) fn sections(part: &Part, ids: &Ids) -> Vec<Section> {
    let heat = heat(&part.sources);
    let total = part.total;
    let section = |(index, source): (usize, &SourceText)| {
        let words = |line: &SourceLine| linked(&line.words, ids);
        let notes = |line: &SourceLine, columns: usize| {
            html! { @for number in &line.warnings { (warnings::row(part, *number, [0, columns, 0], ids)) } }
        };
        let view = View {
            first: "Words",
            words: &words,
            notes: &notes,
            executed: total.map(|_| "Executed"),
            caption: "",
        };
        let body = lines(source, index, (heat, total), &view, ids);
        Section::new(ids.other("source", index), source.name.clone(), body)
    };
    part.sources.iter().enumerate().map(section).collect()
}

/// Returns the heat scale of the lines of all sources.
pub(super) fn heat(sources: &[SourceText]) -> HeatScale {
    let lines = sources.iter().flat_map(|source| &source.lines);
    HeatScale::of(lines.filter_map(|line| line.cost).map(|cost| cost.instructions))
}

/// The variable parts of a table of source lines.
pub(super) struct View<'v> {
    /// The title of the column with words; empty if there is none.
    pub(super) first: &'static str,
    /// Renders the words of a line.
    pub(super) words: &'v dyn Fn(&SourceLine) -> Markup,
    /// Renders further rows after a line, with the given number of columns.
    pub(super) notes: &'v dyn Fn(&SourceLine, usize) -> Markup,
    /// The title of the column with executed words, if there is a profile.
    pub(super) executed: Option<&'v str>,
    /// The text before the table.
    pub(super) caption: &'v str,
}

/// Maximum number of lines of a table. The source is split into tables because browsers lay out only the visible ones.
const MAX_ROWS: usize = 400;

/// Renders the lines of a source.
pub(super) fn lines(
    source: &SourceText,
    index: usize,
    (heat, total): (HeatScale, Option<Cost>),
    view: &View<'_>,
    ids: &Ids,
) -> Markup {
    let mut titles = vec!["Line"];
    titles.extend((!view.first.is_empty()).then_some(view.first));
    if let Some(executed) = view.executed {
        titles.extend(["Instructions", "Share", "HeatScale", executed]);
    }
    titles.push("Source");
    let columns = titles.len();
    let numbered: Vec<_> = source.lines.iter().enumerate().collect();
    let of_line = |number: usize, line: &SourceLine| {
        html! {
            @if let Some(file) = &line.file {
                tr.label { th scope="rowgroup" colspan=(columns) { (file) } }
            }
            tr id=(ids.line((index, number))) class=[line.cost.map(|cost| heat.class(cost.instructions))] {
                th.number scope="row" { (line.number) }
                @if !view.first.is_empty() { td.words { ((view.words)(line)) } }
                @match (line.cost, total) {
                    (Some(cost), Some(total)) => { (heat.cells(&cost, &total)) td.number { (coverage(&cost)) } },
                    _ => @if view.executed.is_some() { td colspan="4" {} },
                }
                td.source { (line.text) }
            }
            ((view.notes)(line, columns))
        }
    };
    html! {
        @for (chunk, lines) in numbered.chunks(MAX_ROWS).enumerate() {
            @let rows = html! { tbody { @for (number, line) in lines { (of_line(*number, line)) } } };
            (table("source", if chunk == 0 { view.caption } else { "" }, &titles, &rows))
        }
    }
}

/// Renders links to the words of a line, as ranges.
fn linked(words: &[u32], ids: &Ids) -> Markup {
    let runs = words.chunk_by(|a, b| a + 1 == *b);
    html! {
        @for run in runs {
            @if let (Some(first), Some(last)) = (run.first(), run.last()) {
                a href=(Ids::link(&ids.word(*first))) { (word_offset(*first)) @if last != first { "–" (word_offset(*last)) } } " "
            }
        }
    }
}
