//! Destinations of outputs, and conflicts between them and the inputs.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use pica200::diagnostic::Diagnostic;
use pica200::job::Destination;
use pica200_diagnostics::Code;

/// The destination of an argument; `-` is standard output.
pub(crate) fn from_argument(path: PathBuf) -> Destination {
    if path.as_os_str() == "-" {
        Destination::Stdout
    } else {
        Destination::File(path)
    }
}

/// Errors for outputs that would overwrite an input, or each other. Devices and pipes are not overwritten.
pub(crate) fn conflicts<'a>(
    outputs: impl IntoIterator<Item = &'a Destination>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Vec<Diagnostic> {
    let mut folders = Folders::default();
    let inputs = inputs.into_iter();
    let inputs: HashSet<_> = inputs.map(|path| Identity::of(path, &mut folders)).collect();
    let mut earlier = HashSet::new();
    let mut diagnostics = Vec::new();
    for output in outputs {
        let Destination::File(path) = output else {
            continue;
        };
        let found = fs::metadata(path);
        if !found.as_ref().map_or(true, is_ordinary_file) {
            continue;
        }
        let identity = Identity::of_found(path, found, &mut folders);
        let name = output.to_string();
        if inputs.contains(&identity) {
            let message = format!("the output `{name}` is also an input");
            diagnostics.push(Diagnostic::of_file(Code::OutputIsInput, &name, message));
        }
        if !earlier.insert(identity) {
            let message = format!("two outputs go to `{name}`");
            let help = "give each a name of its own with `-o`, or use separate runs";
            diagnostics.push(Diagnostic::of_file(Code::OutputTwice, &name, message).with_help(help));
        }
    }
    diagnostics
}

/// Checks that at most one of some outputs goes to standard output.
///
/// # Errors
///
/// A message if there are several.
pub(crate) fn check_stdout(outputs: &[Destination]) -> Result<(), String> {
    let to_stdout = outputs.iter().filter(|one| **one == Destination::Stdout);
    match to_stdout.count() {
        0 | 1 => Ok(()),
        _ => Err("only one of the outputs can go to standard output".to_owned()),
    }
}

/// Whether an argument names a folder: one that exists, or a name that ends in a slash. `-` is standard output.
pub(crate) fn is_folder(output: &Path) -> bool {
    let name = output.as_os_str();
    let ends_in_slash = || name.to_string_lossy().ends_with(std::path::is_separator);
    name != "-" && (output.is_dir() || ends_in_slash())
}

/// Makes the folder of the outputs, if it is missing.
///
/// # Errors
///
/// One report, whatever the number of the outputs.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    fs::create_dir_all(folder).map_err(|error| {
        let name = folder.display().to_string();
        Diagnostic::of_io(Code::CannotWrite, "cannot create the folder", &name, &error)
    })
}

/// The path in a folder of a file that would be elsewhere.
pub(crate) fn in_folder(folder: &Path, file: &Path) -> PathBuf {
    folder.join(file.file_name().unwrap_or_default())
}

/// Checks that each input has an output of its own.
///
/// # Errors
///
/// A message if two have the same.
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
                "`{other}` and `{input}` would both become `{path}`: rename one of them, or use separate runs"
            ));
        }
    }
    Ok(())
}

/// Whether a path is an ordinary file or folder, or nothing yet.
pub(crate) fn is_ordinary(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| is_ordinary_file(&found))
}

fn is_ordinary_file(found: &Metadata) -> bool {
    found.is_file() || found.is_dir()
}

/// The file that a path leads to, so that a symbolic link stays one. The file need not exist.
///
/// # Errors
///
/// If there are too many links, as in a loop of them.
pub(crate) fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    // As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = folder(&path).join(next);
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// The folder that a path's file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The identity of a file: equal for all paths that lead to it, whether or not it exists.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Identity {
    /// A file that exists.
    Existing(FileKey),
    /// A file that does not exist, by its folder and its name.
    New(FileKey, Option<OsString>),
    /// A file in a folder that does not exist.
    Nowhere(PathBuf),
}

/// Folders that were found already, by their paths. Many outputs go to one.
type Folders = HashMap<PathBuf, Option<FileKey>>;

impl Identity {
    fn of(path: &Path, folders: &mut Folders) -> Self {
        Self::of_found(path, fs::metadata(path), folders)
    }

    /// The identity of the file at a path, with what the system says of it.
    fn of_found(path: &Path, found: io::Result<Metadata>, folders: &mut Folders) -> Self {
        if let Ok(key) = found.and_then(|found| file_key(path, &found)) {
            return Self::Existing(key);
        }
        let path = resolve_links(path).unwrap_or_else(|_| path.to_owned());
        let folder = folder(&path);
        let key = match folders.get(folder) {
            Some(known) => known.clone(),
            None => {
                let found = fs::metadata(folder);
                let key = found.and_then(|found| file_key(folder, &found)).ok();
                folders.insert(folder.to_owned(), key.clone());
                key
            }
        };
        match key {
            Some(key) => Self::New(key, path.file_name().map(Into::into)),
            None => Self::Nowhere(path),
        }
    }
}

/// Device and number of a file: the same for all its hard links.
#[cfg(unix)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct FileKey {
    device: u64,
    number: u64,
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems open the file")]
fn file_key(_path: &Path, found: &Metadata) -> io::Result<FileKey> {
    use std::os::unix::fs::MetadataExt;
    Ok(FileKey {
        device: found.dev(),
        number: found.ino(),
    })
}

/// A file by what the system can compare. It stays open as long as its key is kept.
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
        Identity::of(path, &mut Folders::default())
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
