//! Procedures and labels: definitions, and the calls and jumps to them.

use pica200_objfmt::formats::object::{Visibility, is_local_name};
use pica200_objfmt::isa::opcode::Opcode;

use super::names::{Access, Meaning};
use super::{NameId, Resolver};
use crate::diagnostic::{Code, diagnose};
use crate::program::{LabelId, Target};
use crate::text::Span;

/// The uses of procedures and labels, which are resolved at the end of a source.
#[derive(Default)]
pub(super) struct Targets {
    /// Calls of procedures.
    calls: Vec<TargetUse>,
    /// Instructions with labels as targets.
    jumps: Vec<TargetUse>,
    /// Visibilities that the source states for procedures.
    pub(super) visibilities: Vec<(Span, Visibility)>,
    /// Procedures that are called but not defined here.
    pub(super) externals: Vec<Span>,
}

/// A target that an instruction names.
#[derive(Clone, Copy)]
pub(super) enum NamedTarget {
    /// A procedure, of this file or another.
    Procedure(Span),
    /// A label of this file.
    Label {
        /// Its name.
        name: Span,
        /// Number of words that are called there, or belong to the else-body.
        words: u8,
    },
}

/// An instruction that names its target.
struct TargetUse {
    /// Index of the instruction in the program.
    instruction: usize,
    name: Span,
    words: u8,
    /// The procedure that a local name is looked up in, and its name.
    scope: Option<(LabelId, Span)>,
}

/// Resolves `NAME:` or `.LNAME:`.
pub(super) fn label(resolver: &mut Resolver<'_, '_>, span: Span) {
    let name = resolver.text(span);
    let scope = scope_of(resolver, name);
    if is_local_name(name) && scope.is_none() {
        let message = format!("the local label `{name}` is outside any procedure");
        let help = "a local label is visible only in its procedure";
        resolver.report(diagnose(Code::OutsideProcedure, span, message).with_help(help));
        return;
    }
    if let Some(earlier) = resolver.names.label(name, scope.map(|(label, _)| label)) {
        let definition = resolver.names.get(earlier).definition;
        let message = format!("the label `{name}` is already defined");
        let diagnostic = diagnose(Code::DuplicateLabel, span, message);
        resolver.report(diagnostic.with_secondary(definition.unwrap_or(span), "first defined here"));
        return;
    }
    let label = resolver.builder.next_label();
    resolver.names.add_label(name, scope, span, label);
    let position = resolver.position;
    resolver.builder.push_label(span, position);
}

/// Returns the procedure that a name is scoped to, if it is local.
fn scope_of(resolver: &Resolver<'_, '_>, name: &str) -> Option<(LabelId, Span)> {
    is_local_name(name)
        .then(|| resolver.builder.procedure())
        .flatten()
        .filter(|_| !resolver.has_stray())
}

/// Records the target of the next instruction.
pub(super) fn note_target(resolver: &mut Resolver<'_, '_>, target: NamedTarget) {
    let instruction = resolver.builder.program.instructions.len();
    match target {
        NamedTarget::Procedure(name) => resolver.targets.calls.push(TargetUse {
            instruction,
            name,
            words: 0,
            scope: None,
        }),
        NamedTarget::Label { name, words } => {
            let scope = scope_of(resolver, resolver.text(name));
            resolver.targets.jumps.push(TargetUse {
                instruction,
                name,
                words,
                scope,
            });
        }
    }
}

/// At the end of a source, resolves the targets of calls, jumps and `.entry`.
pub(super) fn resolve_targets(resolver: &mut Resolver<'_, '_>) {
    let max = usize::from(u16::MAX);
    if let Some(label) = resolver.builder.program.labels.get(max) {
        let span = label.name;
        let name = resolver.text(span);
        let message = format!("too many labels and procedures: cannot define `{name}`");
        let help = format!("a file can define at most {max}");
        resolver.report(diagnose(Code::TooManyNames, span, message).with_help(help));
        return;
    }
    for call in std::mem::take(&mut resolver.targets.calls) {
        resolve_call(resolver, &call);
    }
    for jump in std::mem::take(&mut resolver.targets.jumps) {
        resolve_jump(resolver, &jump);
    }
    resolve_entry(resolver);
}

fn resolve_entry(resolver: &mut Resolver<'_, '_>) {
    let Some(entry) = resolver.declarations.entry else {
        return;
    };
    let name = resolver.text(entry.name);
    let known = if entry.is_label {
        resolver.names.label(name, None)
    } else {
        resolver.names.procedure(name)
    };
    if let Some(id) = known {
        resolver.names.note_use(id, entry.name, Access::Read);
        if let (Meaning::Label(label), Some(words)) = (resolver.names.meaning(id), entry.length) {
            resolver.builder.program.entry_label = Some((label, words, entry.name));
        }
    } else if entry.length.is_some() {
        report_unknown_label(resolver, entry.name, "without a count the shader starts there");
    }
}

fn resolve_call(resolver: &mut Resolver<'_, '_>, call: &TargetUse) {
    let name = resolver.text(call.name);
    let known = resolver.names.procedure(name);
    let meaning = known.map(|id| (id, resolver.names.meaning(id)));
    let (id, target) = match meaning {
        Some((id, Meaning::Label(label))) => {
            let target = Target::Label {
                label,
                words: 0,
                span: call.name,
            };
            (id, target)
        }
        _ => {
            let count = resolver.targets.externals.len();
            let (id, index) = resolver.names.external(name, count);
            if usize::from(index) == count {
                resolver.targets.externals.push(call.name);
            }
            (id, Target::External(index))
        }
    };
    set_target(resolver, call, id, target);
}

fn resolve_jump(resolver: &mut Resolver<'_, '_>, jump: &TargetUse) {
    let name = resolver.text(jump.name);
    let known = resolver.names.label(name, jump.scope.map(|(label, _)| label));
    let meaning = known.map(|id| (id, resolver.names.meaning(id)));
    if let Some((id, Meaning::Label(label))) = meaning {
        let target = Target::Label {
            label,
            words: jump.words,
            span: jump.name,
        };
        return set_target(resolver, jump, id, target);
    }
    if resolver.names.is_rejected(name) {
        return;
    }
    if is_local_name(name) {
        return report_unknown_local_label(resolver, jump);
    }
    let opcode = resolver.builder.flow_mut(jump.instruction);
    let help = match opcode.map(|flow| flow.opcode) {
        Some(opcode) if opcode.is_call() => "call it without a count",
        Some(Opcode::Jmpc | Opcode::Jmpu) => "jump targets are labels",
        _ => "block ends are labels",
    };
    report_unknown_label(resolver, jump.name, help);
}

fn set_target(resolver: &mut Resolver<'_, '_>, target_use: &TargetUse, name: NameId, target: Target) {
    resolver.names.note_use(name, target_use.name, Access::Read);
    if let Some(flow) = resolver.builder.flow_mut(target_use.instruction) {
        flow.target = target;
    }
}

/// Reports an unknown label; `instead` says what to do if it is a procedure.
fn report_unknown_label(resolver: &mut Resolver<'_, '_>, span: Span, instead: &str) {
    let name = resolver.text(span);
    let procedure = resolver.names.procedure(name);
    let is_procedure = procedure.is_some_and(|id| resolver.names.get(id).definition.is_some());
    let message = format!("this file has no label `{name}`");
    let diagnostic = diagnose(Code::UnknownLabel, span, message);
    if is_procedure {
        let help = format!("`{name}` is a procedure, not a label (`{name}:`); {instead}");
        resolver.report(diagnostic.with_help(help));
    } else if !resolver.report.repeats_unknown(Code::UnknownLabel, span) {
        let similar = resolver.names.similar_label(name, None, resolver.report);
        resolver.report.add_unknown(diagnostic.with_suggestion(span, similar));
    }
}

/// Reports a local label that its procedure does not have.
fn report_unknown_local_label(resolver: &mut Resolver<'_, '_>, jump: &TargetUse) {
    let name = resolver.text(jump.name);
    let message = match jump.scope {
        Some((_, procedure)) => {
            let procedure = resolver.text(procedure);
            format!("undefined label `{name}` in the procedure `{procedure}`")
        }
        None => format!("no local label `{name}` is visible here, outside any procedure"),
    };
    let diagnostic = diagnose(Code::UnknownLabel, jump.name, message);
    let elsewhere = resolver.names.local_label_elsewhere(name);
    let diagnostic = match (elsewhere, jump.scope) {
        (Some(span), _) => diagnostic
            .with_secondary(span, "a label of another procedure")
            .with_help("a label that begins with `.L` is visible only in its procedure"),
        (None, Some((procedure, _))) => {
            let scope = Some(procedure);
            let similar = resolver.names.similar_label(name, scope, resolver.report);
            diagnostic.with_suggestion(jump.name, similar)
        }
        (None, None) => diagnostic,
    };
    resolver.report(diagnostic);
}
