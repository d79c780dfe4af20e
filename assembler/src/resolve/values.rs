//! Values of constants: vectors of floats or bytes, and immediate operands.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::register::UniformKind;

use super::declarations::{Literal, ValueDeclaration};
use super::{Resolver, RoundedNumber, Rounding};
use crate::diagnostic::{Code, diagnose};
use crate::expression::number::parse_float24;
use crate::program::{Operand, Storage};
use crate::syntax::ast::{Atom, Expr, List, Plain, Quantity, Term};
use crate::text::Span;

/// Adds a value of a constant or register.
pub(super) fn add(resolver: &mut Resolver<'_, '_>, span: Span, storage: Storage, value: ConstantValue) {
    resolver.declarations.values.push(ValueDeclaration {
        storage,
        value,
        span,
        position: resolver.position,
    });
}

/// Evaluates the parenthesized four numbers that a declaration gives a constant or register.
pub(super) fn declared(
    resolver: &mut Resolver<'_, '_>,
    kind: UniformKind,
    span: Span,
    values: &List,
) -> Option<ConstantValue> {
    for value in resolver.ast.values(values) {
        resolver.note_component(kind, *value);
    }
    vector(resolver, kind, span, values)
}

/// Evaluates four numbers in parentheses. `span` is the span of the declaration.
fn vector(resolver: &mut Resolver<'_, '_>, kind: UniformKind, span: Span, values: &List) -> Option<ConstantValue> {
    let values = resolver.ast.values(values);
    let [x, y, z, w] = values else {
        let span = match values {
            [first, .., last] => first.span.to(last.span),
            [only] => only.span,
            [] => span,
        };
        let message = format!("expected four components, found {}", values.len());
        resolver.report_message(Code::ComponentCount, span, message);
        return None;
    };
    let components = [x, y, z, w];
    match kind {
        UniformKind::Integer => {
            let [x, y, z, w] = components.map(|component| byte(resolver, *component));
            Some(ConstantValue::Integer([x?, y?, z?, w?]))
        }
        _ => {
            let [x, y, z, w] = components.map(|component| {
                let quantity = resolver.ast.quantity(*component);
                float(resolver, quantity, component.span)
            });
            Some(ConstantValue::Float([x?, y?, z?, w?]))
        }
    }
}

/// Evaluates a number as a float.
fn float(resolver: &mut Resolver<'_, '_>, quantity: Quantity<'_>, span: Span) -> Option<Float24> {
    let alone = match quantity {
        Quantity::Plain(plain) => {
            let is_name = plain.is_word && resolver.evaluate(|evaluator| evaluator.is_number_name(&plain));
            (!is_name).then_some(plain)
        }
        Quantity::Computed { .. } => None,
    };
    let (result, number, is_meant) = match alone {
        Some(plain) => {
            let result = plain_float(resolver, &plain)?;
            let is_word = resolver.text(plain.atom).starts_with(['i', 'I', 'f', 'F']);
            (result, RoundedNumber::Literal(plain.atom), is_word)
        }
        None => {
            let number = resolver.evaluate(|evaluator| evaluator.number(quantity))?;
            let result = Float24::from_f64(number.to_f64());
            let is_infinite = number.to_f64().is_infinite();
            (result, RoundedNumber::Computed(number), is_infinite)
        }
    };
    if resolver.keeps_roundings {
        resolver.facts.roundings.push(Rounding { span, number, result });
    }
    if result.is_infinite() && !is_meant {
        let text = resolver.text(span);
        let message = format!("`{text}` exceeds the range of float24 and becomes infinite");
        let help = "the range ends just below 2^64, about 1.8e19; write `inf` if you mean infinity";
        resolver.report(diagnose(Code::FloatOverflow, span, message).with_help(help));
    }
    Some(result)
}

/// Evaluates a plain number as a float.
fn plain_float(resolver: &mut Resolver<'_, '_>, plain: &Plain) -> Option<Float24> {
    let result = parse_float24(resolver.text(plain.atom), plain.negated).ok();
    if result.is_none() {
        let help = "numbers are like 1, -0.5, 1e-3, 0x1p4 and inf, without a suffix";
        let message = format!("`{}` is not a number", resolver.text(plain.span));
        let suggestion = resolver.evaluate(|evaluator| evaluator.suggest_for(plain));
        let diagnostic = diagnose(Code::InvalidNumber, plain.span, message).with_help(help);
        resolver.report(diagnostic.with_suggestion(plain.atom, suggestion.as_deref()));
    }
    result
}

/// Evaluates a component of an integer vector.
fn byte(resolver: &mut Resolver<'_, '_>, value: Expr) -> Option<u8> {
    let help = "a component is an integer from -128 to 255, decimal or 0x";
    let quantity = resolver.ast.quantity(value);
    let number = resolver.evaluate(|evaluator| evaluator.integer(quantity, -128..=255, "a byte", help))?;
    u8::try_from(number)
        .ok()
        .or_else(|| i8::try_from(number).ok().map(i8::cast_unsigned))
}

/// Resolves an immediate operand, in an instruction that reads a register of a kind.
pub(super) fn literal(resolver: &mut Resolver<'_, '_>, term: &Term, kind: UniformKind) -> Option<Operand> {
    if term.has_not() {
        let message = "`!` is only allowed on conditions and booleans";
        resolver.report_message(Code::InvalidOperand, term.span, message);
        return None;
    }
    let value = match resolver.ast.numbers(term) {
        Some(numbers) => vector(resolver, kind, term.span, numbers)?,
        None => scalar(resolver, term, kind)?,
    };
    let index = match resolver.declarations.literals.find(value) {
        Some(index) => index,
        None => add_literal(resolver, term.span, value)?,
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if term.kind == Atom::Number && is_digits(resolver.text(term.atom)) {
        resolver.facts.bare_integers.push(term.span);
    }
    let mut operand = Operand::new(kind.bank(), Storage::Literal(index));
    if let Some(swizzle) = term.swizzle() {
        operand.selection = resolver.selection(swizzle)?;
    }
    operand.negate = term.is_negated();
    Some(operand)
}

/// Evaluates one number for all components.
fn scalar(resolver: &mut Resolver<'_, '_>, term: &Term, kind: UniformKind) -> Option<ConstantValue> {
    let text = resolver.text(term.span);
    if kind != UniformKind::Float {
        let message = format!("expected four components, found `{text}`");
        let help = "an integer constant is (iterations - 1, initial aL, step of aL, 0)";
        resolver.report(diagnose(Code::ComponentCount, term.span, message).with_help(help));
        return None;
    }
    // The sign belongs to the operand, as with names.
    let Some(quantity) = resolver.ast.term_quantity(&term.without_minuses()) else {
        let message = format!("`{text}` is a number and has neither index nor swizzle");
        resolver.report_message(Code::InvalidOperand, term.span, message);
        return None;
    };
    let value = float(resolver, quantity, term.span)?;
    Some(ConstantValue::Float([value; 4]))
}

fn add_literal(resolver: &mut Resolver<'_, '_>, span: Span, value: ConstantValue) -> Option<u16> {
    let literals = resolver.declarations.literals.entries().len();
    let constants = resolver.declarations.constants.len();
    resolver.table_index(constants + literals, span)?;
    let index = u16::try_from(literals).ok()?;
    let position = resolver.position;
    resolver
        .declarations
        .literals
        .push(index, Literal { value, span, position });
    Some(index)
}
