//! Instructions with an operand descriptor: arithmetic, `cmp`, `mova`.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

use super::Arguments;
use crate::diagnostic::{Applicability, Code, diagnose};
use crate::mnemonic::Mnemonic;
use crate::program::{Operation, Source, SourceList, Vector};
use crate::register::AddressWord;
use crate::resolve::{NameKind, Resolver};
use crate::syntax::ast::Term;
use pica200_objfmt::isa::register::RegisterForm;

/// Resolves an instruction with a destination and one to three sources.
pub(super) fn arithmetic(
    resolver: &mut Resolver<'_, '_>,
    mnemonic: Mnemonic,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    let destination = destination(resolver, arguments);
    let start = resolver.builder.program.sources.len();
    let mut good = true;
    for n in 1..arguments.count {
        match source(resolver, arguments, n) {
            Some(source) => resolver.builder.program.sources.push(source),
            None => good = false,
        }
    }
    let (register, mask) = destination.filter(|_| good)?;
    Some(Operation::Vector(Vector {
        mnemonic,
        destination: Some(register),
        mask,
        comparisons: None,
        sources: SourceList::from_index(start, &resolver.builder.program.sources),
    }))
}

/// Resolves `mova`.
pub(super) fn address(
    resolver: &mut Resolver<'_, '_>,
    mnemonic: Mnemonic,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    let term = arguments.single(resolver, 0);
    let mask = term.and_then(|term| address_mask(resolver, term));
    let source = source(resolver, arguments, 1);
    let (mask, source) = (mask?, source?);
    Some(Operation::Vector(Vector {
        mnemonic,
        destination: None,
        mask,
        comparisons: None,
        sources: SourceList::push(&mut resolver.builder.program.sources, &[source]),
    }))
}

/// Resolves `cmp`.
pub(super) fn compare(
    resolver: &mut Resolver<'_, '_>,
    mnemonic: Mnemonic,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    report_order(resolver, arguments)?;
    let first = source(resolver, arguments, 0);
    let [x, y] = [1, 2].map(|n| comparison(resolver, arguments, n));
    let second = source(resolver, arguments, 3);
    let (sources, comparisons) = ([first?, second?], Some([x?, y?]));
    Some(Operation::Vector(Vector {
        mnemonic,
        destination: None,
        mask: Mask::NONE,
        comparisons,
        sources: SourceList::push(&mut resolver.builder.program.sources, &sources),
    }))
}

/// Reports comparisons before or after both sources, as in other assemblers. Returns `None` if there are any.
fn report_order(resolver: &mut Resolver<'_, '_>, arguments: &Arguments<'_>) -> Option<()> {
    let term = |n| match arguments.terms(n) {
        [only] => Some(only.span),
        _ => None,
    };
    let [Some(a), Some(b), Some(c), Some(d)] = [0, 1, 2, 3].map(term) else {
        return Some(());
    };
    let is_comparison = |span| Comparison::from_name(resolver.text(span)).is_some();
    let order = match [a, b, c, d].map(is_comparison) {
        [true, true, false, false] => [c, a, b, d],
        [false, false, true, true] => [a, c, d, b],
        [true, false, true, false] => [b, a, c, d],
        [false, true, false, true] => [a, b, d, c],
        [true, false, false, true] => [b, a, d, c],
        _ => return Some(()),
    };
    let usage = Opcode::Cmp.info().operands.usage();
    let [first, x, y, second] = order.map(|span| resolver.text(span));
    let wrong = if is_comparison(a) {
        a
    } else if is_comparison(d) {
        d
    } else {
        c
    };
    let message = format!("`{}` is a comparison, not a source", resolver.text(wrong));
    let help = format!("the form is: cmp {usage}; write `cmp {first}, {x}, {y}, {second}`");
    let all = a.to(d);
    let replacement = format!("{first}, {x}, {y}, {second}");
    let diagnostic = diagnose(Code::InvalidComparison, wrong, message).with_help(help);
    resolver.report(diagnostic.with_fix(all, replacement, Applicability::Maybe));
    None
}

/// Resolves the `n`th operand as a source.
fn source(resolver: &mut Resolver<'_, '_>, arguments: &Arguments<'_>, n: usize) -> Option<Source> {
    let term = arguments.single(resolver, n)?;
    let operand = resolver.operand_or_number(term, UniformKind::Float)?;
    if matches!(operand.bank, Bank::Input | Bank::Temporary | Bank::Float) {
        let span = term.span;
        return Some(Source { operand, span });
    }
    let name = resolver.text(term.atom);
    let noun = operand.bank.a_noun();
    let message = format!("`{name}` cannot be a source: it is {noun}");
    let help = "sources are input registers (v0 to v15), temporaries (r0 to r15) and float uniforms (c0 to c95)";
    resolver.report(diagnose(Code::InvalidSource, term.span, message).with_help(help));
    None
}

/// Returns the register and the mask of the destination.
fn destination(resolver: &mut Resolver<'_, '_>, arguments: &Arguments<'_>) -> Option<(Register, Mask)> {
    let term = arguments.single(resolver, 0)?;
    let (operand, letters) = resolver.operand_and_swizzle(term)?;
    resolver.names.note_write(term.atom);
    if term.has_minus() || operand.negate {
        let message = format!("the destination `{}` has a sign", resolver.text(term.span));
        resolver.report_message(Code::InvalidDestination, term.span, message);
        return None;
    }
    let writable = |register: &Register| register.destination_number().is_some();
    let Some(register) = operand.fixed().filter(writable) else {
        let (name, noun) = (resolver.text(term.atom), operand.bank.a_noun());
        let message = format!("`{name}` cannot be a destination: it is {noun}");
        let help = "destinations are output registers (o0 to o15) and temporaries (r0 to r15)";
        let diagnostic = diagnose(Code::InvalidDestination, term.span, message).with_help(help);
        let alias = resolver.names.value(name).map(|id| resolver.names.get(id));
        let alias = alias.filter(|name| name.kind == NameKind::Alias);
        let Some(definition) = alias.and_then(|name| name.definition) else {
            resolver.report(diagnostic);
            return None;
        };
        // The error is probably in the alias. Its other uses cause no errors.
        resolver.names.reject(name);
        resolver.report(diagnostic.with_secondary(definition, "the alias is declared here"));
        return None;
    };
    // The register of a name alone was checked at its declaration.
    let is_declared = || {
        let form = RegisterForm::classify(resolver.text(term.atom));
        form == RegisterForm::Name && resolver.ast.index(term).is_none()
    };
    if operand.bank == Bank::Output && !is_declared() {
        resolver.note_output(term.span, register.number);
    }
    if let (Some(swizzle), Some(letters)) = (term.swizzle(), letters)
        && !resolver.check_mask_letters(swizzle, letters)
    {
        return None;
    }
    Some((register, operand.selection.mask()))
}

/// Returns the operator of a comparison.
fn comparison(resolver: &mut Resolver<'_, '_>, arguments: &Arguments<'_>, n: usize) -> Option<Comparison> {
    let term = arguments.single(resolver, n)?;
    let word = resolver.text(term.span);
    let comparison = Comparison::from_name(word);
    if comparison.is_none() {
        let message = format!("`{word}` is not a comparison");
        let help = format!("the comparisons are {}", Comparison::NAMES.join(", "));
        resolver.report(diagnose(Code::InvalidComparison, term.span, message).with_help(help));
    }
    comparison
}

/// Returns the address registers that `mova` writes: `a0.x`, `a0.y`, `a0.xy`, or their old names.
fn address_mask(resolver: &mut Resolver<'_, '_>, term: &Term) -> Option<Mask> {
    let known = AddressWord::find(resolver.text(term.atom));
    let plain = resolver.ast.index(term).is_none() && !term.has_minus() && !term.has_not();
    let mask = match (known, term.swizzle()) {
        (Some(known), None) if plain => known.mask,
        (Some(known), Some(swizzle)) if plain && known.word == "a0" => {
            let mask = resolver.mask(swizzle)?;
            Some(mask).filter(|mask| mask.components().all(|c| c <= Component::Y))
        }
        _ => None,
    };
    if mask.is_none() {
        let text = resolver.text(term.span);
        let message = format!("`{text}` cannot be the destination of `mova`");
        let help = "the destinations are a0.x, a0.y and a0.xy";
        resolver.report(diagnose(Code::InvalidDestination, term.span, message).with_help(help));
    }
    mask
}
