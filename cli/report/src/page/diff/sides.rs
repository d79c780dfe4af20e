//! Side-by-side parts of pages about single files.

use std::collections::HashMap;

use maud::{Markup, html};

use super::pairs::Pair;
use crate::model::{Descriptor, Part, Procedure, Shader};
use crate::page::overview::one_flow;
use crate::page::registers::{holders, lives_key, lives_of, uniforms_key, words};
use crate::page::{table, warnings};
use crate::svg::{Ids, uniforms_drawing};

/// Renders two columns.
fn sides(contents: [Markup; 2]) -> Markup {
    html! { div.sides { @for side in contents { div { (side) } } } }
}

/// Renders the placeholder for a part that only the other side has.
fn placeholder() -> Markup {
    html! { p.note { "Not on this side." } }
}

/// Renders the warnings of both sides.
pub(super) fn warnings([a, b]: [&Part; 2], ids: &[Ids; 2]) -> Markup {
    let list = |part: &Part, ids: &Ids| {
        if part.warnings.is_empty() {
            html! { p.note { "No warnings on this side." } }
        } else {
            warnings::list(part, warnings::Lines::Words, ids)
        }
    };
    sides([list(a, &ids[0]), list(b, &ids[1])])
}

/// Renders the graphs of both sides.
pub(super) fn flows([a, b]: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let graph =
        |part: &Part, of: Option<&Procedure>, ids: &Ids| of.map_or_else(placeholder, |of| one_flow(part, of, ids));
    html! {
        @for pair in pairs {
            (sides([graph(a, pair.sides[0], &ids[0]), graph(b, pair.sides[1], &ids[1])]))
        }
    }
}

/// Renders a drawing of both sides for each shader.
fn of_shaders([a, b]: [&Part; 2], ids: &[Ids; 2], draw: impl Fn(&Part, &Shader, &Ids) -> Markup) -> Markup {
    let count = a.shaders.len().max(b.shaders.len());
    let side = |part: &Part, number: usize, ids: &Ids| {
        let shader = part.shaders.get(number);
        shader.map_or_else(placeholder, |shader| draw(part, shader, ids))
    };
    html! { @for number in 0..count { (sides([side(a, number, &ids[0]), side(b, number, &ids[1])])) } }
}

/// Renders the lifetimes of both sides.
pub(super) fn lives(parts: [&Part; 2], ids: &[Ids; 2]) -> Markup {
    html! { (lives_key()) (of_shaders(parts, ids, lives_of)) }
}

/// Renders the uniform maps of both sides.
pub(super) fn uniforms(parts: [&Part; 2], ids: &[Ids; 2]) -> Markup {
    let maps = of_shaders(parts, ids, |_, shader, ids| {
        let own = Ids::new(ids.other("u", shader.number));
        html! {
            h4 { (shader.name) }
            div.scroll tabindex="0" role="group" aria-label={ "Uniforms of " (shader.name) } {
                (uniforms_drawing(&shader.uniforms, &own))
            }
            @if !shader.uniforms.is_empty() { (holders(&shader.uniforms, &own, ids)) }
        }
    });
    html! { (uniforms_key()) (maps) }
}

/// A descriptor of one or both sides, each with its index there.
type NumberedDescriptors<'p> = [Option<(usize, &'p Descriptor)>; 2];

/// Renders the descriptors of both sides. Equal descriptors share a row.
pub(super) fn descriptors(parts: [&Part; 2], ids: &[Ids; 2]) -> Markup {
    let titles = [
        "First",
        "Second",
        "Bits",
        "Mask",
        "Source 1",
        "Source 2",
        "Source 3",
        "Used in the first",
        "Used in the second",
    ];
    let rows = html! {
        tbody {
            @for row in shared(parts) {
                @if let Some((_, of)) = row.iter().flatten().next() {
                    tr class=[class(&row)] {
                        @for side in &row { td.number { @if let Some((number, _)) = side { (number) } @else { "-" } } }
                        td.bits { (format!("{:08x}", of.bits)) }
                        td { (of.mask) }
                        @for source in &of.sources { td { (source) } }
                        @for (side, ids) in row.iter().zip(ids) {
                            td.words { @if let Some((_, of)) = side { (words(&of.users, ids)) } }
                        }
                    }
                }
            }
        }
    };
    let caption = "An instruction uses only the sources that its opcode has.";
    table("descriptors", caption, &titles, &rows)
}

/// Pairs each descriptor of the first side with an equal one of the second; then follow those only in the second.
fn shared<'p>([a, b]: [&'p Part; 2]) -> Vec<NumberedDescriptors<'p>> {
    let mut others: HashMap<u32, Vec<(usize, &Descriptor)>> = HashMap::new();
    for (number, of) in b.descriptors.iter().enumerate().rev() {
        others.entry(of.bits).or_default().push((number, of));
    }
    let mut take = |bits: u32| others.get_mut(&bits).and_then(Vec::pop);
    let first = a.descriptors.iter().enumerate();
    let mut rows: Vec<NumberedDescriptors<'_>> =
        first.map(|(number, of)| [Some((number, of)), take(of.bits)]).collect();
    let mut left: Vec<_> = others.into_values().flatten().collect();
    left.sort_by_key(|(number, _)| *number);
    rows.extend(left.into_iter().map(|of| [None, Some(of)]));
    rows
}

fn class(row: &NumberedDescriptors<'_>) -> Option<&'static str> {
    match row {
        [Some(_), None] => Some("removed"),
        [None, Some(_)] => Some("added"),
        _ => None,
    }
}
