//! Instructions: from a mnemonic and terms to an operation with typed operands.

mod arguments;
mod emit;
mod flow;
mod unknown;
mod vector;

use pica200_objfmt::isa::opcode::{Opcode, Operands};

use self::arguments::{Arguments, Form, check_count};
pub(super) use self::unknown::{open_unknown, push_placeholder};
use super::Resolver;
use super::blocks::OpenKind;
use super::directive::block;
use crate::diagnostic::{Code, diagnose};
use crate::mnemonic::{CHAINED_IF, INVERTED_IF, Mnemonic, PseudoInfo, opens_block};
use crate::program::{Instruction, Operation};
use crate::register::FLAGS;
use crate::syntax::ast::{List, Term};
use crate::text::Span;

/// Resolves an instruction that could be parsed.
pub(super) fn instruction(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List) {
    resolver.declarations.makes_shader = true;
    let Some(mnemonic) = Mnemonic::find(resolver.text(keyword)) else {
        return unknown::unknown(resolver, keyword, terms);
    };
    resolver.check_inside_procedure(keyword);
    check_pseudo(resolver, keyword, || mnemonic.pseudo());
    let arguments = Arguments::new(resolver.ast.terms(terms));
    let operation = if check_count(resolver, keyword, Form::new(mnemonic), &arguments) {
        operation(resolver, keyword, mnemonic, &arguments)
    } else {
        None
    };
    let opcode = mnemonic.opcode();
    push(resolver, keyword, opcode, operation);
    if opens_block(opcode) && !flow::has_end_label(resolver, &arguments) {
        let is_inverted = is_inverted(opcode, &arguments);
        resolver.builder.open_block(keyword, opcode, is_inverted, false);
    }
}

/// Resolves an instruction whose operands could not be parsed. It still opens its block.
pub(super) fn broken(resolver: &mut Resolver<'_, '_>, keyword: Span) {
    resolver.declarations.makes_shader = true;
    let Some(mnemonic) = Mnemonic::find(resolver.text(keyword)) else {
        return unknown::broken(resolver, keyword);
    };
    // A condition whose instruction is missing starts like a comparison.
    if resolver.text(keyword).eq_ignore_ascii_case(FLAGS) {
        resolver.note_opener();
    }
    push(resolver, keyword, mnemonic.opcode(), None);
    resolver.builder.open_block(keyword, mnemonic.opcode(), false, false);
}

/// Resolves `.elseif CONDITION`: an if in the else-body, which ends with that body. `terms` is `None` if they could not
/// be parsed.
pub(super) fn else_if(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: Option<&List>) {
    resolver.declarations.makes_shader = true;
    let has_if = block::resolve_else(resolver, keyword, ".elseif");
    check_form(resolver, keyword, CHAINED_IF);
    let terms = terms.map_or_else(Default::default, |terms| resolver.ast.terms(terms));
    let opcode = if_opcode(resolver, terms);
    let arguments = Arguments::new(terms);
    let form = Form::else_if_form(opcode);
    let operation = if !terms.is_empty() && check_count(resolver, keyword, form, &arguments) {
        operation(resolver, keyword, Mnemonic::Machine(opcode), &arguments)
    } else {
        None
    };
    push(resolver, keyword, opcode, operation);
    if has_if {
        let is_inverted = is_inverted(opcode, &arguments);
        resolver.builder.open_block(keyword, opcode, is_inverted, true);
    }
}

/// Adds an instruction to the program. One with an error is kept as a placeholder.
fn push(resolver: &mut Resolver<'_, '_>, keyword: Span, opcode: Opcode, operation: Option<Operation>) {
    let instruction = Instruction {
        keyword,
        position: resolver.position,
        operation: operation.unwrap_or(Operation::Bare(opcode)),
    };
    resolver.builder.push_instruction(Some(opcode), instruction);
}

/// Resolves the operation of an instruction that has the right number of operands.
fn operation(
    resolver: &mut Resolver<'_, '_>,
    keyword: Span,
    mnemonic: Mnemonic,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    let opcode = mnemonic.opcode();
    match mnemonic.usage().1 {
        Operands::None => Some(bare(resolver, keyword, opcode)),
        Operands::Unary | Operands::Binary | Operands::Ternary => vector::arithmetic(resolver, mnemonic, arguments),
        Operands::Address => vector::address(resolver, mnemonic, arguments),
        Operands::Compare => vector::compare(resolver, mnemonic, arguments),
        Operands::Emit => emit::set_emit(resolver, keyword, arguments),
        _ => flow::flow(resolver, keyword, opcode, arguments),
    }
}

/// Returns an instruction without operands.
fn bare(resolver: &mut Resolver<'_, '_>, keyword: Span, opcode: Opcode) -> Operation {
    match opcode {
        Opcode::Break => check_inside_loop(resolver, keyword, "break"),
        Opcode::Emit => resolver.facts.emit = resolver.facts.emit.or(Some(keyword)),
        _ => {}
    }
    Operation::Bare(opcode)
}

/// Reports a pseudo-instruction if pseudo-instructions are disabled. `find` looks it up.
fn check_pseudo(resolver: &mut Resolver<'_, '_>, span: Span, find: impl FnOnce() -> Option<&'static PseudoInfo>) {
    if resolver.pseudo {
        return;
    }
    let Some(info) = find() else {
        return;
    };
    let text = resolver.text(span);
    let message = format!("`{text}` is a pseudo-instruction, and pseudo-instructions are disabled");
    let help = format!("`{}` expands to: {}", info.form, info.expansion);
    resolver.report(diagnose(Code::PseudoInstruction, span, message).with_help(help));
}

/// Reports a pseudo-instruction without a separate mnemonic if pseudo-instructions are disabled.
fn check_form(resolver: &mut Resolver<'_, '_>, span: Span, form: &str) {
    check_pseudo(resolver, span, || PseudoInfo::from_form(form));
}

/// Returns true if an instruction opens a block that runs if a boolean is false.
fn is_inverted(opcode: Opcode, arguments: &Arguments<'_>) -> bool {
    let condition = arguments.terms(0).first();
    opcode == Opcode::Ifu && condition.is_some_and(Term::is_inverted)
}

/// Returns the opcode for a condition, which starts with the flags or a boolean.
fn if_opcode(resolver: &Resolver<'_, '_>, condition: &[Term]) -> Opcode {
    let is_of_flags = condition.first().is_some_and(|term| flow::is_flags(resolver, term));
    if is_of_flags { Opcode::Ifc } else { Opcode::Ifu }
}

/// Checks that `break` or `breakc` is in a loop, and not in an if inside of it.
fn check_inside_loop(resolver: &mut Resolver<'_, '_>, span: Span, mnemonic: &str) {
    let mut inside_if = None;
    let found = resolver.builder.inside_procedure().any(|block| {
        if matches!(block.kind, OpenKind::If { .. }) {
            inside_if = inside_if.or(Some(block.span));
        }
        block.kind == OpenKind::Loop
    });
    if !found {
        if !resolver.may_be_in_block() {
            let message = format!("`{mnemonic}` outside a loop");
            resolver.report_message(Code::OutsideLoop, span, message);
        }
    } else if let Some(opened) = inside_if {
        let message = format!("`{mnemonic}` in an if leaves the if open in the hardware");
        let diagnostic = diagnose(Code::BreakInIf, span, message)
            .with_secondary(opened, "the if begins here")
            .with_help("a later `.else` may then take the wrong branch; use `breakc` outside the if");
        resolver.report(diagnostic);
    }
}
