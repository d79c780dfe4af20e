//! Control-flow checks.

use std::collections::BTreeMap;

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::{Deviation, DeviationKind, NodeTarget, ScopeOpener};
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::opcode::Opcode;

use crate::search::Decision;
use crate::shader::ShaderCheck;
use crate::{Check, CodeLocation, Part, diagnose, words};

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    ends(shader);
    deviations(shader);
}

/// Reports a shader that starts outside the code.
pub(crate) fn no_code(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let words = check.shbin.program.code.len();
    let message = format!(
        "the shader starts at word {:#05x}, but the code has {words} words",
        shader.entry
    );
    check.add_table(Code::TargetOutsideCode, Some(number), message);
}

/// Reports a shader whose entry procedure has no words.
pub(crate) fn empty_entry(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let entry = check.entry_name(shader);
    let message = past_entry(&entry);
    let part = Part::Code(CodeLocation::after(shader.entry));
    let diagnostic = diagnose(Code::MissingEnd, Some(number), part, message);
    check.add(diagnostic.with_label("execution continues here"));
}

fn past_entry(entry: &str) -> String {
    format!("{entry} can run past its last instruction without reaching `end`")
}

/// The ways in which execution can leave the code of a shader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    /// Past the end of the entry procedure.
    Entry,
    /// Past the last word of the program.
    Program,
    /// NodeTarget a word that does not exist.
    Jump,
}

/// Checks that execution reaches `end`.
fn ends(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::MissingEnd) && !shader.wants(Code::TargetOutsideCode) {
        return;
    }
    let mut leaves = BTreeMap::new();
    let effects = shader.check.effects;
    // The hardware does not know where the entry procedure ends, and continues. Files of other tools put that end
    // before the instruction `end`.
    let behind = usize::try_from(shader.shader.end).ok();
    let behind = behind.and_then(|word| effects.get(word));
    let ends_behind = behind.is_some_and(|word| word.is(Opcode::End));
    let mut goes_behind = false;
    for &node in shader.nodes {
        for edge in shader.control.edges(node) {
            let leave = match edge.to {
                NodeTarget::PastEntry if ends_behind => {
                    goes_behind = true;
                    continue;
                }
                NodeTarget::PastEntry => Exit::Entry,
                NodeTarget::Outside(word) if word == shader.word(node) + 1 => Exit::Program,
                NodeTarget::Outside(_) => Exit::Jump,
                NodeTarget::Node(_) | NodeTarget::Return | NodeTarget::End => continue,
            };
            leaves.entry(leave).or_insert((node, edge.to));
        }
    }
    let mut is_reported = false;
    for (leave, (unknown, to)) in leaves {
        let found = shader.search_exit(to);
        if let Some((node, path)) = found.node_and_path(unknown) {
            is_reported = true;
            report_exit(shader, leave, node, to, &path);
        }
    }
    let mut words = shader.words.iter();
    let reaches_end = goes_behind || words.any(|&word| effects[word as usize].is(Opcode::End));
    if !is_reported && !reaches_end {
        let entry = shader.check.entry_name(shader.shader);
        let message = format!("execution that starts at {entry} never reaches `end`");
        let word = shader.shader.entry;
        shader.add_word(Code::MissingEnd, word, message, "a shader starts here");
    }
}

/// Reports from where, and to where, execution leaves the code.
fn report_exit(shader: &mut ShaderCheck<'_, '_>, leave: Exit, node: u32, to: NodeTarget, path: &[Decision]) {
    let word = shader.word(node);
    let mut location = CodeLocation::at(word);
    let (code, message, label) = match (leave, to) {
        (Exit::Entry, _) => {
            location = CodeLocation::after(word);
            let entry = shader.check.entry_name(shader.shader);
            (Code::MissingEnd, past_entry(&entry), "execution continues here")
        }
        (Exit::Jump, NodeTarget::Outside(target)) => {
            let words = shader.check.shbin.program.code.len();
            let message = format!("the target is word {target:#05x}, but the code has {words} words");
            (Code::TargetOutsideCode, message, "goes there")
        }
        _ => {
            let message = "execution can run past the last instruction of the program without reaching `end`";
            (Code::MissingEnd, message.to_owned(), "the code ends after this")
        }
    };
    shader.add_at(code, location, message, label, path);
}

/// Reports locations where the hardware deviates from structured control flow.
fn deviations(shader: &mut ShaderCheck<'_, '_>) {
    // One diagnostic of each kind is enough for a word.
    let mut first: BTreeMap<(u32, DeviationKind), Deviation> = BTreeMap::new();
    for deviation in &shader.control.deviations {
        let word = shader.word(deviation.node);
        first.entry((word, deviation.kind)).or_insert(*deviation);
    }
    for ((word, kind), deviation) in first {
        if kind == DeviationKind::JumpOutOfProcedure && !words::runs_past_procedure(shader.control, deviation.node) {
            continue;
        }
        let opened = shader.opened(deviation.opened);
        let (code, message, label) = deviation_text(kind, &opened);
        if !shader.wants(code) {
            continue;
        }
        let Some(path) = shader.search_node(deviation.node).path() else {
            continue;
        };
        let help = deviation_help(kind, deviation.opened);
        shader.add_with_help(code, CodeLocation::at(word), (message, label), &path, help);
    }
}

/// Returns the remedy for a deviation if the catalogue's does not fit.
const fn deviation_help(kind: DeviationKind, opened: ScopeOpener) -> Option<&'static str> {
    match (kind, opened) {
        (DeviationKind::JumpToEnd, ScopeOpener::Block(_)) => Some(
            "to leave the loop, use `breakc`: after the jump, the loop stays open, so that a loop around it ends after one iteration; to continue with the next iteration, put a `nop` between the label and `.end`",
        ),
        _ => None,
    }
}

/// Returns the code and the texts for a deviation.
fn deviation_text(kind: DeviationKind, opened: &str) -> (Code, String, &'static str) {
    match kind {
        DeviationKind::LostBranch => (
            Code::LostBranch,
            format!("this is the last word of {opened}: the hardware closes it instead of jumping to the target"),
            "has no effect",
        ),
        DeviationKind::LostEnd => (
            Code::LostEnd,
            format!("{opened} ends here but does not close: the hardware closes another scope, or none"),
            "the end after this is skipped",
        ),
        DeviationKind::JumpToEnd => (
            Code::JumpToEnd,
            format!("the target is the end of {opened}, and a jump does not close it"),
            "jumps to the end",
        ),
        DeviationKind::JumpOut => (
            Code::JumpOut,
            format!("the jump leaves a block open, so {opened} does not close"),
            "leaves a block open",
        ),
        DeviationKind::BreakOut => (
            Code::BreakInIf,
            format!("this leaves an `if` open, so {opened} does not close"),
            "leaves an `if` open",
        ),
        DeviationKind::JumpOutOfProcedure => (
            Code::JumpBetweenProcedures,
            format!("execution leaves {opened} without returning, so it stays open"),
            "leaves a called procedure",
        ),
        DeviationKind::EmptyCall => (
            Code::EmptyCall,
            "the procedure has no words and never returns: execution continues with the following code".to_owned(),
            "does not return",
        ),
    }
}
