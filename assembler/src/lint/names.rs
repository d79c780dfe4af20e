//! `unused-uniform` and similar lints: declared names that nothing in the file uses.
//!
//! Names of included files are skipped: a header declares more than each shader needs. All names are skipped if line
//! markers show that another preprocessor generated the source, because removed conditions may have used them. Uniforms
//! and constants of libraries (`.nodvle`) are skipped, because they are for other files. If a shader runs code of other
//! files, its uniforms and inputs are also skipped, because that code may use them.

use pica200_objfmt::formats::object::{DEFAULT_ENTRY, UniformClass};
use pica200_objfmt::isa::register::Bank;
use rustc_hash::{FxHashMap, FxHashSet};

use super::LintContext;
use crate::diagnostic::{Code, diagnose};
use crate::lower::MachineOperation;
use crate::program::Storage;
use crate::report::Report;
use crate::resolve::declarations::Declaration;
use crate::resolve::{Access, Name, NameKind};
use crate::text::Span;
use crate::text::is_name_char;
use pica200_objfmt::isa::register::RegisterForm;

/// The lints of this file.
pub(super) const UNUSED: [Code; 6] = [
    Code::UnusedUniform,
    Code::UnusedConstant,
    Code::UnusedInput,
    Code::UnusedAlias,
    Code::UnusedNumber,
    Code::UnusedExtern,
];

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    if cx.lines.has_markers() {
        return;
    }
    let unused = unused_names(cx);
    if unused.is_empty() {
        return;
    }
    let declarations = declarations(cx);
    let context = FileFacts::new(cx);
    let kept = kept_constant(cx, &unused);
    for (span, kind) in unused {
        if kept == Some(span) {
            continue;
        }
        let lint = match kind {
            NameKind::Alias => Some(Code::UnusedAlias),
            NameKind::Number | NameKind::Variable => Some(Code::UnusedNumber),
            _ => declarations
                .get(&span)
                .and_then(|declaration| context.lint(kind, declaration)),
        };
        let Some(lint) = lint.filter(|lint| cx.lints.has(*lint)) else {
            continue;
        };
        let name = cx.text(span);
        // A name of this form may have been used as the register itself.
        if RegisterForm::classify(name) == RegisterForm::Name && cx.is_in_main_file(span) {
            let message = format!("unused {} `{name}`", noun(lint));
            let help = "remove the declaration, or use the name";
            report.add(diagnose(lint, span, message).with_help(help));
        }
    }
}

/// Returns the definitions of the used names. A write to a number is not a use.
pub(super) fn used_names(cx: &LintContext<'_>) -> FxHashSet<Span> {
    let names = cx.resolved.names();
    let is_used = names.iter().zip(uses(cx));
    let used = is_used.filter(|(_, is_used)| *is_used);
    used.filter_map(|(name, _)| name.definition).collect()
}

/// Returns the definitions of the unused names, in source order.
fn unused_names(cx: &LintContext<'_>) -> Vec<(Span, NameKind)> {
    let names = cx.resolved.names();
    let is_used = names.iter().zip(uses(cx));
    let unused = is_used.filter(|(_, is_used)| !is_used);
    unused
        .filter_map(|(name, _)| Some((name.definition?, name.kind)))
        .collect()
}

/// Returns, for each name, whether it is used.
fn uses(cx: &LintContext<'_>) -> Vec<bool> {
    let resolved = cx.resolved;
    let names = resolved.names();
    let mut is_used = vec![false; names.len()];
    for used in resolved.uses() {
        let name = names.get(used.name.index());
        let is_number = |name: &Name| matches!(name.kind, NameKind::Number | NameKind::Variable);
        let counts = used.access == Access::Read || !name.is_some_and(is_number);
        if let Some(slot) = is_used.get_mut(used.name.index()) {
            *slot |= counts;
        }
    }
    if !cx.unread.is_empty() {
        // Inactive lines may use them.
        let elsewhere: FxHashSet<_> = cx.unread.split(|c| !is_name_char(c)).collect();
        for (name, slot) in names.iter().zip(&mut is_used) {
            let definition = name.definition.map(|span| cx.text(span));
            *slot |= definition.is_some_and(|name| elsewhere.contains(name));
        }
    }
    is_used
}

/// Returns the declarations of uniforms and constants, by name.
fn declarations<'l>(cx: &LintContext<'l>) -> FxHashMap<Span, &'l Declaration> {
    let declarations = &cx.resolved.declarations;
    let declared = declarations.uniforms.iter().chain(&declarations.constants);
    declared.map(|declaration| (declaration.name, declaration)).collect()
}

/// Returns the constant that the linker keeps if none is used: the shortest. Without it the table of constants would be
/// empty, which crashes libctru before 2.4.0.
fn kept_constant(cx: &LintContext<'_>, unused: &[(Span, NameKind)]) -> Option<Span> {
    let declarations = &cx.resolved.declarations;
    let own = declarations.constants.iter();
    let own: Vec<_> = own.filter(|constant| !constant.linkage.is_extern()).collect();
    let is_unused = |constant: &&Declaration| unused.iter().any(|(span, _)| *span == constant.name);
    let is_needed = declarations.literals.entries().is_empty()
        && own.iter().all(is_unused)
        && declarations
            .values
            .iter()
            .all(|value| matches!(value.storage, Storage::Constant { .. }));
    let shortest = own.iter().min_by_key(|constant| constant.len);
    shortest.filter(|_| is_needed).map(|constant| constant.name)
}

/// Facts about the whole file that decide whether a declaration may be for other files.
struct FileFacts {
    is_library: bool,
    has_code: bool,
    /// True if code of other files may use uniforms and inputs.
    is_shared: bool,
    /// Banks with registers named by number, bank n at bit n.
    numbered_banks: u8,
    /// Input registers that instructions read, register n at bit n.
    inputs_read: u16,
}

impl FileFacts {
    fn new(cx: &LintContext<'_>) -> Self {
        let resolved = cx.resolved;
        let is_library = resolved.declarations.is_library;
        let has_words = resolved.facts.has_words;
        Self {
            is_library,
            has_code: !resolved.program.instructions.is_empty(),
            is_shared: is_library || runs_code_of_others(cx),
            numbered_banks: if has_words {
                u8::MAX
            } else {
                resolved.facts.numbered_banks
            },
            inputs_read: if has_words { u16::MAX } else { inputs_read(cx) },
        }
    }

    /// Returns the lint for an unused declaration.
    fn lint(&self, kind: NameKind, declaration: &Declaration) -> Option<Code> {
        if declaration.linkage.is_extern() {
            return Some(Code::UnusedExtern);
        }
        let UniformClass::Uniform(registers) = declaration.class else {
            let is_read = self.inputs_read >> declaration.first & 1 == 1;
            return (!self.is_shared && !is_read).then_some(Code::UnusedInput);
        };
        // If the linker chooses the register, code cannot use its number.
        let is_by_number = declaration.pinned && self.numbered_banks >> registers.bank() as u8 & 1 == 1;
        let is_wanted = match kind {
            NameKind::Constant => !self.is_library && self.has_code,
            _ => !self.is_shared,
        };
        (is_wanted && !is_by_number).then_some(match kind {
            NameKind::Constant => Code::UnusedConstant,
            _ => Code::UnusedUniform,
        })
    }
}

/// Returns true if a shader of this file runs code of other files, which may use its uniforms by name and its inputs by
/// register: it calls such code, or starts there.
fn runs_code_of_others(cx: &LintContext<'_>) -> bool {
    let resolved = cx.resolved;
    let entry = resolved.declarations.entry;
    if !resolved.externals.is_empty() || entry.is_some_and(|entry| entry.is_label) {
        return !resolved.externals.is_empty();
    }
    let name = entry.map_or(DEFAULT_ENTRY, |entry| cx.text(entry.name));
    let procedures = resolved.names().iter();
    let mut own = procedures.filter(|procedure| procedure.kind == NameKind::Procedure);
    !own.any(|procedure| procedure.definition.is_some_and(|span| cx.text(span) == name))
}

fn inputs_read(cx: &LintContext<'_>) -> u16 {
    let lowered = cx.lowered;
    let vectors = lowered.operations.iter().filter_map(|operation| match operation {
        MachineOperation::Vector(vector) => Some(vector),
        _ => None,
    });
    let sources = vectors.flat_map(|vector| cx.sources(vector));
    let registers = sources.filter_map(|source| source.operand.fixed());
    registers
        .filter(|register| register.bank == Bank::Input)
        .fold(0, |mask, register| mask | 1 << register.number)
}

fn noun(lint: Code) -> &'static str {
    match lint {
        Code::UnusedUniform => "uniform",
        Code::UnusedConstant => "constant",
        Code::UnusedInput => "input",
        Code::UnusedAlias => "alias",
        Code::UnusedNumber => "number",
        _ => "external name",
    }
}
