//! Addresses of documents, and paths of files.

use std::path::{Component, Path, PathBuf};

use gen_lsp_types::Uri;
use url::Url;

/// The path of a file, if the address is that of a file.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    let url = Url::parse(&uri.0).ok()?;
    let path = (url.scheme() == "file").then(|| url.to_file_path().ok());
    path.flatten().map(|path| normal(&path))
}

/// The address of a file. `None` for a relative path.
pub(crate) fn from_path(path: &Path) -> Option<Uri> {
    let url = Url::from_file_path(path).ok()?;
    Some(Uri(url.to_string()))
}

/// A path without `.` and `..`, so that equal files have equal paths. Symbolic links are not followed.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(normal.components().next_back(), Some(Component::Normal(_))) =>
            {
                normal.pop();
            }
            Component::ParentDir if normal.has_root() => {}
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normal() {
        for (path, expected) in [
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/a"),
            ("../a/b/..", "../a"),
            ("a/../../b", "../b"),
            ("/a/", "/a"),
        ] {
            assert_eq!(normal(Path::new(path)), Path::new(expected), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn addresses_of_files_are_paths() {
        for (uri, path) in [
            ("file:///a/b.vsh", "/a/b.vsh"),
            ("file:///a%20b/%C3%A9.vsh", "/a b/\u{e9}.vsh"),
            ("file:///a%23b.vsh", "/a#b.vsh"),
            ("file://localhost/a.vsh", "/a.vsh"),
            ("file:///a/%2e%2e/b.vsh", "/b.vsh"),
        ] {
            let found = to_path(&Uri(uri.to_owned()));
            assert_eq!(found, Some(PathBuf::from(path)), "{uri}");
        }
        for path in ["/a b/\u{e9}.vsh", "/a#b?c%20.vsh", "/"] {
            let uri = from_path(Path::new(path)).expect("the path is absolute");
            assert_eq!(to_path(&uri), Some(PathBuf::from(path)), "{}", uri.0);
        }
    }

    /// Clients write the colon of a drive in two ways, and its letter in two.
    #[cfg(windows)]
    #[test]
    fn addresses_of_files_are_paths_with_drives() {
        for (uri, path) in [
            ("file:///C:/a/b.vsh", r"C:\a\b.vsh"),
            ("file:///c%3A/a/b.vsh", r"C:\a\b.vsh"),
            ("file:///c%3a/a%20b/%C3%A9.vsh", "C:\\a b\\\u{e9}.vsh"),
            ("file:///C:/a/../b.vsh", r"C:\b.vsh"),
            ("file://server/share/a.vsh", r"\\server\share\a.vsh"),
        ] {
            let found = to_path(&Uri(uri.to_owned()));
            assert_eq!(found, Some(PathBuf::from(path)), "{uri}");
        }
        for path in [r"C:\a b\c#d.vsh", r"\\server\share\a.vsh"] {
            let uri = from_path(Path::new(path)).expect("the path is absolute");
            assert_eq!(to_path(&uri), Some(PathBuf::from(path)), "{}", uri.0);
        }
        assert_eq!(to_path(&Uri("file:///a/b.vsh".to_owned())), None);
    }

    #[test]
    fn other_addresses_have_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "git:/a.vsh?HEAD",
            "",
            "a.vsh",
            "file:",
            "%%%",
        ] {
            let found = to_path(&Uri(uri.to_owned()));
            assert!(found.is_none_or(|path| path == Path::new("/")), "{uri}");
        }
        assert_eq!(from_path(Path::new("a.vsh")), None);
    }
}
