//! The head of a line, which the preprocessor reads without a lexer.

use crate::directive::Directive;
use crate::text::{WHITESPACE, code, tail, word_len};

/// The first word of a line, after its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word<'t> {
    /// There is no word, or something else.
    None,
    /// A `#` at the start of the line.
    Hash,
    /// A directive.
    Directive(Directive),
    /// A name of an instruction or a macro.
    Name(&'t str),
}

/// The head of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'t> {
    /// The first word.
    pub(crate) word: Word<'t>,
    /// Offset of its start in the line.
    pub(crate) start: usize,
    /// Offset of its end.
    pub(crate) end: usize,
}

impl<'t> Head<'t> {
    /// Parses the head of a line.
    pub(crate) fn parse(line: &'t str) -> Self {
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

    /// Returns the text after the word, without comment and surrounding whitespace.
    pub(crate) fn operands(&self, line: &'t str) -> &'t str {
        code(tail(line, self.end)).trim_matches(WHITESPACE)
    }
}

/// Returns the offset of the first non-whitespace byte at or after `from`.
fn blanks(line: &str, from: usize) -> usize {
    let rest = tail(line, from);
    from + rest.len() - rest.trim_start_matches(WHITESPACE).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_follows_labels() {
        let word = |line| Head::parse(line).word;
        assert_eq!(word("  .IF x"), Word::Directive(Directive::If));
        assert_eq!(word("a: b : mov r0, r1"), Word::Name("mov"));
        assert_eq!(word(".La: .include"), Word::Directive(Directive::Include));
        assert_eq!(word("# 1 \"f\""), Word::Hash);
        assert_eq!(word("a: # 1 \"f\""), Word::None);
        assert_eq!(word(".nothing"), Word::None);
        assert_eq!(word("; .if"), Word::None);
        assert_eq!(word("1: mov"), Word::None);
        assert_eq!(Head::parse(" x:\ty z;c\r\n").operands(" x:\ty z;c\r\n"), "z");
    }
}
