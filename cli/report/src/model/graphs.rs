//! The control flow of single procedures.

use std::collections::BTreeSet;

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{Edge, EdgeTarget, Graph, of_object, of_shader};

use crate::contents::{Contents, Kind};
use crate::flow::{Code, Flow, documented_graph, object_graph};

/// The number of words in the graphs of all shaders after which further ones are left out.
const MOST_WORDS: u32 = 1 << 16;

/// The graphs of a file.
pub(super) struct Graphs<'a> {
    contents: &'a Contents<'a>,
    /// Each with the code that names its registers.
    all: Vec<(Graph, Code<'a>)>,
}

impl<'a> Graphs<'a> {
    pub(super) fn new(contents: &'a Contents<'a>) -> Self {
        let all = match contents.kind {
            Kind::Shbin => of_shaders(contents),
            Kind::Object(object) => {
                let names = contents
                    .shaders
                    .first()
                    .map(|shader| contents.names(shader));
                let code = Code::of_object(object, names.unwrap_or_default());
                vec![(object_graph(object), code)]
            }
            Kind::Documented(object) => {
                let code = Code::of_program(&object.program, &object.shader);
                vec![(documented_graph(object), code)]
            }
        };
        Self { contents, all }
    }

    /// The control flow of the procedure with these words, which are in ascending order.
    pub(super) fn of(&self, words: &[u32]) -> Flow {
        let Some(&first) = words.first() else {
            return Flow::default();
        };
        let has = |graph: &Graph| {
            let block = graph.blocks.partition_point(|block| block.start <= first);
            let block = block
                .checked_sub(1)
                .and_then(|block| graph.blocks.get(block));
            block.is_some_and(|block| first < block.start + block.size)
        };
        if let Some((graph, code)) = self.all.iter().find(|(graph, _)| has(graph)) {
            return code.flow(&within(graph, words));
        }
        // No shader runs it: a procedure of a library, or one of a shader that was left out.
        let (Some((_, code)), Some(&last)) = (self.all.first(), words.last()) else {
            return Flow::default();
        };
        let span = WordSpan {
            start: first,
            size: last - first + 1,
        };
        let graph = of_object(&self.contents.program.code, &[span], &[]);
        code.flow(&within(&graph, words))
    }
}

fn of_shaders<'a>(contents: &'a Contents<'a>) -> Vec<(Graph, Code<'a>)> {
    let mut left = MOST_WORDS;
    let shaders = contents.shaders.iter().enumerate();
    let shaders = shaders.filter(|(number, _)| !contents.is_lost(contents.structure(*number)));
    let graph = |(_, shader)| {
        if left == 0 {
            return None;
        }
        let shader: &pica200_objfmt::formats::shbin::Shader = shader;
        let graph = of_shader(&contents.program.code, shader.entry);
        let words: u32 = graph.blocks.iter().map(|block| block.size).sum();
        left = left.saturating_sub(words.max(64));
        Some((graph, Code::of_program(&contents.program, shader)))
    };
    shaders.map_while(graph).collect()
}

/// The part of a graph in some words, which are in ascending order. Edges to other words lead outside.
fn within(graph: &Graph, words: &[u32]) -> Graph {
    let words: BTreeSet<_> = words.iter().copied().collect();
    let mut numbers = vec![None; graph.blocks.len()];
    let mut blocks = Vec::new();
    for (number, block) in numbers.iter_mut().zip(&graph.blocks) {
        if words.contains(&block.start) {
            *number = Some(blocks.len());
            blocks.push(*block);
        }
    }
    let place = |to| match to {
        EdgeTarget::Block(index) => match numbers.get(index).copied().flatten() {
            Some(number) => EdgeTarget::Block(number),
            None => EdgeTarget::Outside(graph.blocks.get(index).map_or(0, |block| block.start)),
        },
        other => other,
    };
    let edge = |edge: &Edge| {
        Some(Edge {
            from: numbers.get(edge.from).copied().flatten()?,
            to: place(edge.to),
            kind: edge.kind,
        })
    };
    let mut entries: Vec<_> = graph.entries.iter().map(|&entry| place(entry)).collect();
    entries.retain(|entry| matches!(entry, EdgeTarget::Block(_)));
    if entries.is_empty() && !blocks.is_empty() {
        entries.push(EdgeTarget::Block(0));
    }
    Graph {
        entries,
        edges: graph.edges.iter().filter_map(edge).collect(),
        blocks,
    }
}
