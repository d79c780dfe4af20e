//! The tokens of a line around the cursor, and what they imply for completion.

use pica200_objfmt::isa::opcode::Operands;
use pica200_objfmt::isa::register::{Bank, RegisterForm};

use super::{ExpectedKind, StatementKind};
use crate::analysis::instructions::wide_sources;
use crate::analysis::{Analysis, MacroDefinition, Meaning};
use crate::directive::Directive;
use crate::mnemonic::Mnemonic;
use crate::register::{AddressWord, FLAGS};
use crate::syntax::{LineToken, Token, label_token_count};
use crate::text::Span;

/// The tokens of a line around the cursor.
pub(super) struct Context<'a> {
    analysis: &'a Analysis,
    /// The statement's tokens before the word under the cursor.
    before: &'a [LineToken<'a>],
    /// The word under the cursor, which may be incomplete.
    word: Option<LineToken<'a>>,
    /// The tokens after that word.
    after: &'a [LineToken<'a>],
    /// Length of the line up to the cursor.
    len: usize,
    /// Keyword of the statement.
    pub(super) statement: Option<(Span, StatementKind)>,
    mnemonic: Option<Mnemonic>,
    /// Number of operands before the word.
    pub(super) operand: usize,
}

impl<'a> Context<'a> {
    /// Creates the context for a line of length `len` from the tokens before and after the cursor.
    pub(super) fn new(
        analysis: &'a Analysis,
        all: &'a [LineToken<'a>],
        len: usize,
        after: &'a [LineToken<'a>],
    ) -> Self {
        let is_word = |piece: &&LineToken<'_>| {
            piece.end() == len
                && matches!(
                    piece.token,
                    Token::Word
                        | Token::Dotted(_)
                        | Token::DotWord
                        | Token::Dot
                        | Token::LocalName
                        | Token::Directive(_)
                        | Token::UnknownDirective
                        | Token::Number
                )
        };
        let word = all.last().filter(is_word).copied();
        let count = all.len() - usize::from(word.is_some());
        let before = all.get(..count).unwrap_or_default();
        let before = before.get(label_token_count(before)..).unwrap_or_default();
        let mut context = Self {
            analysis,
            before,
            word,
            after,
            len,
            statement: None,
            mnemonic: None,
            operand: 0,
        };
        context.find_statement();
        context
    }

    fn find_statement(&mut self) {
        let Some((first, rest)) = self.before.split_first() else {
            return;
        };
        let kind = match first.token {
            Token::Directive(directive) => Some(StatementKind::Directive(directive)),
            Token::Word => {
                let named = |defined: &MacroDefinition| defined.name == first.text;
                self.mnemonic = Mnemonic::find(first.text);
                match self.analysis.macros().iter().position(named) {
                    Some(index) => Some(StatementKind::Call(index)),
                    None => self
                        .mnemonic
                        .map(|mnemonic| StatementKind::Instruction(mnemonic.usage().1)),
                }
            }
            _ => None,
        };
        let is_part = |(depth, piece): &(usize, &LineToken<'_>)| {
            let token = piece.token;
            let is_word = matches!(token, Token::Word | Token::Dotted(_) | Token::Number);
            // `-` instead of an output name.
            let is_no_name = first.token == Token::Directive(Directive::Out) && token == Token::Minus;
            *depth == 0 && (is_word || is_no_name || token == Token::String)
        };
        self.operand = match kind {
            Some(StatementKind::Directive(_)) => with_depths(rest).filter(is_part).count(),
            _ => self.operands().len() - 1,
        };
        let span = Span::from_range(first.start..first.end());
        self.statement = kind.map(|kind| (span, kind));
    }

    /// Returns the span, in the line, of the word to replace.
    pub(super) fn word(&self) -> Span {
        let Some(word) = self.word else {
            return Span::from_range(self.len..self.len);
        };
        let dots = match word.token {
            Token::Dotted(_) => word.text.find('.').map_or(0, |dot| dot + 1),
            Token::DotWord | Token::Dot | Token::Directive(_) | Token::UnknownDirective => 1,
            _ => 0,
        };
        Span::from_range(word.start + dots..word.end())
    }

    /// Returns the operands up to the word. The last one ends before the word.
    fn operands(&self) -> Vec<&'a [LineToken<'a>]> {
        operands(self.before.get(1..).unwrap_or_default())
    }

    /// Returns true if a bracket is open before the word.
    fn is_in_brackets(&self) -> bool {
        let operands = self.operands();
        let operand = operands.last().copied().unwrap_or_default();
        is_open(operand, Token::OpenBracket, Token::CloseBracket)
    }

    /// Returns true if the word can be the address register of an index: it starts the index or is added to it, the
    /// index has no other address register, and the operand is a float uniform.
    fn can_be_relative(&self) -> bool {
        if !matches!(self.statement, Some((_, StatementKind::Instruction(_)))) {
            return false;
        }
        let operands = self.operands();
        let operand = operands.last().copied().unwrap_or_default();
        let opening = operand.iter().rposition(|piece| piece.token == Token::OpenBracket);
        let (of, before) = operand.split_at(opening.unwrap_or(0));
        let mut after = self.after.iter();
        let after = after.by_ref().take_while(|piece| piece.token != Token::CloseBracket);
        let is_register = |piece: &LineToken<'_>| {
            let name = piece.text.split('.').next().unwrap_or_default();
            AddressWord::find(name).is_some()
        };
        let is_added = matches!(before.last(), Some(last) if matches!(last.token, Token::OpenBracket | Token::Plus));
        is_added && self.is_wide(of) && !before.iter().chain(after).any(is_register)
    }

    /// Returns the kinds of completion that can replace the word.
    pub(super) fn kinds(&self) -> Vec<ExpectedKind> {
        if self.before.is_empty() {
            return match self.word.map(|word| word.token) {
                Some(
                    Token::DotWord | Token::Dot | Token::Directive(_) | Token::UnknownDirective | Token::LocalName,
                ) => vec![ExpectedKind::Directive],
                Some(Token::Dotted(_) | Token::Number) => Vec::new(),
                _ => vec![ExpectedKind::Instruction, ExpectedKind::Directive],
            };
        }
        if let Some(kinds) = self.components() {
            return kinds;
        }
        if self.is_in_brackets() {
            let relative = self.can_be_relative();
            return vec![ExpectedKind::Index { relative }];
        }
        match self.statement.map(|(_, kind)| kind) {
            Some(StatementKind::Instruction(operands)) => self.operand_kinds(operands),
            Some(StatementKind::Directive(directive)) => self.directive_kinds(directive),
            Some(StatementKind::Call(definition)) => vec![ExpectedKind::Argument {
                definition,
                parameter: self.operand,
            }],
            None => Vec::new(),
        }
    }

    /// Returns the component letters after a dot, if there is one.
    fn components(&self) -> Option<Vec<ExpectedKind>> {
        let word = self.word?;
        let name = match word.token {
            Token::Dotted(_) => word.text.split('.').next().unwrap_or_default(),
            Token::DotWord | Token::Dot => self.before.last().map_or("", |piece| piece.text),
            _ => return None,
        };
        if name.eq_ignore_ascii_case(FLAGS) {
            return Some(vec![ExpectedKind::Letter]);
        }
        if AddressWord::find(name).is_some() {
            return Some(vec![if self.is_in_brackets() {
                ExpectedKind::Letter
            } else {
                ExpectedKind::AddressLetters
            }]);
        }
        let is_mask = match self.statement.map(|(_, kind)| kind) {
            Some(StatementKind::Instruction(operands)) => {
                self.operand == 0
                    && !self.is_in_brackets()
                    && matches!(
                        operands,
                        Operands::Unary | Operands::Binary | Operands::Ternary | Operands::Address
                    )
            }
            Some(StatementKind::Directive(directive)) => directive == Directive::Out,
            _ => false,
        };
        Some(vec![ExpectedKind::Components { mask: is_mask }])
    }

    fn operand_kinds(&self, form: Operands) -> Vec<ExpectedKind> {
        use ExpectedKind::{
            AddressDestination, Boolean, Comparison, Condition, Destination, EmitFlag, Integer, Label, Number,
            Procedure, VertexSlot,
        };
        match (form, self.operand) {
            (Operands::Unary | Operands::Binary | Operands::Ternary, 0) => vec![Destination],
            (Operands::Unary, 1) | (Operands::Binary, 1 | 2) | (Operands::Ternary, 1..=3) => {
                vec![self.source(self.operand - 1)]
            }
            (Operands::Address, 0) => vec![AddressDestination],
            (Operands::Address, 1) | (Operands::Compare, 0) => vec![self.source(0)],
            (Operands::Compare, 1 | 2) => vec![Comparison],
            (Operands::Compare, 3) => vec![self.source(1)],
            (
                Operands::Condition
                | Operands::ConditionBlock
                | Operands::ConditionProcedure
                | Operands::ConditionLabel,
                0,
            ) => vec![Condition],
            (Operands::Procedure, 0) | (Operands::ConditionProcedure | Operands::BooleanProcedure, 1) => {
                // With a count, the called code starts at a label.
                match operands(self.after).len() {
                    1 => vec![Procedure, Label],
                    _ => vec![Label],
                }
            }
            (Operands::Boolean | Operands::BooleanLabel, 0) => vec![Boolean { inverted: true }],
            (Operands::BooleanProcedure, 0) => vec![Boolean { inverted: false }],
            (Operands::Integer, 0) => vec![Integer],
            (
                Operands::ConditionLabel
                | Operands::BooleanLabel
                | Operands::Boolean
                | Operands::ConditionBlock
                | Operands::Integer,
                1,
            ) => vec![Label],
            (Operands::Procedure, 1)
            | (
                Operands::ConditionBlock
                | Operands::Boolean
                | Operands::ConditionProcedure
                | Operands::BooleanProcedure,
                2,
            ) => vec![Number],
            (Operands::Emit, 0) => vec![VertexSlot],
            (Operands::Emit, 1) => vec![EmitFlag],
            _ => Vec::new(),
        }
    }

    /// Returns the completion kind of a source operand.
    fn source(&self, index: usize) -> ExpectedKind {
        let Some(mnemonic) = self.mnemonic else {
            return ExpectedKind::Source {
                uniform: true,
                number: true,
            };
        };
        let wide = wide_sources(mnemonic);
        let is_free = !self.has_wide_source();
        let commutes = mnemonic.opcode().commutes() && mnemonic.usage().1 == Operands::Binary;
        ExpectedKind::Source {
            uniform: is_free && wide.contains(&index),
            number: is_free && (wide.contains(&index) || commutes && index < 2),
        }
    }

    /// Returns true if another operand of the instruction is a uniform, a constant, a number or relative.
    fn has_wide_source(&self) -> bool {
        let is_compare = self
            .mnemonic
            .is_some_and(|mnemonic| mnemonic.usage().1 == Operands::Compare);
        let skipped = usize::from(!is_compare);
        let earlier = self.operands().into_iter();
        let earlier = earlier.take(self.operand).skip(skipped);
        // The word can take an index or a swizzle.
        let later = operands(self.after).into_iter().skip(1);
        let mut others = earlier.chain(later);
        others.any(|operand| self.is_wide(operand))
    }

    fn is_wide(&self, operand: &[LineToken<'_>]) -> bool {
        let first = operand.iter().find(|piece| {
            matches!(
                piece.token,
                Token::Word | Token::Dotted(_) | Token::Number | Token::OpenParen
            )
        });
        let Some(first) = first else {
            return false;
        };
        if matches!(first.token, Token::Number | Token::OpenParen) {
            return true;
        }
        let name = first.text.split('.').next().unwrap_or_default();
        if let RegisterForm::Register(register) = RegisterForm::classify(name) {
            return register.bank == Bank::Float;
        }
        let known = self.analysis.value_symbol(name);
        known.is_some_and(|symbol| match symbol.meaning() {
            Some(Meaning::Operand(operand)) => operand.bank == Bank::Float,
            Some(Meaning::Number(_)) => true,
            _ => false,
        })
    }

    fn directive_kinds(&self, directive: Directive) -> Vec<ExpectedKind> {
        use ExpectedKind::{
            AliasOperand, Boolean, BooleanLiteral, Condition, Defined, EarlyNumber, ExternKind, File, GeometryMode,
            Label, NewName, Number, Procedure, Property, Register,
        };
        let last = self.before.last().map(|piece| piece.token);
        let follows_comma = matches!(last, Some(Token::Comma));
        let part = self.operand;
        match (directive, part) {
            (Directive::Elseif, _) => vec![Condition, Boolean { inverted: true }],
            (Directive::Alias, 0) => vec![NewName],
            (Directive::Alias, _) => vec![AliasOperand],
            (Directive::Fvec | Directive::Ivec | Directive::Bool, _) => {
                let bank = match directive {
                    Directive::Fvec => Bank::Float,
                    Directive::Ivec => Bank::Integer,
                    _ => Bank::Boolean,
                };
                if part == 0 || follows_comma {
                    vec![NewName]
                } else {
                    vec![Register(bank)]
                }
            }
            (Directive::Constf | Directive::Constfa | Directive::Consti, _) => self.constant_kinds(directive),
            (Directive::Extern, 0) => vec![ExternKind],
            (Directive::Extern | Directive::Macro, _) => vec![NewName],
            (Directive::Setf, 0) => vec![Register(Bank::Float)],
            (Directive::Seti, 0) => vec![Register(Bank::Integer)],
            (Directive::Setb, 0) => vec![Register(Bank::Boolean), Boolean { inverted: false }],
            (Directive::Setb, 1) => vec![BooleanLiteral],
            (Directive::In | Directive::Out | Directive::Proc, 0) => vec![NewName],
            (Directive::Equ | Directive::Set, 0) => vec![NewName],
            (Directive::In, 1) => vec![Register(Bank::Input)],
            (Directive::Out, 1) => vec![Property],
            (Directive::Out, 2) => vec![Register(Bank::Output)],
            (Directive::Entry, 0) => vec![Procedure, Label],
            (Directive::Local | Directive::Global, _) => vec![Procedure],
            (Directive::Gsh, 0) => vec![GeometryMode],
            (Directive::Gsh, 1) => vec![Register(Bank::Float)],
            (Directive::Ifdef | Directive::Ifndef, 0) => vec![Defined],
            (Directive::Include, 0) => vec![File],
            (
                Directive::Entry
                | Directive::Gsh
                | Directive::Setf
                | Directive::Seti
                | Directive::Word
                | Directive::Version
                | Directive::Descriptor
                | Directive::Equ
                | Directive::Set
                | Directive::Assert,
                _,
            ) => vec![Number],
            (Directive::If | Directive::Elif | Directive::Rept, _) => vec![EarlyNumber],
            _ => Vec::new(),
        }
    }

    /// Returns the kinds for the parts of a constant declaration: name, numbers and register.
    fn constant_kinds(&self, directive: Directive) -> Vec<ExpectedKind> {
        let is_in_list = is_open(self.before, Token::OpenParen, Token::CloseParen);
        let is_closed = self
            .before
            .iter()
            .any(|piece| matches!(piece.token, Token::CloseParen | Token::CloseBracket));
        vec![match (is_in_list, is_closed, directive) {
            (true, ..) => ExpectedKind::Number,
            (_, true, Directive::Consti) => ExpectedKind::Register(Bank::Integer),
            (_, true, _) => ExpectedKind::Register(Bank::Float),
            _ => ExpectedKind::NewName,
        }]
    }
}

/// Pairs each token with its bracket nesting depth.
fn with_depths<'p>(pieces: &'p [LineToken<'p>]) -> impl Iterator<Item = (usize, &'p LineToken<'p>)> {
    pieces.iter().scan(0_usize, |open, piece| {
        let before = *open;
        match piece.token {
            Token::OpenBracket | Token::OpenParen => *open += 1,
            Token::CloseBracket | Token::CloseParen => *open = open.saturating_sub(1),
            _ => {}
        }
        Some((before.min(*open), piece))
    })
}

/// Splits tokens into operands at commas outside of brackets.
fn operands<'p>(pieces: &'p [LineToken<'p>]) -> Vec<&'p [LineToken<'p>]> {
    let is_comma = |(depth, piece): (usize, &LineToken<'_>)| depth == 0 && piece.token == Token::Comma;
    let commas = with_depths(pieces).map(is_comma).enumerate();
    let mut operands = Vec::new();
    let mut start = 0;
    for (index, _) in commas.filter(|(_, is_comma)| *is_comma) {
        operands.extend(pieces.get(start..index));
        start = index + 1;
    }
    operands.extend(pieces.get(start..));
    operands
}

/// Returns true if more brackets of a kind are opened than closed.
fn is_open(pieces: &[LineToken<'_>], opening: Token, closing: Token) -> bool {
    let count = |token| pieces.iter().filter(|piece| piece.token == token).count();
    count(opening) > count(closing)
}
