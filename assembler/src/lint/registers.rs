//! `shared-register`: two used names for the same register that are not declared as aliases.

use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::FxHashMap;

use super::LintContext;
use super::names::used_names;
use crate::diagnostic::{Code, diagnose};
use crate::report::Report;
use crate::resolve::declarations::Declaration;
use crate::text::Span;

/// A name whose register the source chose.
struct PinnedName {
    name: Span,
    register: Register,
    mask: Mask,
}

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    let used = used_names(cx);
    let mut chosen = pinned_names(cx);
    chosen.retain(|chosen| used.contains(&chosen.name));
    chosen.sort_by_key(|chosen| chosen.name);
    let mut owners: FxHashMap<Register, [Option<Span>; 4]> = FxHashMap::default();
    for PinnedName { name, register, mask } in chosen {
        let owners = owners.entry(register).or_default();
        let mut taken = None;
        for component in mask.components() {
            match &mut owners[component as usize] {
                Some(owner) => taken = taken.or(Some(*owner)),
                free => *free = Some(name),
            }
        }
        if let Some(earlier) = taken {
            let (text, other) = (cx.text(name), cx.text(earlier));
            let message = format!("`{text}` and `{other}` share {register}");
            let help = "choose another register, or make one name an alias of the other";
            let diagnostic = diagnose(Code::SharedRegister, name, message)
                .with_secondary(earlier, "the other name is here")
                .with_help(help);
            report.add(diagnostic);
        }
    }
}

/// Returns the names for which the source chose a register by number.
fn pinned_names(cx: &LintContext<'_>) -> Vec<PinnedName> {
    let declarations = &cx.resolved.declarations;
    let aliases = declarations.aliases.iter().filter_map(|alias| {
        let (register, mask) = alias.register?;
        Some(PinnedName {
            name: alias.name,
            register,
            mask,
        })
    });
    let pinned = declarations.uniforms.iter().chain(&declarations.constants);
    let pinned = pinned.filter(|declaration| declaration.pinned);
    aliases.chain(pinned.flat_map(registers)).collect()
}

/// Returns the registers of a declaration.
fn registers(declaration: &Declaration) -> impl Iterator<Item = PinnedName> {
    let bank = declaration.kind().map_or(Bank::Input, |kind| kind.bank());
    let end = declaration.first.saturating_add(declaration.len);
    let registers = (declaration.first..end).filter_map(move |n| Register::new(bank, n));
    registers.map(|register| PinnedName {
        name: declaration.name,
        register,
        mask: Mask::ALL,
    })
}
