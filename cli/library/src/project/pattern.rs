//! Paths with a `*`, which matches a part of file names.

use std::path::{Path, PathBuf};

use pica200_asm::Files;

use crate::input::is_stdin;

/// A path relative to the project directory, with at most one `*`, in its last component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern<'t> {
    /// The path of a single file.
    Path(&'t str),
    /// Paths with a prefix and a suffix.
    Wild {
        /// Directory with its separator; may be empty.
        dir: &'t str,
        /// Prefix of the name.
        start: &'t str,
        /// Suffix of the name.
        end: &'t str,
    },
}

impl<'t> Pattern<'t> {
    /// Parses a pattern.
    ///
    /// # Errors
    ///
    /// Returns the error as a predicate of the key.
    pub(super) fn new(text: &'t str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("is an empty path".to_owned());
        }
        let name_at = text.rfind('/').map_or(0, |slash| slash + 1);
        let (dir, name) = text.split_at(name_at);
        if dir.contains('*') {
            return Err("has a `*` in a directory; expected it in the file name".to_owned());
        }
        let Some((start, end)) = name.split_once('*') else {
            return Ok(Self::Path(text));
        };
        if end.contains('*') {
            return Err("has several `*` in a name; expected one".to_owned());
        }
        Ok(Self::Wild { dir, start, end })
    }

    /// Returns true if it contains a `*`.
    pub(super) fn is_wild(&self) -> bool {
        matches!(self, Self::Wild { .. })
    }

    /// Returns the part of a name matched by the `*`; `None` if the name does not match. A leading `*` does not match a
    /// leading dot, which marks hidden files.
    fn stem<'n>(&self, name: &'n str) -> Option<&'n str> {
        let Self::Wild { start, end, .. } = self else {
            return None;
        };
        let stem = name.strip_prefix(start)?.strip_suffix(end)?;
        let is_hidden = start.is_empty() && stem.starts_with('.');
        (!stem.is_empty() && !is_hidden).then_some(stem)
    }

    /// Returns the matching files, sorted by name: the text matched by the `*`, and the path. Empty for a directory
    /// that does not exist.
    pub(super) fn matches(&self, base: &Path, files: &dyn Files) -> Vec<(String, PathBuf)> {
        let Self::Wild { dir, .. } = self else {
            return Vec::new();
        };
        let dir = base.join(dir);
        let names = files.names(&dir).unwrap_or_default();
        let mut found: Vec<_> = names
            .iter()
            .filter_map(|name| {
                let name = name.to_str()?;
                Some((self.stem(name)?.to_owned(), file(&dir, name)))
            })
            .collect();
        found.sort();
        found
    }

    /// Returns the path with `*` replaced by a text.
    pub(super) fn with(&self, stem: &str, base: &Path) -> PathBuf {
        match self {
            Self::Path(path) => file(base, path),
            Self::Wild { dir, start, end } => base.join(format!("{dir}{start}{stem}{end}")),
        }
    }
}

/// Returns the path of a file in a directory. `-` is an ordinary file.
fn file(dir: &Path, name: &str) -> PathBuf {
    let path = dir.join(name);
    if is_stdin(&path) {
        Path::new(".").join(path)
    } else {
        path
    }
}
