//! Control flow graphs.

mod edges;
mod nodes;

use std::collections::HashMap;

use maud::{Markup, html};
use pica200::text::page::counted;
use pica200_objfmt::flow::graph::{EdgeKind, EdgeTarget};

use super::Ids;
use crate::cost::Share;
use crate::flow::Flow;
use crate::layout::layout;

use edges::{Link, edge_labels, edge_line};
use nodes::{Node, block, node_box, other, size};

/// The number of heat colors in the style sheet.
pub(crate) const LEVELS: u8 = 5;

/// Execution counts of words.
#[derive(Clone, Copy)]
pub struct HeatMap<'a> {
    /// The execution count of a word; `None` without a profile.
    pub count: &'a dyn Fn(u32) -> Option<u64>,
    /// The count with the strongest color, usually the maximum of all words.
    pub max: u64,
}

impl HeatMap<'_> {
    /// No profile.
    pub const NONE: Self = HeatMap {
        count: &|_| None,
        max: 0,
    };

    /// Returns the heat class of a word.
    fn class(&self, word: u32) -> Option<String> {
        let count = (self.count)(word)?;
        Some(heat_class(count, self.max))
    }
}

/// Returns the heat class of an execution count, given the maximum.
pub(crate) fn heat_class(count: u64, max: u64) -> String {
    match Share::level(count, max, LEVELS) {
        0 => "never".to_owned(),
        level => format!("h{level}"),
    }
}

/// Renders a control flow graph. Blocks link to their words. Renders a text instead if there are no blocks or far too
/// many edges.
pub fn flow(flow: &Flow, title: &str, heats: HeatMap<'_>, ids: &Ids) -> String {
    drawing(flow, title, heats, ids).into_string()
}

pub(crate) fn drawing(of: &Flow, title: &str, heats: HeatMap<'_>, ids: &Ids) -> Markup {
    if of.blocks.is_empty() {
        return html! { p.note { "Execution does not reach this procedure." } };
    }
    let (nodes, edges) = graph(of, heats);
    let sizes: Vec<_> = nodes.iter().map(size).collect();
    let pairs: Vec<_> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let Some(layout) = layout(&sizes, &pairs) else {
        let blocks = counted(of.blocks.len(), "block");
        return html! { p.note { "This graph has " (blocks) " and is too large to draw here." } };
    };
    let (width, height) = (layout.size.width.ceil(), layout.size.height.ceil());
    let label = format!("Control flow of {title}: {}", counted(of.blocks.len(), "block"));
    html! {
        svg.flow role="img" aria-label=(label) width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } {
            @for (edge, way) in edges.iter().zip(&layout.edges) { (edge_line(edge, way)) }
            @for ((node, corner), size) in nodes.iter().zip(&layout.nodes).zip(&sizes) { (node_box(node, *corner, *size, ids)) }
            (edge_labels(&edges, &layout))
        }
    }
}

/// Returns the nodes: the start, the blocks ordered by address, then a node for each edge that leads elsewhere.
fn graph(flow: &Flow, heats: HeatMap<'_>) -> (Vec<Node>, Vec<Link>) {
    let mut nodes = vec![nodes::start()];
    let calls = flow.edges.iter().filter(|edge| edge.kind == EdgeKind::Call);
    let calls: HashMap<_, _> = calls.map(|call| (call.from, call)).collect();
    nodes.extend(flow.blocks.iter().enumerate().map(|(index, of)| {
        let call = calls.get(&index).map(|call| {
            let is_known = matches!(call.to, EdgeTarget::Outside(word) if flow.outside.contains_key(&word));
            (flow.place(call.to), call.to, is_known)
        });
        block(of, call, heats)
    }));
    let mut edges = Vec::new();
    for entry in &flow.entries {
        if let EdgeTarget::Block(index) = entry {
            edges.push(Link::from_start(index + 1));
        }
    }
    for edge in flow.edges.iter().filter(|edge| edge.kind != EdgeKind::Call) {
        let to = match edge.to {
            EdgeTarget::Block(index) => index + 1,
            place => {
                nodes.push(other(flow, place));
                nodes.len() - 1
            }
        };
        edges.push(Link::new(edge, to));
    }
    (nodes, edges)
}

/// Formats a coordinate with one decimal.
fn px(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
