//! Sizes of both sides.

use indexmap::IndexMap;
use maud::{Markup, html};

use super::pairs::Pair;
use crate::model::Part;
use crate::page::table;
use crate::sizes::Usage;
use crate::svg::Ids;

/// Renders the size of each procedure, and the usage of each limit.
pub(super) fn sizes(parts: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let [a, b] = parts.map(limits);
    let size = |side: usize, pair: &Pair<'_>| pair.sides.get(side).copied().flatten().map(|of| of.words.len());
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

/// Returns the usage of a side by resource name.
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
    let cell = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    html! { td.number { (cell(a)) } td.number { (cell(b)) } td.number { (change) } }
}
