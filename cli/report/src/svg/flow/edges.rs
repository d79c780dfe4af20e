//! Edges of a graph: lines with arrowheads, and labels.

use maud::{Markup, html};
use pica200_objfmt::flow::graph::EdgeKind;

use super::px;
use crate::flow::FlowEdge;
use crate::layout::{Layout, Point};
use crate::svg::cut;

/// An edge between nodes.
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    kind: EdgeKind,
    label: String,
}

impl Link {
    /// Creates the edge from the start node to a node.
    pub(super) fn from_start(to: usize) -> Self {
        Self {
            from: 0,
            to,
            kind: EdgeKind::Next,
            label: String::new(),
        }
    }

    /// Creates an edge from a block, whose node has the next index, to a node.
    pub(super) fn new(edge: &FlowEdge, to: usize) -> Self {
        Self {
            from: edge.from + 1,
            to,
            kind: edge.kind,
            label: cut(&edge.label, 32),
        }
    }
}

/// Renders an edge along its points, with an arrowhead.
pub(super) fn edge_line(edge: &Link, way: &[Point]) -> Markup {
    let class = match edge.kind {
        EdgeKind::Loop => "edge back",
        EdgeKind::Taken => "edge yes",
        EdgeKind::NotTaken => "edge no",
        _ => "edge",
    };
    let is_back = edge.from >= edge.to;
    let path = if is_back { corners(way) } else { curve(way) };
    let Some(end) = way.last() else {
        return html! {};
    };
    let tip = if is_back {
        let out = if way.get(1).is_some_and(|lane| lane.x > end.x) {
            7
        } else {
            -7
        };
        format!("M{} {}l{out} -4v8z", px(end.x), px(end.y))
    } else {
        format!("M{} {}l-4 -7h8z", px(end.x), px(end.y))
    };
    html! { path class=(class) d=(path) {} path class="tip" d=(tip) {} }
}

/// Returns the path of a downward edge as a smooth curve.
fn curve(way: &[Point]) -> String {
    let mut path = String::new();
    let mut before: Option<Point> = None;
    for point in way {
        match before {
            None => path.push_str(&format!("M{} {}", px(point.x), px(point.y))),
            Some(from) if (from.x - point.x).abs() < 0.5 => {
                path.push_str(&format!("L{} {}", px(point.x), px(point.y)));
            }
            Some(from) => {
                let middle = f32::midpoint(from.y, point.y);
                path.push_str(&format!(
                    "C{} {} {} {} {} {}",
                    px(from.x),
                    px(middle),
                    px(point.x),
                    px(middle),
                    px(point.x),
                    px(point.y)
                ));
            }
        }
        before = Some(*point);
    }
    path
}

/// Returns the path of a back edge with two rounded corners.
fn corners(way: &[Point]) -> String {
    const CORNER_RADIUS: f32 = 6.0;
    let [start, lower, upper, end] = way else {
        return String::new();
    };
    let turn = if lower.y > upper.y {
        -CORNER_RADIUS
    } else {
        CORNER_RADIUS
    };
    let side = if lower.x > end.x { -CORNER_RADIUS } else { CORNER_RADIUS };
    format!(
        "M{} {}H{}Q{} {} {} {}V{}Q{} {} {} {}H{}",
        px(start.x),
        px(start.y),
        px(lower.x + side),
        px(lower.x),
        px(lower.y),
        px(lower.x),
        px(lower.y + turn),
        px(upper.y - turn),
        px(upper.x),
        px(upper.y),
        px(upper.x + side),
        px(upper.y),
        px(end.x),
    )
}

/// Renders the labels near the starts of edges.
pub(super) fn edge_labels(edges: &[Link], layout: &Layout) -> Markup {
    html! {
        @for (edge, way) in edges.iter().zip(&layout.edges) {
            @if let [start, next, ..] = way.as_slice() && !edge.label.is_empty() {
                (edge_label(edge, *start, *next))
            }
        }
    }
}

/// Returns the horizontal distance from the start of a curve to its point `down` pixels lower.
fn side_at(start: Point, next: Point, down: f32) -> f32 {
    let height = next.y - start.y;
    // The coordinates of the curve are cubic functions of its parameter.
    let depth = |part: f32| height * (1.5 * part * (1.0 - part) + part.powi(3));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..12 {
        let middle = f32::midpoint(low, high);
        if depth(middle) < down {
            low = middle
        } else {
            high = middle
        }
    }
    (next.x - start.x).abs() * high * high * (3.0 - 2.0 * high)
}

/// Renders the label of an edge: on the left if the edge leads to the left. It ends above the point where the curve
/// passes below it.
fn edge_label(edge: &Link, start: Point, next: Point) -> Markup {
    let is_left = next.x < start.x - 0.5;
    let (x, y, anchor) = if edge.from >= edge.to && is_left {
        (start.x - 5.0, start.y - 4.0, "end")
    } else if edge.from >= edge.to {
        (start.x + 5.0, start.y - 4.0, "start")
    } else {
        let gap = 6.0 + side_at(start, next, 16.0);
        if is_left {
            (start.x - gap, start.y + 13.0, "end")
        } else {
            (start.x + gap, start.y + 13.0, "start")
        }
    };
    html! { text.label x=(px(x)) y=(px(y)) text-anchor=(anchor) { (edge.label) } }
}
