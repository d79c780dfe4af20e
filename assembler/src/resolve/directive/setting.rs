//! `.setf`, `.seti`, `.setb`: values of registers.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::{Code, diagnose};
use crate::program::Storage;
use crate::resolve::{Resolver, values};
use crate::syntax::ast::{Expr, List, Quantity, Term};

/// Resolves `.setf REGISTER(x, y, z, w)` and `.seti ...`.
pub(in crate::resolve) fn set_value(resolver: &mut Resolver<'_, '_>, kind: UniformKind, term: &Term, values: &List) {
    let value = values::declared(resolver, kind, term.span, values);
    set(resolver, kind, term, value);
}

/// Resolves `.setb REGISTER true|false`.
pub(in crate::resolve) fn set_boolean(resolver: &mut Resolver<'_, '_>, term: &Term, value: Expr) {
    resolver.declarations.makes_shader = true;
    // The two may have been swapped.
    if let Some(value) = boolean(resolver, value) {
        let value = Some(ConstantValue::Boolean(value));
        set(resolver, UniformKind::Boolean, term, value);
    }
}

/// Evaluates `true`, `false`, and synonyms.
fn boolean(resolver: &mut Resolver<'_, '_>, value: Expr) -> Option<bool> {
    const HELP: &str = "write `true`, `on` or 1, or `false`, `off` or 0";
    let word = resolver.text(value.span);
    match word.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => return Some(true),
        "false" | "off" | "0" => return Some(false),
        _ => {}
    }
    let quantity = resolver.ast.quantity(value);
    if let Quantity::Plain(plain) = quantity
        && !resolver.evaluate(|evaluator| evaluator.is_number_name(&plain))
    {
        let message = format!("`{word}` is not a boolean");
        resolver.report(diagnose(Code::InvalidBoolean, value.span, message).with_help(HELP));
        return None;
    }
    let number = resolver.evaluate(|evaluator| evaluator.integer(quantity, 0..=1, "a boolean", HELP));
    Some(number? == 1)
}

fn set(resolver: &mut Resolver<'_, '_>, kind: UniformKind, term: &Term, value: Option<ConstantValue>) {
    resolver.declarations.makes_shader = true;
    let Some(operand) = resolver.operand(term) else {
        return;
    };
    resolver.names.note_write(term.atom);
    let text = resolver.text(term.span);
    if operand.bank != kind.bank() {
        let message = format!("`{text}` is not {}", kind.bank().a_noun());
        let diagnostic = diagnose(Code::WrongRegister, term.span, message);
        resolver.report(diagnostic.with_label(operand.bank.a_noun()));
        return;
    }
    let storage = operand
        .plain()
        .filter(|_| !term.has_minus() && term.swizzle().is_none());
    let declared = match storage {
        None | Some(Storage::Literal(_)) => {
            let message = format!("`{text}` is not a whole register");
            let help = "name the register without sign, swizzle and relative index";
            let diagnostic = diagnose(Code::InvalidOperand, term.span, message);
            return resolver.report(diagnostic.with_help(help));
        }
        Some(Storage::Constant { index, .. }) => {
            let constants = &resolver.declarations.constants;
            constants.get(usize::from(index)).map(|declared| declared.name)
        }
        Some(Storage::Register(_) | Storage::Uniform { .. }) => None,
    };
    if let Some(declared) = declared {
        let message = format!("`{text}` is a constant and cannot be set");
        let diagnostic = diagnose(Code::ValueConflict, term.span, message);
        return resolver.report(diagnostic.with_secondary(declared, "declared here"));
    }
    if let (Some(value), Some(storage)) = (value, storage) {
        values::add(resolver, term.span, storage, value);
    }
}
