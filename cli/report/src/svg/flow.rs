//! Control flow as a graph.

use maud::{Markup, html};
use pica200::text::page::{counted, word_offset};
use pica200_objfmt::flow::graph::{EdgeKind, EdgeTarget};

use super::{Ids, cut};
use crate::cost::Share;
use crate::flow::{Block, BlockWord, Flow, FlowEdge};
use crate::layout::{Layout, Point, Size, float, layout};

/// The number of colours for heat; the style sheet has them.
pub(crate) const LEVELS: u8 = 5;
/// The width of a character and the height of a line, in pixels, for the font of the style sheet.
const CHARACTER: f32 = 7.25;
const LINE: f32 = 16.0;
/// The space around the text of a node.
const PADDING: f32 = 8.0;
/// The most instructions of a block that are shown; of longer blocks, the first and the last.
const MOST_LINES: usize = 14;
const LAST_LINES: usize = 4;
/// The most characters of a line.
const MOST_CHARACTERS: usize = 60;

/// The executions of words.
#[derive(Clone, Copy)]
pub struct Heats<'a> {
    /// The number of executions of a word; `None` without a profile.
    pub count: &'a dyn Fn(u32) -> Option<u64>,
    /// The number with the strongest colour, such as the highest of all words.
    pub most: u64,
}

impl Heats<'_> {
    /// No profile.
    pub const NONE: Self = Heats {
        count: &|_| None,
        most: 0,
    };

    /// The class of a word's heat.
    fn class(&self, word: u32) -> Option<String> {
        let count = (self.count)(word)?;
        Some(heat_class(count, self.most))
    }
}

/// The class of a number of executions, given the highest one.
pub(crate) fn heat_class(count: u64, most: u64) -> String {
    match Share::level(count, most, LEVELS) {
        0 => "never".to_owned(),
        level => format!("h{level}"),
    }
}

/// A node of the drawing.
struct Node {
    kind: Kind,
    lines: Vec<Text>,
}

/// What a node is.
enum Kind {
    Block {
        start: u32,
        heat: Option<String>,
    },
    /// The start, the end, or a return.
    Pill(&'static str),
    /// Another procedure, at a word of this file if it is known.
    Other(Option<u32>),
}

/// A line of a node.
struct Text {
    class: &'static str,
    text: String,
    /// What a pointer shows, if the line is cut off.
    full: Option<String>,
    /// The word of a link.
    link: Option<u32>,
}

/// The graph of some control flow. Blocks link to their words. A text instead if there are no blocks, or far too many edges.
pub fn flow(flow: &Flow, title: &str, heats: Heats<'_>, ids: &Ids) -> String {
    drawing(flow, title, heats, ids).into_string()
}

pub(crate) fn drawing(of: &Flow, title: &str, heats: Heats<'_>, ids: &Ids) -> Markup {
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
    let label = format!(
        "Control flow of {title}: {}",
        counted(of.blocks.len(), "block")
    );
    html! {
        svg.flow role="img" aria-label=(label) width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } {
            @for (edge, way) in edges.iter().zip(&layout.edges) { (edge_line(edge, way)) }
            @for ((node, corner), size) in nodes.iter().zip(&layout.nodes).zip(&sizes) { (node_box(node, *corner, *size, ids)) }
            (edge_labels(&edges, &layout))
        }
    }
}

/// An edge between nodes.
struct Link {
    from: usize,
    to: usize,
    kind: EdgeKind,
    label: String,
}

/// The nodes: the start, the blocks in the order of the code, then a node for each edge that leads elsewhere.
fn graph(flow: &Flow, heats: Heats<'_>) -> (Vec<Node>, Vec<Link>) {
    let mut nodes = vec![Node {
        kind: Kind::Pill("start"),
        lines: vec![text("pill", "start".to_owned())],
    }];
    let calls: Vec<_> = flow
        .edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Call)
        .collect();
    nodes.extend(flow.blocks.iter().enumerate().map(|(index, of)| {
        let call = calls.iter().find(|call| call.from == index);
        let call = call.map(|call| {
            let is_known =
                matches!(call.to, EdgeTarget::Outside(word) if flow.outside.contains_key(&word));
            (flow.place(call.to), call.to, is_known)
        });
        block(of, call, heats)
    }));
    let mut edges = Vec::new();
    for entry in &flow.entries {
        if let EdgeTarget::Block(index) = entry {
            edges.push(Link {
                from: 0,
                to: index + 1,
                kind: EdgeKind::Next,
                label: String::new(),
            });
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
        edges.push(link(edge, to));
    }
    (nodes, edges)
}

fn link(edge: &FlowEdge, to: usize) -> Link {
    Link {
        from: edge.from + 1,
        to,
        kind: edge.kind,
        label: cut(&edge.label, 32),
    }
}

fn other(flow: &Flow, place: EdgeTarget) -> Node {
    let name = flow.place(place);
    match place {
        EdgeTarget::Outside(word) if flow.outside.contains_key(&word) => Node {
            kind: Kind::Other(Some(word)),
            lines: vec![text("pill", cut(&name, MOST_CHARACTERS))],
        },
        EdgeTarget::End | EdgeTarget::Return | EdgeTarget::Block(_) => Node {
            kind: Kind::Pill("stop"),
            lines: vec![text("pill", name)],
        },
        EdgeTarget::Outside(_) | EdgeTarget::External(_) => Node {
            kind: Kind::Other(None),
            lines: vec![text("pill", cut(&name, MOST_CHARACTERS))],
        },
    }
}

fn text(class: &'static str, text: String) -> Text {
    Text {
        class,
        text,
        full: None,
        link: None,
    }
}

/// The node of a block: its words, its names, its instructions, and the procedure that it calls at its end.
fn block(of: &Block, call: Option<(String, EdgeTarget, bool)>, heats: Heats<'_>) -> Node {
    let last = of.span.start + of.span.size.saturating_sub(1);
    let count = (heats.count)(of.span.start);
    let times = count.map_or_else(String::new, |count| format!("  ×{count}"));
    let range = match of.span.size {
        1 => word_offset(last),
        _ => format!("{}–{}", word_offset(of.span.start), word_offset(last)),
    };
    let mut lines = vec![text("range", format!("{range}{times}"))];
    let names = of.words.first().map_or(&[][..], |word| &word.names);
    lines.extend(
        names
            .iter()
            .map(|name| text("name", format!("{}:", cut(name, MOST_CHARACTERS)))),
    );
    let most = if of.words.len() > MOST_LINES {
        MOST_LINES - LAST_LINES - 1
    } else {
        MOST_LINES
    };
    lines.extend(of.words.iter().take(most).map(instruction));
    if of.words.len() > MOST_LINES {
        let left_out = of.words.len() - most - LAST_LINES;
        lines.push(text("more", format!("… {left_out} more …")));
        let rest = of.words.len() - LAST_LINES;
        lines.extend(of.words.iter().skip(rest).map(instruction));
    }
    if let Some((name, to, is_known)) = call {
        lines.push(Text {
            link: match to {
                EdgeTarget::Outside(word) if is_known => Some(word),
                _ => None,
            },
            ..text("call", format!("→ {}", cut(&name, MOST_CHARACTERS)))
        });
    }
    Node {
        kind: Kind::Block {
            start: of.span.start,
            heat: heats.class(of.span.start),
        },
        lines,
    }
}

fn instruction(word: &BlockWord) -> Text {
    let short = cut(&word.text, MOST_CHARACTERS);
    Text {
        full: (short != word.text).then(|| word.text.clone()),
        ..text("code", short)
    }
}

fn size(node: &Node) -> Size {
    let longest = node
        .lines
        .iter()
        .map(|line| line.text.chars().count())
        .max();
    let width = float(longest.unwrap_or(0)) * CHARACTER + 2.0 * PADDING;
    let height = float(node.lines.len()) * LINE;
    match node.kind {
        Kind::Block { .. } => Size {
            width,
            height: height + PADDING,
        },
        Kind::Pill(_) | Kind::Other(_) => Size {
            width: width.max(44.0),
            height: height + 6.0,
        },
    }
}

fn node_box(node: &Node, corner: Point, size: Size, ids: &Ids) -> Markup {
    let class = match &node.kind {
        Kind::Block { heat, .. } => format!("block {}", heat.as_deref().unwrap_or_default()),
        Kind::Pill(kind) => format!("pill {kind}"),
        Kind::Other(_) => "pill other".to_owned(),
    };
    let round = if matches!(node.kind, Kind::Block { .. }) {
        4.0
    } else {
        size.height / 2.0
    };
    let word = match node.kind {
        Kind::Block { start, .. } => Some(ids.word(start)),
        Kind::Other(Some(word)) => Some(ids.graph(word)),
        _ => None,
    };
    // A link within a link is not drawn.
    let lines = node.lines.iter().enumerate();
    let (linked, plain): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| line.link.is_some());
    let drawn = html! {
        rect class=(class.trim_end()) x=(px(corner.x)) y=(px(corner.y)) width=(px(size.width)) height=(px(size.height)) rx=(px(round)) {}
        @for (number, line) in plain { (line_text(node, line, number, corner, size, ids)) }
    };
    html! {
        @match word {
            Some(name) => a href=(Ids::link(&name)) { (drawn) },
            None => (drawn),
        }
        @for (number, line) in linked { (line_text(node, line, number, corner, size, ids)) }
    }
}

fn line_text(
    node: &Node,
    line: &Text,
    number: usize,
    corner: Point,
    size: Size,
    ids: &Ids,
) -> Markup {
    let is_block = matches!(node.kind, Kind::Block { .. });
    let x = if is_block {
        corner.x + PADDING
    } else {
        corner.x + size.width / 2.0
    };
    let y = corner.y + float(number + 1) * LINE - if is_block { 0.5 } else { 1.5 };
    let drawn = html! {
        text class=(line.class) x=(px(x)) y=(px(y)) {
            (line.text)
            @if let Some(full) = &line.full { title { (full) } }
        }
    };
    match line.link {
        Some(word) => html! { a href=(Ids::link(&ids.graph(word))) { (drawn) } },
        None => drawn,
    }
}

fn edge_line(edge: &Link, way: &[Point]) -> Markup {
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

/// A smooth way down.
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

/// A way with two rounded corners at the side.
fn corners(way: &[Point]) -> String {
    const ROUND: f32 = 6.0;
    let [start, lower, upper, end] = way else {
        return String::new();
    };
    let turn = if lower.y > upper.y { -ROUND } else { ROUND };
    let side = if lower.x > end.x { -ROUND } else { ROUND };
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

/// The labels beside the beginnings of edges.
fn edge_labels(edges: &[Link], layout: &Layout) -> Markup {
    html! {
        @for (edge, way) in edges.iter().zip(&layout.edges) {
            @if let [start, next, ..] = way.as_slice() && !edge.label.is_empty() {
                (edge_label(edge, *start, *next))
            }
        }
    }
}

/// The label of an edge with its first points: to the left of one that leads to the left.
fn edge_label(edge: &Link, start: Point, next: Point) -> Markup {
    let is_left = next.x < start.x - 0.5;
    let (x, y, anchor) = if edge.from >= edge.to && is_left {
        (start.x - 5.0, start.y - 4.0, "end")
    } else if edge.from >= edge.to {
        (start.x + 5.0, start.y - 4.0, "start")
    } else if is_left {
        (start.x - 6.0, start.y + 13.0, "end")
    } else {
        (start.x + 6.0, start.y + 13.0, "start")
    };
    html! { text.label x=(px(x)) y=(px(y)) text-anchor=(anchor) { (edge.label) } }
}

/// A coordinate with one digit after the point.
fn px(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
