//! `shared-register`: two used names for the same register that are not declared as aliases.

use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::FxHashMap;

use super::Subject;
use super::names::used_names;
use crate::diagnostic::{Code, diagnose};
use crate::report::Report;
use crate::resolve::declarations::Declaration;
use crate::text::Span;

/// A name whose register the source chose.
struct Chosen {
    name: Span,
    register: Register,
    mask: Mask,
}

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    let used = used_names(subject);
    let mut chosen = chosen_registers(subject);
    chosen.retain(|chosen| used.contains(&chosen.name));
    chosen.sort_by_key(|chosen| chosen.name);
    let mut owners: FxHashMap<Register, [Option<Span>; 4]> = FxHashMap::default();
    for Chosen { name, register, mask } in chosen {
        let owners = owners.entry(register).or_default();
        let mut taken = None;
        for component in mask.components() {
            match &mut owners[component as usize] {
                Some(owner) => taken = taken.or(Some(*owner)),
                free => *free = Some(name),
            }
        }
        if let Some(earlier) = taken {
            let (text, other) = (subject.text(name), subject.text(earlier));
            let message = format!("`{text}` and `{other}` share {register}");
            let help = "choose another register, or make one name an alias of the other";
            let diagnostic = diagnose(Code::SharedRegister, name, message)
                .also(earlier, "the other name is here")
                .with_help(help);
            report.add(diagnostic);
        }
    }
}

/// Returns the names for which the source chose a register by number.
fn chosen_registers(subject: &Subject<'_>) -> Vec<Chosen> {
    let declarations = &subject.resolved.declarations;
    let aliases = declarations.aliases.iter().filter_map(|alias| {
        let (register, mask) = alias.register?;
        Some(Chosen {
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
fn registers(declaration: &Declaration) -> impl Iterator<Item = Chosen> {
    let bank = declaration.kind().map_or(Bank::Input, |kind| kind.bank());
    let end = declaration.first.saturating_add(declaration.len);
    let registers = (declaration.first..end).filter_map(move |n| Register::new(bank, n));
    registers.map(|register| Chosen {
        name: declaration.name,
        register,
        mask: Mask::ALL,
    })
}
