//! How a line begins, as far as the preprocessor wants to know.

use crate::directive::Directive;

/// What separates words.
pub(super) const BLANKS: [char; 6] = [' ', '\t', '\x0B', '\x0C', '\r', '\n'];

/// The first word of a line, behind its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word<'t> {
    /// There is none, or something else.
    None,
    /// A `#`, before which there is nothing.
    Hash,
    /// A directive.
    Directive(Directive),
    /// A name: of an instruction or a macro.
    Name(&'t str),
}

/// How a line begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'t> {
    /// The first word.
    pub(super) word: Word<'t>,
    /// Where it begins in the line.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

impl<'t> Head<'t> {
    /// The head of a line.
    pub(super) fn of(line: &'t str) -> Self {
        let mut start = blanks(line, 0);
        if tail(line, start).starts_with('#') {
            return Self {
                word: Word::Hash,
                start,
                end: start + 1,
            };
        }
        loop {
            let dot = usize::from(tail(line, start).starts_with('.'));
            let end = start + dot + word_len(tail(line, start + dot));
            let colon = blanks(line, end);
            if end > start + dot && tail(line, colon).starts_with(':') {
                start = blanks(line, colon + 1);
                continue;
            }
            let name = line.get(start + dot..end).unwrap_or_default();
            let word = match (dot, name) {
                (_, "") => Word::None,
                (0, name) => Word::Name(name),
                (_, name) => Directive::from_name(name).map_or(Word::None, Word::Directive),
            };
            return Self { word, start, end };
        }
    }

    /// What stands behind the word, without a comment and blanks around it.
    pub(super) fn operands(&self, line: &'t str) -> &'t str {
        code(tail(line, self.end)).trim_matches(BLANKS)
    }
}

/// A line without the comment behind it.
pub(super) fn code(line: &str) -> &str {
    let mut rest = line;
    let mut end = 0;
    while let Some(at) = rest.find([';', '"']) {
        end += at;
        if rest.as_bytes().get(at) == Some(&b';') {
            return line.get(..end).unwrap_or_default();
        }
        // A `;` in quotation marks begins no comment. Without a second mark these are no quotation marks.
        let behind = tail(rest, at + 1);
        let text = behind.find('"').map_or(0, |quote| quote + 1);
        end += 1 + text;
        rest = tail(behind, text);
    }
    line
}

/// What quotation marks enclose, if there is nothing else.
pub(super) fn unquote(operand: &str) -> Option<&str> {
    let text = operand.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('"')).then_some(text)
}

/// Whether a text is a name and nothing else.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && word_len(text) == text.len()
}

/// How many bytes of a text are its first name.
pub(super) fn word_len(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    text.bytes().take_while(in_name).count()
}

/// The end of a text from a byte on.
pub(super) fn tail(text: &str, from: usize) -> &str {
    text.get(from..).unwrap_or_default()
}

/// The first byte from one on that is no blank.
fn blanks(line: &str, from: usize) -> usize {
    let rest = tail(line, from);
    from + rest.len() - rest.trim_start_matches(BLANKS).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_behind_labels() {
        let word = |line| Head::of(line).word;
        assert_eq!(word("  .IF x"), Word::Directive(Directive::If));
        assert_eq!(word("a: b : mov r0, r1"), Word::Name("mov"));
        assert_eq!(word(".La: .include"), Word::Directive(Directive::Include));
        assert_eq!(word("# 1 \"f\""), Word::Hash);
        assert_eq!(word("a: # 1 \"f\""), Word::None);
        assert_eq!(word(".nothing"), Word::None);
        assert_eq!(word("; .if"), Word::None);
        assert_eq!(word("1: mov"), Word::None);
        assert_eq!(Head::of(" x:\ty z;c\r\n").operands(" x:\ty z;c\r\n"), "z");
    }

    #[test]
    fn comments_begin_outside_of_quotation_marks() {
        assert_eq!(code("a \"b;c\" d ; e"), "a \"b;c\" d ");
        assert_eq!(code("a \"b ; c"), "a \"b ");
        assert_eq!(code("a"), "a");
        assert_eq!(unquote("\"a b\""), Some("a b"));
        assert_eq!(unquote("\"a\" \"b\""), None);
        assert_eq!(unquote("\""), None);
    }
}
