//! Descriptions of archives and other files: the JSON that `picadump --json` prints. The description of a new file may
//! leave out derived fields.

use bstr::BString;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// Parses a document of a format.
pub(crate) fn parse_document<Document: DeserializeOwned>(text: &[u8], expected: &str) -> Result<Document, String> {
    /// The format of a document.
    #[derive(Deserialize)]
    #[serde(expecting = "an object with the key `format`")]
    struct Head {
        format: String,
    }

    let Head { format } = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if format != expected {
        let found = format.escape_debug();
        return Err(format!("the format is `{found}`; expected `{expected}`"));
    }
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

/// Rejects the description of a damaged file.
pub(crate) fn reject_damaged(faults: &[IgnoredAny], what: &str) -> Result<(), String> {
    match faults {
        [] => Ok(()),
        _ => Err(format!(
            "`faults` is not empty: this describes {what}, parts of which are missing"
        )),
    }
}

/// Returns the bytes of a text in which bytes that are not UTF-8 are escaped: `\x83`.
pub(crate) fn bytes(text: &str) -> BString {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        let (before, escape) = rest.split_at(at);
        bytes.extend_from_slice(before.as_bytes());
        let byte = escape.get(2..4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        // The backslash is the only escaped ASCII character.
        match byte.filter(|byte| !byte.is_ascii() || *byte == b'\\') {
            Some(byte) => {
                bytes.push(byte);
                rest = escape.get(4..).unwrap_or_default();
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                rest = escape.get(2..).unwrap_or_default();
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes.into()
}

/// Parses an even number of hexadecimal digits.
pub(crate) fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|n| u8::try_from(n).ok());
    let pair = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    pairs.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;

    #[test]
    fn bytes_that_are_not_text_are_escaped() {
        assert_eq!(bytes("a\\x83\\xffb"), b"a\x83\xFFb".as_bstr());
        assert_eq!(bytes("ä\\x"), "ä\\x".as_bytes().as_bstr());
        assert_eq!(bytes("\\x41\\xg0\\x8"), b"\\x41\\xg0\\x8".as_bstr());
        assert_eq!(bytes("\\x\\x80"), b"\\x\x80".as_bstr());
        assert_eq!(bytes("\\x5Cx80\\x80"), b"\\x80\x80".as_bstr());
    }

    /// Escapes written by picadump round-trip.
    #[test]
    fn escapes_come_back() {
        for text in [
            &b"plain"[..],
            b"\x83\x56",
            b"\\x83",
            b"\\",
            b"\\\\x\xff\\",
            b"\\x5C",
            "\u{e4}\\x\u{fffd}".as_bytes(),
        ] {
            let escaped = pica200_report::view::json::escaped(text);
            assert_eq!(bytes(&escaped), text.as_bstr(), "{escaped}");
        }
    }

    #[test]
    fn numbers_are_pairs_of_digits() {
        assert_eq!(hexadecimal("00fFa1"), Some(vec![0, 0xFF, 0xA1]));
        assert_eq!(hexadecimal(""), Some(Vec::new()));
        assert_eq!(hexadecimal("123"), None);
        assert_eq!(hexadecimal("-1"), None);
    }
}
