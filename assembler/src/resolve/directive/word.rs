//! `.word`: raw instruction words.

use pica200_objfmt::isa::opcode::Opcode;

use crate::diagnostic::{Code, diagnose};
use crate::program::{Instruction, Operation};
use crate::resolve::Resolver;
use crate::syntax::ast::{Expr, WordStatement};
use crate::text::Span;

const BITS: &str = "write an integer from 0 to 0xFFFFFFFF, decimal or 0x";

/// Resolves `.word WORD, DESCRIPTOR`.
pub(in crate::resolve) fn word(resolver: &mut Resolver<'_, '_>, keyword: Span, statement: &WordStatement) {
    resolver.declarations.makes_shader = true;
    resolver.facts.has_words = true;
    resolver.check_inside_procedure(keyword);
    let word = bits(resolver, &statement.word);
    let descriptor = statement.descriptor.map(|value| bits(resolver, &value));
    let word = match (word, descriptor) {
        (_, Some(None)) | (None, _) => None,
        (Some(word), descriptor) => {
            let descriptor = descriptor.flatten();
            check_descriptor(resolver, word, descriptor, statement).then_some((word, descriptor))
        }
    };
    let (opcode, operation) = match word {
        Some((word, descriptor)) => {
            let operation = Operation::Word { word, descriptor };
            (Opcode::from_word(word), operation)
        }
        None => (Some(Opcode::Nop), Operation::Bare(Opcode::Nop)),
    };
    let instruction = Instruction {
        keyword,
        position: resolver.position,
        operation,
    };
    resolver.builder.push_instruction(opcode, instruction);
}

/// Checks that a word has a descriptor if its instruction has one.
fn check_descriptor(
    resolver: &mut Resolver<'_, '_>,
    word: u32,
    descriptor: Option<u32>,
    statement: &WordStatement,
) -> bool {
    let opcode = Opcode::from_word(word);
    let is_described = opcode.is_some_and(|opcode| opcode.fields().descriptor.is_some());
    if is_described == descriptor.is_some() {
        return true;
    }
    let span = statement.word.span;
    let text = resolver.text(span);
    let mnemonic = opcode.map_or("an unknown instruction".to_owned(), |opcode| {
        format!("`{}`", opcode.info().mnemonic)
    });
    resolver.report(match statement.descriptor {
        None => {
            let message = format!("`{text}` is {mnemonic}, which needs an operand descriptor");
            let help = "linking renumbers descriptors; write the 32 bits of the descriptor after the word and a comma";
            diagnose(Code::MissingDescriptor, span, message).with_help(help)
        }
        Some(descriptor) => {
            let message = format!("`{text}` is {mnemonic}, which has no operand descriptor");
            diagnose(Code::UnexpectedDescriptor, descriptor.span, message).with_help("remove the descriptor")
        }
    });
    false
}

/// Evaluates a 32-bit number.
pub(super) fn bits(resolver: &mut Resolver<'_, '_>, value: &Expr) -> Option<u32> {
    let quantity = resolver.ast.quantity(*value);
    let range = 0..=u32::MAX.into();
    let number = resolver.evaluate(|evaluator| evaluator.integer(quantity, range, "32 bits", BITS))?;
    u32::try_from(number).ok()
}
