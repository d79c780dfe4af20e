//! Checks that depend on the offsets of words.

use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;

use super::{Padded, needs_nop, span_of};
use crate::diagnostic::{Code, diagnose};
use crate::program::walk::{BodyEnd, Visitor, walk};
use crate::program::{BlockId, BlockKind, Item, LabelId, Operation, Program, Target};
use crate::report::Report;
use crate::text::Span;

/// Checks that a padded program fits into program memory, that all referenced words are inside it, and that no `mova`
/// follows another.
pub(crate) fn check(program: &Program, padded: &Padded, padding: bool, report: &mut Report<'_>) {
    if let Some(&word) = padded.words.get(limits::CODE_WORDS) {
        let message = format!("the code exceeds the {} words of program memory", limits::CODE_WORDS);
        report.add_message(Code::CodeTooLong, span_of(program, word), message);
    }
    check_reaches(program, padded, report);
    check_mova(program, padding, report);
}

/// Checks that the code contains the words that instructions and `.entry` need at labels.
fn check_reaches(program: &Program, padded: &Padded, report: &mut Report<'_>) {
    for instruction in &program.instructions {
        let Operation::Flow(flow) = instruction.operation else {
            continue;
        };
        let Target::Label { label, words, span } = flow.target else {
            continue;
        };
        let named = program.label(label);
        let is_procedure = named.is_some_and(|label| label.procedure.is_some());
        let words = match flow.opcode {
            // A loop encodes the offset of its last word.
            Opcode::For => 1,
            _ => words.into(),
        };
        if !is_procedure {
            check_reach(program, padded, label, words, span, report);
        }
    }
    if let Some((label, words, span)) = program.entry_label {
        check_reach(program, padded, label, words, span, report);
    }
}

fn check_reach(program: &Program, padded: &Padded, label: LabelId, words: u32, span: Span, report: &mut Report<'_>) {
    let start = padded.location(label).word;
    let length = u32::try_from(padded.words.len()).unwrap_or(u32::MAX);
    if start.saturating_add(words) <= length {
        return;
    }
    let name = report.text(span);
    let left = length.saturating_sub(start);
    let message = format!("words needed from `{name}` on: {words}; left in the code: {left}");
    let definition = program.label(label).map_or(span, |label| label.name);
    let diagnostic = diagnose(Code::BeyondCode, span, message)
        .with_secondary(definition, "the label")
        .with_help("blocks, calls and shaders must end within the file's code");
    report.add(diagnostic);
}

/// Checks that no `mova` follows another, which hangs the console.
fn check_mova(program: &Program, padding: bool, report: &mut Report<'_>) {
    let is_mova = |item: &&Item| {
        matches!(
            item,
            Item::Instruction {
                opcode: Some(Opcode::Mova),
                ..
            }
        )
    };
    // There is usually at most one.
    if program.items.iter().filter(is_mova).nth(1).is_some() {
        let mut check = MovaCheck {
            program,
            padding,
            report,
            is_after_mova: false,
        };
        walk(program, 0..program.items.len(), &mut check);
    }
}

struct MovaCheck<'p, 'r, 's> {
    program: &'p Program,
    padding: bool,
    report: &'r mut Report<'s>,
    is_after_mova: bool,
}

impl Visitor for MovaCheck<'_, '_, '_> {
    fn instruction(&mut self, index: u32) {
        let Some(instruction) = self.program.instructions.get(index as usize) else {
            return;
        };
        let (is_mova, is_named) = match instruction.operation {
            Operation::Vector(vector) => (vector.mnemonic.opcode() == Opcode::Mova, true),
            Operation::Bare(opcode) => (opcode == Opcode::Mova, false),
            Operation::Word { word, .. } => (Opcode::from_word(word) == Some(Opcode::Mova), false),
            Operation::SetEmit { .. } | Operation::Flow(_) => (false, false),
        };
        if is_mova && is_named && self.is_after_mova {
            let message = "two `mova` in a row hang the console";
            let help = "write both registers at once (`mova a0.xy, ...`), or put another instruction between them";
            let diagnostic = diagnose(Code::ConsecutiveMova, instruction.keyword, message);
            self.report.add(diagnostic.with_help(help));
        }
        self.is_after_mova = is_mova;
    }

    fn end_body(&mut self, end: &BodyEnd) {
        self.is_after_mova &= !(self.padding && needs_nop(end));
    }

    fn enter(&mut self, id: BlockId) {
        let kind = self.program.block(id).map(|block| block.kind);
        if matches!(kind, Some(BlockKind::Procedure { .. })) {
            self.is_after_mova = false;
        }
    }

    fn second_body(&mut self) {
        self.is_after_mova = false;
    }
}
