//! Overview: shaders, procedure sizes and control flow.

use maud::{Markup, html};
use pica200::text::page::{counted, word_offset};

use super::heat::{HeatScale, bar, hottest};
use super::table;
use crate::cost::coverage;
use crate::model::{Part, Procedure, Shader};
use crate::sizes::Usage;
use crate::svg::{HeatMap, Ids, flow_drawing};

/// Renders the shaders with their interfaces and limits, and the procedures by size.
pub(super) fn overview(part: &Part, ids: &Ids) -> Markup {
    html! {
        div.cards {
            @for shader in &part.shaders { (card(shader, ids)) }
            @if !part.usage.is_empty() {
                article.card { h3 { "All shaders together" } (limits(&part.usage)) }
            }
        }
        @if !part.procedures.is_empty() { (procedures(part, ids)) }
    }
}

fn card(shader: &Shader, ids: &Ids) -> Markup {
    html! {
        article.card {
            h3 { a href=(Ids::link(&ids.word(shader.entry))) { (shader.name) } }
            p.kind { (shader.stage) " " (shader.number) ", starts at " (word_offset(shader.entry)) }
            (interface("Inputs", &shader.inputs))
            (interface("Outputs", &shader.outputs))
            (limits(&shader.usage))
        }
    }
}

fn interface(title: &str, rows: &[[String; 2]]) -> Markup {
    html! {
        @if !rows.is_empty() {
            h4 { (title) }
            dl.pairs { @for [register, name] in rows { dt { (register) } dd { (name) } } }
        }
    }
}

fn limits(usage: &[Usage]) -> Markup {
    html! {
        h4 { "Limits" }
        dl.limits {
            @for row in usage {
                dt { (row.resource) }
                dd { (row.used.map_or_else(|| "?".to_owned(), |used| used.to_string())) "/" (row.limit) }
                dd.bar { (bar(number(row.used.unwrap_or(0)), number(row.limit))) }
            }
        }
    }
}

fn number(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// Renders the procedures, largest first.
fn procedures(part: &Part, ids: &Ids) -> Markup {
    let mut rows: Vec<_> = part.procedures.iter().collect();
    rows.sort_by_key(|of| std::cmp::Reverse((of.cost.map(|cost| cost.instructions), of.words.len())));
    let most = rows.iter().map(|of| of.words.len()).max().unwrap_or(0);
    let costs = part.procedures.iter().filter_map(|of| of.cost);
    let heat = HeatScale::of(costs.map(|cost| cost.instructions));
    let mut titles = vec!["Procedure", "First word", "Words", "Size", "Blocks"];
    if part.total.is_some() {
        titles.extend(["Instructions", "Share", "HeatScale", "Entries", "Executed"]);
    }
    let rows = html! { tbody { @for of in rows { (procedure(part, of, most, heat, ids)) } } };
    table(
        "procedures",
        "Words without those of procedures within a procedure.",
        &titles,
        &rows,
    )
}

fn procedure(part: &Part, of: &Procedure, most: usize, heat: HeatScale, ids: &Ids) -> Markup {
    html! {
        tr class=[of.cost.map(|cost| heat.class(cost.instructions))] {
            th scope="row" { a href=(Ids::link(&ids.graph(of.start))) { (of.name) } }
            td.number { a href=(Ids::link(&ids.word(of.start))) { (word_offset(of.start)) } }
            td.number { (of.words.len()) }
            td.bar { (bar(number(of.words.len()), number(most))) }
            td.number { (of.flow.blocks.len()) }
            @if let (Some(cost), Some(total)) = (of.cost, part.total) {
                (heat.cells(&cost, &total))
                td.number { (of.entries.unwrap_or(0)) }
                td.number { (coverage(&cost)) }
            }
        }
    }
}

/// Renders the graphs of all procedures, ordered by address.
pub(super) fn flows(part: &Part, ids: &Ids) -> Markup {
    html! { @for of in &part.procedures { (one_flow(part, of, ids)) } }
}

/// Renders the graph of a procedure.
pub(super) fn one_flow(part: &Part, of: &Procedure, ids: &Ids) -> Markup {
    let count = |word: u32| part.word(word)?.count;
    let counts = part.words.iter().filter_map(|word| word.count);
    let counts: Vec<_> = counts.filter(|count| *count > 0).collect();
    let heats = HeatMap {
        count: &count,
        max: hottest(&counts),
    };
    html! {
        details.graph open id=(ids.graph(of.start)) {
            summary { span.name { (of.name) } " " span.faint { (counted(of.words.len(), "word")) ", " (counted(of.flow.blocks.len(), "block")) } }
            div.scroll tabindex="0" role="group" aria-label={ "Graph of " (of.name) } { (flow_drawing(&of.flow, &of.name, heats, ids)) }
        }
    }
}
