//! Checks on reachable words, and on the targets and lengths in instructions.

use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::control::{Control, NodeTarget, ScopeOpener};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::flow::target;
use pica200_objfmt::isa::instruction::Instruction;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::search::Decision;
use crate::shader::{ShaderCheck, Stage};
/// The bits of a flow instruction into which lengths above 255 overflow in picasso's output.
const LENGTH_SPILL: u32 = 0x300;

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    jumps(shader);
    lengths(shader);
    if shader.stage == Stage::Vertex {
        emitting(shader);
    }
}

/// Reports jumps into blocks that they do not open, and into procedures that were not called.
fn jumps(shader: &mut ShaderCheck<'_, '_>) {
    let control = shader.control;
    let code = &shader.check.shbin.program.code;
    let (mut blocks, mut jumps) = (Vec::new(), Vec::new());
    for &word in shader.words {
        let place = || target(code[word as usize]);
        match Transfer::from_word(code[word as usize]) {
            Transfer::Loop => blocks.push((word, place().start + 1)),
            Transfer::If(_) if place().size > 0 => blocks.push((word, place().start)),
            Transfer::Jump(_) => jumps.push(word),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for word in jumps {
        let to = target(code[word as usize]).start;
        let into = blocks
            .iter()
            .find(|&&(opener, close)| (opener + 1..close).contains(&to) && !(opener + 1..close).contains(&word));
        if let Some(&(opener, _)) = into {
            found.push((word, Code::JumpIntoBlock, ScopeOpener::Block(opener)));
        }
        let into = control.frames.iter().find(|frame| {
            let span = frame.span.start..frame.end();
            frame.called && span.contains(&to) && !span.contains(&word)
        });
        if let Some(frame) = into
            && shader.nodes_of(word).any(|node| runs_past_procedure(control, node))
        {
            let procedure = ScopeOpener::Procedure(frame.span.start);
            found.push((word, Code::JumpBetweenProcedures, procedure));
        }
    }
    for (word, code, into) in found {
        let into = shader.opened(into);
        let message = match code {
            Code::JumpIntoBlock => {
                format!("the jump leads into {into}, but does not open it, so it does not close")
            }
            _ => format!("the jump leads into {into}, which is called elsewhere, and does not return from there"),
        };
        shader.add_word(code, word, message, "jumps there");
    }
}

/// Returns true if execution that takes a jump reaches the end of a called procedure other than its own, and continues
/// after it. Code that reaches `end` before may be anywhere.
pub(crate) fn runs_past_procedure(control: &Control, jump: u32) -> bool {
    let frame = control.nodes[jump as usize].frame;
    let others = (0..).zip(&control.frames);
    let others = others.filter(|(id, other)| *id != frame && other.called);
    let spans: Vec<_> = others.map(|(_, other)| other.span.start..other.end()).collect();
    let taken = control.edges(jump).iter().filter(|edge| edge.holds == Some(true));
    let mut open: Vec<_> = taken.map(|edge| edge.to).collect();
    if open.is_empty() {
        // A `break` without a loop in its procedure is not a jump, and leads to a loop of a caller.
        return true;
    }
    let mut seen = BitSet::default();
    while let Some(to) = open.pop() {
        let NodeTarget::Node(node) = to else { continue };
        if !seen.insert(node as usize) {
            continue;
        }
        let word = control.nodes[node as usize].word;
        let edges = control.edges(node).iter().filter(|edge| edge.kind != EdgeKind::Call);
        for edge in edges {
            let next = match edge.to {
                NodeTarget::Node(next) => Some(control.nodes[next as usize].word),
                NodeTarget::Outside(next) => Some(next),
                NodeTarget::Return | NodeTarget::End | NodeTarget::PastEntry => None,
            };
            let passes = |span: &Range<u32>| span.contains(&word) && Some(span.end) == next;
            if spans.iter().any(passes) {
                return true;
            }
            open.push(edge.to);
        }
    }
    false
}

/// Reports lengths that do not fit into the eight bits that the hardware reads.
fn lengths(shader: &mut ShaderCheck<'_, '_>) {
    for &word in shader.words {
        let code = shader.check.shbin.program.code[word as usize];
        let what = match Transfer::from_word(code) {
            Transfer::If(_) => "else-body",
            Transfer::Call(_) => "procedure",
            _ => continue,
        };
        let spilt = Instruction::decode(code).spare & LENGTH_SPILL;
        if spilt == 0 {
            continue;
        }
        let words = spilt + target(code).size;
        let message = format!(
            "the {what} has {words} words, but the hardware counts up to {}",
            limits::MAX_BLOCK_WORDS
        );
        shader.add_word(Code::CountTooLong, word, message, "the length does not fit");
    }
}

/// Reports that a vertex shader emits vertices.
fn emitting(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::EmitInVertexShader) {
        return;
    }
    let entry = shader.check.entry_name(shader.shader);
    let emits = |node: &u32| {
        let opcode = shader.effect(*node).opcode;
        opcode.is_some_and(Opcode::is_geometry_only)
    };
    let emitting: Vec<_> = shader.nodes.iter().copied().filter(emits).collect();
    if let Some((word, path)) = shader.path_to_any(&emitting) {
        let opcode = shader.check.effects[word as usize].opcode;
        let mnemonic = opcode.map_or("emit", |opcode| opcode.info().mnemonic);
        let message = format!(
            "the vertex shader that starts at {entry} runs `{mnemonic}`, but only geometry shaders emit vertices"
        );
        let label = "reached by a vertex shader";
        shader.add(Code::EmitInVertexShader, word, message, label, &path);
    }
}

impl ShaderCheck<'_, '_> {
    /// Returns the word of the first of some nodes that execution can reach, and a path to it; the path is empty if
    /// there are too many to examine.
    pub(crate) fn path_to_any(&mut self, nodes: &[u32]) -> Option<(u32, Vec<Decision>)> {
        nodes
            .iter()
            .find_map(|&node| Some((self.word(node), self.search_node(node).path()?)))
    }
}
