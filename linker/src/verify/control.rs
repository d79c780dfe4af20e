//! Checks on where execution goes.

use std::collections::BTreeMap;

use pica200_objfmt::flow::control::{Deviation, DeviationKind, Opened, To};
use pica200_objfmt::flow::target;
use pica200_objfmt::instruction::Instruction;
use pica200_objfmt::limits;
use pica200_objfmt::opcode::Opcode;
use pica200_objfmt::shbin::Shader;

use super::search::{Decision, Found, View, Visit};
use super::shader::{ShaderCheck, Stage};
use super::{Check, Finding, Lint, depth};

/// The bits of a flow instruction that the incumbent lets lengths above 255 spill into.
const LENGTH_SPILL: u32 = 0x300;

pub(super) fn check(shader: &mut ShaderCheck<'_, '_>) {
    ends(shader);
    deviations(shader);
    depth::check(shader);
    jumps(shader);
    lengths(shader);
    if shader.stage == Stage::Vertex {
        vertex_shader(shader);
    }
}

/// A shader that starts outside of the code.
pub(super) fn no_code(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let words = check.shbin.program.code.len();
    let message = format!(
        "the shader starts at word {:#05x}, and the code has {words} words",
        shader.entry
    );
    check.add_table(Lint::TargetOutsideCode, Some(number), message);
}

/// A shader whose entry procedure has no words.
pub(super) fn empty_entry(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let entry = check.entry_name(shader);
    let message = past_entry(&entry);
    let mut place = check.place(number, shader.entry);
    place.is_end = true;
    check.add(Finding {
        lint: Lint::MissingEnd,
        shader: Some(number),
        place: Some(place),
        message,
        label: "execution goes on here".to_owned(),
        path: Vec::new(),
    });
}

fn past_entry(entry: &str) -> String {
    format!("execution can run past the last instruction of {entry}, and `end` must come before")
}

/// The way that was found; none where there are too many to look at.
pub(super) fn way(found: Found) -> Option<Vec<Decision>> {
    match found {
        Found::Way(_, way) => Some(way),
        Found::GaveUp => Some(Vec::new()),
        Found::None => None,
    }
}

/// The node and the way, where there is one.
pub(super) fn node_and_way(found: Found, unknown: u32) -> Option<(u32, Vec<Decision>)> {
    match found {
        Found::Way(node, way) => Some((node, way)),
        Found::GaveUp => Some((unknown, Vec::new())),
        Found::None => None,
    }
}

/// Execution must come to `end`.
fn ends(shader: &mut ShaderCheck<'_, '_>) {
    let any = |_: &View<'_, '_>| Visit::GoOn(0);
    let mut leaves = [None, None, None];
    for node in shader.nodes_in_order() {
        for edge in shader.control.edges(node) {
            let row = match edge.to {
                To::PastEntry => 0,
                To::Outside(word) if word == shader.word(node) + 1 => 1,
                To::Outside(_) => 2,
                _ => continue,
            };
            leaves[row].get_or_insert((node, edge.to));
        }
    }
    let entry = shader.check.entry_name(shader.shader);
    let mut told = false;
    if let Some((unknown, _)) = leaves[0] {
        let found = shader.search(any, |to| to == To::PastEntry);
        if let Some((node, way)) = node_and_way(found, unknown) {
            told = true;
            let mut place = shader.check.place(shader.number, shader.word(node));
            place.is_end = true;
            let message = past_entry(&entry);
            shader.add_at(
                Lint::MissingEnd,
                place,
                message,
                "execution goes on here",
                &way,
            );
        }
    }
    if let Some((unknown, to)) = leaves[1] {
        let found = shader.search(any, |other| other == to);
        if let Some((node, way)) = node_and_way(found, unknown) {
            told = true;
            let message = "execution can run past the last instruction of the program, and `end` must come before";
            let word = shader.word(node);
            let label = "there is nothing behind this";
            shader.add(Lint::MissingEnd, word, message.to_owned(), label, &way);
        }
    }
    if let Some((unknown, to @ To::Outside(word))) = leaves[2] {
        let found = shader.search(any, |other| other == to);
        if let Some((node, way)) = node_and_way(found, unknown) {
            told = true;
            let words = shader.check.shbin.program.code.len();
            let message = format!("the target is word {word:#05x}, and the code has {words} words");
            let at = shader.word(node);
            shader.add(Lint::TargetOutsideCode, at, message, "goes there", &way);
        }
    }
    let effects = &shader.check.effects;
    let mut words = shader.control.nodes.iter().map(|node| node.word);
    if !told && !words.any(|word| effects[word as usize].is(Opcode::End)) {
        let message = format!("execution that starts at {entry} never comes to `end`");
        let entry = shader.shader.entry;
        shader.add_word(Lint::MissingEnd, entry, message, "a shader starts here");
    }
}

/// Where the machine leaves the blocks.
fn deviations(shader: &mut ShaderCheck<'_, '_>) {
    // Of one word one finding of a sort is enough.
    let mut first: BTreeMap<(u32, DeviationKind), Deviation> = BTreeMap::new();
    for deviation in &shader.control.deviations {
        let word = shader.word(deviation.node);
        first.entry((word, deviation.kind)).or_insert(*deviation);
    }
    for ((word, kind), deviation) in first {
        let found = shader.search_nodes(|view| match view.node == deviation.node {
            true => Visit::Found,
            false => Visit::GoOn(0),
        });
        let Some(way) = way(found) else { continue };
        let opened = opened(shader, deviation.opened);
        let (lint, message, label) = match kind {
            DeviationKind::LostBranch => (
                Lint::LostBranch,
                format!("this is the last word of {opened}, which closes instead of execution going to the target"),
                "does not take place",
            ),
            DeviationKind::LostEnd => (
                Lint::LostEnd,
                format!("{opened} ends here, and does not close: the machine closes something else here, or nothing"),
                "the end is missed behind this",
            ),
            DeviationKind::JumpToEnd => (
                Lint::JumpToEnd,
                format!("the target is the end of {opened}, which a jump does not close"),
                "jumps to the end",
            ),
            DeviationKind::JumpOut => (
                Lint::JumpOut,
                format!("the jump leaves a block open, and {opened} does not close for that"),
                "leaves a block open",
            ),
            DeviationKind::BreakOut => (
                Lint::BreakInIf,
                format!("this leaves an `if` open, and {opened} does not close for that"),
                "leaves an `if` open",
            ),
            DeviationKind::JumpOutOfProcedure => (
                Lint::JumpBetweenProcedures,
                format!("the jump leaves {opened}, which stays open, without returning"),
                "leaves a called procedure",
            ),
            DeviationKind::EmptyCall => (
                Lint::EmptyCall,
                "the procedure has no words, so nothing returns from it, and execution runs into what stands there"
                    .to_owned(),
                "does not come back",
            ),
        };
        shader.add(lint, word, message, label, &way);
    }
}

/// What is open, in words.
pub(super) fn opened(shader: &ShaderCheck<'_, '_>, opened: Opened) -> String {
    let (word, what) = match opened {
        Opened::Block(word) => {
            let code = shader.check.shbin.program.code.get(word as usize);
            let is_loop = code.is_some_and(|&code| Opcode::of_word(code) == Some(Opcode::For));
            (word, if is_loop { "the loop" } else { "the `if`" })
        }
        Opened::Procedure(word) => (word, "the procedure"),
    };
    let place = shader.check.place(shader.number, word);
    match (opened, place) {
        (
            Opened::Procedure(_),
            super::Place {
                procedure: Some(name),
                ..
            },
        ) => {
            format!("the procedure `{name}`")
        }
        (
            _,
            super::Place {
                source: Some(source),
                ..
            },
        ) => {
            format!("{what} of line {}", source.line)
        }
        _ => format!("{what} of word {word:#05x}"),
    }
}

/// Jumps into blocks that they have not opened, and into procedures that nothing called.
fn jumps(shader: &mut ShaderCheck<'_, '_>) {
    let control = shader.control;
    let code = &shader.check.shbin.program.code;
    let mut reached: Vec<_> = control.nodes.iter().map(|node| node.word).collect();
    reached.sort_unstable();
    reached.dedup();
    let opcode = |word: u32| Opcode::of_word(code[word as usize]);
    let blocks: Vec<_> = reached
        .iter()
        .filter_map(|&word| {
            let place = target(code[word as usize]);
            match opcode(word)? {
                Opcode::For => Some((word, place.start + 1)),
                Opcode::Ifc | Opcode::Ifu if place.size > 0 => Some((word, place.start)),
                _ => None,
            }
        })
        .collect();
    let mut found = Vec::new();
    let is_jump = |word: u32| matches!(opcode(word), Some(Opcode::Jmpc | Opcode::Jmpu));
    for word in reached.iter().copied().filter(|&word| is_jump(word)) {
        let to = target(code[word as usize]).start;
        let into = blocks.iter().find(|&&(opener, close)| {
            (opener + 1..close).contains(&to) && !(opener + 1..close).contains(&word)
        });
        if let Some(&(opener, _)) = into {
            found.push((word, Lint::JumpIntoBlock, Opened::Block(opener)));
        }
        let into = control.frames.iter().find(|frame| {
            let span = frame.span.start..frame.end();
            frame.called && span.contains(&to) && !span.contains(&word)
        });
        if let Some(frame) = into {
            let procedure = Opened::Procedure(frame.span.start);
            found.push((word, Lint::JumpBetweenProcedures, procedure));
        }
    }
    for (word, lint, into) in found {
        let into = opened(shader, into);
        let message = match lint {
            Lint::JumpIntoBlock => {
                format!("the jump leads into {into}, which is not open for that and does not close")
            }
            _ => format!(
                "the jump leads into {into}, which is called elsewhere, and does not return from here"
            ),
        };
        shader.add_word(lint, word, message, "jumps there");
    }
}

/// Lengths that do not fit into the eight bits that the machine reads.
fn lengths(shader: &mut ShaderCheck<'_, '_>) {
    let nodes: Vec<_> = shader.nodes_in_order();
    for node in nodes {
        let word = shader.word(node);
        let code = shader.check.shbin.program.code[word as usize];
        let Some(opcode) = Opcode::of_word(code) else {
            continue;
        };
        let what = match opcode {
            Opcode::Ifc | Opcode::Ifu => "else-body",
            opcode if opcode.is_call() => "procedure",
            _ => continue,
        };
        let spilt = Instruction::decode(code).spare & LENGTH_SPILL;
        if spilt == 0 {
            continue;
        }
        let words = spilt + target(code).size;
        let message = format!(
            "the {what} has {words} words, and the machine counts up to {}",
            limits::COUNT
        );
        shader.add_word(Lint::CountTooLong, word, message, "the length does not fit");
    }
}

/// Vertex shaders see less of the code, and emit nothing.
fn vertex_shader(shader: &mut ShaderCheck<'_, '_>) {
    let entry = shader.check.entry_name(shader.shader);
    let nodes = shader.nodes_in_order();
    let far = |node: &&u32| shader.word(**node) as usize >= limits::VERTEX_CODE_WORDS;
    let emits = |node: &&u32| {
        let effect = &shader.check.effects[shader.word(**node) as usize];
        effect.is(Opcode::Emit) || effect.is(Opcode::Setemit)
    };
    let far = nodes.iter().find(far).copied();
    let emits = nodes.iter().find(emits).copied();
    if let Some(way) = far.and_then(|node| shader.way_to(node)).zip(far) {
        let (way, node) = way;
        let word = shader.word(node);
        let last = limits::VERTEX_CODE_WORDS - 1;
        let message = format!(
            "the vertex shader that starts at {entry} runs word {word}, and vertex shaders see words 0 to {last}"
        );
        let label = "vertex shaders do not see this";
        shader.add(Lint::VertexCodeTooFar, word, message, label, &way);
    }
    if let Some(way) = emits.and_then(|node| shader.way_to(node)).zip(emits) {
        let (way, node) = way;
        let word = shader.word(node);
        let opcode = shader.check.effects[word as usize].opcode;
        let mnemonic = opcode.map_or("emit", |opcode| opcode.info().mnemonic);
        let message = format!(
            "the vertex shader that starts at {entry} runs `{mnemonic}`, and only geometry shaders emit vertices"
        );
        let label = "reached by a vertex shader";
        shader.add(Lint::EmitInVertexShader, word, message, label, &way);
    }
}

impl ShaderCheck<'_, '_> {
    /// A way to a node; an empty one where there are too many ways to look at.
    fn way_to(&mut self, node: u32) -> Option<Vec<Decision>> {
        way(self.search_nodes(|view| match view.node == node {
            true => Visit::Found,
            false => Visit::GoOn(0),
        }))
    }
}
