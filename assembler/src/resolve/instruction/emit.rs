//! `setemit`

use super::Arguments;
use crate::diagnostic::{Code, diagnose};
use crate::expression::number::parse_integer;
use crate::program::Operation;
use crate::resolve::Resolver;
use crate::syntax::ast::{Lead, Quantity, Term};
use crate::text::Span;

/// Resolves `setemit n, flags`.
pub(super) fn set_emit(resolver: &mut Resolver<'_, '_>, keyword: Span, arguments: &Arguments<'_>) -> Option<Operation> {
    resolver.facts.set_emit = resolver.facts.set_emit.or(Some(keyword));
    let term = arguments.single(resolver, 0);
    let vertex = term.and_then(|term| vertex_slot(resolver, term));
    let flags = emit_flags(resolver, arguments.terms(1));
    let (vertex, (primitive, invert)) = (vertex?, flags?);
    Some(Operation::SetEmit {
        vertex,
        primitive,
        invert,
    })
}

fn vertex_slot(resolver: &mut Resolver<'_, '_>, term: &Term) -> Option<u32> {
    let text = resolver.text(term.span);
    let quantity = resolver.ast.term_quantity(term);
    let number = resolver.evaluate(|evaluator| match quantity {
        Some(Quantity::Plain(plain)) if !evaluator.is_number_name(&plain) => {
            let is_bare = !plain.is_word && plain.span == plain.atom;
            Some(is_bare.then(|| parse_integer(text).ok()).flatten())
        }
        Some(quantity) => {
            let number = evaluator.number(quantity)?;
            let number = evaluator.whole(number, term.span, Code::InvalidEmit)?;
            Some(u32::try_from(number).ok())
        }
        None => Some(None),
    })?;
    let slot = number.filter(|&n| n <= 2);
    if slot.is_none() {
        let message = format!("`{text}` is not a vertex slot of `setemit`");
        let help = "the slots are 0, 1 and 2";
        resolver.report(diagnose(Code::InvalidEmit, term.span, message).with_help(help));
    }
    slot
}

/// Returns whether a primitive is completed, and whether its winding is reversed.
fn emit_flags(resolver: &mut Resolver<'_, '_>, terms: &[Term]) -> Option<(bool, bool)> {
    let (mut primitive, mut invert) = (false, false);
    for term in terms {
        let text = resolver.text(term.span);
        let blank = matches!(term.lead, Lead::Operand | Lead::Blank);
        match text.to_ascii_lowercase().as_str() {
            "prim" | "primitive" if blank => primitive = true,
            "inv" | "invert" if blank => invert = true,
            _ => {
                let message = format!("`{text}` is not a flag of `setemit`");
                let help = "the flags are `prim` (or `primitive`) and `inv` (or `invert`), separated by whitespace";
                resolver.report(diagnose(Code::InvalidEmit, term.span, message).with_help(help));
                return None;
            }
        }
    }
    Some((primitive, invert))
}
