//! Control-flow instructions: calls, jumps, ifs, loops.

use pica200_objfmt::formats::object::is_local_name;
use pica200_objfmt::isa::instruction::{Combination, Condition};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::{Opcode, Operands};
use pica200_objfmt::isa::register::{Bank, UniformKind};

use super::{Arguments, INVERTED_IF, check_form, check_inside_loop};
use crate::diagnostic::{Code, diagnose};
use crate::mnemonic::opens_block;
use crate::program::{Flow, Operation, Storage, Target};
use crate::register::FLAGS;
use crate::resolve::Resolver;
use crate::resolve::targets::{NamedTarget, note_target};
use crate::syntax::ast::{Atom, Lead, Term};
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

/// Resolves an instruction with a condition, a uniform, a target, or two of them.
pub(super) fn flow(
    resolver: &mut Resolver<'_, '_>,
    keyword: Span,
    opcode: Opcode,
    arguments: &Arguments<'_>,
) -> Option<Operation> {
    if opcode == Opcode::Breakc {
        check_inside_loop(resolver, keyword, "breakc");
    }
    let untested = Flow {
        opcode,
        condition: None,
        uniform: None,
        is_inverted: false,
        target: Target::Implied,
    };
    let is_untested = opcode.info().operands == Operands::Procedure;
    let tested = match (is_untested, opcode.uniform_bank()) {
        (true, _) => Some(untested),
        (false, Some(bank)) => {
            let test = uniform_test(resolver, opcode, arguments, bank);
            test.map(|(storage, is_inverted)| Flow {
                uniform: Some(storage),
                is_inverted,
                ..untested
            })
        }
        (false, None) => condition(resolver, arguments.terms(0)).map(|condition| Flow {
            condition: Some(condition),
            ..untested
        }),
    };
    // The target follows the test, if there is one.
    let first = usize::from(!is_untested);
    let named = if arguments.count > first {
        let named = target(resolver, opcode, arguments, first);
        Some(named)
    } else {
        None
    };
    let flow = tested?;
    if let Some(named) = named {
        note_target(resolver, named?);
    }
    Some(Operation::Flow(flow))
}

/// Resolves the target of an instruction: the `n`th operand, and the length after it.
fn target(resolver: &mut Resolver<'_, '_>, opcode: Opcode, arguments: &Arguments<'_>, n: usize) -> Option<NamedTarget> {
    let name = target_name(resolver, opcode, arguments, n);
    let has_length = arguments.count > n + 1;
    let words = has_length.then(|| target_length(resolver, arguments, n + 1));
    let name = name?;
    if opcode.is_call() && words.is_none() {
        let text = resolver.text(name);
        if is_local_name(text) {
            let message = format!("`{text}` is a label, not a procedure");
            let help = "a call of a label needs a count of words: `call label, count`";
            resolver.report(diagnose(Code::InvalidOperand, name, message).with_help(help));
            return None;
        }
        return Some(NamedTarget::Procedure(name));
    }
    let words = words.unwrap_or(Some(0))?;
    Some(NamedTarget::Label { name, words })
}

/// Evaluates the number of words that an instruction needs at its target.
fn target_length(resolver: &mut Resolver<'_, '_>, arguments: &Arguments<'_>, n: usize) -> Option<u8> {
    let help = "the count is a number of words, an integer from 0 to 255, decimal or 0x";
    let term = arguments.single(resolver, n)?;
    let Some(quantity) = resolver.ast.term_quantity(term) else {
        let message = format!("`{}` is not a number", resolver.text(term.span));
        resolver.report(diagnose(Code::InvalidNumber, term.span, message).with_help(help));
        return None;
    };
    let range = 0..=i64::try_from(limits::MAX_BLOCK_WORDS).unwrap_or(i64::MAX);
    let number =
        resolver.evaluate(|evaluator| evaluator.integer(quantity, range, "the count of an instruction", help))?;
    u8::try_from(number).ok()
}

/// Returns the name of a procedure or label.
fn target_name(resolver: &mut Resolver<'_, '_>, opcode: Opcode, arguments: &Arguments<'_>, n: usize) -> Option<Span> {
    let term = arguments.single(resolver, n)?;
    let text = resolver.text(term.span);
    if !opens_block(opcode) {
        if term.is_bare_word() {
            return Some(term.atom);
        }
        let message = format!("`{text}` is not the name of a procedure or label");
        resolver.report_message(Code::InvalidOperand, term.span, message);
        return None;
    }
    if has_end_label(resolver, arguments) {
        return Some(term.atom);
    }
    let info = opcode.info();
    let message = format!("`{text}` is not the name of a label");
    let help = if is_flags(resolver, term) {
        "combine conditions with `&&` or `||`: `ifc cmp.x && cmp.y`".to_owned()
    } else {
        format!("the form is: {} {}", info.mnemonic, info.operands.usage())
    };
    resolver.report(diagnose(Code::InvalidOperand, term.span, message).with_help(help));
    None
}

/// Returns true if the second operand of an if or a loop names the label at its end. A register there is an error; the
/// instruction then still opens a block.
pub(super) fn has_end_label(resolver: &Resolver<'_, '_>, arguments: &Arguments<'_>) -> bool {
    let [term] = arguments.terms(1) else {
        return false;
    };
    term.is_bare_word() && RegisterForm::classify(resolver.text(term.atom)) == RegisterForm::Name
}

/// Resolves a boolean or integer uniform, and whether a jump tests for false.
fn uniform_test(
    resolver: &mut Resolver<'_, '_>,
    opcode: Opcode,
    arguments: &Arguments<'_>,
    bank: Bank,
) -> Option<(Storage, bool)> {
    let term = *arguments.single(resolver, 0)?;
    if term.has_not() && !check_inversion(resolver, opcode, &term, arguments) {
        return None;
    }
    let unmarked = term.without_nots();
    let operand = match bank {
        Bank::Integer => resolver.operand_or_number(&unmarked, UniformKind::Integer)?,
        _ => resolver.operand(&unmarked)?,
    };
    let text = resolver.text(term.span);
    if operand.bank != bank {
        let message = format!("`{text}` is not {}", bank.a_noun());
        let (letter, last) = (bank.letter(), bank.size() - 1);
        let help = format!("{}s are {letter}0 to {letter}{last}", bank.noun());
        let diagnostic = diagnose(Code::WrongRegister, term.span, message)
            .with_label(operand.bank.a_noun())
            .with_help(help);
        resolver.report(diagnostic);
        return None;
    }
    if operand.plain().is_none() || term.has_minus() || term.swizzle().is_some() {
        let noun = bank.a_noun();
        let message = format!("`{text}` has a sign or swizzle, but {noun} has neither");
        resolver.report_message(Code::InvalidOperand, term.span, message);
        return None;
    }
    let is_inverted = opcode == Opcode::Jmpu && term.is_inverted();
    Some((operand.storage, is_inverted))
}

/// Checks that a `!` before a uniform is valid.
fn check_inversion(resolver: &mut Resolver<'_, '_>, opcode: Opcode, term: &Term, arguments: &Arguments<'_>) -> bool {
    let opens_if = opcode == Opcode::Ifu && !has_end_label(resolver, arguments);
    if opens_if && term.is_inverted() {
        check_form(resolver, term.span, INVERTED_IF);
    }
    if opcode == Opcode::Jmpu || opens_if {
        return true;
    }
    let mnemonic = opcode.info().mnemonic;
    let message = format!("`!` is not allowed on the operand of `{mnemonic}`");
    let help = match opcode {
        Opcode::Ifu => "an `ifu` with a label can only test whether a boolean is true",
        _ => "only `jmpu` and `ifu` can test for false",
    };
    resolver.report(diagnose(Code::InvalidOperand, term.span, message).with_help(help));
    false
}

/// Resolves a condition on the flags.
fn condition(resolver: &mut Resolver<'_, '_>, terms: &[Term]) -> Option<Condition> {
    let [first, rest @ ..] = terms else {
        return None;
    };
    let tested = flag(resolver, first)?;
    let value = !first.is_inverted();
    let Some((second, more)) = rest.split_first() else {
        return Some(match tested {
            Flag::X => Condition {
                combination: Combination::X,
                x: value,
                y: true,
            },
            Flag::Y => Condition {
                combination: Combination::Y,
                x: true,
                y: value,
            },
        });
    };
    let other = flag(resolver, second)?;
    if other == tested {
        let message = format!("the condition tests {} twice", tested.name());
        let diagnostic = diagnose(Code::InvalidCondition, second.span, message)
            .with_secondary(first.span, "first tested here")
            .with_help("a condition can combine cmp.x and cmp.y");
        resolver.report(diagnostic);
        return None;
    }
    if let Some(third) = more.first() {
        let message = "a condition tests at most two flags";
        resolver.report_message(Code::InvalidCondition, third.span, message);
        return None;
    }
    let combination = match second.lead {
        Lead::And => Combination::And,
        _ => Combination::Or,
    };
    let other = !second.is_inverted();
    let (x, y) = match tested {
        Flag::X => (value, other),
        Flag::Y => (other, value),
    };
    Some(Condition { combination, x, y })
}

/// Returns true if a term names the flags.
pub(super) fn is_flags(resolver: &Resolver<'_, '_>, term: &Term) -> bool {
    term.kind == Atom::Word && resolver.text(term.atom).eq_ignore_ascii_case(FLAGS)
}

fn flag(resolver: &mut Resolver<'_, '_>, term: &Term) -> Option<Flag> {
    let is_cmp = is_flags(resolver, term);
    let letter = term.swizzle().map(|swizzle| resolver.text(swizzle));
    let plain = resolver.ast.index(term).is_none() && !term.has_minus();
    match (is_cmp && plain, letter) {
        (true, Some(".x" | ".X")) => Some(Flag::X),
        (true, Some(".y" | ".Y")) => Some(Flag::Y),
        _ => {
            let message = format!("`{}` is not a flag", resolver.text(term.span));
            let help = if is_cmp || !term.is_bare_word() {
                "conditions test `cmp.x` and `cmp.y`, each optionally with `!`, combined with `&&` or `||`"
            } else {
                "conditions test `cmp.x` and `cmp.y`; `ifu`, `callu` and `jmpu` test a boolean uniform"
            };
            resolver.report(diagnose(Code::InvalidCondition, term.span, message).with_help(help));
            None
        }
    }
}

/// A flag that `cmp` sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    X,
    Y,
}

impl Flag {
    fn name(self) -> &'static str {
        match self {
            Self::X => "cmp.x",
            Self::Y => "cmp.y",
        }
    }
}
