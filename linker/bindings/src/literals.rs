//! Names in generated code, as literals and in comments, in printable ASCII.

use std::fmt::{self, Write};

use bstr::{BStr, ByteSlice};

/// Formats a name as a Rust literal. Bytes that are not valid UTF-8 are replaced, because a `str` cannot contain them.
pub(crate) fn rust(name: &BStr) -> String {
    format!("\"{}\"", name.to_str_lossy().escape_default())
}

/// Formats a name as a C++ literal, byte for byte.
pub(crate) fn cpp(name: &BStr) -> String {
    let mut literal = String::from("\"");
    for &byte in name.iter() {
        // An octal escape ends after its third digit, whatever follows.
        let _ = match byte {
            b if is_plain(b) => literal.write_char(b.into()),
            b => write!(literal, "\\{b:03o}"),
        };
    }
    literal.push('"');
    literal
}

/// Formats a name for comments as inline code of Markdown. Bytes that names do not contain are written as numbers.
pub(crate) fn comment(name: &BStr) -> String {
    let shown = name.iter().map(|&byte| match byte {
        b if is_plain(b) => char::from(b).to_string(),
        b => format!("\\x{b:02X}"),
    });
    format!("`{}`", shown.collect::<String>())
}

/// Returns true if a byte needs no escape in literals and comments of any language.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-' | b' ')
}

/// Writes the bytes of a file as little-endian words in an array. The last word is padded with zeros.
pub(crate) fn words(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    for row in bytes.chunks(4 * 8) {
        let mut separator = "    ";
        for word in row.chunks(4) {
            let word = word.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
            write!(f, "{separator}0x{word:08x},")?;
            separator = " ";
        }
        writeln!(f)?;
    }
    Ok(())
}

/// Writes the bytes of a file as the elements of an array.
pub(crate) fn bytes(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    for row in bytes.chunks(16) {
        let mut separator = "    ";
        for byte in row {
            write!(f, "{separator}0x{byte:02x},")?;
            separator = " ";
        }
        writeln!(f)?;
    }
    Ok(())
}
