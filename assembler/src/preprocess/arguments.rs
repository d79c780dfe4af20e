//! Operand lists as text: parameters and arguments of macros.

use crate::text::{WHITESPACE, is_name, tail, word_len};

/// Splits a list into parts without surrounding whitespace. Commas in brackets and quotation marks do not separate
/// parts. A blank list has no parts.
pub(super) fn split(list: &str) -> Vec<&str> {
    if list.trim_matches(WHITESPACE).is_empty() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut rest = list;
    while let Some(at) = comma(rest) {
        parts.push(rest.get(..at).unwrap_or_default());
        rest = tail(rest, at + 1);
    }
    parts.push(rest);
    parts.iter().map(|part| part.trim_matches(WHITESPACE)).collect()
}

/// Returns the offset of the first comma that separates parts.
fn comma(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// Splits a part of the form `NAME=TEXT`. `==` is a comparison.
pub(super) fn assignment(part: &str) -> Option<(&str, &str)> {
    let name = part.get(..word_len(part)).filter(|name| is_name(name))?;
    let value = tail(part, name.len())
        .trim_start_matches(WHITESPACE)
        .strip_prefix('=')?;
    (!value.starts_with('=')).then(|| (name, value.trim_matches(WHITESPACE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_separate_nothing() {
        assert_eq!(
            split(" r0, (1, 2) , m[max(1,2)].x,"),
            ["r0", "(1, 2)", "m[max(1,2)].x", ""]
        );
        assert_eq!(split("\"a,b\""), ["\"a,b\""]);
        assert_eq!(split(" \t"), [""; 0]);
    }

    #[test]
    fn assignments_are_no_comparisons() {
        assert_eq!(assignment("a = 1, 2"), Some(("a", "1, 2")));
        assert_eq!(assignment("a="), Some(("a", "")));
        assert_eq!(assignment("a == 1"), None);
        assert_eq!(assignment("1 = a"), None);
        assert_eq!(assignment("r0"), None);
    }
}
