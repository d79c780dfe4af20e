//! `shared-register`: two names that are both in use, and stand for one register without the source saying so.

use pica200_objfmt::formats::object::UniformClass;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Kind};
use crate::operand::Operand;
use crate::syntax::ast::Term;
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

/// An alias.
pub(super) struct Alias {
    pub(super) name: Span,
    /// What it stands for, if that is said by the register's own name.
    register: Option<(Register, Mask)>,
}

/// A name with a register that the source chose.
struct Chosen {
    name: Span,
    register: Register,
    mask: Mask,
}

impl Unit<'_> {
    /// An alias is declared.
    pub(crate) fn watch_alias(&mut self, name: Span, term: &Term, operand: &Operand) {
        let by_number = matches!(
            RegisterForm::of(self.text(term.atom)),
            RegisterForm::Register(_)
        );
        let register = operand.fixed().filter(|_| by_number);
        self.watch.aliases.push(Alias {
            name,
            register: register.map(|register| (register, operand.selection.mask())),
        });
    }

    /// Looks for names that share components.
    pub(super) fn shared_registers(&mut self) {
        if !self.watch.lints.has(Kind::SharedRegister) {
            return;
        }
        let mut chosen = self.chosen_registers();
        chosen.retain(|chosen| !self.names.is_unused(self.text(chosen.name)));
        chosen.sort_by_key(|chosen| chosen.name);
        let mut owners: FxHashMap<Register, [Option<Span>; 4]> = FxHashMap::default();
        for Chosen {
            name,
            register,
            mask,
        } in chosen
        {
            let owners = owners.entry(register).or_default();
            let mut taken = None;
            for component in mask.components() {
                match &mut owners[component as usize] {
                    Some(owner) => taken = taken.or(Some(*owner)),
                    free => *free = Some(name),
                }
            }
            if let Some(earlier) = taken {
                let (text, other) = (self.text(name), self.text(earlier));
                let message = format!("`{text}` and `{other}` share {register}");
                let help = "if that is meant, let one be an alias of the other by its name; else choose another register";
                let diagnostic = Diagnostic::new(Kind::SharedRegister, name, message)
                    .also(earlier, "the other name")
                    .help(help);
                self.watch.find(diagnostic);
            }
        }
    }

    /// The names for which the source chose a register by its number.
    fn chosen_registers(&self) -> Vec<Chosen> {
        let aliases = self.watch.aliases.iter().filter_map(|alias| {
            let (register, mask) = alias.register?;
            Some(Chosen {
                name: alias.name,
                register,
                mask,
            })
        });
        let uniforms = self.object.uniforms.iter().zip(&self.spans.uniforms);
        let uniforms = uniforms.filter(|(uniform, _)| uniform.pinned);
        let uniforms = uniforms.flat_map(|(uniform, &name)| {
            let bank = match uniform.class {
                UniformClass::Input => Bank::Input,
                UniformClass::Uniform(kind) => kind.bank(),
            };
            whole(name, bank, uniform.first, uniform.len)
        });
        let constants = self.object.constants.iter().zip(&self.spans.constants);
        let constants = constants.filter(|(constant, _)| constant.pinned);
        let constants = constants.flat_map(|(constant, &name)| {
            whole(name, constant.kind.bank(), constant.first, constant.len)
        });
        aliases.chain(uniforms).chain(constants).collect()
    }
}

/// Registers in a row that a name has as a whole.
fn whole(name: Span, bank: Bank, first: u8, len: u8) -> impl Iterator<Item = Chosen> {
    let registers = (first..first.saturating_add(len)).filter_map(move |n| Register::new(bank, n));
    registers.map(move |register| Chosen {
        name,
        register,
        mask: Mask::ALL,
    })
}
