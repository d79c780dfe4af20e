//! Where sources come from.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Assembly, Options, assemble};

/// Reads files.
pub trait Files: fmt::Debug {
    /// All bytes of a file.
    ///
    /// # Errors
    ///
    /// Whatever keeps the file from being read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// A source, read whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// What positions call it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl SourceFile {
    /// Reads a source. Positions will call it by its path.
    ///
    /// # Errors
    ///
    /// Whatever keeps the file from being read. What is wrong with its content shows when it is assembled.
    pub fn read(files: &dyn Files, path: &Path) -> io::Result<Self> {
        let name = path.display().to_string();
        files.read(path).map(|bytes| Self { name, bytes })
    }

    /// Assembles the source.
    pub fn assemble(&self, options: &Options) -> Assembly<'_> {
        assemble(&self.name, &self.bytes, options)
    }
}

/// The files of the machine.
#[derive(Clone, Copy, Default, Debug)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Files that exist in memory only.
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
    fn sources_come_from_memory_as_from_the_disk() {
        let files = MemoryFiles::new().with("a.vsh", ".proc main\n\tend\n.end\n");
        let source = SourceFile::read(&files, Path::new("a.vsh")).expect("it is there");
        let object = source.assemble(&Options::default()).object;
        assert_eq!(object.expect("there are no errors").files, ["a.vsh"]);
        let missing = SourceFile::read(&files, Path::new("b.vsh"));
        assert_eq!(
            missing.expect_err("it is not there").kind(),
            io::ErrorKind::NotFound
        );
    }
}
