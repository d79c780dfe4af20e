//! Lexical helpers for code that reads sources without tokens.

use bstr::ByteSlice;

/// The characters that separate words.
pub const WHITESPACE: [char; 6] = [' ', '\t', '\x0B', '\x0C', '\r', '\n'];

/// Returns true if a character can be in a name. All of these are ASCII.
pub fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// Returns a line without its comment.
pub fn code(line: &str) -> &str {
    let mut rest = line;
    let mut end = 0;
    while let Some(at) = rest.as_bytes().find_byteset(b";\"") {
        end += at;
        if rest.as_bytes().get(at) == Some(&b';') {
            return line.get(..end).unwrap_or_default();
        }
        // A `;` in quotation marks does not begin a comment. A single mark does not quote anything.
        let after = tail(rest, at + 1);
        let text = after.find('"').map_or(0, |quote| quote + 1);
        end += 1 + text;
        rest = tail(after, text);
    }
    line
}

/// Returns the text in quotation marks, if there is nothing else.
pub(crate) fn unquote(operand: &str) -> Option<&str> {
    let text = operand.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('"')).then_some(text)
}

/// Returns true if a text is a single name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && word_len(text) == text.len()
}

/// Returns the length in bytes of the name that a text starts with.
pub(crate) fn word_len(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.chars().take_while(|&c| is_name_char(c)).count()
}

/// Returns the offset of a piece in a text; `None` if it is a piece of another text.
pub(crate) fn offset_in(text: &str, piece: &str) -> Option<usize> {
    let at = piece.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let end = at.checked_add(piece.len())?;
    (end <= text.len()).then_some(at)
}

/// Returns the text from an offset on.
pub(crate) fn tail(text: &str, from: usize) -> &str {
    text.get(from..).unwrap_or_default()
}

/// Returns the offset at which the last line of a text starts.
pub fn line_start(text: &str) -> usize {
    text.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// Returns the length in bytes of the first line of a text, including its line ending.
pub fn line_len(text: &str) -> usize {
    let found = text.as_bytes().find_byteset(b"\r\n");
    let len = found.unwrap_or(text.len());
    let end = text.get(len..).unwrap_or_default();
    len + match end {
        _ if end.starts_with("\r\n") => 2,
        "" => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_outside_quotation_marks() {
        assert_eq!(code("a \"b;c\" d ; e"), "a \"b;c\" d ");
        assert_eq!(code("a \"b ; c"), "a \"b ");
        assert_eq!(code("a"), "a");
        assert_eq!(unquote("\"a b\""), Some("a b"));
        assert_eq!(unquote("\"a\" \"b\""), None);
        assert_eq!(unquote("\""), None);
    }
}
