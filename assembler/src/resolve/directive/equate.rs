//! `.equ`, `.set`: names for numbers.

use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use crate::diagnostic::{Code, diagnose};
use crate::expression::number::{is_pattern, parse_number};
use crate::expression::value::Number;
use crate::register::AddressWord;
use crate::resolve::Resolver;
use crate::resolve::names::{Meaning, NameKind};
use crate::syntax::ast::Expr;
use crate::text::Span;

/// Resolves `.equ NAME, NUMBER`: the name has the number from here on.
pub(in crate::resolve) fn equate(resolver: &mut Resolver<'_, '_>, name: Span, value: Expr) {
    if let Some(number) = number_for(resolver, name, value) {
        resolver.declare(name, NameKind::Number, Meaning::Number(number));
    }
}

/// Resolves `.set NAME, NUMBER`: the name has the number up to the next `.set`.
pub(in crate::resolve) fn set(resolver: &mut Resolver<'_, '_>, name: Span, value: Expr) {
    if let Some(number) = number_for(resolver, name, value) {
        let word = resolver.text(name);
        if !resolver.names.set_variable(word, name, number) {
            resolver.declare(name, NameKind::Variable, Meaning::Number(number));
        }
    }
}

/// Returns the register that an operand names, with or without an index or a swizzle.
fn register_of(operand: &str) -> Option<Register> {
    let name = operand.split(['.', '[']).next()?;
    match RegisterForm::classify(name) {
        RegisterForm::Register(register) => Some(register),
        _ => None,
    }
}

/// Evaluates the number that a name is declared for. If there is none, later uses of the name cause no errors.
fn number_for(resolver: &mut Resolver<'_, '_>, name: Span, value: Expr) -> Option<Number> {
    let word = resolver.text(name);
    let is_word_of_numbers = parse_number(word).is_ok()
        || is_pattern(word)
        || AddressWord::find(word).is_some_and(|word| word.index.is_some());
    if is_word_of_numbers {
        let message = format!("`{word}` already has a meaning in expressions");
        let help = "choose another name";
        resolver.report(diagnose(Code::ReservedName, name, message).with_help(help));
        return None;
    }
    if let Some(register) = register_of(resolver.text(value.span)) {
        let text = resolver.text(value.span);
        let message = format!("`{text}` is a register, not a number");
        let help = match register.bank {
            Bank::Input => format!("write `.in {word} {register}`, or `.alias {word} {text}`"),
            Bank::Float => format!(
                "write `.alias {word} {text}`, or `.fvec {word} {register}` to declare a uniform; `.fvec {word}[4] {register}` \
                 has four registers"
            ),
            _ => format!("write `.alias {word} {text}`"),
        };
        resolver.report(diagnose(Code::InvalidNumber, value.span, message).with_help(help));
        resolver.reject(name);
        return None;
    }
    let quantity = resolver.ast.quantity(value);
    let number = resolver.evaluate(|evaluator| evaluator.number(quantity));
    if number.is_none() {
        resolver.reject(name);
    }
    number
}
