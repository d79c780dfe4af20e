//! Control flow of single procedures.

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::graph::{Edge, EdgeKind, EdgeTarget, Graph, of_object, of_shader};

use crate::contents::{Contents, Kind};
use crate::flow::{Code, Flow, documented_graph, object_graph};

/// Maximum number of words in the graphs of all shaders.
const MAX_WORDS: u32 = 1 << 16;

/// The graphs of a file.
pub(super) struct Graphs<'a> {
    contents: &'a Contents<'a>,
    /// Each graph with the code that names its registers.
    all: Vec<(Graph, Code<'a>)>,
}

impl<'a> Graphs<'a> {
    pub(super) fn new(contents: &'a Contents<'a>) -> Self {
        let all = match contents.kind {
            Kind::Shbin => of_shaders(contents),
            Kind::Object(object) => {
                let names = contents.shaders.first().map(|shader| contents.names(shader));
                let code = Code::from_object(object, names.unwrap_or_default());
                vec![(object_graph(object), code)]
            }
            Kind::Documented(object) => {
                let code = Code::from_program(&object.program, &object.shader);
                vec![(documented_graph(object), code)]
            }
        };
        Self { contents, all }
    }

    /// Returns the control flow of the procedure with these words, in ascending order.
    pub(super) fn of(&self, words: &[u32]) -> Flow {
        let Some(&first) = words.first() else {
            return Flow::default();
        };
        let has = |graph: &Graph| {
            let block = graph.blocks.partition_point(|block| block.start <= first);
            let block = block.checked_sub(1).and_then(|block| graph.blocks.get(block));
            block.is_some_and(|block| first < block.start + block.size)
        };
        if let Some((graph, code)) = self.all.iter().find(|(graph, _)| has(graph)) {
            return code.flow(&within(graph, words));
        }
        // No shader executes it: a library procedure, or a procedure of an omitted shader.
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
    let mut left = MAX_WORDS;
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
        Some((graph, Code::from_program(&contents.program, shader)))
    };
    shaders.map_while(graph).collect()
}

/// Restricts a graph to some words, in ascending order. Edges to other words lead outside, as does the end of a block
/// whose rest is elsewhere, because execution falls through into another procedure.
fn within(graph: &Graph, words: &[u32]) -> Graph {
    let mut blocks = Vec::new();
    let mut edges = Vec::new();
    let mut entries = Vec::new();
    // The part at the start and the part at the end of each block.
    let mut firsts = vec![None; graph.blocks.len()];
    let mut lasts = vec![None; graph.blocks.len()];
    for ((block, first), last) in graph.blocks.iter().zip(&mut firsts).zip(&mut lasts) {
        for part in parts(*block, words) {
            let (number, end) = (blocks.len(), part.start + part.size);
            if part.start == block.start {
                *first = Some(number)
            } else {
                entries.push(EdgeTarget::Block(number))
            }
            if end == block.start + block.size {
                *last = Some(number)
            } else {
                edges.push(Edge {
                    from: number,
                    to: EdgeTarget::Outside(end),
                    kind: EdgeKind::Next,
                })
            }
            blocks.push(part);
        }
    }
    let place = |to| match to {
        EdgeTarget::Block(index) => match firsts.get(index).copied().flatten() {
            Some(number) => EdgeTarget::Block(number),
            None => EdgeTarget::Outside(graph.blocks.get(index).map_or(0, |block| block.start)),
        },
        other => other,
    };
    edges.extend(graph.edges.iter().filter_map(|edge| {
        Some(Edge {
            from: lasts.get(edge.from).copied().flatten()?,
            to: place(edge.to),
            kind: edge.kind,
        })
    }));
    edges.sort_by_key(|edge| edge.from);
    let places = graph.entries.iter().map(|&entry| place(entry));
    entries.extend(places.filter(|entry| matches!(entry, EdgeTarget::Block(_))));
    if entries.is_empty() && !blocks.is_empty() {
        entries.push(EdgeTarget::Block(0));
    }
    Graph { entries, edges, blocks }
}

/// Splits a block into the parts whose words are in a sorted list.
fn parts(block: WordSpan, words: &[u32]) -> Vec<WordSpan> {
    let from = words.partition_point(|word| *word < block.start);
    let own = words.iter().skip(from).copied();
    let mut parts: Vec<WordSpan> = Vec::new();
    for word in own.take_while(|word| *word - block.start < block.size) {
        match parts.last_mut() {
            Some(part) if part.start + part.size == word => part.size += 1,
            _ => parts.push(WordSpan { start: word, size: 1 }),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_at_the_ends_of_procedures() {
        let block = |start, size| WordSpan { start, size };
        let edge = |from, to, kind| Edge { from, to, kind };
        let graph = Graph {
            entries: vec![EdgeTarget::Block(0)],
            blocks: vec![block(0, 4), block(4, 1)],
            edges: vec![
                edge(0, EdgeTarget::Block(1), EdgeKind::Next),
                edge(1, EdgeTarget::End, EdgeKind::Next),
            ],
        };
        // The first procedure falls through into the second one.
        let first = within(&graph, &[0, 1]);
        assert_eq!(first.entries, [EdgeTarget::Block(0)]);
        assert_eq!(first.blocks, [block(0, 2)]);
        assert_eq!(first.edges, [edge(0, EdgeTarget::Outside(2), EdgeKind::Next)]);
        let second = within(&graph, &[2, 3, 4]);
        assert_eq!(second.entries, [EdgeTarget::Block(0)]);
        assert_eq!(second.blocks, [block(2, 2), block(4, 1)]);
        assert_eq!(
            second.edges,
            [
                edge(0, EdgeTarget::Block(1), EdgeKind::Next),
                edge(1, EdgeTarget::End, EdgeKind::Next),
            ]
        );
        // The other procedure is nested in this one.
        let around = within(&graph, &[0, 3, 4]);
        assert_eq!(around.blocks, [block(0, 1), block(3, 1), block(4, 1)]);
        assert_eq!(around.entries, [EdgeTarget::Block(1), EdgeTarget::Block(0)]);
    }
}
