//! Completion: what is expected at a position.

mod context;

use pica200_objfmt::isa::opcode::Operands;
use pica200_objfmt::isa::register::Bank;

use super::{Analysis, Meaning, NumberValue, OperandMeaning, Symbol, SymbolId, SymbolKind};
use crate::directive::Directive;
use crate::resolve::NameKind;
use crate::syntax::{LineToken, line_tokens};
use crate::text::{FileId, Span, line_len, line_start, tail, word_len};

use self::context::Context;

/// The completions at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Span of the word that contains the position or ends there, in the text of the file; empty if there is none.
    /// Excludes the dot of a directive or a swizzle.
    pub word: Span,
    /// Kinds of completion that can replace the word.
    pub kinds: Vec<ExpectedKind>,
    /// The enclosing statement, if its keyword is known.
    pub statement: Option<ExpectedStatement>,
}

/// The statement at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectedStatement {
    /// Span of its keyword in the text of the file.
    pub keyword: Span,
    /// Its kind.
    pub kind: StatementKind,
    /// Index of the operand at the position; commas separate operands. For a directive, the number of parts before the
    /// position.
    pub operand: usize,
}

/// The kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// An instruction or a pseudo-instruction, with its operand format.
    Instruction(Operands),
    /// A directive.
    Directive(Directive),
    /// A macro call, by index in [`Analysis::macros`].
    Call(usize),
}

/// Something that can be completed at a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ExpectedKind {
    /// A mnemonic, or the name of a macro.
    Instruction,
    /// A directive without its dot.
    Directive,
    /// A writable register: an output or a temporary.
    Destination,
    /// A source: an input, a temporary and, if `uniform` is set, a float uniform or constant, or a relative operand.
    Source {
        /// True if a uniform is allowed: the format has a wide source, and no other source uses it.
        uniform: bool,
        /// True if a number is allowed.
        number: bool,
    },
    /// An address register that `mova` writes.
    AddressDestination,
    /// An integer in brackets: an index or a length.
    Index {
        /// True if `a0.x`, `a0.y` and `aL` are allowed.
        relative: bool,
    },
    /// A comparison operator of `cmp`.
    Comparison,
    /// The flags `cmp.x` and `cmp.y`, optionally with `!`, or combined with `&&` and `||`.
    Condition,
    /// The component after `cmp.`, or of an address register in an index: `x` or `y`.
    Letter,
    /// Components of the address register that `mova` writes: `x`, `y` or both.
    AddressLetters,
    /// A boolean uniform.
    Boolean {
        /// True if `!` is allowed before it.
        inverted: bool,
    },
    /// An integer uniform or constant.
    Integer,
    /// A procedure.
    Procedure,
    /// A label.
    Label,
    /// The components of a swizzle, or of a mask, which lists them in order.
    Components {
        /// True if it is a mask.
        mask: bool,
    },
    /// An output property.
    Property,
    /// A register of a bank, by number.
    Register(Bank),
    /// An operand that an alias can name.
    AliasOperand,
    /// The kind keyword after `.extern`.
    ExternKind,
    /// A geometry shader mode.
    GeometryMode,
    /// A vertex slot of `setemit`, 0 to 2.
    VertexSlot,
    /// A flag of `setemit`.
    EmitFlag,
    /// A number, the name of a number, or an expression.
    Number,
    /// Like `Number`, but for the preprocessor, which does not support functions that query sizes.
    EarlyNumber,
    /// A boolean.
    BooleanLiteral,
    /// A file name in quotation marks.
    File,
    /// A name that the statement declares.
    NewName,
    /// The name of a number or a macro, after `.ifdef`.
    Defined,
    /// The value of a macro parameter.
    Argument {
        /// Index of the macro in [`Analysis::macros`].
        definition: usize,
        /// Index of the parameter.
        parameter: usize,
    },
}

impl Analysis {
    /// Returns what is expected at an offset of a file, based on the language tables and the tokens before it on its
    /// line. `None` in comments and strings, and outside the file.
    pub fn expected_at(&self, file: FileId, offset: u32) -> Option<Expected> {
        let text = self.file(file)?.text.as_str();
        let before = text.get(..offset as usize)?;
        let start = line_start(before);
        let line = before.get(start..)?;
        let all = line_tokens(line);
        let is_open_text = all.last().is_some_and(|last| last.text.starts_with('"'));
        let is_comment = line.get(all.last().map_or(0, LineToken::end)..)?.contains(';');
        if is_comment || (is_open_text && !line.trim_end().ends_with('"')) {
            return None;
        }
        let base = Span::from_range(start..start).start;
        let rest = tail(text, offset as usize);
        let rest = rest.get(..line_len(rest)).unwrap_or_default();
        let of_word = word_len(rest);
        let after = line_tokens(tail(rest, of_word));
        let context = Context::new(self, &all, line.len(), &after);
        let mut word = context.word();
        word.end += Span::from_range(0..of_word).end;
        Some(Expected {
            word: word.moved(0, base),
            kinds: context.kinds(),
            statement: context.statement.map(|(keyword, kind)| ExpectedStatement {
                keyword: keyword.moved(0, base),
                kind,
                operand: context.operand,
            }),
        })
    }

    /// Returns true if a symbol is a valid completion of a kind.
    pub fn fits(&self, symbol: &Symbol<'_>, kind: ExpectedKind) -> bool {
        let is_number = || matches!(symbol.kind(), SymbolKind::Name(NameKind::Number | NameKind::Variable));
        match kind {
            ExpectedKind::Instruction => symbol.kind() == SymbolKind::Macro,
            ExpectedKind::Procedure => matches!(
                symbol.kind(),
                SymbolKind::Name(NameKind::Procedure | NameKind::ExternProcedure)
            ),
            ExpectedKind::Label => symbol.kind() == SymbolKind::Name(NameKind::Label),
            ExpectedKind::Index { .. } => {
                let is_integer = |number: NumberValue| number.integer.is_some();
                matches!(symbol.meaning(), Some(Meaning::Number(number)) if is_integer(number))
            }
            ExpectedKind::Number | ExpectedKind::EarlyNumber => is_number(),
            ExpectedKind::Destination => matches!(
                symbol.meaning(),
                Some(Meaning::Operand(operand)) if can_be_written(&operand)
            ),
            ExpectedKind::Defined => is_number() || symbol.kind() == SymbolKind::Macro,
            ExpectedKind::Argument { .. } => symbol.kind() != SymbolKind::Macro,
            ExpectedKind::Source { number: true, .. } if is_number() => true,
            ExpectedKind::AliasOperand if is_number() => true,
            _ => self.bank_of(symbol).is_some_and(|bank| bank_fits(bank, kind)),
        }
    }

    /// Returns the bank of the operand that a symbol names.
    fn bank_of(&self, symbol: &Symbol<'_>) -> Option<Bank> {
        match symbol.meaning()? {
            Meaning::Operand(operand) => Some(operand.bank),
            _ => None,
        }
    }
}

/// Returns true if a name can be a destination: it is not negated, and each component is written once.
fn can_be_written(operand: &OperandMeaning) -> bool {
    let mut components = operand.components.iter();
    let is_repeated = |component| operand.components.iter().filter(|c| *c == component).count() > 1;
    bank_fits(operand.bank, ExpectedKind::Destination) && !operand.is_negated && !components.any(is_repeated)
}

/// Returns true if a register of a bank is a valid completion of a kind.
const fn bank_fits(bank: Bank, kind: ExpectedKind) -> bool {
    match kind {
        ExpectedKind::Destination => matches!(bank, Bank::Output | Bank::Temporary),
        ExpectedKind::Source { uniform, .. } => match bank {
            Bank::Input | Bank::Temporary => true,
            Bank::Float => uniform,
            _ => false,
        },
        ExpectedKind::Boolean { .. } => matches!(bank, Bank::Boolean),
        ExpectedKind::Integer => matches!(bank, Bank::Integer),
        ExpectedKind::AliasOperand => true,
        _ => false,
    }
}

impl ExpectedKind {
    /// Returns true if a register of a bank, named by number, is a valid completion.
    pub fn takes(self, bank: Bank) -> bool {
        match self {
            Self::Register(of) => of == bank,
            _ => bank_fits(bank, self),
        }
    }
}

impl Analysis {
    /// Returns the symbol of an operand or a number by name.
    pub fn value_symbol(&self, name: &str) -> Option<Symbol<'_>> {
        let found = self.value_named(name, u32::MAX);
        found.map(|id| self.symbol(SymbolId::Name(id)))
    }
}
