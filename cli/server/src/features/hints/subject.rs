//! Subjects of hints and their tooltips.

use pica200::text::page::{counted, word_offset};
use pica200_asm::analysis::{
    Analysis, Callers, Instruction, Meaning, NopReason, OperandMeaning, Placement, SourceOperand, Symbol, SymbolId,
    SymbolKind,
};
use pica200_asm::resolve::NameKind;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, Register};
use serde::{Deserialize, Serialize};

/// The label if no temporary is free.
const NO_TEMPORARY: &str = "none";

/// The subject of a hint. Numbers are indices into the analysis of the document version.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) enum HintSubject {
    /// Size of a procedure.
    Size { procedure: usize },
    /// Address of an instruction.
    Address { instruction: usize },
    /// Registers of a name.
    Registers { name: usize },
    /// Free temporaries before an instruction.
    Free { instruction: usize },
    /// A padding NOP.
    Padding { nop: usize },
    /// Value of a source operand of an instruction.
    Value { instruction: usize, source: usize },
}

impl HintSubject {
    /// Returns the tooltip, or `None` if the analysis does not have the subject.
    pub(super) fn tooltip(self, analysis: &Analysis) -> Option<String> {
        match self {
            Self::Size { procedure } => size(analysis, procedure),
            Self::Address { instruction } => {
                let word = instruction_at(analysis, instruction)?.word();
                Some(format!(
                    "The instruction is word {word} ({}) of the code of this source. Linking can move the code.",
                    word_offset(word)
                ))
            }
            Self::Registers { name } => {
                let symbol = analysis.symbols().nth(name)?;
                registers_tooltip(analysis, &symbol)
            }
            Self::Free { instruction } => {
                let instruction = instruction_at(analysis, instruction)?;
                let liveness = analysis.liveness(Callers::Source);
                let free = temporaries(&liveness.free_before(instruction.id()));
                Some(match free.as_str() {
                    NO_TEMPORARY => "Code reads the values that all temporaries have here.".to_owned(),
                    free => format!(
                        "Nothing reads the values that {free} have before this instruction. The instruction itself may write them."
                    ),
                })
            }
            Self::Padding { nop } => {
                let reason = analysis.padding_nops().get(nop)?.reason;
                let reason = reason_text(reason);
                Some(format!("The assembler inserts a NOP here, because {reason}."))
            }
            Self::Value { instruction, source } => {
                let sources = instruction_at(analysis, instruction)?.sources();
                value_tooltip(analysis, sources.get(source)?)
            }
        }
    }
}

fn instruction_at(analysis: &Analysis, index: usize) -> Option<Instruction<'_>> {
    analysis.instructions().nth(index)
}

fn size(analysis: &Analysis, procedure: usize) -> Option<String> {
    let procedure = analysis.procedures().get(procedure)?;
    let words = procedure.words.len();
    let instructions = usize::try_from(procedure.instructions).ok()?;
    let padding = words.saturating_sub(instructions);
    let mut text = format!("{}: {}", counted(words, "word"), counted(instructions, "instruction"));
    if padding > 0 {
        text += &format!(" and {} of padding", counted(padding, "NOP"));
    }
    if words > 0 {
        let (first, last) = (procedure.words.start, procedure.words.end - 1);
        let (first, last) = (word_offset(first), word_offset(last));
        text += &format!(". Words {first} to {last} of the code of this source.");
    }
    Some(text)
}

const fn reason_text(reason: NopReason) -> &'static str {
    match reason {
        NopReason::EndsWithBlock => "the body ends with the end of another block",
        NopReason::IsEmpty => "the body is empty",
        NopReason::EndsWithTransfer => "the body ends with a jump or a call",
        NopReason::EndsWithBreak => "the loop ends with a break",
    }
}

/// Formats the registers of a name, such as `c4`, `c4 to c7` or `v0.x`. Returns `None` if they are unknown.
pub(super) fn registers(symbol: &Symbol<'_>) -> Option<String> {
    let Some(Meaning::Operand(meaning)) = symbol.meaning() else {
        return None;
    };
    let first = meaning.register?;
    let last = first.number.checked_add(meaning.len?.checked_sub(1)?)?;
    let sign = if meaning.is_negated { "-" } else { "" };
    let mut text = format!("{sign}{first}");
    if last > first.number {
        let last = Register { number: last, ..first };
        text += &format!(" to {last}");
    }
    if meaning.components != Component::ALL {
        text.push('.');
        text.extend(meaning.components.iter().map(|one| one.letter()));
    }
    Some(text)
}

fn registers_tooltip(analysis: &Analysis, symbol: &Symbol<'_>) -> Option<String> {
    let Some(Meaning::Operand(meaning)) = symbol.meaning() else {
        return None;
    };
    let registers = registers(symbol)?;
    let mut text = format!("`{}` is {registers}.", symbol.text());
    if let Some((last, names)) = meaning.chain.split_last() {
        let mut chain: Vec<&str> = names.iter().map(|id| analysis.symbol(*id).text()).collect();
        chain.push(analysis.symbol(*last).text());
        text += &format!(" It is an alias of `{}`.", chain.join("`, which is an alias of `"));
    }
    if meaning.placement == Placement::Linker {
        text += " This is the register if the object is linked alone; the linker chooses it.";
    }
    Some(text)
}

/// Formats a list of temporaries, such as `r2, r5 to r15`.
pub(super) fn temporaries(free: &[Register]) -> String {
    if free.is_empty() {
        return NO_TEMPORARY.to_owned();
    }
    let runs = free.chunk_by(|one, next| one.number + 1 == next.number);
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        _ => run.iter().map(Register::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The value of a component of a constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Value {
    pub(super) number: f32,
    component: Component,
}

/// Returns the value of the single component that a source operand reads from a constant, or `None` for other operands.
pub(super) fn value(analysis: &Analysis, source: &SourceOperand) -> Option<Value> {
    let meaning = meaning_of_constant(analysis, source.symbol?)?;
    let mut components = source.reads.components();
    let component = components.next()?;
    if components.next().is_some() || source.relative != AddressRegister::None {
        return None;
    }
    let element = source.register?.number.checked_sub(meaning.register?.number)?;
    let mut values = meaning.values.iter();
    let (_, value) = values.find(|(of, _)| *of == element)?;
    let ConstantValue::Float(numbers) = value else {
        return None;
    };
    let number = numbers.get(component as usize)?.to_f32();
    Some(Value { number, component })
}

/// Returns the meaning of a name of a constant, or of an alias of one. Uniforms are excluded because the application
/// can change them.
fn meaning_of_constant(analysis: &Analysis, symbol: SymbolId) -> Option<Box<OperandMeaning>> {
    let Some(Meaning::Operand(meaning)) = analysis.symbol(symbol).meaning() else {
        return None;
    };
    let kind = analysis.symbol(meaning.declared?).kind();
    let is_constant = kind == SymbolKind::Name(NameKind::Constant);
    (is_constant && meaning.bank == Bank::Float).then_some(meaning)
}

fn value_tooltip(analysis: &Analysis, source: &SourceOperand) -> Option<String> {
    let found = value(analysis, source)?;
    let meaning = meaning_of_constant(analysis, source.symbol?)?;
    let constant = analysis.symbol(meaning.declared?).text();
    let (register, letter) = (source.register?, found.component.letter());
    Some(format!(
        "The component {letter} of the constant `{constant}` ({register}) is {}.",
        found.number
    ))
}
