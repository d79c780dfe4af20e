//! Tokens of GLSL and WGSL, without comments. Directives are separate tokens.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Number,
    /// One sign.
    Sign(u8),
    /// A line that starts with `#`, to its end.
    Directive,
}

/// A token with its bytes in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
}

/// Returns the tokens of a source.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let bytes = source.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens = Vec::new();
    let (mut index, mut is_first) = (0, true);
    while index < bytes.len() {
        let start = index;
        let byte = at(index);
        index += 1;
        let kind = match byte {
            b'\n' => {
                is_first = true;
                continue;
            }
            _ if byte.is_ascii_whitespace() => continue,
            b'/' if at(index) == b'/' => {
                index = end_of_line(bytes, index);
                continue;
            }
            b'/' if at(index) == b'*' => {
                let rest = source.get(index + 1..).unwrap_or_default();
                index = rest.find("*/").map_or(bytes.len(), |end| index + 1 + end + 2);
                continue;
            }
            b'#' if is_first => {
                index = end_of_directive(bytes, index);
                Kind::Directive
            }
            _ if is_part(byte) => {
                let is_number = byte.is_ascii_digit();
                while is_part(at(index)) || (is_number && at(index) == b'.') {
                    index += 1;
                }
                if is_number { Kind::Number } else { Kind::Word }
            }
            other => Kind::Sign(other),
        };
        is_first = false;
        tokens.push(Token {
            kind,
            range: start..index,
        });
    }
    tokens
}

/// Returns the end of a directive, in which comments can go over several lines.
fn end_of_directive(bytes: &[u8], from: usize) -> usize {
    let mut from = from;
    loop {
        let end = end_of_line(bytes, from);
        let line = bytes.get(from..end).unwrap_or_default();
        let comment = line.windows(2).position(|pair| matches!(pair, b"//" | b"/*"));
        let Some(start) = comment.filter(|start| line.get(start + 1) == Some(&b'*')) else {
            return end;
        };
        let inner = from + start + 2;
        let rest = bytes.get(inner..).unwrap_or_default();
        from = match rest.windows(2).position(|pair| pair == b"*/") {
            Some(length) => inner + length + 2,
            None => return bytes.len(),
        };
    }
}

/// Returns the end of a line, including continuation lines.
fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let mut last = 0;
    for (index, byte) in bytes.iter().enumerate().skip(from) {
        if *byte == b'\n' && last != b'\\' {
            return index;
        }
        if *byte != b'\r' {
            last = *byte;
        }
    }
    bytes.len()
}
