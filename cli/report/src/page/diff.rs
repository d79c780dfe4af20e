//! The page of a comparison: both sides of everything.

use std::collections::HashMap;

use indexmap::IndexMap;
use maud::{Markup, html};
use pica200::text::page::{counted, word_offset};
use pica200_objfmt::difference::{Match, align};

use super::registers::holders;
use super::{Section, page, table};
use crate::model::{Part, Procedure, Report, Word};
use crate::sizes::Usage;
use crate::svg::{Ids, uniforms_drawing};

use super::overview::one_flow;

/// The number of pairs of words that the alignment of code compares at most.
const MOST_CELLS: usize = 1 << 24;

/// Two files and their differences.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The files.
    pub sides: [Report; 2],
    /// A line for each difference in meaning; none if the files mean the same.
    pub differences: Vec<String>,
}

/// A procedure of one or both sides.
struct Pair<'c> {
    name: &'c str,
    sides: [Option<&'c Procedure>; 2],
}

/// The page of a comparison.
pub fn diff_to_html(comparison: &Comparison) -> String {
    let [a, b] = &comparison.sides;
    let empty = Part::default();
    let parts = [a, b].map(|report| report.parts.first().unwrap_or(&empty));
    let ids = [Ids::new("a-"), Ids::new("b-")];
    let pairs = pairs(parts);
    let count = comparison.differences.len();
    let head = html! {
        @for (side, report) in ["First", "Second"].iter().zip(&comparison.sides) {
            ul.facts { li { (side) ": " (report.name) } @for fact in &report.summary { li { (fact) } } }
        }
        p { @if count == 0 { "Both mean the same." } @else { (counted(count, "difference")) " in meaning." } }
    };
    let mut sections = Vec::new();
    if count > 0 {
        let list =
            html! { ol.differences { @for line in &comparison.differences { li { (line) } } } };
        sections.push(Section::new(
            "differences",
            format!("Differences ({count})"),
            list,
        ));
    }
    sections.push(Section::new("sizes", "Sizes", sizes(parts, &pairs, &ids)));
    sections.push(Section::new("code", "Code", code(parts, &pairs, &ids)));
    sections.push(Section::new(
        "flow",
        "Control flow",
        flows(parts, &pairs, &ids),
    ));
    sections.push(Section::new("uniforms", "Uniforms", uniforms(parts, &ids)));
    let name = format!("{} and {}", a.name, b.name);
    page(&name, &head, &sections)
}

/// The procedures of both sides by their names: those of the first, then those that only the second has.
fn pairs<'c>(parts: [&'c Part; 2]) -> Vec<Pair<'c>> {
    let [first, second] = parts.map(|part| &part.procedures);
    let mut left: HashMap<&str, Vec<&Procedure>> = HashMap::new();
    for procedure in second.iter().rev() {
        left.entry(&procedure.name).or_default().push(procedure);
    }
    let mut pairs: Vec<_> = first
        .iter()
        .map(|procedure| Pair {
            name: &procedure.name,
            sides: [
                Some(procedure),
                left.get_mut(&*procedure.name).and_then(Vec::pop),
            ],
        })
        .collect();
    for procedure in second {
        let others = left.get_mut(&*procedure.name);
        if others.is_some_and(|others| {
            others
                .last()
                .is_some_and(|last| std::ptr::eq(*last, procedure))
        }) {
            left.get_mut(&*procedure.name).and_then(Vec::pop);
            pairs.push(Pair {
                name: &procedure.name,
                sides: [None, Some(procedure)],
            });
        }
    }
    pairs
}

/// Two columns.
fn sides(contents: [Markup; 2]) -> Markup {
    html! { div.sides { @for side in contents { div { (side) } } } }
}

fn sizes(parts: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let [a, b] = parts.map(limits);
    let size = |side: usize, pair: &Pair<'_>| {
        pair.sides
            .get(side)
            .copied()
            .flatten()
            .map(|of| of.words.len())
    };
    let rows = html! {
        tbody {
            @for pair in pairs {
                @let [a, b] = [size(0, pair), size(1, pair)];
                tr class=[changed(a, b)] {
                    th scope="row" { @match pair.sides { [Some(of), _] => a href=(Ids::link(&ids[0].graph(of.start))) { (pair.name) }, [None, Some(of)] => a href=(Ids::link(&ids[1].graph(of.start))) { (pair.name) }, _ => (pair.name) } }
                    (numbers(a, b))
                }
            }
        }
    };
    let limits = html! {
        tbody {
            @for ((name, a), b) in a.iter().filter_map(|(name, a)| Some(((name, a), b.get(name)?))) {
                tr class=[changed(*a, *b)] { th scope="row" { (name) } (numbers(*a, *b)) }
            }
        }
    };
    let titles = ["", "First", "Second", "Change"];
    html! {
        div.cards {
            div { h3 { "Procedures, in words" } (table("sizes", "", &titles, &rows)) }
            div { h3 { "Limits" } (table("sizes", "", &titles, &limits)) }
        }
    }
}

/// What a side uses, by the names of resources.
fn limits(part: &Part) -> IndexMap<String, Option<usize>> {
    let own = part.shaders.iter().flat_map(|shader| {
        let row = |usage: &Usage| (format!("{}: {}", shader.name, usage.resource), usage.used);
        shader.usage.iter().map(row)
    });
    let all = part
        .usage
        .iter()
        .map(|usage| (format!("all: {}", usage.resource), usage.used));
    own.chain(all).collect()
}

fn changed(a: Option<usize>, b: Option<usize>) -> Option<&'static str> {
    match (a, b) {
        (a, b) if a == b => None,
        (a, b) if b > a => Some("removed"),
        _ => Some("added"),
    }
}

fn numbers(a: Option<usize>, b: Option<usize>) -> Markup {
    let change = match (a.unwrap_or(0), b.unwrap_or(0)) {
        (a, b) if a == b => String::new(),
        (a, b) if b > a => format!("+{}", b - a),
        (a, b) => format!("−{}", a - b),
    };
    let cell =
        |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    html! { td.number { (cell(a)) } td.number { (cell(b)) } td.number { (change) } }
}

/// The words of each procedure, aligned.
fn code(parts: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let mut cells = MOST_CELLS;
    html! {
        @for pair in pairs {
            @let rows = aligned(parts, pair, &mut cells);
            @let count = rows.iter().filter(|row| row.class.is_some()).count();
            details open[count > 0] {
                summary { span.name { (pair.name) } " " span.faint { @match count { 0 => "the same", 1 => "1 line differs", _ => { (count) " lines differ" } } } }
                (table("both", "", &["Word", "First", "Word", "Second"], &html! { tbody { @for row in &rows { (both(row, ids)) } } }))
            }
        }
    }
}

/// A row of the table of both sides.
struct Row<'c> {
    words: [Option<&'c Word>; 2],
    class: Option<&'static str>,
}

fn aligned<'c>(parts: [&'c Part; 2], pair: &Pair<'_>, cells: &mut usize) -> Vec<Row<'c>> {
    let mut known: HashMap<String, u32> = HashMap::new();
    let [a, b] = [0, 1].map(|side: usize| -> Vec<(&'c Word, u32)> {
        let (Some(part), Some(Some(procedure))) = (parts.get(side), pair.sides.get(side)) else {
            return Vec::new();
        };
        let words = procedure.words.iter().filter_map(|word| part.word(*word));
        let numbered = words.map(|word| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            (word, *known.entry(key(word)).or_insert(next))
        });
        numbered.collect()
    });
    let keys = |side: &[(&Word, u32)]| side.iter().map(|(_, key)| *key).collect::<Vec<_>>();
    let row = |step: Match| {
        let (left, right) = match step {
            Match::Both(left, right) => (a.get(left), b.get(right)),
            Match::First(left) => (a.get(left), None),
            Match::Second(right) => (None, b.get(right)),
        };
        let is_same = left
            .zip(right)
            .is_some_and(|(left, right)| left.1 == right.1);
        Row {
            words: [left.map(|of| of.0), right.map(|of| of.0)],
            class: (!is_same).then_some("differs"),
        }
    };
    align(&keys(&a), &keys(&b), cells)
        .into_iter()
        .map(row)
        .collect()
}

/// What an instruction does, wherever it stands: its target is relative, or has its name.
fn key(word: &Word) -> String {
    let Some(target) = word.target else {
        return word.text.clone();
    };
    let place = match word.remarks.last() {
        Some(name) => name.clone(),
        None => format!("{:+}", i64::from(target) - i64::from(word.word)),
    };
    word.text.replace(&word_offset(target), &place)
}

fn both(row: &Row<'_>, ids: &[Ids; 2]) -> Markup {
    let colours = ["removed", "added"];
    html! {
        tr {
            @for ((word, ids), colour) in row.words.iter().zip(ids).zip(colours) {
                @let class = row.class.map(|_| colour);
                @match word {
                    Some(word) => {
                        th.number scope="row" id=(ids.word(word.word)) { (word_offset(word.word)) }
                        td class=[class] { code { (word.text) } @for remark in &word.remarks { span.remark { "; " (remark) } } }
                    },
                    None => { th {} td {} },
                }
            }
        }
    }
}

/// The graphs of both sides.
fn flows(parts: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let [a, b] = parts;
    let graph = |part: &Part, of: Option<&Procedure>, ids: &Ids| match of {
        Some(of) => one_flow(part, of, ids),
        None => html! { p.note { "Not on this side." } },
    };
    html! {
        @for pair in pairs {
            (sides([graph(a, pair.sides[0], &ids[0]), graph(b, pair.sides[1], &ids[1])]))
        }
    }
}

/// The maps of uniforms of both sides.
fn uniforms(parts: [&Part; 2], ids: &[Ids; 2]) -> Markup {
    let count = parts
        .map(|part| part.shaders.len())
        .into_iter()
        .max()
        .unwrap_or(0);
    let [a, b] = parts;
    let map = |part: &Part, number: usize, ids: &Ids| match part.shaders.get(number) {
        Some(shader) => {
            let own = Ids::new(ids.other("u", number));
            html! {
                h4 { (shader.name) }
                div.scroll tabindex="0" role="group" aria-label={ "Uniforms of " (shader.name) } {
                    (uniforms_drawing(&shader.uniforms, &own))
                }
                @if !shader.uniforms.is_empty() { (holders(&shader.uniforms, &own, None)) }
            }
        }
        None => html! { p.note { "Not on this side." } },
    };
    html! { @for number in 0..count { (sides([map(a, number, &ids[0]), map(b, number, &ids[1])])) } }
}
