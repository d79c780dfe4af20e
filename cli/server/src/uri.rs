//! Conversion between URIs and file paths.

use std::path::{Path, PathBuf};

use bstr::{ByteSlice, ByteVec};
use gen_lsp_types::Uri;
use percent_encoding::percent_decode_str;
pub(crate) use pica200::files::normal;
use pica200::uri::{Style, address, has_drive};

/// Returns the path of a `file` URI.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    let path = path(&uri.0, Style::NATIVE)?.into_path_buf().ok()?;
    Some(normal(&path))
}

/// Returns the `file` URI of a path, or `None` for a relative path.
pub(crate) fn from_path(path: &Path) -> Option<Uri> {
    address(<[u8]>::from_path(path)?, Style::NATIVE).map(Uri)
}

/// Returns the path of a `file` URI (RFC 8089). It may contain `..`.
fn path(address: &str, style: Style) -> Option<Vec<u8>> {
    let (scheme, rest) = address.split_once(':')?;
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    let is_file = scheme.eq_ignore_ascii_case("file");
    let parts = path.strip_prefix('/').filter(|_| is_file)?.split('/');
    let parts: Vec<Vec<u8>> = parts.map(|part| percent_decode_str(part).collect()).collect();
    match (style, host) {
        (Style::Unix, "" | "localhost") => Some([b"/", parts.join(&b'/').as_slice()].concat()),
        (Style::Unix, _) => None,
        (Style::Windows, "" | "localhost") => {
            let mut path = parts.join(&b'\\');
            // Clients write drive letters in either case.
            path.get_mut(..1)?.make_ascii_uppercase();
            has_drive(&path).then_some(path)
        }
        (Style::Windows, host) => {
            let start = format!(r"\\{host}\");
            Some([start.as_bytes(), &parts.join(&b'\\')].concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that URIs convert to paths, and that paths convert to URIs and back.
    fn check(style: Style, addresses: &[(&str, &str)], paths: &[(&str, &str)]) {
        for (address, expected) in addresses {
            let found = path(address, style).map(|found| found.to_str_lossy().into_owned());
            assert_eq!(found.as_deref(), Some(*expected), "{address}");
        }
        for (written, expected) in paths {
            let found = address(written.as_bytes(), style);
            assert_eq!(found.as_deref(), Some(*expected), "{written}");
            let back = path(expected, style);
            assert_eq!(back, Some(written.replace(r"\\?\", "").into_bytes()), "{expected}");
        }
    }

    #[test]
    fn addresses_of_files_are_paths() {
        let addresses = [
            ("file:///a/b.vsh", "/a/b.vsh"),
            ("FILE:/a/b.vsh", "/a/b.vsh"),
            ("file:///a%20b/%C3%A9.vsh", "/a b/\u{e9}.vsh"),
            ("file:///a%23b.vsh#L7", "/a#b.vsh"),
            ("file:///a%zz.vsh", "/a%zz.vsh"),
            ("file://localhost/a.vsh", "/a.vsh"),
        ];
        let paths = [
            ("/a b/\u{e9}.vsh", "file:///a%20b/%C3%A9.vsh"),
            ("/a#b?c%20.vsh", "file:///a%23b%3Fc%2520.vsh"),
            ("/", "file:///"),
        ];
        check(Style::Unix, &addresses, &paths);
        assert_eq!(path("file://server/share/a.vsh", Style::Unix), None);
    }

    /// Clients may percent-encode the colon of a drive, and write its letter in either case.
    #[test]
    fn addresses_of_files_are_paths_with_drives() {
        let addresses = [
            ("file:///C:/a/b.vsh", r"C:\a\b.vsh"),
            ("file:///c%3A/a/b.vsh", r"C:\a\b.vsh"),
            ("file:///c%3a/a%20b/%C3%A9.vsh", "C:\\a b\\\u{e9}.vsh"),
            ("file:///C:/", r"C:\"),
            ("file://server/share/a.vsh", r"\\server\share\a.vsh"),
        ];
        let paths = [
            (r"C:\a b\c#d.vsh", "file:///C:/a%20b/c%23d.vsh"),
            (r"\\?\C:\a.vsh", "file:///C:/a.vsh"),
            (r"\\server\share\a.vsh", "file://server/share/a.vsh"),
        ];
        check(Style::Windows, &addresses, &paths);
        let shared = address(br"\\?\UNC\server\share\a.vsh", Style::Windows);
        assert_eq!(shared.as_deref(), Some("file://server/share/a.vsh"));
        for other in ["file:///a/b.vsh", "file:///C:", "file:///"] {
            assert_eq!(path(other, Style::Windows), None, "{other}");
        }
        assert_eq!(address(br"\a.vsh", Style::Windows), None);
    }

    #[test]
    fn other_addresses_have_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "git:/a.vsh?HEAD",
            "",
            "a.vsh",
            "file:",
            "file:a.vsh",
            "file://",
            "%%%",
        ] {
            for style in [Style::Unix, Style::Windows] {
                assert_eq!(path(uri, style), None, "{uri}");
            }
        }
        assert_eq!(from_path(Path::new("a.vsh")), None);
    }

    #[cfg(unix)]
    #[test]
    fn paths_of_addresses_are_normal() {
        let found = to_path(&Uri("file:///a/%2e%2e/./b.vsh".to_owned()));
        assert_eq!(found, Some(PathBuf::from("/b.vsh")));
    }
}
