//! Control-flow graphs in the DOT language of Graphviz.
//!
//! A `digraph` for each file, with a cluster for each shader of a binary, or for the code of an object. The graph
//! contains only reachable code; [`pica200_objfmt::flow::graph`] finds it.

mod cluster;

#[cfg(test)]
mod tests;

use pica200_objfmt::flow::graph::{Graph, of_shader};
use pica200_objfmt::formats::inspect::{Content, DocumentedObject};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_report::flow::{Code, documented_graph, escaped, object_graph};
use pica200_report::view::graphviz::quoted;

use super::contents::Contents;
use super::contents::InspectedFile;
use cluster::Cluster;

/// Once the clusters of a file contain this many words, further clusters are left out. Sixteen shaders that fill the
/// program memory fit; many shaders that each run all code would make the output far larger than the file.
const MAX_WORDS: u32 = 1 << 16;

/// Once the clusters contain this many bytes, further clusters are left out: names may be much longer than words.
const MAX_TEXT_SIZE: usize = 1 << 22;

/// Returns the graphs of all shaders of a file.
pub(crate) fn dot(subject: &InspectedFile<'_>, contents: &Contents<'_>) -> String {
    let clusters = match &subject.inspection.content {
        Content::Shbin(shbin) => shaders(shbin, contents),
        Content::Object(object) => vec![object_cluster(object, contents)],
        Content::Documented(object) => vec![documented_cluster(object)],
        Content::Unknown => Vec::new(),
    };
    let mut out = String::from("digraph {\n");
    let title = quoted(&escaped(subject.name.as_bytes()));
    out.push_str(&format!("  label={title}; labelloc=t;\n"));
    out.push_str("  fontname=monospace;\n");
    out.push_str("  node [shape=box, fontname=monospace];\n");
    out.push_str("  edge [fontname=monospace];\n");
    for cluster in clusters {
        out.push_str(&cluster);
    }
    out.push_str("}\n");
    out
}

fn shaders(shbin: &Shbin, contents: &Contents<'_>) -> Vec<String> {
    let (mut left, mut left_text) = (MAX_WORDS, MAX_TEXT_SIZE);
    let draw = |(number, shader): (usize, &Shader)| {
        let stage = match shader.kind {
            0 => "vertex shader",
            1 => "geometry shader",
            _ => "shader",
        };
        let title = format!("{stage} {number}");
        if left == 0 || left_text == 0 {
            return Cluster::omitted(number, &title, "left out");
        }
        if contents.is_lost(contents.structure(number)) {
            return Cluster::omitted(number, &title, "unreadable");
        }
        let graph = of_shader(&shbin.program.code, shader.entry);
        // A shader without reachable words has a cost as well.
        left = left.saturating_sub(word_count(&graph).max(64));
        let code = Code::from_program(&shbin.program, shader);
        let text = Cluster::new(number, &code.flow(&graph)).draw(&title);
        left_text = left_text.saturating_sub(text.len());
        text
    };
    shbin.shaders.iter().enumerate().map(draw).collect()
}

fn word_count(graph: &Graph) -> u32 {
    graph.blocks.iter().map(|block| block.size).sum()
}

fn object_cluster(object: &Object, contents: &Contents<'_>) -> String {
    let registers = contents.shaders.first().map(|shader| contents.names(shader));
    let code = Code::from_object(object, registers.unwrap_or_default());
    Cluster::new(0, &code.flow(&object_graph(object))).draw("object")
}

fn documented_cluster(object: &DocumentedObject) -> String {
    let code = Code::from_program(&object.program, &object.shader);
    let flow = code.flow(&documented_graph(object));
    Cluster::new(0, &flow).draw("object of another version")
}
