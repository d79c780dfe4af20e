//! Checks that bytes are valid text.

use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::text::Span;

/// Maximum size of a source in bytes: processing takes many times as much memory. Program memory holds a few thousand
/// instructions.
const MAX_BYTES: usize = 16 << 20;

/// Returns the text of a source without its byte order mark, and an error if it is not UTF-8, contains a NUL, or is
/// larger than 16 MiB. The text then ends before the first invalid byte.
pub fn check(source: &[u8]) -> (&str, Option<Diagnostic>) {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let bytes = source.strip_prefix(MARK).unwrap_or(source);
    if bytes.len() > MAX_BYTES {
        let message = format!("the source has {} bytes, more than {MAX_BYTES}", bytes.len());
        let help = "split it into several files";
        return (
            "",
            Some(diagnose(Code::SourceTooLarge, Span::default(), message).with_help(help)),
        );
    }
    let (text, bad) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (good, bad) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(good).unwrap_or_default(), bad.first())
        }
    };
    let at = |offset: usize| Span::from_range(offset..offset);
    // Most sources have no NUL: a search without the offset is faster.
    let has_nul = text.as_bytes().contains(&0);
    let nul = has_nul.then(|| text.bytes().position(|byte| byte == 0)).flatten();
    let trouble = match (nul, bad) {
        (Some(nul), _) => {
            let diagnostic = diagnose(Code::InvalidText, at(nul), "unexpected NUL byte");
            Some(diagnostic.with_help("sources are UTF-8 text; is this file UTF-16 or binary?"))
        }
        (None, Some(0xFE | 0xFF)) if text.is_empty() => {
            let message = "the source is UTF-16, not UTF-8";
            Some(diagnose(Code::InvalidText, at(0), message).with_help("save it as UTF-8"))
        }
        (None, Some(byte)) => {
            let message = format!("not valid UTF-8: byte {byte:02X}");
            Some(diagnose(Code::InvalidText, at(text.len()), message).with_help("sources are UTF-8 text"))
        }
        (None, None) => None,
    };
    (text, trouble)
}
