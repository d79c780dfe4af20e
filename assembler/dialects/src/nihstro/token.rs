//! Words of a line.

use std::ops::Range;

use logos::Logos;

/// A word or a sign.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t]+")]
pub(super) enum Token<'s> {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name(&'s str),
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")]
    Number(&'s str),
    #[regex(r#""[^"]*""#)]
    Text(&'s str),
    #[token(".")]
    Point,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("[")]
    OpenIndex,
    #[token("]")]
    CloseIndex,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("!")]
    Not,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("==")]
    Eq,
    #[token("!=")]
    Ne,
    #[token("<")]
    Lt,
    #[token("<=")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    Ge,
}

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
