//! Files shared by several builds, and path normalization.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use pica200_asm::Files;

/// A file provider with a cache. A file is read again only if two threads read it at the same time, or if reading
/// failed.
#[derive(Debug)]
pub struct FileCache<'f> {
    files: &'f dyn Files,
    known: Mutex<HashMap<PathBuf, Arc<[u8]>>>,
}

impl<'f> FileCache<'f> {
    /// Creates an empty cache for `files`.
    pub fn new(files: &'f dyn Files) -> Self {
        Self {
            files,
            known: Mutex::default(),
        }
    }
}

impl Files for FileCache<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_uncached(path, |files| files.read(path))
    }

    fn read_regular(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_uncached(path, |files| files.read_regular(path))
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<OsString>> {
        self.files.names(dir)
    }
}

impl FileCache<'_> {
    /// Reads a file that is not in the cache.
    fn read_uncached(&self, path: &Path, read: impl FnOnce(&dyn Files) -> io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
        let known = || self.known.lock().ok()?.get(path).cloned();
        if let Some(bytes) = known() {
            return Ok(bytes.to_vec());
        }
        let bytes = read(self.files)?;
        let shared = Arc::from(bytes.as_slice());
        if let Ok(mut known) = self.known.lock() {
            known.insert(path.to_owned(), shared);
        }
        Ok(bytes)
    }
}

/// Returns a path without `.` components, and without `..` that follow a directory. Without symbolic links, two such
/// paths of one file are equal.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match (part, normal.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                normal.pop();
            }
            (Component::ParentDir, Some(Component::RootDir)) => {}
            _ => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_normal_form() {
        for (path, expected) in [
            ("a/./b", "a/b"),
            ("a/../b", "b"),
            ("../a", "../a"),
            ("../../a/../b", "../../b"),
            ("/..", "/"),
            ("/../a", "/a"),
            ("/a/./b/../c", "/a/c"),
            ("a/../../b", "../b"),
            ("/a/", "/a"),
            ("./a/b/../../c", "c"),
            ("", ""),
        ] {
            assert_eq!(normal(Path::new(path)), Path::new(expected), "{path}");
        }
    }
}
