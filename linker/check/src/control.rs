//! Checks on where execution goes.

use std::collections::BTreeMap;

use pica200_objfmt::flow::control::{Deviation, DeviationKind, Opened, To};
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::search::{Decision, Found, Visit};
use crate::shader::ShaderCheck;
use pica200_diagnostics::Code;

use crate::{Check, Finding, depth, words};

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    ends(shader);
    deviations(shader);
    depth::check(shader);
    words::check(shader);
}

/// A shader that starts outside of the code.
pub(crate) fn no_code(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let words = check.shbin.program.code.len();
    let message = format!(
        "the shader starts at word {:#05x}, and the code has {words} words",
        shader.entry
    );
    check.add_table(Code::TargetOutsideCode, Some(number), message);
}

/// A shader whose entry procedure has no words.
pub(crate) fn empty_entry(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let entry = check.entry_name(shader);
    let message = past_entry(&entry);
    let mut place = check.place(number, shader.entry);
    place.is_end = true;
    check.add(Finding {
        code: Code::MissingEnd,
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
pub(crate) fn way(found: Found) -> Option<Vec<Decision>> {
    match found {
        Found::Way(_, way) => Some(way),
        Found::GaveUp => Some(Vec::new()),
        Found::None => None,
    }
}

/// The node and the way, where there is one.
pub(crate) fn node_and_way(found: Found, unknown: u32) -> Option<(u32, Vec<Decision>)> {
    match found {
        Found::Way(node, way) => Some((node, way)),
        Found::GaveUp => Some((unknown, Vec::new())),
        Found::None => None,
    }
}

/// How execution leaves where it should not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Leave {
    /// Past the end of the entry procedure.
    Entry,
    /// Past the last word of the program.
    Program,
    /// To a word that there is not.
    Jump,
}

/// Execution must come to `end`.
fn ends(shader: &mut ShaderCheck<'_, '_>) {
    let mut leaves = BTreeMap::new();
    for node in shader.nodes_in_order() {
        for edge in shader.control.edges(node) {
            let leave = match edge.to {
                To::PastEntry => Leave::Entry,
                To::Outside(word) if word == shader.word(node) + 1 => Leave::Program,
                To::Outside(_) => Leave::Jump,
                To::Node(_) | To::Return | To::End => continue,
            };
            leaves.entry(leave).or_insert((node, edge.to));
        }
    }
    let mut told = false;
    for (leave, (unknown, to)) in leaves {
        let found = shader.search(|_| Visit::GoOn(0), |other| other == to);
        if let Some((node, way)) = node_and_way(found, unknown) {
            told = true;
            report_leave(shader, leave, node, to, &way);
        }
    }
    let effects = &shader.check.effects;
    let mut words = shader.control.nodes.iter().map(|node| node.word);
    if !told && !words.any(|word| effects[word as usize].is(Opcode::End)) {
        let entry = shader.check.entry_name(shader.shader);
        let message = format!("execution that starts at {entry} never comes to `end`");
        let word = shader.shader.entry;
        shader.add_word(Code::MissingEnd, word, message, "a shader starts here");
    }
}

/// Says from where, and where to, execution leaves.
fn report_leave(
    shader: &mut ShaderCheck<'_, '_>,
    leave: Leave,
    node: u32,
    to: To,
    way: &[Decision],
) {
    let word = shader.word(node);
    let mut place = shader.check.place(shader.number, word);
    let (code, message, label) = match (leave, to) {
        (Leave::Entry, _) => {
            place.is_end = true;
            let entry = shader.check.entry_name(shader.shader);
            (
                Code::MissingEnd,
                past_entry(&entry),
                "execution goes on here",
            )
        }
        (Leave::Jump, To::Outside(target)) => {
            let words = shader.check.shbin.program.code.len();
            let message =
                format!("the target is word {target:#05x}, and the code has {words} words");
            (Code::TargetOutsideCode, message, "goes there")
        }
        _ => {
            let message = "execution can run past the last instruction of the program, and `end` must come before";
            (
                Code::MissingEnd,
                message.to_owned(),
                "there is nothing behind this",
            )
        }
    };
    shader.add_at(code, place, message, label, way);
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
        if kind == DeviationKind::JumpOutOfProcedure
            && !words::runs_past_procedure(shader.control, deviation.node)
        {
            continue;
        }
        let found = shader.search_nodes(|view| match view.node == deviation.node {
            true => Visit::Found,
            false => Visit::GoOn(0),
        });
        let Some(way) = way(found) else { continue };
        let opened = opened(shader, deviation.opened);
        let (code, message, label) = deviation_text(kind, &opened);
        shader.add(code, word, message, label, &way);
    }
}

/// What is told of a deviation.
fn deviation_text(kind: DeviationKind, opened: &str) -> (Code, String, &'static str) {
    match kind {
        DeviationKind::LostBranch => (
            Code::LostBranch,
            format!("this is the last word of {opened}, which closes instead of execution going to the target"),
            "does not take place",
        ),
        DeviationKind::LostEnd => (
            Code::LostEnd,
            format!("{opened} ends here, and does not close: the machine closes something else here, or nothing"),
            "the end is missed behind this",
        ),
        DeviationKind::JumpToEnd => (
            Code::JumpToEnd,
            format!("the target is the end of {opened}, which a jump does not close"),
            "jumps to the end",
        ),
        DeviationKind::JumpOut => (
            Code::JumpOut,
            format!("the jump leaves a block open, and {opened} does not close for that"),
            "leaves a block open",
        ),
        DeviationKind::BreakOut => (
            Code::BreakInIf,
            format!("this leaves an `if` open, and {opened} does not close for that"),
            "leaves an `if` open",
        ),
        DeviationKind::JumpOutOfProcedure => (
            Code::JumpBetweenProcedures,
            format!("execution leaves {opened}, which stays open, without returning"),
            "leaves a called procedure",
        ),
        DeviationKind::EmptyCall => (
            Code::EmptyCall,
            "the procedure has no words, so nothing returns from it, and execution runs into what stands there"
                .to_owned(),
            "does not come back",
        ),
    }
}

/// What is open, in words.
pub(crate) fn opened(shader: &ShaderCheck<'_, '_>, opened: Opened) -> String {
    let (word, what) = match opened {
        Opened::Block(word) => {
            let code = shader.check.shbin.program.code.get(word as usize);
            let is_loop = code.is_some_and(|&code| Transfer::of_word(code) == Transfer::Loop);
            (word, if is_loop { "the loop" } else { "the `if`" })
        }
        Opened::Procedure(word) => (word, "the procedure"),
    };
    let place = shader.check.place(shader.number, word);
    match (opened, place) {
        (
            Opened::Procedure(_),
            crate::CodePlace {
                procedure: Some(name),
                ..
            },
        ) => {
            format!("the procedure `{name}`")
        }
        (
            _,
            crate::CodePlace {
                source: Some(source),
                ..
            },
        ) => {
            format!("{what} of line {}", source.line)
        }
        _ => format!("{what} of word {word:#05x}"),
    }
}
