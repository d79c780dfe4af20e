//! `.alias`: alternative names for operands.

use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, UniformKind};

use crate::diagnostic::{Code, diagnose};
use crate::resolve::Resolver;
use crate::resolve::declarations::AliasDeclaration;
use crate::resolve::names::{Meaning, NameKind};
use crate::syntax::ast::Term;
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

/// Resolves `.alias NAME OPERAND`.
pub(in crate::resolve) fn alias(resolver: &mut Resolver<'_, '_>, name: Span, term: &Term) {
    let Some(operand) = resolver.operand_or_number(term, UniformKind::Float) else {
        return resolver.reject(name);
    };
    if operand.relative != AddressRegister::None {
        let help = "make the alias for the array, and index the alias";
        let text = resolver.text(term.span);
        let message = format!("an alias cannot contain the relative index of `{text}`");
        let diagnostic = diagnose(Code::InvalidRelative, term.span, message);
        resolver.report(diagnostic.with_help(help));
        return resolver.reject(name);
    }
    if operand.bank == Bank::Output {
        resolver.declarations.makes_shader = true;
        let number = operand.fixed().map_or(0, |register| register.number);
        resolver.note_output(term.span, number);
    }
    let form = RegisterForm::classify(resolver.text(term.atom));
    let is_by_number = matches!(form, RegisterForm::Register(_));
    let register = operand.fixed().filter(|_| is_by_number);
    resolver.declarations.aliases.push(AliasDeclaration {
        name,
        register: register.map(|register| (register, operand.selection.mask())),
    });
    resolver.declare(name, NameKind::Alias, Meaning::Operand(operand));
}
