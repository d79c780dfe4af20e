//! Lines that look like instructions, but do not start with a mnemonic.

use pica200_diagnostics::most_similar;
use pica200_objfmt::isa::opcode::{OPCODES, Opcode};
use pica200_objfmt::isa::register::{Bank, RegisterForm};

use super::flow::is_flags;
use super::{Arguments, if_opcode, push};
use crate::diagnostic::{Applicability, Code, Diagnostic, diagnose};
use crate::mnemonic::{Mnemonic, PSEUDO_INSTRUCTIONS, PseudoInfo, opens_block};
use crate::resolve::Resolver;
use crate::resolve::names::Meaning;
use crate::syntax::ast::List;
use crate::text::Span;

/// Reports an unknown mnemonic. If it was probably meant to open a block, opens one.
pub(super) fn unknown(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List) {
    let word = resolver.text(keyword);
    let message = format!("unknown instruction `{word}`");
    let diagnostic = diagnose(Code::UnknownInstruction, keyword, message);
    let is_outside = resolver.builder.innermost().is_none();
    let is_alone = resolver.ast.terms(terms).is_empty();
    let foreign = resolver.foreign(keyword);
    // A name alone outside of procedures is a name of the source, not a foreign instruction.
    let foreign = foreign.filter(|foreign| !(is_outside && is_alone && foreign.is_instruction()));
    if let Some(foreign) = foreign {
        resolver.recover_foreign(keyword, foreign);
        return resolver.report(foreign.add_suggestion(keyword, resolver.line_from(keyword), diagnostic));
    }
    if word.eq_ignore_ascii_case("if") && resolver.builder.procedure().is_some() {
        return report_if(resolver, keyword, terms, diagnostic);
    }
    if let Some(name) = resolver.recover_unknown(keyword) {
        return resolver.report(diagnostic.with_suggestion(keyword, Some(&format!(".{name}"))));
    }
    if let Some(missing) = missing_word(resolver, keyword, terms, is_outside) {
        missing.recover(resolver, keyword);
        return resolver.report(missing.add_hint(keyword, word, diagnostic));
    }
    let meant = similar_mnemonic(resolver, word, terms);
    let diagnostic = match meant {
        None if is_alone => diagnostic.with_help(format!(
            "write `{word}:` to define a label, and `call {word}` to call a procedure"
        )),
        meant => diagnostic.with_suggestion(keyword, meant),
    };
    resolver.report(diagnostic);
    if is_alone {
        resolver.names.reject(word);
    }
    recover_block(resolver, keyword, terms, meant);
}

/// Resolves a malformed line that does not start with a mnemonic.
pub(super) fn broken(resolver: &mut Resolver<'_, '_>, keyword: Span) {
    if let Some(foreign) = resolver.foreign(keyword) {
        resolver.recover_foreign(keyword, foreign);
    } else if resolver.recover_unknown(keyword).is_none() {
        resolver.reject_labels(keyword);
        resolver.note_opener();
        push_placeholder(resolver, keyword);
    }
}

/// Returns the mnemonic most similar to a word, preferring one that takes as many operands.
fn similar_mnemonic(resolver: &Resolver<'_, '_>, word: &str, terms: &List) -> Option<&'static str> {
    let count = Arguments::new(resolver.ast.terms(terms)).count;
    let pseudo = PSEUDO_INSTRUCTIONS.iter().map(PseudoInfo::mnemonic);
    let known = || OPCODES.iter().map(|info| info.mnemonic).chain(pseudo.clone());
    let takes = |mnemonic: &&str| {
        Mnemonic::find(mnemonic).is_some_and(|mnemonic| {
            let (min, max) = mnemonic.usage().1.count();
            (min..=max).contains(&count)
        })
    };
    most_similar(word, known().filter(takes)).or_else(|| most_similar(word, known()))
}

/// Opens the block that an unknown word was probably meant to open: its operand suits the likely instruction, or only
/// its letters are in the wrong order.
fn recover_block(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List, meant: Option<&'static str>) {
    let word = resolver.text(keyword);
    let is_if_like = word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("if"));
    let opcode = match meant {
        _ if is_if_like => Some(Opcode::Ifc),
        meant => meant.and_then(Opcode::from_mnemonic),
    };
    let opener = opcode.filter(|opcode| opens_block(*opcode));
    let is_meant = |opcode: &Opcode| {
        let is_typo = meant.is_some_and(|meant| has_same_letters(word, meant));
        is_if_like || is_typo || block_opener(resolver, terms) == Some(*opcode)
    };
    let is_inside = resolver.builder.procedure().is_some();
    if let Some(opcode) = opener.filter(is_meant).filter(|_| is_inside) {
        return open_unknown(resolver, keyword, opcode);
    }
    if meant.is_none() || opener.is_some() {
        resolver.note_opener();
    }
    push_placeholder(resolver, keyword);
}

/// Returns true if two words differ at most in the order of their letters.
fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters = word.to_ascii_lowercase().into_bytes();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// Returns the instruction that opens a block and takes the first of some terms.
fn block_opener(resolver: &Resolver<'_, '_>, terms: &List) -> Option<Opcode> {
    let first = resolver.ast.terms(terms).first()?;
    match bank_of(resolver, first.atom) {
        Some(Bank::Boolean) => Some(Opcode::Ifu),
        Some(Bank::Integer) => Some(Opcode::For),
        _ => is_flags(resolver, first).then_some(Opcode::Ifc),
    }
}

/// Returns the bank of a register, or of the operand that a name denotes.
fn bank_of(resolver: &Resolver<'_, '_>, word: Span) -> Option<Bank> {
    let word = resolver.text(word);
    let meaning = resolver.names.value(word);
    match meaning.map(|id| resolver.names.meaning(id)) {
        Some(Meaning::Operand(operand)) => Some(operand.bank),
        _ => match RegisterForm::classify(word) {
            RegisterForm::Register(register) => Some(register.bank),
            _ => None,
        },
    }
}

/// Adds a placeholder for an invalid instruction, so that its neighbors do not become adjacent.
pub(in crate::resolve) fn push_placeholder(resolver: &mut Resolver<'_, '_>, keyword: Span) {
    if resolver.builder.procedure().is_some() {
        push(resolver, keyword, Opcode::Mov, None);
    }
}

/// Opens the block of an instruction with an invalid mnemonic.
pub(in crate::resolve) fn open_unknown(resolver: &mut Resolver<'_, '_>, keyword: Span, opcode: Opcode) {
    push(resolver, keyword, opcode, None);
    resolver.builder.open_block(keyword, opcode, false, false);
}

/// Reports an `if`, which is `ifc` or `ifu` here, depending on its operand.
fn report_if(resolver: &mut Resolver<'_, '_>, keyword: Span, terms: &List, diagnostic: Diagnostic) {
    let opcode = if_opcode(resolver, resolver.ast.terms(terms));
    open_unknown(resolver, keyword, opcode);
    let help = "`ifc cmp.x` tests the flags, and `ifu BOOL` tests a boolean uniform";
    let mnemonic = opcode.info().mnemonic;
    let diagnostic = diagnostic.with_fix(keyword, mnemonic, Applicability::Maybe);
    resolver.report(diagnostic.with_help(format!("write `{mnemonic}`: {help}")));
}

/// The word that is missing before the first word of a line.
#[derive(Clone, Copy)]
enum Missing<'s> {
    /// `.proc`
    Procedure,
    /// An instruction that takes only this word.
    Opcode(Opcode),
    /// Some instruction: the word is one of its operands.
    Instruction,
    /// The instruction that follows the word.
    Swapped(Mnemonic, &'s str),
}

/// Returns the word that is missing before the first word of a line that is not an instruction.
fn missing_word<'s>(resolver: &Resolver<'_, 's>, keyword: Span, terms: &List, is_outside: bool) -> Option<Missing<'s>> {
    let terms = resolver.ast.terms(terms);
    let is_alone = terms.is_empty();
    if is_outside {
        return is_alone.then_some(Missing::Procedure);
    }
    let second = terms.first().map(|term| resolver.text(term.atom));
    let swapped = second.and_then(|second| Some((Mnemonic::find(second)?, second)));
    match (bank_of(resolver, keyword), swapped) {
        (Some(_), Some((mnemonic, second))) => Some(Missing::Swapped(mnemonic, second)),
        (Some(Bank::Boolean), None) if is_alone => Some(Missing::Opcode(Opcode::Ifu)),
        (Some(Bank::Integer), None) if is_alone => Some(Missing::Opcode(Opcode::For)),
        (Some(_), None) => Some(Missing::Instruction),
        (None, _) if is_alone && resolver.defines_procedure(resolver.text(keyword)) => {
            Some(Missing::Opcode(Opcode::Call))
        }
        (None, _) => None,
    }
}

impl Missing<'_> {
    /// Adds a hint to the diagnostic.
    fn add_hint(self, keyword: Span, word: &str, diagnostic: Diagnostic) -> Diagnostic {
        let missing = match self {
            Self::Procedure => ".proc",
            Self::Opcode(opcode) => opcode.info().mnemonic,
            Self::Instruction => {
                return diagnostic.with_help(format!("write an instruction before its operand `{word}`"));
            }
            Self::Swapped(_, mnemonic) => {
                let help = format!("write the instruction before its operand: `{mnemonic} {word}`");
                return diagnostic.with_help(help);
            }
        };
        let replacement = format!("{missing} {word}");
        diagnostic.with_fix(keyword, replacement, Applicability::Maybe)
    }

    /// Recovers as if the word were present.
    fn recover(self, resolver: &mut Resolver<'_, '_>, keyword: Span) {
        let opcode = match self {
            Self::Procedure => return resolver.note_opener(),
            Self::Opcode(opcode) => Some(opcode),
            Self::Swapped(mnemonic, _) => Some(mnemonic.opcode()),
            Self::Instruction => None,
        };
        match opcode.filter(|opcode| opens_block(*opcode)) {
            Some(opcode) => {
                resolver.note_guess();
                open_unknown(resolver, keyword, opcode);
            }
            None => push_placeholder(resolver, keyword),
        }
    }
}
