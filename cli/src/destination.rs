//! Output destinations, and conflicts between outputs and inputs.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use pica200::diagnostic::Diagnostic;
use pica200::job::Destination;
use pica200_diagnostics::Code;

/// Converts an argument to a destination; `-` is standard output.
pub(crate) fn from_argument(path: PathBuf) -> Destination {
    if path.as_os_str() == "-" {
        Destination::Stdout
    } else {
        Destination::File(path)
    }
}

/// Returns an error for each output that would overwrite an input or another output. Devices and pipes are not
/// overwritten.
pub(crate) fn conflicts<'a>(
    outputs: impl IntoIterator<Item = &'a Destination>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Vec<Diagnostic> {
    let mut cache = DirectoryCache::default();
    let inputs = inputs.into_iter();
    let inputs: HashSet<_> = inputs.map(|path| Identity::of(path, &mut cache)).collect();
    let mut earlier = HashSet::new();
    let mut diagnostics = Vec::new();
    for output in outputs {
        let Destination::File(path) = output else {
            continue;
        };
        let metadata = fs::metadata(path);
        if !metadata.as_ref().map_or(true, is_regular_file) {
            continue;
        }
        let identity = Identity::from_metadata(path, metadata, &mut cache);
        let name = output.to_string();
        if inputs.contains(&identity) {
            let message = format!("the output `{name}` is also an input");
            diagnostics.push(Diagnostic::for_file(Code::OutputIsInput, &name, message));
        }
        if !earlier.insert(identity) {
            let message = format!("two outputs would be written to `{name}`");
            let help = "give each a different name with `-o`, or use separate runs";
            diagnostics.push(Diagnostic::for_file(Code::OutputTwice, &name, message).with_help(help));
        }
    }
    diagnostics
}

/// Checks that at most one output goes to standard output.
///
/// # Errors
///
/// Returns an error message if several do.
pub(crate) fn check_stdout(outputs: &[Destination]) -> Result<(), String> {
    let to_stdout = outputs.iter().filter(|one| **one == Destination::Stdout);
    match to_stdout.count() {
        0 | 1 => Ok(()),
        _ => Err("only one of the outputs can go to standard output".to_owned()),
    }
}

/// Returns true if an argument denotes a directory: an existing one, or a name that ends in a slash. `-` is standard
/// output.
pub(crate) fn is_directory(output: &Path) -> bool {
    let name = output.as_os_str();
    let ends_in_slash = || name.to_string_lossy().ends_with(std::path::is_separator);
    name != "-" && (output.is_dir() || ends_in_slash())
}

/// Creates the output directory if it is missing.
///
/// # Errors
///
/// Returns a single diagnostic, regardless of the number of outputs.
pub(crate) fn create_directory(folder: &Path) -> Result<(), Diagnostic> {
    fs::create_dir_all(folder).map_err(|error| {
        let name = folder.display().to_string();
        Diagnostic::for_io(Code::CannotWrite, "cannot create the directory", &name, &error)
    })
}

/// Returns the path of `file`'s name inside `folder`.
pub(crate) fn in_directory(folder: &Path, file: &Path) -> PathBuf {
    folder.join(file.file_name().unwrap_or_default())
}

/// Checks that no two inputs have the same output.
///
/// # Errors
///
/// Returns an error message if two do.
pub(crate) fn check_names<'i>(
    inputs: impl IntoIterator<Item = &'i Path>,
    output: impl Fn(&Path) -> PathBuf,
) -> Result<(), String> {
    let mut known = HashMap::new();
    for input in inputs {
        let path = output(input);
        if let Some(other) = known.insert(path.clone(), input) {
            let names = [other, input, &path].map(Path::display);
            let [other, input, path] = names;
            return Err(format!(
                "`{other}` and `{input}` would both be written to `{path}`: rename one of them, or use separate runs"
            ));
        }
    }
    Ok(())
}

/// Returns true if a path is a regular file or directory, or does not exist.
pub(crate) fn is_regular(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| is_regular_file(&metadata))
}

fn is_regular_file(metadata: &Metadata) -> bool {
    metadata.is_file() || metadata.is_dir()
}

/// Resolves symbolic links, so that a link is not replaced by a file. The target need not exist.
///
/// # Errors
///
/// Returns an error if there are too many links, as in a cycle.
pub(crate) fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    // The limit of Linux.
    const MAX_SYMLINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_SYMLINKS {
        let Ok(next) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = parent_directory(&path).join(next);
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Returns the directory of a file.
pub(crate) fn parent_directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The identity of a file: equal for all paths that resolve to it, whether or not it exists.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Identity {
    /// An existing file.
    Existing(FileKey),
    /// A file that does not exist, by its directory and name.
    New(FileKey, Option<OsString>),
    /// A file in a directory that does not exist.
    Nowhere(PathBuf),
}

/// Cache of directories by path. Many outputs share one.
type DirectoryCache = HashMap<PathBuf, Option<FileKey>>;

impl Identity {
    fn of(path: &Path, cache: &mut DirectoryCache) -> Self {
        Self::from_metadata(path, fs::metadata(path), cache)
    }

    /// Returns the identity of the file at a path, given the result of its lookup.
    fn from_metadata(path: &Path, metadata: io::Result<Metadata>, cache: &mut DirectoryCache) -> Self {
        if let Ok(key) = metadata.and_then(|metadata| file_key(path, &metadata)) {
            return Self::Existing(key);
        }
        let path = resolve_links(path).unwrap_or_else(|_| path.to_owned());
        let folder = parent_directory(&path);
        let key = match cache.get(folder) {
            Some(known) => known.clone(),
            None => {
                let metadata = fs::metadata(folder);
                let key = metadata.and_then(|metadata| file_key(folder, &metadata)).ok();
                cache.insert(folder.to_owned(), key.clone());
                key
            }
        };
        match key {
            Some(key) => Self::New(key, path.file_name().map(Into::into)),
            None => Self::Nowhere(path),
        }
    }
}

/// Device and inode number of a file, shared by all its hard links.
#[cfg(unix)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct FileKey {
    device: u64,
    number: u64,
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems open the file")]
fn file_key(_path: &Path, metadata: &Metadata) -> io::Result<FileKey> {
    use std::os::unix::fs::MetadataExt;
    Ok(FileKey {
        device: metadata.dev(),
        number: metadata.ino(),
    })
}

/// A handle that identifies a file. The file stays open for the lifetime of the key.
#[cfg(not(unix))]
type FileKey = std::rc::Rc<same_file::Handle>;

#[cfg(not(unix))]
fn file_key(path: &Path, _found: &Metadata) -> io::Result<FileKey> {
    same_file::Handle::from_path(path).map(std::rc::Rc::new)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]
mod tests {
    use super::*;

    fn identity(path: &Path) -> Identity {
        Identity::of(path, &mut DirectoryCache::default())
    }

    #[test]
    fn one_file_by_two_names_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let here = directory.path().join("x");
        let around = directory.path().join(".").join("x");
        assert_eq!(identity(&here), identity(&around));
        fs::write(&here, "").unwrap();
        assert_eq!(identity(&here), identity(&around));
        assert_ne!(identity(&here), identity(&directory.path().join("y")));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_that_need_not_exist() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        assert_eq!(resolve_links(&link).unwrap(), file);
        assert_eq!(identity(&link), identity(&file));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_lead_nowhere() {
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("link");
        std::os::unix::fs::symlink("link", &link).unwrap();
        let error = resolve_links(&link).unwrap_err();
        assert_eq!(error.to_string(), "too many levels of symbolic links");
    }
}
