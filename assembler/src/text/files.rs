//! Access to the files of sources and includes.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Reads files. Several threads may read at once.
pub trait Files: fmt::Debug + Sync {
    /// Reads all bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads all bytes of a file that a source or another file names. It has to be a regular file: untrusted input must
    /// not be able to read standard input or a device.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not a regular file.
    fn read_regular(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(path)
    }

    /// Returns the names of the files in a directory, sorted. Subdirectories are omitted. An empty path is the working
    /// directory.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such directory, it cannot be read, or these files have no directories.
    fn names(&self, _folder: &Path) -> io::Result<Vec<OsString>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Maximum size of an input in bytes. Without a limit, an endless input such as `/dev/zero` would use all memory.
const MAX_BYTES: u64 = 256 << 20;

/// Reads an input to its end. `size` is its expected size.
///
/// # Errors
///
/// Returns an error if it cannot be read, or is larger than 256 MiB.
pub fn read_whole(input: impl Read, size: u64) -> io::Result<Vec<u8>> {
    let capacity = usize::try_from(size.min(MAX_BYTES)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(capacity);
    let read = input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_BYTES) {
        return Ok(bytes);
    }
    let limit = MAX_BYTES >> 20;
    let why = format!("larger than the {limit} MiB limit");
    Err(io::Error::other(why))
}

/// Files on disk, of at most 256 MiB.
#[derive(Clone, Copy, Default, Debug)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if is_named_pipe(path) {
            let why = "it is a named pipe, which may never end; pipe the data to standard input";
            return Err(io::Error::other(why));
        }
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        read_whole(file, size)
    }

    fn read_regular(&self, path: &Path) -> io::Result<Vec<u8>> {
        let metadata = std::fs::metadata(path)?;
        // Reading a directory has a separate error.
        if !metadata.is_file() && !metadata.is_dir() {
            let why = "not a regular file; files can only refer to regular files";
            return Err(io::Error::other(why));
        }
        self.read(path)
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        let directory = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        let mut names = Vec::new();
        for entry in std::fs::read_dir(directory)? {
            let entry = entry?;
            // A symbolic link to a directory is a directory.
            if !entry.path().is_dir() {
                names.push(entry.file_name());
            }
        }
        names.sort();
        Ok(names)
    }
}

/// Returns true if a path leads to a pipe that has a name on disk: without a writer, opening it would block forever.
/// The pipes that shells create for `<(COMMAND)` have no names.
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
    /// Creates an empty set of files.
    pub const fn new() -> Self {
        Self { files: BTreeMap::new() }
    }

    /// Adds a file.
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

    /// A directory exists if a file is anywhere in it.
    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        let mut exists = directory.as_os_str().is_empty();
        let mut names = Vec::new();
        for path in self.files.keys() {
            exists |= path.ancestors().skip(1).any(|around| around == directory);
            if path.parent() == Some(directory) {
                names.extend(path.file_name().map(OsStr::to_owned));
            }
        }
        if exists {
            Ok(names)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_are_found_by_path() {
        let files = MemoryFiles::new().with("a.vsh", "end\n");
        assert_eq!(files.read(Path::new("a.vsh")).ok(), Some(b"end\n".to_vec()));
        let missing = files.read(Path::new("b.vsh")).expect_err("the file does not exist");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn files_that_never_end_are_not_read() {
        let error = DiskFiles.read(Path::new("/dev/zero"));
        let message = error.expect_err("it never ends").to_string();
        assert_eq!(message, "larger than the 256 MiB limit");
    }

    #[test]
    fn folders_have_the_names_of_their_files() {
        let files = MemoryFiles::new()
            .with("b.vsh", "")
            .with("a.vsh", "")
            .with("deep/down/c.vsh", "");
        let names = |directory: &str| files.names(Path::new(directory)).ok();
        assert_eq!(names(""), Some(vec!["a.vsh".into(), "b.vsh".into()]));
        assert_eq!(names("deep"), Some(Vec::new()));
        assert_eq!(names("deep/down"), Some(vec!["c.vsh".into()]));
        assert_eq!(names("other"), None);
    }

    #[test]
    fn folders_on_disk_have_the_names_of_their_files() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let names = DiskFiles.names(&here.join("src/text")).expect("the directory exists");
        assert!(names.is_sorted());
        assert!(names.contains(&"files.rs".into()));
        let above = DiskFiles.names(&here.join("src")).expect("the directory exists");
        assert!(!above.contains(&"text".into()));
        assert!(DiskFiles.names(&here.join("missing")).is_err());
    }
}
