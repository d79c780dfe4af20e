//! Instructions: from a mnemonic and terms to an operation with typed operands.

mod arguments;
mod emit;
mod flow;
mod vector;

use pica200_diagnostics::most_similar;
use pica200_objfmt::isa::opcode::{OPCODES, Opcode, Operands};

use self::arguments::{Arguments, Form, check_count};
use super::Resolver;
use super::blocks::OpenKind;
use super::directive::block;
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::mnemonic::{
    CHAINED_IF, INVERTED_IF, Mnemonic, PSEUDO_INSTRUCTIONS, PseudoInfo, opens_block,
};
use crate::program::{Instruction, Operation};
use crate::syntax::ast::{List, Term};
use crate::text::Span;

/// An instruction that could be parsed.
pub(super) fn instruction(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List) {
    resolver.declarations.makes_shader = true;
    let Some(mnemonic) = Mnemonic::find(resolver.text(keyword)) else {
        return unknown(resolver, keyword, terms);
    };
    check_inside_procedure(resolver, keyword);
    check_pseudo(resolver, keyword, || mnemonic.pseudo());
    let arguments = Arguments::new(resolver.ast.terms(terms));
    let operation = if check_count(resolver, keyword, Form::of(mnemonic), &arguments) {
        operation(resolver, keyword, mnemonic, &arguments)
    } else {
        None
    };
    let opcode = mnemonic.opcode();
    push(resolver, keyword, opcode, operation);
    if opens_block(opcode) && !flow::names_block_end(resolver, &arguments) {
        let is_inverted = is_inverted(opcode, &arguments);
        resolver
            .builder
            .open_block(keyword, opcode, is_inverted, false);
    }
}

/// An instruction whose operands could not be parsed. It opens its block all the same.
pub(super) fn broken(resolver: &mut Resolver<'_, '_>, keyword: Span) {
    resolver.declarations.makes_shader = true;
    let Some(mnemonic) = Mnemonic::find(resolver.text(keyword)) else {
        match resolver.foreign(keyword) {
            Some(foreign) => resolver.mend_foreign(keyword, foreign),
            None => drop(resolver.mend_unknown(keyword)),
        }
        return;
    };
    push(resolver, keyword, mnemonic.opcode(), None);
    resolver
        .builder
        .open_block(keyword, mnemonic.opcode(), false, false);
}

/// `.elseif CONDITION`: an if in the else-body, which ends where that does. No terms where they could not be parsed.
pub(super) fn else_if(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: Option<&List>) {
    resolver.declarations.makes_shader = true;
    let has_if = block::meet_else(resolver, keyword, ".elseif");
    check_form(resolver, keyword, CHAINED_IF);
    let terms = terms.map_or_else(Default::default, |terms| resolver.ast.terms(terms));
    let opcode = opcode_of_if(resolver, terms);
    let arguments = Arguments::new(terms);
    let form = Form::of_else_if(opcode);
    let operation = if !terms.is_empty() && check_count(resolver, keyword, form, &arguments) {
        operation(resolver, keyword, Mnemonic::Machine(opcode), &arguments)
    } else {
        None
    };
    push(resolver, keyword, opcode, operation);
    if has_if {
        let is_inverted = is_inverted(opcode, &arguments);
        resolver
            .builder
            .open_block(keyword, opcode, is_inverted, true);
    }
}

/// Adds an instruction to the program. One with an error keeps its place.
fn push(
    resolver: &mut Resolver<'_, '_>,
    keyword: Span,
    opcode: Opcode,
    operation: Option<Operation>,
) {
    let instruction = Instruction {
        keyword,
        position: resolver.position,
        operation: operation.unwrap_or(Operation::Bare(opcode)),
    };
    resolver.builder.push_instruction(Some(opcode), instruction);
}

/// The operation of an instruction that has the right number of operands.
fn operation(
    resolver: &mut Resolver<'_, '_>,
    keyword: Span,
    mnemonic: Mnemonic,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    let opcode = mnemonic.opcode();
    match mnemonic.usage().1 {
        Operands::None => Some(bare(resolver, keyword, opcode)),
        Operands::Unary | Operands::Binary | Operands::Ternary => {
            vector::arithmetic(resolver, mnemonic, arguments)
        }
        Operands::Address => vector::address(resolver, mnemonic, arguments),
        Operands::Compare => vector::compare(resolver, mnemonic, arguments),
        Operands::Emit => emit::set_emit(resolver, keyword, arguments),
        _ => flow::flow(resolver, keyword, opcode, arguments),
    }
}

/// An instruction without operands.
fn bare(resolver: &mut Resolver<'_, '_>, keyword: Span, opcode: Opcode) -> Operation {
    match opcode {
        Opcode::Break => check_inside_loop(resolver, keyword, "break"),
        Opcode::Emit => resolver.facts.emit = resolver.facts.emit.or(Some(keyword)),
        _ => {}
    }
    Operation::Bare(opcode)
}

/// Reports a pseudo-instruction if these are off. `find` finds it, if there is one.
fn check_pseudo(
    resolver: &mut Resolver<'_, '_>,
    span: Span,
    find: impl FnOnce() -> Option<&'static PseudoInfo>,
) {
    if resolver.pseudo {
        return;
    }
    let Some(info) = find() else {
        return;
    };
    let text = resolver.text(span);
    let message =
        format!("`{text}` is a pseudo-instruction, and pseudo-instructions are turned off");
    let help = format!("`{}` stands for: {}", info.form, info.expansion);
    resolver.report(Diagnostic::new(Code::PseudoInstruction, span, message).help(help));
}

/// The same for one without a mnemonic of its own.
fn check_form(resolver: &mut Resolver<'_, '_>, span: Span, form: &str) {
    check_pseudo(resolver, span, || PseudoInfo::of_form(form));
}

/// Whether an instruction opens a block that runs if a boolean is false.
fn is_inverted(opcode: Opcode, arguments: &Arguments<'_>) -> bool {
    let condition = arguments.terms(0).first();
    opcode == Opcode::Ifu && condition.is_some_and(Term::is_inverted)
}

/// Reports an unknown mnemonic. If it was probably meant to open a block, it opens one.
fn unknown(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List) {
    let word = resolver.text(keyword);
    let message = format!("unknown instruction `{word}`");
    let diagnostic = Diagnostic::new(Code::UnknownInstruction, keyword, message);
    if let Some(foreign) = resolver.foreign(keyword) {
        resolver.mend_foreign(keyword, foreign);
        return resolver.report(foreign.answer(keyword, diagnostic));
    }
    if word.eq_ignore_ascii_case("if") && resolver.builder.procedure().is_some() {
        return plain_if(resolver, keyword, terms, diagnostic);
    }
    let directive = resolver.mend_unknown(keyword);
    let pseudo = PSEUDO_INSTRUCTIONS.iter().map(PseudoInfo::mnemonic);
    let known = OPCODES.iter().map(|info| info.mnemonic).chain(pseudo);
    let meant = most_similar(word, known);
    if let Some(name) = directive {
        return resolver.report(diagnostic.meant(keyword, Some(&format!(".{name}"))));
    }
    resolver.report(diagnostic.meant(keyword, meant));
    let is_if_like = word
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case("if"));
    let slip = meant.filter(|meant| has_same_letters(word, meant));
    let opens = if is_if_like {
        Some(Opcode::Ifc)
    } else {
        slip.and_then(Opcode::from_mnemonic)
    };
    if let Some(opcode) = opens.filter(|opcode| opens_block(*opcode)) {
        open_unknown(resolver, keyword, opcode);
    }
}

/// Opens the block of an instruction whose mnemonic is wrong.
pub(super) fn open_unknown(resolver: &mut Resolver<'_, '_>, keyword: Span, opcode: Opcode) {
    push(resolver, keyword, opcode, None);
    resolver.builder.open_block(keyword, opcode, false, false);
}

/// Reports an `if`, which is `ifc` or `ifu` here: that of its operand.
fn plain_if(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List, diagnostic: Diagnostic) {
    let opcode = opcode_of_if(resolver, resolver.ast.terms(terms));
    open_unknown(resolver, keyword, opcode);
    let help = "`ifc cmp.x` tests the flags, and `ifu BOOL` tests a boolean uniform";
    let mnemonic = opcode.info().mnemonic;
    let diagnostic = diagnostic.suggest(keyword, mnemonic, Applicability::Maybe);
    resolver.report(diagnostic.help(format!("write `{mnemonic}`: {help}")));
}

/// The instruction of a condition: one that begins with the flags, or with a boolean.
fn opcode_of_if(resolver: &Resolver<'_, '_>, condition: &[Term]) -> Opcode {
    let is_of_flags = condition
        .first()
        .is_some_and(|term| flow::is_flags(resolver, term));
    match is_of_flags {
        true => Opcode::Ifc,
        false => Opcode::Ifu,
    }
}

/// Whether two words differ in the order of their letters at most: a typing error, hardly another word.
fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters = word.to_ascii_lowercase().into_bytes();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// Checks that an instruction stands in a procedure. Of a run of instructions outside, reports the first. In a procedure,
/// an instruction ends a constant array that is not closed.
pub(super) fn check_inside_procedure(resolver: &mut Resolver<'_, '_>, span: Span) {
    if resolver.builder.procedure().is_some() {
        return resolver.end_unclosed_array(span);
    }
    let innermost = resolver.builder.innermost();
    let array = innermost.filter(|open| open.kind == OpenKind::Array);
    let array = array.map(|open| open.span);
    if std::mem::replace(&mut resolver.builder.outside_reported, true) {
        return;
    }
    let diagnostic = match array {
        Some(array) => {
            let message = "an instruction within a constant array";
            Diagnostic::new(Code::OutsideProcedure, span, message)
                .also(array, "the array begins here")
        }
        None => {
            let message = "an instruction outside a procedure";
            Diagnostic::new(Code::OutsideProcedure, span, message)
                .help("put instructions between `.proc NAME` and `.end`")
        }
    };
    resolver.report(diagnostic);
}

/// Checks that `break` or `breakc` stands in a loop, and not in an if inside of it.
fn check_inside_loop(resolver: &mut Resolver<'_, '_>, span: Span, mnemonic: &str) {
    let mut inside_if = None;
    let found = resolver.builder.inside_procedure().any(|block| {
        if matches!(block.kind, OpenKind::If { .. }) {
            inside_if = inside_if.or(Some(block.span));
        }
        block.kind == OpenKind::Loop
    });
    if !found {
        let message = format!("`{mnemonic}` outside a loop");
        resolver.complain(Code::OutsideLoop, span, message);
    } else if let Some(opened) = inside_if {
        let message = format!("`{mnemonic}` in an if leaves the if open in the machine");
        let diagnostic = Diagnostic::new(Code::BreakInIf, span, message)
            .also(opened, "the if begins here")
            .help("a later `.else` may then go the wrong way; use `breakc` outside the if");
        resolver.report(diagnostic);
    }
}
