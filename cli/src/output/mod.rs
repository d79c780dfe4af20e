//! Atomic output files: all of them are written completely, or none is.
//!
//! A file appears at its path by a single rename or link, so nobody sees a part of it. Where the system has unnamed
//! files (`O_TMPFILE`), the contents wait in them, and a killed program leaves nothing behind. Elsewhere, they wait in
//! temporary files next to their targets. Fatal signals are blocked until all files are in place or removed.

mod signals;
mod staged;
mod sweep;
mod unnamed;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use pica200::job::Destination;
use pica200::parallel;

use crate::destination::{is_regular, resolve_links};
use signals::SignalGuard;
use staged::Staged;

/// Outputs with their bytes.
pub(crate) type Outputs = Vec<(Destination, Vec<u8>)>;

/// Writes all outputs, or none if one cannot be written. Only if the system refuses to rename a file that is already
/// written, or to write a file in place, may the outputs before it be in place.
///
/// The files appear in the order of `outputs`: build systems look at the last one to see that all are there. Existing
/// files that are not regular (pipes, devices) are written first, since no file can be renamed over them. A file whose
/// directory accepts no new files is written in place.
///
/// # Errors
///
/// Returns the output that could not be written, and the reason.
pub fn write_all(outputs: &[(Destination, Vec<u8>)], stdout: &mut dyn Write) -> Result<(), Failure> {
    sweep(&write_group(outputs, stdout)?);
    Ok(())
}

/// An output that could not be written, and the reason.
type Failure = (Destination, io::Error);

/// The directories in which a killed program may have left files.
type UsedDirectories = BTreeSet<PathBuf>;

/// Writes groups of outputs, each like [`write_all`]. Groups of regular files are written by up to `threads` threads,
/// as in [`parallel::map`]. Returns the outputs that could not be written, in the order of the groups.
pub(crate) fn write_groups(
    threads: Option<NonZeroUsize>,
    groups: &[Vec<(Destination, Vec<u8>)>],
    stdout: &mut dyn Write,
) -> Vec<Failure> {
    // The threads inherit the blocked signals.
    let held = SignalGuard::begin();
    let written = parallel::map(threads, groups, |outputs| {
        let group = match Group::prepare(outputs) {
            Ok(group) => group,
            Err(failure) => return Some(Err(failure)),
        };
        let is_regular = group.direct.is_empty();
        is_regular.then(|| put_in_place(group.staged))
    });
    drop(held);
    let (mut used, mut failures) = (UsedDirectories::new(), Vec::new());
    for (outputs, written) in groups.iter().zip(written) {
        match written.unwrap_or_else(|| write_group(outputs, stdout)) {
            Ok(of_group) => used.extend(of_group),
            Err(failure) => failures.push(failure),
        }
    }
    sweep(&used);
    failures
}

fn write_group(outputs: &[(Destination, Vec<u8>)], stdout: &mut dyn Write) -> Result<UsedDirectories, Failure> {
    let group = Group::prepare(outputs)?;
    for (destination, bytes) in group.direct {
        let written = write_in_place(destination, bytes, stdout);
        written.map_err(|error| (destination.clone(), error))?;
    }
    put_in_place(group.staged)
}

/// Outputs that are put in place together.
struct Group<'o> {
    /// The regular files.
    staged: Vec<(&'o Path, Staged<'o>)>,
    /// The others: pipes, devices, standard output.
    direct: Vec<(&'o Destination, &'o [u8])>,
}

impl<'o> Group<'o> {
    /// Does everything that can fail before a file is in place.
    fn prepare(outputs: &'o [(Destination, Vec<u8>)]) -> Result<Self, Failure> {
        let (mut staged, mut direct) = (Vec::new(), Vec::new());
        for (destination, bytes) in outputs {
            match destination {
                Destination::File(path) if is_regular(path) => {
                    let file = resolve_links(path).and_then(|path| Staged::prepare(path, bytes));
                    let file = file.map_err(|error| (destination.clone(), error))?;
                    staged.push((path.as_path(), file));
                }
                _ => direct.push((destination, bytes.as_slice())),
            }
        }
        Ok(Self { staged, direct })
    }
}

/// Writes files under names from untrusted input: all of them, or none. An existing symbolic link, pipe or device is
/// replaced, never followed.
///
/// # Errors
///
/// Returns the file that could not be written, and the reason.
pub(crate) fn replace_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let mut staged = Vec::new();
    for (path, bytes) in files {
        let file = Staged::prepare(path.clone(), bytes);
        let file = file.map_err(|error| (Destination::File(path.clone()), error))?;
        staged.push((path.as_path(), file));
    }
    sweep(&put_in_place(staged)?);
    Ok(())
}

/// Puts files in place with signals blocked.
fn put_in_place(staged: Vec<(&Path, Staged<'_>)>) -> Result<UsedDirectories, Failure> {
    let failed = |path: &Path| {
        let destination = Destination::File(path.to_owned());
        move |error| (destination, error)
    };
    let _held = SignalGuard::begin();
    // Dropped before the signals are unblocked.
    let mut staged = staged;
    for (path, file) in &mut staged {
        file.write().map_err(failed(path))?;
    }
    let mut used = UsedDirectories::new();
    for (path, file) in staged {
        used.extend(file.put_in_place().map_err(failed(path))?);
    }
    Ok(used)
}

/// Removes what killed programs left in directories.
fn sweep(used: &UsedDirectories) {
    used.iter().for_each(|folder| sweep::remove_abandoned(folder));
}

fn write_in_place(destination: &Destination, bytes: &[u8], stdout: &mut dyn Write) -> io::Result<()> {
    match destination {
        Destination::Stdout => stdout.write_all(bytes).and_then(|()| stdout.flush()),
        Destination::File(path) => fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_when_one_output_cannot_be() {
        let directory = tempfile::tempdir().unwrap();
        let good = directory.path().join("good");
        let bad = directory.path().join("missing/bad");
        let outputs = [
            (Destination::File(good.clone()), vec![1, 2, 3]),
            (Destination::File(bad.clone()), vec![4]),
        ];
        let (destination, error) = write_all(&outputs, &mut io::sink()).unwrap_err();
        assert_eq!(destination, Destination::File(bad));
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".pica200-"));
        assert!(!good.exists());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn groups_do_not_depend_on_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let file = |name: &str| (Destination::File(path(name)), name.into());
        let groups = [
            vec![file("first"), file("missing/first")],
            vec![file("second"), file("third")],
            vec![(Destination::Stdout, b"text".to_vec())],
            vec![file("missing/fourth")],
        ];
        let mut stdout = Vec::new();
        let failures = write_groups(NonZeroUsize::new(2), &groups, &mut stdout);
        let failed: Vec<_> = failures.into_iter().map(|(output, _)| output).collect();
        let bad = ["missing/first", "missing/fourth"].map(|name| Destination::File(path(name)));
        assert_eq!(failed, bad);
        assert_eq!(stdout, b"text");
        assert_eq!(fs::read(path("second")).unwrap(), b"second");
        let mut names = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        assert!(names.all(|name| name == "second" || name == "third"));
    }

    #[test]
    fn a_file_is_replaced_and_a_directory_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "old").unwrap();
        write_all(&[(Destination::File(file.clone()), b"new".to_vec())], &mut io::sink()).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let outputs = [(Destination::File(directory.path().to_owned()), vec![])];
        assert!(write_all(&outputs, &mut io::sink()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_one() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for content in ["first", "second"] {
            let outputs = [(Destination::File(link.clone()), content.into())];
            write_all(&outputs, &mut io::sink()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&file).unwrap(), content.as_bytes());
        }
    }
}
