//! JSON documents.

use serde::Serialize;

/// Serializes a document of strings and numbers, followed by a line ending.
pub fn pretty(document: &impl Serialize) -> Vec<u8> {
    // Strings and numbers can always be serialized.
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    let mut text = pica200::render::escape_invisible(&text).into_owned().into_bytes();
    text.push(b'\n');
    text
}

/// Converts bytes to text. Bytes that are not UTF-8 are escaped, as `\x83`; a backslash before an `x` becomes `\x5C`.
pub fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(&chunk.valid().replace("\\x", "\\x5Cx"));
        text.push_str(&chunk.invalid().escape_ascii().to_string());
    }
    text
}
