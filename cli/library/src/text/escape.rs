//! Escaping of input text for display: it must not move the cursor, colour the terminal, or reverse lines.

use std::borrow::Cow;

/// Returns a source text with control characters replaced by text of the same length, so that spans stay valid.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    if is_printable_or(text, &LAYOUT) || !text.contains(is_control) {
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

/// Returns a message with control characters escaped.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let is_shown_as_it_is = |c: char| !is_control(c) && !matches!(c, '\t' | '\n' | '\r');
    if is_printable_or(text, &[]) || text.chars().all(is_shown_as_it_is) {
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

/// Escapes characters in JSON that terminals interpret and JSON allows: control characters from U+007F, and those that
/// change text direction. They can only occur in strings.
pub fn escape_invisible(json: &str) -> Cow<'_, str> {
    if is_printable_or(json, &LAYOUT) || !json.contains(is_control) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_control(c) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// White space used for layout.
const LAYOUT: [u8; 3] = *b"\t\n\r";

/// Returns true if all bytes are printable ASCII, which is the common case, or in `others`.
pub(crate) fn is_printable_or(text: &str, others: &[u8]) -> bool {
    let is_one = |byte: &u8| matches!(byte, b' '..=b'~') || others.contains(byte);
    let (chunks, rest) = text.as_bytes().as_chunks();
    let mut chunks = chunks.iter();
    chunks.all(|chunk| are_printable(*chunk) || chunk.iter().all(is_one)) && rest.iter().all(is_one)
}

/// Returns true if eight bytes are printable ASCII, testing all of them at once.
const fn are_printable(bytes: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let bytes = u64::from_ne_bytes(bytes);
    // DEL and above have the highest bit set, or set it by adding 1.
    let up_to_tilde = (bytes | bytes.wrapping_add(ONES)) & HIGH == 0;
    // Controls clear it by subtracting a space.
    up_to_tilde && ((bytes | HIGH) - ONES * b' ' as u64) & HIGH == HIGH
}

/// Returns true for control characters other than line ends and tabs, and for characters that change text direction.
fn is_control(c: char) -> bool {
    let is_layout = LAYOUT.map(char::from).contains(&c);
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
    fn printable_bytes_are_told_from_others_in_each_place() {
        for byte in 0..=0x7F {
            for place in 0..19 {
                let mut text = "x".repeat(place);
                text.push(char::from(byte));
                text.push_str(&"x".repeat(18 - place));
                let is_printable = (b' '..=b'~').contains(&byte);
                assert_eq!(is_printable_or(&text, &[]), is_printable, "{text:?}");
                let is_usual = is_printable || LAYOUT.contains(&byte);
                assert_eq!(is_printable_or(&text, &LAYOUT), is_usual, "{text:?}");
            }
        }
        for text in ["1234567\u{e9}", "\u{80}23456789", "~~~~~~~~\u{7f}", "~~~\u{10ffff}~~~~"] {
            assert!(!is_printable_or(text, &LAYOUT), "{text:?}");
        }
        assert!(is_printable_or("", &[]));
    }

    #[test]
    fn json_escapes_what_terminals_obey() {
        assert_eq!(escape_invisible("\"a\u{9b}1m\u{202E}日\""), "\"a\\u009b1m\\u202e日\"");
        assert!(matches!(escape_invisible("\"日\"\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(escape_controls("a\nb\x1b`日`"), "a\\nb\\u{1b}`日`");
    }
}
