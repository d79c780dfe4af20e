//! Effects of single lines on the enclosing blocks, from their tokens alone.

use pica200_objfmt::isa::opcode::Opcode;

use super::lexer::Lexer;
use super::token::Token;
use crate::directive::Directive;
use crate::mnemonic::opens_block;
use crate::text::{Lines, Span};
use pica200_objfmt::isa::register::RegisterForm;

/// A token of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineToken<'s> {
    /// The token.
    pub token: Token,
    /// Its text.
    pub text: &'s str,
    /// Offset of its start in the line.
    pub start: usize,
}

impl LineToken<'_> {
    /// Returns the offset of its end in the line.
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Splits a line, without its line ending, into tokens. A line marker produces no token.
pub fn line_tokens(line: &str) -> Vec<LineToken<'_>> {
    let mut lines = Lines::new("");
    Lexer::new(line, &mut lines)
        .filter(|(_, token, _)| !matches!(token, Token::Newline | Token::Marker))
        .map(|(start, token, end)| LineToken {
            token,
            text: Span::new(start, end).text(line),
            start: start as usize,
        })
        .collect()
}

/// The effect of a statement on blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEffect {
    /// Begins a procedure.
    Procedure,
    /// Opens an if or a loop.
    Open,
    /// Begins an array of constants.
    Array,
    /// Begins an else-body.
    Else,
    /// Begins an else-body that holds an if. Never belongs to a conditional.
    ElseIf,
    /// Closes the innermost block.
    Close,
    /// Belongs to the innermost block.
    None,
    /// Opens a conditional.
    Conditional,
    /// Begins another branch of a conditional.
    Branch,
    /// Closes a conditional.
    EndConditional,
    /// Begins a macro.
    Macro,
    /// Ends a macro.
    EndMacro,
    /// Another preprocessor directive, which is outside all blocks.
    Preprocessor,
}

impl BlockEffect {
    /// Returns the effect of a line.
    pub(crate) fn from_line(line: &str) -> Self {
        let pieces = line_tokens(line);
        Self::from_statement(pieces.get(label_token_count(&pieces)..).unwrap_or_default())
    }

    /// Returns the effect of a statement without its labels.
    pub fn from_statement(statement: &[LineToken<'_>]) -> Self {
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
            Token::Directive(directive) if directive.is_preprocessor() => Self::Preprocessor,
            Token::Word if Opcode::from_mnemonic(keyword.text).is_some_and(opens_block) => {
                if has_end_label(operands) {
                    Self::None
                } else {
                    Self::Open
                }
            }
            _ => Self::None,
        }
    }

    /// Returns the change in the number of open blocks of the assembler.
    pub(crate) const fn blocks_opened(self) -> i64 {
        match self {
            Self::Procedure | Self::Open | Self::Array => 1,
            Self::Close => -1,
            _ => 0,
        }
    }
}

/// Returns the number of tokens of the labels at the start of a line.
pub fn label_token_count(pieces: &[LineToken<'_>]) -> usize {
    let is_label =
        |pair: &&[LineToken<'_>]| matches!(pair, [name, colon] if is_name(name) && colon.token == Token::Colon);
    pieces.chunks(2).take_while(is_label).count() * 2
}

/// Returns true if the second operand of an if or a loop names the label at its end.
fn has_end_label(operands: &[LineToken<'_>]) -> bool {
    // Commas in the parentheses of numbers do not separate operands.
    if operands.first().is_some_and(|first| first.token == Token::OpenParen) {
        return false;
    }
    let second = operands.split(|piece| piece.token == Token::Comma).nth(1);
    matches!(second, Some([only]) if is_name(only)
        && RegisterForm::classify(only.text) == RegisterForm::Name)
}

/// Returns true if this can be the name of a label.
fn is_name(piece: &LineToken<'_>) -> bool {
    matches!(piece.token, Token::Word | Token::LocalName)
}
