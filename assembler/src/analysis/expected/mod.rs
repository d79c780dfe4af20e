//! What may stand at a place, for completion.

mod context;

use pica200_objfmt::isa::opcode::Operands;
use pica200_objfmt::isa::register::Bank;

use super::{Analysis, Meaning, NumberValue, OperandMeaning, Symbol, SymbolId, SymbolKind};
use crate::directive::Directive;
use crate::resolve::NameKind;
use crate::syntax::{Piece, pieces};
use crate::text::{FileId, Span, line_len, line_start, tail, word_len};

use self::context::Context;

/// What may stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The word that holds the place or ends there, in the text of the file; empty if there is none. The dot of a
    /// directive or of a swizzle does not belong to it.
    pub word: Span,
    /// What may stand instead of the word.
    pub kinds: Vec<ExpectedKind>,
    /// The statement that the place belongs to, if its first word is known.
    pub statement: Option<ExpectedStatement>,
}

/// The statement of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectedStatement {
    /// Its first word, in the text of the file.
    pub keyword: Span,
    /// Its kind.
    pub kind: StatementKind,
    /// The operand at the place, from 0; commas separate operands. For a directive, the number of parts before the
    /// place.
    pub operand: usize,
}

/// The kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// An instruction or a pseudo-instruction, by the form of its operands.
    Instruction(Operands),
    /// A directive.
    Directive(Directive),
    /// A call of a macro, by its index in [`Analysis::macros`].
    Call(usize),
}

/// Something that may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ExpectedKind {
    /// A mnemonic, or the name of a macro.
    Instruction,
    /// A directive without its dot.
    Directive,
    /// A register that an instruction can write: an output or a temporary.
    Destination,
    /// A source: an input, a temporary, and if `uniform` says so, a float uniform or constant, or a relative operand.
    Source {
        /// Whether a uniform may stand there: the form has a place for it, and no other source is one.
        uniform: bool,
        /// Whether a number may stand there.
        number: bool,
    },
    /// An address register that `mova` writes.
    AddressDestination,
    /// An integer between brackets: an index or a length.
    Index {
        /// Whether `a0.x`, `a0.y` and `aL` may stand there.
        relative: bool,
    },
    /// A comparison of `cmp`.
    Comparison,
    /// The flags `cmp.x` and `cmp.y`, also with `!`, or joined by `&&` and `||`.
    Condition,
    /// The letter of a flag after `cmp.`, or of an address register in an index: `x` or `y`.
    Letter,
    /// The letters of address registers that `mova` writes: `x`, `y` or both.
    AddressLetters,
    /// A boolean uniform.
    Boolean {
        /// Whether `!` may stand before it.
        inverted: bool,
    },
    /// An integer uniform or constant.
    Integer,
    /// A procedure.
    Procedure,
    /// A label.
    Label,
    /// The letters of a swizzle, or of a mask, in which they are in order.
    Components {
        /// Whether it is a mask.
        mask: bool,
    },
    /// An output property.
    Property,
    /// A register of a bank, by its number.
    Register(Bank),
    /// An operand that an alias can stand for.
    AliasOperand,
    /// The kind of a name after `.extern`.
    ExternKind,
    /// A mode of geometry shaders.
    GeometryMode,
    /// A vertex slot of `setemit`, 0 to 2.
    VertexSlot,
    /// A flag of `setemit`.
    EmitFlag,
    /// A number, a name of one, or an expression.
    Number,
    /// The same for the preprocessor, which knows no sizes: no function that asks for one may stand there.
    EarlyNumber,
    /// A truth value.
    Truth,
    /// The name of a file, in quotation marks.
    File,
    /// A name that the statement declares.
    NewName,
    /// A name of a number or a macro, after `.ifdef`.
    Defined,
    /// The value of a parameter of a macro.
    Argument {
        /// The macro, by its index in [`Analysis::macros`].
        definition: usize,
        /// The parameter, by its index.
        parameter: usize,
    },
}

impl Analysis {
    /// What may stand at a byte of a file, by the tables of the language and the words before it on its line. `None` in
    /// comments and texts, and outside the file.
    pub fn expected_at(&self, file: FileId, offset: u32) -> Option<Expected> {
        let text = self.file(file)?.text.as_str();
        let before = text.get(..offset as usize)?;
        let start = line_start(before);
        let line = before.get(start..)?;
        let all = pieces(line);
        let is_open_text = all.last().is_some_and(|last| last.text.starts_with('"'));
        let is_comment = line.get(all.last().map_or(0, Piece::end)..)?.contains(';');
        if is_comment || (is_open_text && !line.trim_end().ends_with('"')) {
            return None;
        }
        let base = Span::from_range(start..start).start;
        let rest = tail(text, offset as usize);
        let rest = rest.get(..line_len(rest)).unwrap_or_default();
        let of_word = word_len(rest);
        let after = pieces(tail(rest, of_word));
        let context = Context::of(self, &all, line.len(), &after);
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

    /// Whether a symbol may stand where something is expected.
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

    /// The bank of a name of an operand.
    fn bank_of(&self, symbol: &Symbol<'_>) -> Option<Bank> {
        match symbol.meaning()? {
            Meaning::Operand(operand) => Some(operand.bank),
            _ => None,
        }
    }
}

/// Whether a name can be a destination: a sign cannot be written, and each component is written once.
fn can_be_written(operand: &OperandMeaning) -> bool {
    let mut components = operand.components.iter();
    let is_repeated = |component| operand.components.iter().filter(|c| *c == component).count() > 1;
    bank_fits(operand.bank, ExpectedKind::Destination) && !operand.is_negated && !components.any(is_repeated)
}

/// Whether a register of a bank may stand where something is expected.
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
    /// Whether a register of a bank, named by its number, may stand there.
    pub fn takes(self, bank: Bank) -> bool {
        match self {
            Self::Register(of) => of == bank,
            _ => bank_fits(bank, self),
        }
    }
}

impl Analysis {
    /// The symbol of an operand or a number, by its name.
    pub fn value_symbol(&self, name: &str) -> Option<Symbol<'_>> {
        let found = self.value_named(name, u32::MAX);
        found.map(|id| self.symbol(SymbolId::Name(id)))
    }
}
