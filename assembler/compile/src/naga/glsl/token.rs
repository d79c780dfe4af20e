//! Tokens of GLSL, and the lexer.

use rustc_hash::FxHashMap;

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Symbol(u32);

impl Symbol {
    /// The symbol of no string.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// The strings of a shader, each once.
#[derive(Debug, Default)]
pub(super) struct Interner {
    known: FxHashMap<Box<str>, Symbol>,
    all: Vec<Box<str>>,
}

impl Interner {
    /// Returns the symbol of a string.
    pub(super) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let symbol = Symbol(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(text.into());
        self.known.insert(text.into(), symbol);
        symbol
    }

    /// Returns the symbol of a string that the shader contains.
    pub(super) fn find(&self, text: &str) -> Option<Symbol> {
        self.known.get(text).copied()
    }

    /// Returns the string of a symbol.
    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.all.get(symbol.0 as usize).map_or("", |text| text)
    }
}

/// A part of the listing, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// Returns the part from the start of this one to the end of another one after it.
    pub(super) fn to(self, other: Self) -> Self {
        Self {
            start: self.start,
            end: self.end.max(other.end),
        }
    }
}

impl From<Span> for ::naga::Span {
    fn from(span: Span) -> Self {
        Self::new(span.start, span.end)
    }
}

/// A kind of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A preprocessing number: a token that begins with a digit.
    Number,
    Sign(Sign),
    /// A character that GLSL does not have, or a string.
    Other,
    End,
}

macro_rules! signs {
    ($($name:ident $text:literal)*) => {
        /// An operator or a punctuation mark.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) enum Sign {
            $($name),*
        }

        impl Sign {
            /// All signs, those that begin like shorter ones first.
            const ALL: &[(Self, &str)] = &[$((Self::$name, $text)),*];

            /// Returns the text.
            pub(super) const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text),*
                }
            }
        }
    };
}

signs! {
    ShiftLeftAssign "<<=" ShiftRightAssign ">>="
    Increment "++" Decrement "--" ShiftLeft "<<" ShiftRight ">>" LessEqual "<=" GreaterEqual ">=" Equal "==" NotEqual "!="
    And "&&" Or "||" Xor "^^" Paste "##"
    AddAssign "+=" SubtractAssign "-=" MultiplyAssign "*=" DivideAssign "/=" ModuloAssign "%=" AndAssign "&=" OrAssign "|="
    XorAssign "^="
    LeftParen "(" RightParen ")" LeftBracket "[" RightBracket "]" LeftBrace "{" RightBrace "}"
    Dot "." Comma "," Colon ":" Semicolon ";" Question "?" Assign "=" Not "!" Complement "~"
    Plus "+" Minus "-" Star "*" Slash "/" Percent "%" Less "<" Greater ">" BitAnd "&" BitOr "|" BitXor "^" Hash "#"
}

impl Sign {
    /// Returns the longest sign that a text begins with.
    fn at(text: &[u8]) -> Option<Self> {
        let first = text.first()?;
        let mut all = Self::ALL.iter();
        let found = all.find(|(_, sign)| sign.as_bytes().first() == Some(first) && text.starts_with(sign.as_bytes()));
        found.map(|(sign, _)| *sign)
    }
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its text.
    pub(super) symbol: Symbol,
    /// Its location. A token from the body of a macro has the location of the call.
    pub(super) span: Span,
    /// True if it is the first one of its line.
    pub(super) is_first: bool,
    /// True if white space or a comment is before it.
    pub(super) is_spaced: bool,
    /// True if it is the name of a macro that is being expanded around it, and so is not expanded again.
    pub(super) is_painted: bool,
}

impl Token {
    /// Returns whether the token is a sign.
    pub(super) fn is(&self, sign: Sign) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// Splits a file into tokens. `base` is the offset of its text in the listing.
pub(super) fn tokens(text: &str, base: u32, interner: &mut Interner) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        at: 0,
        is_first: true,
        is_spaced: false,
    };
    let mut found = Vec::with_capacity(text.len() / 4);
    while let Some((kind, start, end)) = lexer.next() {
        let text = text.get(start..end).unwrap_or_default();
        let symbol = if kind == Kind::Word && text.contains('\\') {
            interner.intern(&joined(text))
        } else {
            interner.intern(text)
        };
        let at = |offset: usize| base.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
        found.push(Token {
            kind,
            symbol,
            span: Span {
                start: at(start),
                end: at(end),
            },
            is_first: std::mem::take(&mut lexer.is_first),
            is_spaced: std::mem::take(&mut lexer.is_spaced),
            is_painted: false,
        });
    }
    found
}

/// Returns a word without the ends of lines that are escaped in it.
fn joined(text: &str) -> String {
    text.chars()
        .filter(|letter| !matches!(letter, '\\' | '\r' | '\n'))
        .collect()
}

/// Returns whether a byte can be a part of a word.
const fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    is_first: bool,
    is_spaced: bool,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Returns the length of an escaped end of line.
    fn continuation(&self) -> usize {
        match [self.byte(0), self.byte(1), self.byte(2)] {
            [b'\\', b'\r', b'\n'] => 3,
            [b'\\', b'\n' | b'\r', _] => 2,
            _ => 0,
        }
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        while self.at < self.text.len() {
            let rest = self.text.get(self.at..).unwrap_or_default();
            match [self.byte(0), self.byte(1)] {
                [b'\n' | b'\r', _] => {
                    self.is_first = true;
                    self.at += 1;
                }
                [b'/', b'/'] => self.line_comment(),
                [b'/', b'*'] => {
                    let end = rest.get(2..).and_then(|rest| rest.find("*/"));
                    self.at = end.map_or(self.text.len(), |end| self.at + end + 4);
                }
                [byte, _] if byte.is_ascii_whitespace() || byte == 0x0b => self.at += 1,
                [0xef, 0xbb] if rest.starts_with('\u{feff}') => self.at += 3,
                _ if self.continuation() > 0 => self.at += self.continuation(),
                _ => return,
            }
            self.is_spaced = true;
        }
    }

    /// Skips a comment to the end of the line, which an escaped end of line continues.
    fn line_comment(&mut self) {
        while self.at < self.text.len() && !matches!(self.byte(0), b'\n' | b'\r') {
            self.at += self.continuation().max(1);
        }
    }

    /// Skips the rest of a word or number.
    fn word(&mut self, is_number: bool) {
        loop {
            let byte = self.byte(0);
            let is_sign = matches!(byte, b'+' | b'-');
            let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
            let is_exponent = is_number && is_sign && matches!(before, Some(b'e' | b'E'));
            if is_part(byte) || (is_number && byte == b'.') || is_exponent {
                self.at += 1;
            } else if self.continuation() > 0 && is_part(self.byte(self.continuation())) {
                self.at += self.continuation();
            } else {
                return;
            }
        }
    }

    /// Returns the next token with its first byte and the byte after it.
    fn next(&mut self) -> Option<(Kind, usize, usize)> {
        self.skip();
        let start = self.at;
        let rest = self.text.as_bytes().get(start..)?;
        let first = *rest.first()?;
        let kind = if first.is_ascii_digit() || (first == b'.' && self.byte(1).is_ascii_digit()) {
            let is_hexadecimal = first == b'0' && matches!(self.byte(1), b'x' | b'X');
            self.word(!is_hexadecimal);
            Kind::Number
        } else if is_part(first) {
            self.word(false);
            Kind::Word
        } else if let Some(sign) = Sign::at(rest) {
            self.at += sign.text().len();
            Kind::Sign(sign)
        } else {
            self.other(first);
            Kind::Other
        };
        Some((kind, start, self.at))
    }

    /// Skips a string, or one character.
    fn other(&mut self, first: u8) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.chars().next().map_or(1, char::len_utf8);
        self.at += length;
        if first == b'"' {
            let mut behind = rest.bytes().skip(length);
            let end = behind.position(|byte| matches!(byte, b'"' | b'\n'));
            // A mark without a second one on its line is alone.
            let closes = end.is_some_and(|end| rest.as_bytes().get(length + end) == Some(&b'"'));
            self.at += end.filter(|_| closes).map_or(0, |end| end + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Interner, Kind, Sign, tokens};

    fn texts(source: &str) -> Vec<String> {
        let mut interner = Interner::default();
        let found = tokens(source, 0, &mut interner);
        found
            .iter()
            .map(|token| interner.text(token.symbol).to_owned())
            .collect()
    }

    #[test]
    fn the_longest_sign_is_taken() {
        assert_eq!(
            texts("a<<=b++ +c^^d.x"),
            ["a", "<<=", "b", "++", "+", "c", "^^", "d", ".", "x"]
        );
        for (sign, text) in Sign::ALL {
            assert_eq!(Sign::at(text.as_bytes()), Some(*sign));
        }
    }

    #[test]
    fn numbers_are_whole() {
        assert_eq!(
            texts("1.0e-5f .5 0x1Fu 0xe+1 1.xx 2.e+3-4"),
            ["1.0e-5f", ".5", "0x1Fu", "0xe", "+", "1", "1.xx", "2.e+3", "-", "4"]
        );
    }

    #[test]
    fn comments_and_escaped_ends_of_lines_are_white_space() {
        assert_eq!(texts("a//b\\\nc\nd/*e\nf*/g/*"), ["a", "d", "g"]);
        assert_eq!(
            texts("#define A 1 + \\\r\n 2\nx"),
            ["#", "define", "A", "1", "+", "2", "x"]
        );
        assert_eq!(texts("po\\\nsition"), ["position"]);
        let mut interner = Interner::default();
        let found = tokens("a /*\n*/ b\nc", 10, &mut interner);
        let first: Vec<_> = found.iter().map(|token| token.is_first).collect();
        assert_eq!(first, [true, false, true]);
        assert_eq!(found[2].span.start, 20);
    }

    #[test]
    fn other_characters_are_tokens() {
        let mut interner = Interner::default();
        let found = tokens("\"a.glsl\" $ \u{fc} \"open", 0, &mut interner);
        assert!(
            found
                .iter()
                .all(|token| token.kind == Kind::Other || token.kind == Kind::Word)
        );
        assert_eq!(
            texts("\"a.glsl\" $ \u{fc} \"open"),
            ["\"a.glsl\"", "$", "\u{fc}", "\"", "open"]
        );
    }
}
