//! The code, word by word, with the source lines.

use maud::{Markup, html};
use pica200::text::page::word_offset;

use super::heat::HeatScale;
use super::{table, warnings};
use crate::model::{Part, Word};
use crate::svg::Ids;

/// Maximum and minimum number of words of a table. The code is split into tables because browsers lay out only the
/// visible ones.
const MAX_ROWS: usize = 256;
const MIN_ROWS: usize = 96;

/// Renders all words. A new table starts at a procedure, or after many words.
pub(super) fn code(part: &Part, ids: &Ids) -> Markup {
    let columns = Columns::of(part);
    let heat = HeatScale::of(part.words.iter().filter_map(|word| word.count));
    let mut rest = part.words.as_slice();
    let mut tables = Vec::new();
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(chunk(part, rest));
        tables.push(chunk);
        rest = after;
    }
    html! { @for words in tables { (words_table(part, words, columns, heat, ids)) } }
}

/// Returns the number of words in the next table.
fn chunk(part: &Part, words: &[Word]) -> usize {
    let begins = |word: &Word| part.procedure_at(word.word).is_some();
    let next = words.iter().skip(MIN_ROWS).position(begins);
    let next = next.map_or(words.len(), |next| next + MIN_ROWS);
    next.min(MAX_ROWS).min(words.len())
}

fn words_table(part: &Part, words: &[Word], columns: Columns, heat: HeatScale, ids: &Ids) -> Markup {
    let before = std::iter::once(None).chain(words.iter().map(|word| word.place.as_deref()));
    let rows = html! {
        tbody {
            @for (word, before) in words.iter().zip(before) {
                (places(part, word, columns, ids))
                (row(part, word, columns, heat, before != word.place.as_deref(), ids))
                @for number in &word.warnings { (warnings::row(part, *number, [0, columns.count(), 0], ids)) }
            }
        }
    };
    table("code", "", &columns.titles(), &rows)
}

/// The optional columns of the table.
#[derive(Clone, Copy)]
struct Columns {
    executed: bool,
    held: bool,
    line: bool,
    source: bool,
}

impl Columns {
    fn of(part: &Part) -> Self {
        Self {
            executed: part.total.is_some(),
            held: part.words.iter().any(|word| word.held.is_some()),
            line: part.words.iter().any(|word| word.place.is_some()),
            source: part.words.iter().any(|word| word.source.is_some()),
        }
    }

    fn titles(self) -> Vec<&'static str> {
        let optional = [
            (true, "Word"),
            (true, "Bits"),
            (self.executed, "Executed"),
            (true, "Instruction"),
            (true, "Desc."),
            (self.held, "Live registers"),
            (self.line, "Line"),
            (self.source, "Source"),
        ];
        optional
            .into_iter()
            .filter(|(is_there, _)| *is_there)
            .map(|(_, title)| title)
            .collect()
    }

    fn count(self) -> usize {
        self.titles().len()
    }
}

/// Renders the shader entry points, procedures and labels before a word.
fn places(part: &Part, word: &Word, columns: Columns, ids: &Ids) -> Markup {
    let has_graph = part.procedure_at(word.word).is_some();
    html! {
        @for shader in &word.starts {
            tr.start { td colspan=(columns.count()) { "Shader " (shader) " starts here" } }
        }
        @for (number, label) in word.labels.iter().enumerate() {
            tr.label { th scope="rowgroup" colspan=(columns.count()) {
                @if has_graph && number == 0 {
                    a href=(Ids::link(&ids.graph(word.word))) title="its control flow" { (label) ":" }
                } @else { (label) ":" }
            } }
        }
    }
}

fn row(part: &Part, word: &Word, columns: Columns, heat: HeatScale, is_new_line: bool, ids: &Ids) -> Markup {
    let line = word.source.filter(|_| is_new_line);
    let text = line.and_then(|(source, line)| part.sources.get(source)?.lines.get(line));
    let place = word.place.as_deref().filter(|_| is_new_line);
    html! {
        tr id=(ids.word(word.word)) class=[word.count.map(|count| heat.class(count))] data-line=[word.source.map(|at| ids.line(at))] {
            th.number scope="row" { (word_offset(word.word)) }
            td.bits { (format!("{:08x}", word.bits)) }
            @if columns.executed { td.number { (word.count.unwrap_or(0)) } }
            td.instruction { (word.text) (remarks(word, ids)) }
            td.number { @if let Some(number) = word.descriptor { a href=(Ids::link(&ids.other("descriptor", number))) { (number) } } }
            @if columns.held { td.number { @if let Some(held) = word.held { (held) } } }
            @if columns.line {
                td.place { @if let Some(place) = place {
                    @match line { Some(at) => a href=(Ids::link(&ids.line(at))) { (place) }, None => (place) }
                } }
            }
            @if columns.source { td.source { @if let Some(text) = text { (text.text.trim()) } } }
        }
    }
}

/// Renders the remarks on a word. The remark on its target is a link.
fn remarks(word: &Word, ids: &Ids) -> Markup {
    html! {
        @for (number, remark) in word.remarks.iter().enumerate() {
            span.remark {
                (if number == 0 { "; " } else { ", " })
                @match word.target {
                    Some(target) if !remark.starts_with("unexplained") => a href=(Ids::link(&ids.word(target))) { (remark) },
                    _ => (remark),
                }
            }
        }
    }
}
