//! The tokens of a line, and the blanks between them.

use pica200_objfmt::isa::opcode::Opcode;

use crate::directive::Directive;
use crate::instruction::{is_mnemonic, opens_block};
use crate::names::RegisterForm;
use crate::token::Token;

use super::blocks::Step;

/// A token of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'s> {
    pub(super) token: Token,
    pub(super) text: &'s str,
    /// Its first byte in the line.
    pub(super) start: usize,
    /// The byte of the line behind it.
    pub(super) end: usize,
}

impl Piece<'_> {
    /// Whether this and the next are of one word, which a parameter of a macro makes a part of.
    fn is_one_word_with(&self, next: &Self) -> bool {
        let may_be_part = |piece: &Self| {
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
        let has_parameter = [self, next]
            .iter()
            .any(|piece| piece.token == Token::Parameter);
        has_parameter && self.end == next.start && may_be_part(self) && may_be_part(next)
    }

    /// Whether the lexer does not know what it is.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.token, Token::Unknown | Token::BadMarker)
    }
}

/// What a token is to its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// The directive or instruction, which blanks separate from all operands.
    Keyword,
    /// A name, with its swizzle or without.
    Name,
    Swizzle,
    Number,
    /// An opening bracket.
    Open,
    /// A closing one.
    Close,
    /// A comma or a colon.
    Mark,
    /// A sign of what follows it.
    Sign,
    /// What joins two operands, with blanks on either side.
    Operator,
}

impl Role {
    /// Whether an operand may end here.
    fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Name | Self::Swizzle | Self::Number | Self::Close
        )
    }

    /// Whether an index, values or a swizzle may belong to it.
    fn takes_suffix(self) -> bool {
        self.ends_operand() && self != Self::Number
    }

    /// Whether a blank stands between two neighbours. Where none does, the lexer must not take the two for one token,
    /// but for a name and its swizzle.
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
    pieces: &'p [Piece<'s>],
    /// Where the keyword is, if there is one.
    keyword: usize,
}

impl<'p, 's> Statement<'p, 's> {
    pub(super) fn new(pieces: &'p [Piece<'s>]) -> Self {
        let is_label = |pair: &&[Piece<'_>]| matches!(pair, [name, colon] if is_name(name) && colon.token == Token::Colon);
        let labels = pieces.chunks(2).take_while(is_label).count();
        Self {
            pieces,
            keyword: labels * 2,
        }
    }

    pub(super) fn has_labels(&self) -> bool {
        self.keyword > 0
    }

    /// What it does to the blocks around it.
    pub(super) fn step(&self) -> Step {
        let Some((keyword, operands)) =
            self.pieces.get(self.keyword..).and_then(<[_]>::split_first)
        else {
            return Step::Stay;
        };
        let is_element = || matches!(operands, [open, ..] if open.token == Token::OpenParen);
        match keyword.token {
            Token::Directive(Directive::Proc) => Step::Procedure,
            Token::Directive(Directive::Else) => Step::Else,
            Token::Directive(Directive::Elseif) => Step::ElseIf,
            Token::Directive(Directive::End) => Step::Close,
            Token::Directive(Directive::Constfa) if !is_element() => Step::Array,
            Token::Directive(Directive::If | Directive::Ifdef | Directive::Ifndef) => {
                Step::Conditional
            }
            Token::Directive(Directive::Elif) => Step::Branch,
            Token::Directive(Directive::Endif) => Step::EndConditional,
            Token::Directive(Directive::Macro) => Step::Macro,
            Token::Directive(Directive::Endm) => Step::EndMacro,
            Token::Directive(directive) if directive.is_of_preprocessor() => Step::Left,
            Token::Word if Opcode::from_mnemonic(keyword.text).is_some_and(opens_block) => {
                if names_end(operands) {
                    Step::Stay
                } else {
                    Step::Open
                }
            }
            _ => Step::Stay,
        }
    }

    /// The text without blanks around it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut before: Option<Role> = None;
        let mut open_brackets = 0_usize;
        for (place, piece) in self.pieces.iter().enumerate() {
            let role = self.role(place, piece, before, open_brackets > 0);
            match role {
                Role::Open => open_brackets += 1,
                Role::Close => open_brackets = open_brackets.saturating_sub(1),
                _ => {}
            }
            let is_part = place
                .checked_sub(1)
                .and_then(|place| self.pieces.get(place))
                .is_some_and(|last| last.is_one_word_with(piece));
            if !is_part && before.is_some_and(|before| before.has_blank_before(role)) {
                text.push(' ');
            }
            if place == self.keyword && is_known(piece) {
                text.push_str(&piece.text.to_ascii_lowercase());
            } else {
                text.push_str(piece.text);
            }
            before = Some(role);
        }
        text
    }

    fn role(
        &self,
        place: usize,
        piece: &Piece<'_>,
        before: Option<Role>,
        in_brackets: bool,
    ) -> Role {
        match piece.token {
            Token::Word | Token::Directive(_) | Token::UnknownDirective | Token::Parameter
                if place == self.keyword =>
            {
                Role::Keyword
            }
            // What it stands for is an operand of its own, and no part of the name.
            Token::Word if place == self.keyword + 1 && self.is_alias() => Role::Keyword,
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
            Token::Minus if self.is_no_name(place) => Role::Name,
            Token::Minus | Token::Plus => {
                let joins = before.is_some_and(Role::ends_operand)
                    && (in_brackets || !self.is_behind_declared(place));
                if joins { Role::Operator } else { Role::Sign }
            }
            _ => Role::Operator,
        }
    }

    fn token(&self, place: usize) -> Option<Token> {
        self.pieces.get(place).map(|piece| piece.token)
    }

    /// Whether the statement gives an operand a name.
    fn is_alias(&self) -> bool {
        self.token(self.keyword) == Some(Token::Directive(Directive::Alias))
    }

    /// Whether this is the `-` that stands for the name of an output that has none.
    fn is_no_name(&self, place: usize) -> bool {
        place == self.keyword + 1
            && self.token(self.keyword) == Some(Token::Directive(Directive::Out))
    }

    /// Whether this is behind the name that a directive declares or sets: what follows begins an operand.
    fn is_behind_declared(&self, place: usize) -> bool {
        place == self.keyword + 2
            && self.token(self.keyword + 1) == Some(Token::Word)
            && self.token(self.keyword) != Some(Token::Word)
    }
}

/// Whether the case of a keyword is known to mean nothing.
fn is_known(keyword: &Piece<'_>) -> bool {
    match keyword.token {
        Token::Directive(_) => true,
        Token::Word => is_mnemonic(keyword.text),
        _ => false,
    }
}

/// Whether an if or a loop names the label where it ends, as its second operand.
fn names_end(operands: &[Piece<'_>]) -> bool {
    // The commas within the parentheses of numbers separate no operands.
    if operands
        .first()
        .is_some_and(|first| first.token == Token::OpenParen)
    {
        return false;
    }
    let second = operands.split(|piece| piece.token == Token::Comma).nth(1);
    matches!(second, Some([only]) if is_name(only)
        && RegisterForm::of(only.text) == RegisterForm::Name)
}

/// Whether this can be the name of a label.
fn is_name(piece: &Piece<'_>) -> bool {
    matches!(piece.token, Token::Word | Token::LocalName)
}
