//! Tokens of a line, and the blanks between them.

use pica200_asm::directive::Directive;
use pica200_asm::syntax::{BlockEffect, LineToken, Token, is_well_formed, label_token_count};
use pica200_asm::{PSEUDO_INSTRUCTIONS, PseudoInfo};
use pica200_objfmt::isa::opcode::Opcode;

use crate::columns::{Cell, Columns};

/// The role of a token, which decides the blanks around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// The directive or instruction, which a blank separates from its operands.
    Keyword,
    /// A name, with or without a swizzle.
    Name,
    Swizzle,
    Number,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma or a colon.
    Mark,
    /// A sign of the operand that follows.
    Sign,
    /// An operator between two operands, with blanks on both sides.
    Operator,
}

impl Role {
    /// Returns true if an operand can end here.
    fn ends_operand(self) -> bool {
        matches!(self, Self::Name | Self::Swizzle | Self::Number | Self::Close)
    }

    /// Returns true if an index, values or a swizzle can follow it.
    fn takes_suffix(self) -> bool {
        self.ends_operand() && self != Self::Number
    }

    /// Returns true if a blank separates two neighbors. Without a blank, the lexer must not read the two as one token,
    /// except a name and its swizzle.
    fn has_blank_before(self, next: Self) -> bool {
        match (self, next) {
            (_, Self::Mark | Self::Close) | (Self::Open | Self::Sign, _) => false,
            (before, Self::Open | Self::Swizzle) => !before.takes_suffix(),
            _ => true,
        }
    }
}

/// A line: any number of labels, then a directive, an instruction or nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement<'p, 's> {
    pieces: &'p [LineToken<'s>],
    /// Index of the keyword, if there is one.
    keyword: usize,
}

impl<'p, 's> Statement<'p, 's> {
    pub(super) fn new(pieces: &'p [LineToken<'s>]) -> Self {
        Self {
            pieces,
            keyword: label_token_count(pieces),
        }
    }

    pub(super) fn has_labels(&self) -> bool {
        self.keyword > 0
    }

    /// Returns its effect on blocks.
    pub(super) fn effect(&self) -> BlockEffect {
        BlockEffect::from_statement(self.pieces.get(self.keyword..).unwrap_or_default())
    }

    /// Returns true if the parser accepts the statement, as far as a single line shows it. Preprocessor lines and lines
    /// of macros are accepted.
    pub(super) fn is_parsed(&self, line: &str) -> bool {
        use BlockEffect as E;
        let has_parameter = |piece: &LineToken<'_>| piece.token == Token::Parameter;
        let is_of_preprocessor = matches!(
            self.effect(),
            E::Conditional | E::Branch | E::EndConditional | E::Macro | E::EndMacro | E::Preprocessor
        );
        let keyword = self.pieces.get(self.keyword);
        is_of_preprocessor
            || !keyword.is_some_and(is_known)
            || self.pieces.iter().any(has_parameter)
            || is_well_formed(line)
    }

    /// Returns the cells of the formatted text, without indentation.
    pub(super) fn cells(&self, line: &str) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut before: Option<Role> = None;
        let (mut start, mut end) = (Columns::default(), 0);
        let mut in_parentheses = false;
        let mut open_brackets = 0_usize;
        for (index, piece) in self.pieces.iter().enumerate() {
            let role = self.role(index, piece, before, open_brackets > 0);
            match role {
                Role::Open => open_brackets += 1,
                Role::Close => open_brackets = open_brackets.saturating_sub(1),
                _ => {}
            }
            let is_part = index
                .checked_sub(1)
                .and_then(|index| self.pieces.get(index))
                .is_some_and(|last| forms_one_word(last, piece));
            // The number of vertices of a geometry shader is not an index of the register before it.
            let is_operand =
                piece.token == Token::OpenParen && self.token(self.keyword) == Some(Token::Directive(Directive::Gsh));
            let has_blank = !is_part && before.is_some_and(|before| before.has_blank_before(role) || is_operand);
            let between = line.get(end..piece.start).unwrap_or_default();
            start = start.after(between);
            let is_number = is_part_of_number(piece);
            // The values of constants can be aligned from the first one on.
            let begins_values = before == Some(Role::Open) && is_number && in_parentheses;
            if before.is_none() || has_blank || begins_values {
                let gap = usize::from(has_blank);
                cells.push(Cell {
                    text: String::new(),
                    gap,
                    is_moved: before.is_some() && (between.len() > gap || between.contains('\t')),
                    is_apart: between.len() >= gap,
                    start,
                    number: is_number.then_some((start, 0)),
                });
            }
            start = start.after(piece.text);
            if let Some(cell) = cells.last_mut() {
                if index == self.keyword && is_known(piece) {
                    cell.text.push_str(&piece.text.to_ascii_lowercase());
                } else {
                    cell.text.push_str(piece.text);
                }
                cell.number = match role {
                    Role::Mark | Role::Close => cell.number,
                    _ => cell
                        .number
                        .filter(|_| is_number)
                        .map(|_| (start, cell.text.chars().count())),
                };
            }
            in_parentheses = piece.token == Token::OpenParen;
            before = Some(role);
            end = piece.end();
        }
        cells
    }

    fn role(&self, index: usize, piece: &LineToken<'_>, before: Option<Role>, in_brackets: bool) -> Role {
        match piece.token {
            Token::Word | Token::Directive(_) | Token::UnknownDirective | Token::Parameter if index == self.keyword => {
                Role::Keyword
            }
            // The operand that follows the name of an alias is not part of the name.
            Token::Word if index == self.keyword + 1 && self.is_alias() => Role::Keyword,
            Token::Word
            | Token::LocalName
            | Token::Dotted(_)
            | Token::Directive(_)
            | Token::UnknownDirective
            | Token::Parameter
            | Token::String => Role::Name,
            Token::DotWord | Token::Dot => Role::Swizzle,
            Token::Number => Role::Number,
            Token::OpenBracket | Token::OpenParen => Role::Open,
            Token::CloseBracket | Token::CloseParen => Role::Close,
            Token::Comma | Token::Colon => Role::Mark,
            Token::Not => Role::Sign,
            Token::Minus if self.is_missing_name(index) => Role::Name,
            Token::Minus | Token::Plus => {
                let joins = before.is_some_and(Role::ends_operand) && (in_brackets || !self.follows_declared(index));
                if joins { Role::Operator } else { Role::Sign }
            }
            _ => Role::Operator,
        }
    }

    fn token(&self, index: usize) -> Option<Token> {
        self.pieces.get(index).map(|piece| piece.token)
    }

    /// Returns true if the statement declares an alias.
    fn is_alias(&self) -> bool {
        self.token(self.keyword) == Some(Token::Directive(Directive::Alias))
    }

    /// Returns true if this is the `-` instead of an output name.
    fn is_missing_name(&self, index: usize) -> bool {
        index == self.keyword + 1 && self.token(self.keyword) == Some(Token::Directive(Directive::Out))
    }

    /// Returns true if this follows the name that a directive declares or sets, so that it starts an operand.
    fn follows_declared(&self, index: usize) -> bool {
        index == self.keyword + 2
            && self.token(self.keyword + 1) == Some(Token::Word)
            && self.token(self.keyword) != Some(Token::Word)
    }
}

/// Returns true if a keyword is known, so that it is case-insensitive.
fn is_known(keyword: &LineToken<'_>) -> bool {
    match keyword.token {
        Token::Directive(_) => true,
        Token::Word => is_mnemonic(keyword.text),
        _ => false,
    }
}

/// Returns true if a word is an instruction or a pseudo-instruction.
fn is_mnemonic(word: &str) -> bool {
    let mut pseudo = PSEUDO_INSTRUCTIONS.iter().map(PseudoInfo::mnemonic);
    Opcode::from_mnemonic(word).is_some() || pseudo.any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns true if a piece is a number or a sign.
fn is_part_of_number(piece: &LineToken<'_>) -> bool {
    matches!(piece.token, Token::Number | Token::Minus | Token::Plus)
}

/// Returns true if two neighbors are parts of one word that contains a macro parameter.
fn forms_one_word(piece: &LineToken<'_>, next: &LineToken<'_>) -> bool {
    let may_be_part = |piece: &LineToken<'_>| {
        matches!(
            piece.token,
            Token::Parameter
                | Token::Word
                | Token::Dotted(_)
                | Token::DotWord
                | Token::Dot
                | Token::Number
                | Token::LocalName
                | Token::Directive(_)
                | Token::UnknownDirective
        )
    };
    let has_parameter = [piece, next].iter().any(|piece| piece.token == Token::Parameter);
    has_parameter && piece.end() == next.start && may_be_part(piece) && may_be_part(next)
}
