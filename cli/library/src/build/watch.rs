//! File access that records each path, so that Cargo can watch it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pica200_asm::Files;

use super::error::invalid;
use crate::diagnostic::Diagnostic;

/// A file provider that records the requested paths.
#[derive(Debug)]
pub(super) struct RecordingFiles<'f> {
    pub(super) files: &'f dyn Files,
    /// Requested paths. The value is true if a file exists there.
    requested: Mutex<BTreeMap<PathBuf, bool>>,
}

impl<'f> RecordingFiles<'f> {
    pub(super) fn new(files: &'f dyn Files) -> Self {
        Self {
            files,
            requested: Mutex::default(),
        }
    }

    /// Returns the paths requested so far.
    pub(super) fn into_requested(self) -> RequestedPaths {
        let all = self.requested.into_inner();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        let mut requested = RequestedPaths::default();
        for (path, found) in all {
            let list = if found {
                &mut requested.read
            } else {
                &mut requested.missed
            };
            list.push(path);
        }
        requested
    }
}

impl RecordingFiles<'_> {
    /// Records whether a file existed.
    fn note(&self, path: &Path, content: io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
        let mut requested = self.requested.lock().unwrap_or_else(PoisonError::into_inner);
        requested.insert(path.to_owned(), content.is_ok());
        content
    }
}

impl Files for RecordingFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.note(path, self.files.read(path))
    }

    fn read_regular(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.note(path, self.files.read_regular(path))
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<OsString>> {
        let mut requested = self.requested.lock().unwrap_or_else(PoisonError::into_inner);
        // A file with any name can appear in the directory.
        requested.entry(dir.join("*")).or_insert(false);
        self.files.names(dir)
    }
}

/// The paths requested by a build, sorted.
#[derive(Clone, Default, Debug)]
pub(super) struct RequestedPaths {
    /// Files that were read.
    pub(super) read: Vec<PathBuf>,
    /// Paths at which no file exists.
    pub(super) missed: Vec<PathBuf>,
}

impl RequestedPaths {
    /// Merges the paths of `others` into these.
    pub(super) fn with(mut self, others: &Self) -> Self {
        let add = |all: &mut Vec<_>, others: &[PathBuf]| {
            all.extend_from_slice(others);
            all.sort();
            all.dedup();
        };
        add(&mut self.read, &others.read);
        add(&mut self.missed, &others.missed);
        self
    }

    /// Returns the paths for Cargo to watch: the files that were read and, for missing files, the nearest existing
    /// parent directory, because Cargo treats a missing file as changed. Directories that contain outputs are omitted:
    /// they change with each build.
    ///
    /// # Errors
    ///
    /// Returns an error if a path cannot be represented in Cargo's protocol.
    pub(super) fn watch_list(&self, out_dir: &Path) -> Result<Vec<String>, Diagnostic> {
        let mut list = Vec::new();
        for path in &self.read {
            list.push(one_line(path)?.to_owned());
        }
        let outputs = fs::canonicalize(out_dir).ok();
        for (dir, real) in self.missed.iter().filter_map(|path| nearest_dir(path)) {
            if real.is_dir() && outputs.as_ref().is_some_and(|o| !o.starts_with(&real)) {
                let line = one_line(dir)?.to_owned();
                if !list.contains(&line) {
                    list.push(line);
                }
            }
        }
        Ok(list)
    }
}

/// Returns the nearest existing parent directory, both as a prefix of the path and as a full path.
fn nearest_dir(path: &Path) -> Option<(&Path, PathBuf)> {
    path.ancestors().skip(1).find_map(|dir| {
        let dir = if dir.as_os_str().is_empty() {
            Path::new(".")
        } else {
            dir
        };
        Some((dir, fs::canonicalize(dir).ok()?))
    })
}

/// Returns a path in a form that fits on one line of Cargo's protocol.
fn one_line(path: &Path) -> Result<&str, Diagnostic> {
    let line = path
        .to_str()
        .filter(|text| text.trim() == *text && !text.contains(['\n', '\r']));
    line.ok_or_else(|| {
        let name = path.display();
        invalid(format!(
            "Cargo cannot watch `{name}`: the name begins or ends with a blank, contains a line ending, or is not \
             valid UTF-8"
        ))
    })
}
