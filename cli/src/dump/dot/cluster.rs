//! One graph: nodes and edges as DOT statements.

use std::collections::BTreeSet;

use pica200_objfmt::flow::graph::{EdgeKind, EdgeTarget};
use pica200_report::flow::{Block, Flow, FlowEdge};

use crate::dump::page::word_offset;
use pica200_report::view::graphviz::{quoted, quoted_lines};

/// A graph. Node names contain the cluster's number, because shaders share words.
pub(super) struct Cluster<'c> {
    number: usize,
    flow: &'c Flow,
}

impl<'c> Cluster<'c> {
    pub(super) fn new(number: usize, flow: &'c Flow) -> Self {
        Self { number, flow }
    }

    /// Returns the cluster of a shader that is not drawn, with the reason.
    pub(super) fn omitted(number: usize, title: &str, why: &str) -> String {
        let node = format!("    s{number}_left_out [label=\"{why}\", shape=plaintext];\n");
        framed(number, title, &node)
    }

    /// Writes all statements of the cluster.
    pub(super) fn draw(&self, title: &str) -> String {
        let mut body = String::new();
        for place in self.places() {
            if !matches!(place, EdgeTarget::Block(_)) {
                body.push_str(&self.other_node(place));
            }
        }
        for (index, block) in self.flow.blocks.iter().enumerate() {
            body.push_str(&self.block(index, block));
        }
        let entries: BTreeSet<_> = self.flow.entries.iter().map(|&to| self.id(to)).collect();
        for (n, to) in entries.iter().enumerate() {
            let number = self.number;
            body.push_str(&format!("    s{number}_start{n} [shape=point];\n"));
            body.push_str(&format!("    s{number}_start{n} -> {to};\n"));
        }
        for edge in &self.flow.edges {
            body.push_str(&self.edge(edge));
        }
        framed(self.number, title, &body)
    }

    /// Returns the targets of all entries and edges, without duplicates.
    fn places(&self) -> Vec<EdgeTarget> {
        let edges = self.flow.edges.iter().map(|edge| edge.to);
        let mut seen = BTreeSet::new();
        let places = self.flow.entries.iter().copied().chain(edges);
        places.filter(|&place| seen.insert(self.id(place))).collect()
    }

    /// Returns the node name of a target.
    fn id(&self, place: EdgeTarget) -> String {
        let number = self.number;
        match place {
            EdgeTarget::Block(index) => {
                let block = self.flow.blocks.get(index);
                format!("s{number}_w{}", block.map_or(0, |block| block.span.start))
            }
            EdgeTarget::End => format!("s{number}_end"),
            EdgeTarget::Return => format!("s{number}_return"),
            EdgeTarget::Outside(word) => format!("s{number}_outside{word}"),
            EdgeTarget::External(index) => format!("s{number}_external{index}"),
        }
    }

    /// Writes the node of a target that is not a block.
    fn other_node(&self, place: EdgeTarget) -> String {
        let style = match place {
            EdgeTarget::Outside(_) => "shape=octagon",
            EdgeTarget::External(_) => "shape=box, style=dashed",
            EdgeTarget::Block(_) | EdgeTarget::End | EdgeTarget::Return => "shape=oval",
        };
        let label = self.flow.place(place);
        format!("    {} [label={}, {style}];\n", self.id(place), quoted(&label))
    }

    /// Writes the node of a block: its words, then a line for each name and each instruction.
    fn block(&self, index: usize, block: &Block) -> String {
        let span = block.span;
        let last = span.start + span.size.saturating_sub(1);
        let title = match span.size {
            1 => format!("word {}", word_offset(last)),
            _ => format!("words {} to {}", word_offset(span.start), word_offset(last)),
        };
        let mut lines = vec![title];
        for word in &block.words {
            lines.extend(word.names.iter().map(|name| format!("{name}:")));
            lines.push(format!("  {}", word.text));
        }
        let id = self.id(EdgeTarget::Block(index));
        format!("    {id} [label={}];\n", quoted_lines(&lines))
    }

    fn edge(&self, edge: &FlowEdge) -> String {
        let (from, to) = (self.id(EdgeTarget::Block(edge.from)), self.id(edge.to));
        let mut attributes = Vec::new();
        if !edge.label.is_empty() {
            attributes.push(format!("label={}", quoted(&edge.label)));
        }
        if edge.kind == EdgeKind::Call {
            attributes.push("style=dashed".to_owned());
        }
        if attributes.is_empty() {
            return format!("    {from} -> {to};\n");
        }
        format!("    {from} -> {to} [{}];\n", attributes.join(", "))
    }
}

fn framed(number: usize, title: &str, body: &str) -> String {
    let title = quoted(title);
    format!("  subgraph cluster_{number} {{\n    label={title};\n{body}  }}\n")
}
