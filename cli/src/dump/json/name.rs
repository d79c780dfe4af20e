//! Names and bits in JSON.

#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

/// A name. Names in files are arbitrary bytes.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Name {
    /// The name. U+FFFD replaces bytes that are not UTF-8.
    name: String,
    /// The bytes of the name in hexadecimal if it is not UTF-8, otherwise null.
    name_bytes: Option<String>,
}

impl Name {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let name_bytes = match std::str::from_utf8(bytes) {
            Ok(_) => None,
            Err(_) => Some(hex(bytes)),
        };
        Self {
            name: text(bytes),
            name_bytes,
        }
    }
}

/// Converts bytes to text. U+FFFD replaces bytes that are not UTF-8.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Formats bytes in hexadecimal, two digits each.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Formats a word as eight hexadecimal digits.
pub(super) fn hex_word(word: u32) -> String {
    format!("{word:08X}")
}
