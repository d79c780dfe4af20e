//! Documents of JSON.

use serde::Serialize;

/// The text of a document, whose values are strings and numbers, followed by a line ending.
pub fn pretty(document: &impl Serialize) -> Vec<u8> {
    // Strings and numbers can always be serialised.
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    let mut text = pica200::render::escape_invisible(&text).into_owned().into_bytes();
    text.push(b'\n');
    text
}

/// Bytes as text, in which bytes that are not UTF-8 are escaped: `\x83`. A backslash before an `x` is `\x5C`.
pub fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(&chunk.valid().replace("\\x", "\\x5Cx"));
        text.push_str(&chunk.invalid().escape_ascii().to_string());
    }
    text
}
