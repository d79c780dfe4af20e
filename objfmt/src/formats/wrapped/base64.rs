//! Base64 embedded in text.
//!
//! Texts break base64 into lines, indent the lines, and may write characters as references such as `&#43;`. Some use
//! the URL-safe alphabet, with `-` and `_` instead of `+` and `/`. All of these are read.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// A decoder without padding; bits beyond the last byte may have any value.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A run of base64 text in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The file offset of the first character.
    pub offset: usize,
    /// The file offset after the last character.
    pub end: usize,
    /// The decode bytes.
    pub bytes: Vec<u8>,
    /// The fault at [`Self::end`], if the text is invalid there.
    pub fault: Option<Fault>,
}

/// The fault at the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A byte that neither belongs to base64 nor usually follows it.
    Byte(u8),
    /// More base64 text follows the padding.
    AfterPadding,
    /// The number of characters, without padding, is one more than a multiple of 4.
    Length(usize),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Byte(byte) => {
                write!(f, "`{}` is not a base64 character", byte.escape_ascii())
            }
            Self::AfterPadding => write!(f, "text follows the padding `=`"),
            Self::Length(count) => write!(
                f,
                "the text has {count} characters, but base64 never has one more than a multiple of 4"
            ),
        }
    }
}

/// A token of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// A character of the standard alphabet.
    Character(u8),
    /// The padding character of the last group.
    Padding,
    /// White space.
    Gap,
    /// Any other byte, or the end of the text.
    Other(Option<u8>),
}

/// The maximum length of a character reference, without `&#`: `x10FFFF;`.
const MAX_REFERENCE: usize = 8;

/// Returns the token at the start of a text, and its length in bytes.
fn token(text: &[u8]) -> (Token, usize) {
    let Some((&first, rest)) = text.split_first() else {
        return (Token::Other(None), 0);
    };
    match rest.strip_prefix(b"#") {
        Some(reference) if first == b'&' => match decode_reference(reference) {
            Some((character, length)) => (of_character(character), length + 2),
            None => (Token::Other(Some(first)), 1),
        },
        _ => (of_character(first), 1),
    }
}

/// Returns the ASCII character of a reference, and the length of the reference after `&#`.
fn decode_reference(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().take(MAX_REFERENCE).position(|byte| *byte == b';')?;
    let digits = std::str::from_utf8(text.get(..end)?).ok()?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    Some((u8::try_from(code.ok()?).ok()?, end + 1))
}

fn of_character(character: u8) -> Token {
    match character {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => Token::Character(character),
        b'-' => Token::Character(b'+'),
        b'_' => Token::Character(b'/'),
        b'=' => Token::Padding,
        b' ' | b'\t' | b'\r' | b'\n' => Token::Gap,
        _ => Token::Other(Some(character)),
    }
}

/// Finds the base64 texts in a file whose decode bytes begin with one of `magics`, in the order of their offsets. They
/// do not overlap: a text ends where another one begins, even if only white space separates them.
///
/// Time and result size are linear in the file size.
pub fn runs(file: &[u8], magics: &[&[u8]]) -> Vec<Run> {
    let starts = Starts::new(magics);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = file.get(at..).filter(|rest| !rest.is_empty()) {
        if starts.match_text(rest) {
            let run = read(file, at, &starts);
            at = run.end.max(at + 1);
            found.push(run);
        } else {
            at += 1;
        }
    }
    found
}

/// The magics to find.
struct Starts<'m> {
    magics: &'m [&'m [u8]],
    /// The first base64 character of each magic.
    first: Vec<u8>,
    /// The number of characters that encode the longest magic.
    longest: usize,
}

impl<'m> Starts<'m> {
    fn new(magics: &'m [&'m [u8]]) -> Self {
        let first = |magic: &&[u8]| ENGINE.encode(magic).bytes().next();
        let longest = magics.iter().map(|magic| magic.len()).max();
        Self {
            magics,
            first: magics.iter().filter_map(first).collect(),
            longest: longest.unwrap_or_default().div_ceil(3) * 4,
        }
    }

    /// Returns true if the decode text begins with one of the magics.
    fn match_text(&self, text: &[u8]) -> bool {
        let first = match token(text).0 {
            Token::Character(character) => character,
            _ => return false,
        };
        if !self.first.contains(&first) {
            return false;
        }
        let mut characters = Vec::with_capacity(self.longest);
        let mut at = 0;
        while characters.len() < self.longest {
            let (token, length) = token(text.get(at..).unwrap_or_default());
            match token {
                Token::Character(character) => characters.push(character),
                Token::Gap => {}
                Token::Padding | Token::Other(_) => break,
            }
            at += length;
        }
        let bytes = decode(&characters);
        self.magics.iter().any(|magic| bytes.starts_with(magic))
    }
}

/// Decodes characters. A last character that encodes less than a byte is dropped.
fn decode(characters: &[u8]) -> Vec<u8> {
    let whole = match characters {
        [whole @ .., _] if characters.len() % 4 == 1 => whole,
        _ => characters,
    };
    // There are only characters of the alphabet here, and their number is valid.
    ENGINE.decode(whole).unwrap_or_default()
}

/// Reads the run at an offset.
fn read(file: &[u8], offset: usize, starts: &Starts<'_>) -> Run {
    let mut characters = Vec::new();
    let mut at = offset;
    let mut end = offset;
    let fault = loop {
        let rest = file.get(at..).unwrap_or_default();
        let (token, length) = token(rest);
        match token {
            Token::Character(_) if at > offset && starts.match_text(rest) => break None,
            Token::Character(character) => characters.push(character),
            Token::Gap => {
                at += length;
                continue;
            }
            Token::Padding => break fault_after_padding(rest, &mut at),
            Token::Other(byte) => break byte.filter(|byte| !ends(*byte)).map(Fault::Byte),
        }
        at += length;
        end = at;
    };
    let count = characters.len();
    let length = (count % 4 == 1).then_some(Fault::Length(count));
    Run {
        offset,
        end: if fault.is_some() { at } else { end },
        bytes: decode(&characters),
        fault: fault.or(length),
    }
}

/// Returns true for a byte that usually follows base64 text: the next tag, or the end of an attribute, a string or a
/// section.
const fn ends(byte: u8) -> bool {
    matches!(byte, b'<' | b'"' | b'\'' | b']' | b')' | b'}' | b',' | b';')
}

/// Returns the fault after the padding at the start of a text, and sets `at` to its offset.
fn fault_after_padding(text: &[u8], at: &mut usize) -> Option<Fault> {
    let mut offset = 0;
    loop {
        let (token, length) = token(text.get(offset..).unwrap_or_default());
        match token {
            Token::Padding | Token::Gap => offset += length,
            Token::Character(_) => {
                *at += offset;
                return Some(Fault::AfterPadding);
            }
            Token::Other(byte) => {
                *at += offset;
                return byte.filter(|byte| !ends(*byte)).map(Fault::Byte);
            }
        }
    }
}
