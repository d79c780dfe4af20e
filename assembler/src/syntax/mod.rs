//! Syntax of sources: tokens, the grammar, and the tree of statements. Names are not resolved.
//!
//! Tools that read sources without assembling them, such as the formatter, use the tokens of single lines:
//! [`line_tokens`], [`BlockEffect`] and [`Lookahead`].

pub(crate) mod ast;
mod effect;
#[allow(
    clippy::all,
    clippy::panic,
    clippy::cast_sign_loss,
    clippy::unwrap_used,
    reason = "generated"
)]
#[allow(missing_docs, unreachable_pub, unused, reason = "generated")]
#[rustfmt::skip]
mod grammar;
pub(crate) mod head;
mod hint;
mod lexer;
mod lookahead;
pub(crate) mod parse;
#[allow(clippy::all, unused, reason = "generated")]
#[rustfmt::skip]
mod patterns;
mod plain;
pub(crate) mod token;

pub use self::effect::{BlockEffect, LineToken, label_token_count, line_tokens};
pub(crate) use self::lexer::Lexer;
pub use self::lookahead::Lookahead;
pub use self::token::Token;

use crate::text::Lines;

/// Returns true if a line alone is a valid statement, with or without labels. False for preprocessor lines.
pub fn is_well_formed(line: &str) -> bool {
    let mut lines = Lines::new("");
    let mut ast = ast::Ast::default();
    parse::parse(&mut Lexer::new(line, &mut lines), &mut ast);
    ast.errors.is_empty()
}
