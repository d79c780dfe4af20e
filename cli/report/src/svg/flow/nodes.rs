//! Nodes of a graph: blocks and other edge targets.

use maud::{Markup, html};
use pica200::text::page::word_offset;
use pica200_objfmt::flow::graph::EdgeTarget;

use super::{HeatMap, px};
use crate::flow::{Block, BlockWord, Flow};
use crate::layout::{Point, Size, float};
use crate::svg::{Ids, cut};

/// The width of a character and the height of a line, in pixels, for the font of the style sheet.
const CHARACTER: f32 = 7.25;
const LINE: f32 = 16.0;
/// The padding around the text of a node.
const PADDING: f32 = 8.0;
/// Maximum number of instructions shown of a block. Longer blocks show the first and the last ones.
const MAX_LINES: usize = 14;
const LAST_LINES: usize = 4;
/// Maximum number of characters of a line.
const MAX_CHARACTERS: usize = 60;

/// A node of the drawing.
pub(super) struct Node {
    kind: Kind,
    lines: Vec<Text>,
}

/// The kind of a node.
enum Kind {
    Block {
        start: u32,
        heat: Option<String>,
    },
    /// The start, the end, or a return.
    Pill(&'static str),
    /// Another procedure, with its address if it is in this file.
    Other(Option<u32>),
}

/// A line of a node.
struct Text {
    class: &'static str,
    text: String,
    /// The tooltip of a truncated line.
    full: Option<String>,
    /// The word that it links to.
    link: Option<u32>,
}

/// Returns the start node.
pub(super) fn start() -> Node {
    Node {
        kind: Kind::Pill("start"),
        lines: vec![text("pill", "start".to_owned())],
    }
}

/// Returns the node of an edge target that is not a block.
pub(super) fn other(flow: &Flow, place: EdgeTarget) -> Node {
    let name = flow.place(place);
    match place {
        EdgeTarget::Outside(word) if flow.outside.contains_key(&word) => Node {
            kind: Kind::Other(Some(word)),
            lines: vec![text("pill", cut(&name, MAX_CHARACTERS))],
        },
        EdgeTarget::End | EdgeTarget::Return | EdgeTarget::Block(_) => Node {
            kind: Kind::Pill("stop"),
            lines: vec![text("pill", name)],
        },
        EdgeTarget::Outside(_) | EdgeTarget::External(_) => Node {
            kind: Kind::Other(None),
            lines: vec![text("pill", cut(&name, MAX_CHARACTERS))],
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

/// Returns the node of a block: its words, its labels, its instructions, and the procedure that it calls at its end.
pub(super) fn block(of: &Block, call: Option<(String, EdgeTarget, bool)>, heats: HeatMap<'_>) -> Node {
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
            .map(|name| text("name", format!("{}:", cut(name, MAX_CHARACTERS)))),
    );
    let most = if of.words.len() > MAX_LINES {
        MAX_LINES - LAST_LINES - 1
    } else {
        MAX_LINES
    };
    lines.extend(of.words.iter().take(most).map(instruction));
    if of.words.len() > MAX_LINES {
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
            ..text("call", format!("→ {}", cut(&name, MAX_CHARACTERS)))
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
    let short = cut(&word.text, MAX_CHARACTERS);
    Text {
        full: (short != word.text).then(|| word.text.clone()),
        ..text("code", short)
    }
}

/// Returns the size of a node including its text.
pub(super) fn size(node: &Node) -> Size {
    let longest = node.lines.iter().map(|line| line.text.chars().count()).max();
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

/// Renders a node with its text.
pub(super) fn node_box(node: &Node, corner: Point, size: Size, ids: &Ids) -> Markup {
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
    // Nested links are not rendered.
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

fn line_text(node: &Node, line: &Text, number: usize, corner: Point, size: Size, ids: &Ids) -> Markup {
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
