//! Tokens of a line, by the patterns in `patterns.logos`.

use std::ops::Range;

use logos::Logos;

pub(super) use super::patterns::Token;

/// A token with its position in the line.
#[derive(Clone, Debug)]
pub(super) struct SpannedToken<'s> {
    pub(super) token: Token<'s>,
    pub(super) columns: Range<usize>,
}

/// Splits a line into its code and its comment without the leading marker.
pub(super) fn split_comment(line: &str) -> (&str, Option<&str>) {
    let bytes = line.as_bytes();
    let begins = |(at, byte): &(usize, &u8)| match byte {
        b'#' | b';' => true,
        b'/' => bytes.get(at + 1) == Some(&b'/'),
        _ => false,
    };
    let Some((at, byte)) = bytes.iter().enumerate().find(begins) else {
        return (line, None);
    };
    let len = if *byte == b'/' { 2 } else { 1 };
    let (code, comment) = line.split_at(at);
    (code, comment.get(len..))
}

/// Splits the code of a line into tokens.
///
/// # Errors
///
/// Returns the position of an invalid token.
pub(super) fn tokens(code: &str) -> Result<Vec<SpannedToken<'_>>, Range<usize>> {
    let spanned = Token::lexer(code).spanned();
    spanned
        .map(|(token, columns)| match token {
            Ok(token) => Ok(SpannedToken { token, columns }),
            Err(()) => Err(columns),
        })
        .collect()
}
