//! The effects of single lines on the blocks around them, from their tokens alone.

use pica200_objfmt::isa::opcode::Opcode;

use super::lexer::Lexer;
use super::token::Token;
use crate::directive::Directive;
use crate::mnemonic::opens_block;
use crate::text::{Lines, Span};
use pica200_objfmt::isa::register::RegisterForm;

/// A token of a line.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'s> {
    /// The token.
    pub token: Token,
    /// Its text.
    pub text: &'s str,
    /// The byte of the line at which it begins.
    pub start: usize,
}

impl Piece<'_> {
    /// The byte of the line after it.
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens of a line, without its end. A line marker makes no token.
pub fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut lines = Lines::new("");
    Lexer::new(line, &mut lines)
        .filter(|(_, token, _)| !matches!(token, Token::Newline | Token::Marker))
        .map(|(start, token, end)| Piece {
            token,
            text: Span::new(start, end).text(line),
            start: start as usize,
        })
        .collect()
}

/// The effect of a statement on the blocks around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEffect {
    /// It begins a procedure.
    Procedure,
    /// It opens an if or a loop.
    Open,
    /// It begins an array of constants.
    Array,
    /// It begins an else-body.
    Else,
    /// It begins an else-body that holds an if. It never belongs to a conditional.
    ElseIf,
    /// It closes the innermost block.
    Close,
    /// It belongs to the innermost block.
    None,
    /// It opens a conditional.
    Conditional,
    /// It begins another branch of a conditional.
    Branch,
    /// It closes a conditional.
    EndConditional,
    /// It begins a macro.
    Macro,
    /// It ends a macro.
    EndMacro,
    /// It is another directive of the preprocessor, which is outside all blocks.
    Preprocessor,
}

impl BlockEffect {
    /// The effect of a line.
    pub(crate) fn of_line(line: &str) -> Self {
        let pieces = pieces(line);
        Self::of(pieces.get(label_pieces(&pieces)..).unwrap_or_default())
    }

    /// The effect of a statement without its labels.
    pub fn of(statement: &[Piece<'_>]) -> Self {
        let Some((keyword, operands)) = statement.split_first() else {
            return Self::None;
        };
        let is_element = || matches!(operands, [open, ..] if open.token == Token::OpenParen);
        match keyword.token {
            Token::Directive(Directive::Proc) => Self::Procedure,
            Token::Directive(Directive::Else) => Self::Else,
            Token::Directive(Directive::Elseif) => Self::ElseIf,
            Token::Directive(Directive::End) => Self::Close,
            Token::Directive(Directive::Constfa) if !is_element() => Self::Array,
            Token::Directive(Directive::If | Directive::Ifdef | Directive::Ifndef) => Self::Conditional,
            Token::Directive(Directive::Elif) => Self::Branch,
            Token::Directive(Directive::Endif) => Self::EndConditional,
            Token::Directive(Directive::Macro) => Self::Macro,
            Token::Directive(Directive::Endm) => Self::EndMacro,
            Token::Directive(directive) if directive.is_of_preprocessor() => Self::Preprocessor,
            Token::Word if Opcode::from_mnemonic(keyword.text).is_some_and(opens_block) => {
                if names_end(operands) {
                    Self::None
                } else {
                    Self::Open
                }
            }
            _ => Self::None,
        }
    }

    /// The change of the number of open blocks of the assembler.
    pub(crate) const fn blocks_opened(self) -> i64 {
        match self {
            Self::Procedure | Self::Open | Self::Array => 1,
            Self::Close => -1,
            _ => 0,
        }
    }
}

/// The number of tokens of the labels at the beginning of a line.
pub fn label_pieces(pieces: &[Piece<'_>]) -> usize {
    let is_label = |pair: &&[Piece<'_>]| matches!(pair, [name, colon] if is_name(name) && colon.token == Token::Colon);
    pieces.chunks(2).take_while(is_label).count() * 2
}

/// Whether the second operand of an if or a loop names the label where it ends.
fn names_end(operands: &[Piece<'_>]) -> bool {
    // Commas in the parentheses of numbers do not separate operands.
    if operands.first().is_some_and(|first| first.token == Token::OpenParen) {
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
