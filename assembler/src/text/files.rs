//! Access to the files of sources and includes.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Reads files. Several threads may read at once.
pub trait Files: fmt::Debug + Sync {
    /// All bytes of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// Files on disk.
#[derive(Clone, Copy, Default, Debug)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if is_named_pipe(path) {
            let why = "it is a named pipe, which may never end; pipe the data to standard input";
            return Err(io::Error::other(why));
        }
        std::fs::read(path)
    }
}

/// Whether a path leads to a pipe that has a name on disk: without a writer, opening it would take forever. The pipes that
/// shells make for `<(COMMAND)` have no names.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo());
    is_pipe && std::fs::canonicalize(path).is_ok_and(|path| !path.starts_with("/dev"))
}

#[cfg(not(unix))]
fn is_named_pipe(_path: &Path) -> bool {
    false
}

/// Files in memory.
#[derive(Clone, Default, Debug)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// No files.
    pub const fn new() -> Self {
        Self {
            files: BTreeMap::new(),
        }
    }

    /// These files and one more.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), content.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_are_found_by_path() {
        let files = MemoryFiles::new().with("a.vsh", "end\n");
        assert_eq!(files.read(Path::new("a.vsh")).ok(), Some(b"end\n".to_vec()));
        let missing = files
            .read(Path::new("b.vsh"))
            .expect_err("the file does not exist");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
