//! Words of a line, by the patterns in `patterns.logos`.

use std::ops::Range;

use logos::Logos;

pub(super) use super::patterns::Token;

/// A word with its place in the line.
#[derive(Clone, Debug)]
pub(super) struct Word<'s> {
    pub(super) token: Token<'s>,
    pub(super) columns: Range<usize>,
}

/// The code of a line, and its comment without the sign that begins it.
pub(super) fn divide(line: &str) -> (&str, Option<&str>) {
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

/// The words of the code of a line.
///
/// # Errors
///
/// The place of what is not a word.
pub(super) fn words(code: &str) -> Result<Vec<Word<'_>>, Range<usize>> {
    let spanned = Token::lexer(code).spanned();
    spanned
        .map(|(token, columns)| match token {
            Ok(token) => Ok(Word { token, columns }),
            Err(()) => Err(columns),
        })
        .collect()
}
