//! `.in`, `.out`, `.entry`: the interface of a shader.

use pica200_objfmt::formats::object::{Linkage, UniformClass};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::property::{self, PROPERTIES};
use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use super::stated;
use crate::diagnostic::{Code, diagnose};
use crate::directive::Directive;
use crate::program::Operand;
use crate::resolve::declarations::{Declaration, EntryDeclaration, OutputDeclaration};
use crate::resolve::names::Meaning;
use crate::resolve::{Access, NameKind, Resolver};
use crate::syntax::ast::{Expr, OutputStatement, Plain, Quantity};
use crate::text::Span;
use pica200_diagnostics::most_similar;

/// Resolves `.entry PROCEDURE` or `.entry LABEL, COUNT`. The last one wins.
pub(in crate::resolve) fn entry(resolver: &mut Resolver<'_, '_>, name: Span, count: Option<&Expr>) {
    resolver.declarations.makes_shader = true;
    let length = count.and_then(|count| entry_length(resolver, *count));
    resolver.declarations.entry = Some(EntryDeclaration {
        name,
        is_label: count.is_some(),
        length,
        position: resolver.position,
    });
}

/// Evaluates the number of words of a shader that starts at a label.
fn entry_length(resolver: &mut Resolver<'_, '_>, count: Expr) -> Option<u32> {
    let words = limits::CODE_WORDS;
    let help = format!("the count is a number of words, an integer from 0 to {words}");
    let max = i64::try_from(words).unwrap_or(i64::MAX);
    let quantity = resolver.ast.quantity(count);
    let number = resolver.evaluate(|evaluator| evaluator.integer(quantity, 0..=max, "program memory", &help))?;
    u32::try_from(number).ok()
}

/// Resolves `.in NAME REGISTER`.
pub(in crate::resolve) fn input(resolver: &mut Resolver<'_, '_>, name: Span, register: Option<Span>) {
    resolver.declarations.makes_shader = true;
    let number = match register {
        Some(register) => resolver.chosen_register(register, Bank::Input),
        None => free_register(resolver, Bank::Input, resolver.order.inputs_taken, name),
    };
    let Some(number) = number else {
        return resolver.reject(name);
    };
    let input = resolver.add_uniform(Declaration {
        name,
        class: UniformClass::Input,
        first: number,
        len: 1,
        pinned: register.is_some(),
        linkage: Linkage::Own,
        position: resolver.position,
    });
    if input.is_some() {
        resolver.order.inputs_taken |= 1 << number;
        let register = Register {
            bank: Bank::Input,
            number,
        };
        resolver.declare_operand(name, NameKind::Input, Operand::register(register));
    }
}

/// Resolves `.out NAME PROPERTY.mask REGISTER.mask, HALFWORD`.
pub(in crate::resolve) fn output(resolver: &mut Resolver<'_, '_>, statement: &OutputStatement) {
    let declared_at = statement.name.unwrap_or(statement.property.0);
    resolver.note_declaration(declared_at);
    let Some((property, mask, register)) = output_parts(resolver, statement, declared_at) else {
        // The name and the property may have been swapped, or the name may be missing.
        resolver.recover_declaration(Directive::Out, declared_at);
        return;
    };
    let reserved = statement.reserved.and_then(|value| stated::halfword(resolver, &value));
    let reserved = reserved.unwrap_or_default();
    let span = statement.register.map_or(declared_at, |(register, _)| register);
    if check_output(resolver, span, property, register, mask) {
        resolver.note_output(span, register);
        resolver.declarations.outputs.push(OutputDeclaration {
            name: statement.name,
            property: property.0,
            register,
            mask,
            reserved,
            span,
            position: resolver.position,
        });
    }
    if let Some(name) = statement.name {
        let register = Register {
            bank: Bank::Output,
            number: register,
        };
        resolver.declare_operand(name, NameKind::Output, Operand::register(register));
    }
}

/// Returns the property of an output with its name for messages, the mask, and the register. Reports only the first
/// error, because the operands may have been swapped.
fn output_parts<'s>(
    resolver: &mut Resolver<'_, 's>,
    statement: &OutputStatement,
    declared_at: Span,
) -> Option<((u8, &'s str), Mask, u8)> {
    if let Some(help) = swapped_help(resolver, statement) {
        let span = statement.property.0;
        let message = format!("unknown output property `{}`", resolver.text(span));
        resolver.report(diagnose(Code::UnknownProperty, span, message).with_help(help));
        return None;
    }
    let property = property(resolver, statement.property.0)?;
    let mask = output_mask(resolver, statement)?;
    let register = match statement.register {
        Some((register, _)) => output_register(resolver, register),
        None => free_output(resolver, declared_at),
    };
    Some((property, mask, register?))
}

/// Returns a hint for an output with the register and the property swapped.
fn swapped_help(resolver: &Resolver<'_, '_>, statement: &OutputStatement) -> Option<String> {
    let register = resolver.text(statement.property.0);
    let bank = Bank::Output;
    let is_register = matches!(RegisterForm::classify(register), RegisterForm::Register(found) if found.bank == bank);
    let property = |span: Span| {
        let name = resolver.text(span);
        property::by_name(&name.to_ascii_lowercase()).map(|_| name)
    };
    let name = statement.name.filter(|_| is_register)?;
    let of_register = statement.register.and_then(|(span, _)| property(span));
    match (of_register, property(name)) {
        (Some(property), _) => {
            let name = resolver.text(name);
            let right = format!(".out {name} {property} {register}");
            Some(format!("write the register after the property: `{right}`"))
        }
        (None, Some(property)) => {
            let right = format!(".out NAME {property} {register}");
            Some(format!("write a name before the property: `{right}`"))
        }
        (None, None) => None,
    }
}

/// Returns the number of a property and its name for messages.
fn property<'s>(resolver: &mut Resolver<'_, 's>, span: Span) -> Option<(u8, &'s str)> {
    let word = resolver.text(span);
    if word.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        return Some((numbered_property(resolver, span)?, word));
    }
    let property = property::by_name(&word.to_ascii_lowercase());
    if property.is_none() {
        let names = PROPERTIES.iter().map(|property| property.name);
        let list = names.clone().collect::<Vec<_>>().join(", ");
        let similar = most_similar(word, names);
        let message = format!("unknown output property `{word}`");
        let diagnostic = diagnose(Code::UnknownProperty, span, message).with_suggestion(span, similar);
        resolver.report(diagnostic.with_help(match similar {
            Some(similar) => format!("did you mean `{similar}`? The properties are {list}"),
            None => format!("the properties are {list}"),
        }));
    }
    property.map(|property| (property.number, property.name))
}

/// Returns a property given by number.
fn numbered_property(resolver: &mut Resolver<'_, '_>, span: Span) -> Option<u8> {
    let quantity = Quantity::Plain(Plain {
        span,
        atom: span,
        is_word: false,
        negated: false,
    });
    let help = "the number of a property is an integer from 0 to 255, decimal or 0x; write the mask after the register";
    let number =
        resolver.evaluate(|evaluator| evaluator.integer(quantity, 0..=255, "the number of a property", help))?;
    let number = u8::try_from(number).ok()?;
    if property::by_number(number).is_none() {
        let message = format!("the output property {number} has no name");
        let help = "its effect on the console is unknown";
        resolver.report(diagnose(Code::UnnamedProperty, span, message).with_help(help));
    }
    Some(number)
}

/// Returns the mask of an output, which may follow the property or the register.
fn output_mask(resolver: &mut Resolver<'_, '_>, statement: &OutputStatement) -> Option<Mask> {
    let second = statement.register.and_then(|(_, mask)| mask);
    match (statement.property.1, second) {
        (None, None) => Some(Mask::ALL),
        (Some(mask), None) | (None, Some(mask)) => resolver.mask(mask),
        (Some(first), Some(second)) => {
            let diagnostic = diagnose(Code::InvalidOperand, second, "an output has at most one mask")
                .with_secondary(first, "the first mask is here");
            resolver.report(diagnostic);
            None
        }
    }
}

/// Returns the output register that `.out` names by number, or by the name of an earlier output.
fn output_register(resolver: &mut Resolver<'_, '_>, span: Span) -> Option<u8> {
    let named = resolver.names.value(resolver.text(span));
    let register = named.and_then(|id| match resolver.names.meaning(id) {
        Meaning::Operand(operand) => Some((id, operand.fixed()?)),
        _ => None,
    });
    match register.filter(|(_, register)| register.bank == Bank::Output) {
        Some((id, register)) => {
            resolver.names.note_use(id, span, Access::Read);
            Some(register.number)
        }
        None => resolver.chosen_register(span, Bank::Output),
    }
}

fn free_output(resolver: &mut Resolver<'_, '_>, span: Span) -> Option<u8> {
    let outputs = resolver.declarations.outputs.iter();
    let taken = outputs.fold(0, |mask, output| mask | 1 << (output.register & 15));
    free_register(resolver, Bank::Output, taken, span)
}

/// Checks that an output's register can carry its property and is not in use.
fn check_output(
    resolver: &mut Resolver<'_, '_>,
    span: Span,
    (property, name): (u8, &str),
    register: u8,
    mask: Mask,
) -> bool {
    if register >= limits::PROPERTY_OUTPUTS && property != property::DUMMY {
        let last = limits::PROPERTY_OUTPUTS - 1;
        let message = format!("the output register o{register} cannot have the property `{name}`");
        let help = format!("only o0 to o{last} can have a property other than `dummy`");
        resolver.report(diagnose(Code::OutputRange, span, message).with_help(help));
        return false;
    }
    let taken = |output: &&OutputDeclaration| output.register == register && output.mask.intersects(mask);
    if let Some(earlier) = resolver.declarations.outputs.iter().find(taken) {
        let earlier = earlier.span;
        let message = format!("an earlier output uses components of o{register}");
        let help = "outputs that share a register need masks that do not overlap";
        resolver.report(
            diagnose(Code::OutputOverlap, span, message)
                .with_secondary(earlier, "used here")
                .with_help(help),
        );
        return false;
    }
    true
}

/// Returns the lowest register of a bank that is not in the mask, or reports that there is none.
fn free_register(resolver: &mut Resolver<'_, '_>, bank: Bank, taken: u16, name: Span) -> Option<u8> {
    let free = (0..bank.size()).find(|&n| taken >> n & 1 == 0);
    if free.is_none() {
        let (noun, text) = (bank.noun(), resolver.text(name));
        let message = format!("no {noun} left for `{text}`");
        resolver.report_message(Code::SpaceUsedUp, name, message);
    }
    free
}
