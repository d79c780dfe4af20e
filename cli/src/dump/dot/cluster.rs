//! One graph: its nodes and edges as statements.

use std::collections::BTreeSet;

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{Edge, EdgeKind, EdgeTarget, Graph};

use super::Code;
use super::quote::{quoted, quoted_lines};
use crate::dump::page::word_offset;

/// A graph. Node names contain the number of the cluster, because shaders share words.
pub(super) struct Cluster<'c> {
    number: usize,
    code: &'c Code<'c>,
    graph: &'c Graph,
}

impl<'c> Cluster<'c> {
    pub(super) fn new(number: usize, code: &'c Code<'c>, graph: &'c Graph) -> Self {
        Self {
            number,
            code,
            graph,
        }
    }

    /// The cluster of a shader that is not drawn, with the reason instead.
    pub(super) fn left_out(number: usize, title: &str, why: &str) -> String {
        let node = format!("    s{number}_left_out [label=\"{why}\", shape=plaintext];\n");
        framed(number, title, &node)
    }

    /// All statements of the cluster.
    pub(super) fn draw(&self, title: &str) -> String {
        let mut body = String::new();
        for place in self.places() {
            if !matches!(place, EdgeTarget::Block(_)) {
                body.push_str(&self.other_node(place));
            }
        }
        for (index, &block) in self.graph.blocks.iter().enumerate() {
            body.push_str(&self.block(index, block));
        }
        let entries: BTreeSet<_> = self.graph.entries.iter().map(|&to| self.id(to)).collect();
        for (n, to) in entries.iter().enumerate() {
            let number = self.number;
            body.push_str(&format!("    s{number}_start{n} [shape=point];\n"));
            body.push_str(&format!("    s{number}_start{n} -> {to};\n"));
        }
        for edge in &self.graph.edges {
            body.push_str(&self.edge(edge));
        }
        framed(self.number, title, &body)
    }

    /// All targets of entries and edges, each once.
    fn places(&self) -> Vec<EdgeTarget> {
        let edges = self.graph.edges.iter().map(|edge| edge.to);
        let mut seen = BTreeSet::new();
        let places = self.graph.entries.iter().copied().chain(edges);
        places
            .filter(|&place| seen.insert(self.id(place)))
            .collect()
    }

    /// The name of the node of a place.
    fn id(&self, place: EdgeTarget) -> String {
        let number = self.number;
        match place {
            EdgeTarget::Block(index) => {
                let block = self.graph.blocks.get(index);
                format!("s{number}_w{}", block.map_or(0, |block| block.start))
            }
            EdgeTarget::End => format!("s{number}_end"),
            EdgeTarget::Return => format!("s{number}_return"),
            EdgeTarget::Outside(word) => format!("s{number}_outside{word}"),
            EdgeTarget::External(index) => format!("s{number}_external{index}"),
        }
    }

    /// The node of a place that is not a block.
    fn other_node(&self, place: EdgeTarget) -> String {
        let (label, style) = match place {
            EdgeTarget::Block(_) | EdgeTarget::End => ("end".to_owned(), "shape=oval"),
            EdgeTarget::Return => ("return".to_owned(), "shape=oval"),
            EdgeTarget::Outside(word) => (
                format!("outside: word {}", word_offset(word)),
                "shape=octagon",
            ),
            EdgeTarget::External(index) => {
                let name = self.code.externals.get(usize::from(index));
                let name = name.map_or("?", String::as_str);
                (name.to_owned(), "shape=box, style=dashed")
            }
        };
        format!(
            "    {} [label={}, {style}];\n",
            self.id(place),
            quoted(&label)
        )
    }

    /// The node of a block: its words, then a line for each name and each instruction.
    fn block(&self, index: usize, block: WordSpan) -> String {
        let last = block.start + block.size.saturating_sub(1);
        let mut lines = vec![format!(
            "words {} to {}",
            word_offset(block.start),
            word_offset(last)
        )];
        if block.size == 1 {
            lines = vec![format!("word {}", word_offset(last))];
        }
        for word in block.start..=last {
            for name in self.code.names(word) {
                lines.push(format!("{name}:"));
            }
            let Some(bits) = self.code.word(word) else {
                continue;
            };
            lines.push(format!("  {}", self.code.text(word, bits)));
        }
        let id = self.id(EdgeTarget::Block(index));
        format!("    {id} [label={}];\n", quoted_lines(&lines))
    }

    fn edge(&self, edge: &Edge) -> String {
        let (from, to) = (self.id(EdgeTarget::Block(edge.from)), self.id(edge.to));
        let mut attributes = Vec::new();
        let text = self.edge_text(edge);
        if !text.is_empty() {
            attributes.push(format!("label={}", quoted(&text)));
        }
        if edge.kind == EdgeKind::Call {
            attributes.push("style=dashed".to_owned());
        }
        if attributes.is_empty() {
            return format!("    {from} -> {to};\n");
        }
        format!("    {from} -> {to} [{}];\n", attributes.join(", "))
    }

    /// The label of an edge: for a conditional edge, the condition and whether it holds.
    fn edge_text(&self, edge: &Edge) -> String {
        let condition = || self.condition(edge.from).unwrap_or_default();
        match edge.kind {
            EdgeKind::Next | EdgeKind::Behind => String::new(),
            EdgeKind::Taken => format!("true: {}", condition()),
            EdgeKind::NotTaken => format!("false: {}", condition()),
            EdgeKind::Call => match self.condition(edge.from) {
                Some(condition) => format!("true: {condition}"),
                None => "call".to_owned(),
            },
            EdgeKind::Loop => "again".to_owned(),
            EdgeKind::Exit => "done".to_owned(),
            EdgeKind::Break => "break".to_owned(),
        }
    }

    /// The condition of a block's last instruction.
    fn condition(&self, block: usize) -> Option<String> {
        let block = self.graph.blocks.get(block)?;
        let last = block.start + block.size.saturating_sub(1);
        self.code.condition(self.code.word(last)?)
    }
}

fn framed(number: usize, title: &str, body: &str) -> String {
    let title = quoted(title);
    format!("  subgraph cluster_{number} {{\n    label={title};\n{body}  }}\n")
}
