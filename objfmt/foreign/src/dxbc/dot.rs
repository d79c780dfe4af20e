//! Control-flow graph of a program, in Graphviz format.

use std::fmt::Write;

use pica200_dxbc::program::Program;
use pica200_dxbc::text::Compiler;

use super::flow::Graph;
use super::parsed::ParsedContainer;
use pica200_report::view::graphviz::{quoted, quoted_lines};

/// The maximum number of lines shown per block.
const LINES: usize = 24;

/// Returns the graph of a program: its basic blocks and edges.
pub(crate) fn dot(parsed: &ParsedContainer<'_>, program: &Program) -> String {
    let compiler = Compiler::detect(&parsed.shader);
    let graph = Graph::new(program, compiler);
    let mut text = format!("digraph {} {{\n", quoted(parsed.name));
    text.push_str("  node [shape=box, fontname=monospace];\n");
    for (number, block) in graph.blocks.iter().enumerate() {
        // Code after a jump is unreachable.
        if block.lines.is_empty() && graph.ends(number) {
            continue;
        }
        let lines = block.lines.iter().take(LINES);
        let mut lines: Vec<_> = lines.map(|(_, text)| text.clone()).collect();
        let extra_columns = block.lines.len().saturating_sub(LINES);
        if extra_columns > 0 {
            lines.push(format!("... {extra_columns} more"));
        }
        let _ = writeln!(text, "  b{number} [label={}];", quoted_lines(&lines));
    }
    for (from, to, why) in &graph.edges {
        let label = match *why {
            "" => String::new(),
            why => format!(" [label={}]", quoted(why)),
        };
        let _ = writeln!(text, "  b{from} -> b{to}{label};");
    }
    text.push_str("}\n");
    text
}
