//! File URIs (RFC 8089), and relative references to files (RFC 3986).

use bstr::ByteSlice;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// Characters to percent-encode: all except those that RFC 3986 allows in a path segment.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// Characters to percent-encode in relative references: also the colon, before which a scheme would be read.
const ENCODED_IN_RELATIVE: &AsciiSet = &ENCODED.add(b':');

/// Path syntax of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `/directory/file`.
    Unix,
    /// `C:\directory\file`, or `\\host\share\file`.
    Windows,
}

impl Style {
    /// The style of this system.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };
}

/// Returns the URI of an absolute path: `file:///directory/file`. Returns `None` for a relative path.
pub fn address(path: &[u8], style: Style) -> Option<String> {
    let (start, path) = match style {
        Style::Unix => ("file://", path.starts_with(b"/").then(|| path.to_owned())?),
        Style::Windows => {
            // Extended-length paths begin with `\\?\`.
            let path = match path.strip_prefix(br"\\?\UNC") {
                Some(rest) => [br"\", rest].concat(),
                None => path.strip_prefix(br"\\?\").unwrap_or(path).to_owned(),
            };
            if path.starts_with(br"\\") {
                ("file:", path.replace(r"\", "/"))
            } else {
                ("file:///", has_drive(&path).then(|| path.replace(r"\", "/"))?)
            }
        }
    };
    Some(format!("{start}{}", encoded(&path, ENCODED)))
}

/// Returns a reference to a file: a URI, or a relative path.
pub fn reference(path: &str, style: Style) -> String {
    let path = match style {
        Style::Unix => path.to_owned(),
        Style::Windows => path.replace('/', r"\"),
    };
    address(path.as_bytes(), style).unwrap_or_else(|| {
        let path = match style {
            Style::Unix => path,
            Style::Windows => path.replace('\\', "/"),
        };
        encoded(path.as_bytes(), ENCODED_IN_RELATIVE)
    })
}

/// Percent-encodes the segments of a path.
fn encoded(path: &[u8], set: &'static AsciiSet) -> String {
    let parts = path.split(|byte| *byte == b'/');
    let parts: Vec<_> = parts.map(|part| percent_encode(part, set).to_string()).collect();
    parts.join("/")
}

/// Returns true if a Windows path begins with a drive.
pub fn has_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(style: Style, references: &[(&str, &str)]) {
        for (path, expected) in references {
            assert_eq!(reference(path, style), *expected, "{path}");
        }
    }

    #[test]
    fn relative_paths_have_no_scheme() {
        check(
            Style::Unix,
            &[
                ("a:b.vsh", "a%3Ab.vsh"),
                ("c/a b#\u{e9}.vsh", "c/a%20b%23%C3%A9.vsh"),
                (r"a\b.vsh", "a%5Cb.vsh"),
                ("../a%20.vsh", "../a%2520.vsh"),
                ("/a/b:c.vsh", "file:///a/b:c.vsh"),
            ],
        );
    }

    #[test]
    fn backslashes_separate_on_windows() {
        check(
            Style::Windows,
            &[
                (r"a\b.vsh", "a/b.vsh"),
                (r"a\b/c.vsh", "a/b/c.vsh"),
                (r"C:\a b\c.vsh", "file:///C:/a%20b/c.vsh"),
                ("C:/a/b.vsh", "file:///C:/a/b.vsh"),
                ("C:a.vsh", "C%3Aa.vsh"),
                (r"\\host\share\a.vsh", "file://host/share/a.vsh"),
            ],
        );
    }
}
