//! Text of inputs, escaped for display: it must not move the cursor, colour the terminal, or reverse lines.

use std::borrow::Cow;

/// The text of a source without control characters. Each is replaced by text of the same length, so that spans stay
/// valid.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    if all_bytes(text, is_usual) || !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match (c, c.len_utf8()) {
        ('\x0B' | '\x0C', _) => ' ',
        (_, 1) if is_control(c) => '?',
        (_, 2) if is_control(c) => '\u{BF}',
        _ if is_control(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// The text of a message, with control characters escaped.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let is_shown_as_it_is = |c: char| !is_control(c) && !matches!(c, '\t' | '\n' | '\r');
    if all_bytes(text, |byte| matches!(byte, b' '..=b'~')) || text.chars().all(is_shown_as_it_is) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_shown_as_it_is(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_default());
        }
    }
    Cow::Owned(escaped)
}

/// Whether all bytes are of a kind. It looks at all of them, because that is quicker than to decide after each.
pub(super) fn all_bytes(text: &str, is_of_kind: impl Fn(u8) -> bool) -> bool {
    !text
        .bytes()
        .fold(false, |others, byte| others | !is_of_kind(byte))
}

/// Whether a byte is printable ASCII or lays text out, as nearly all are.
const fn is_usual(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

/// Control characters but those that end lines and the tab; and those that change the direction of text.
fn is_control(c: char) -> bool {
    let is_layout = matches!(c, '\t' | '\n' | '\r');
    c.is_control() && !is_layout || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_become_something_of_the_same_length() {
        let text = "a\x1b[1m\0\tb\x0C\u{85}\u{202E}c\r\n日";
        let shown = without_controls(text);
        assert_eq!(shown, "a?[1m?\tb \u{BF}\u{FFFD}c\r\n日");
        assert_eq!(shown.len(), text.len());
        assert!(matches!(without_controls("mov\t日\r\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(escape_controls("a\nb\x1b`日`"), "a\\nb\\u{1b}`日`");
    }
}
