//! File access that records dependencies.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pica200_asm::Files;

use crate::documents::{Documents, State};
use crate::uri::normal;

/// Files, with a record of each access.
#[derive(Debug)]
pub(crate) struct Recorder<'d> {
    documents: &'d Documents,
    read: Mutex<BTreeMap<PathBuf, State>>,
}

impl<'d> Recorder<'d> {
    pub(crate) fn new(documents: &'d Documents) -> Self {
        Self {
            documents,
            read: Mutex::default(),
        }
    }

    /// Records a dependency on a file or directory.
    fn note(&self, path: &Path) {
        let path = normal(path);
        let state = self.documents.state(&path);
        self.with_read(|read| read.insert(path, state));
    }

    /// Records all dependencies of another result.
    pub(crate) fn note_all(&self, others: &BTreeMap<PathBuf, State>) {
        let others = others.iter().map(|(path, state)| (path.clone(), *state));
        self.with_read(|read| read.extend(others));
    }

    fn with_read<T>(&self, change: impl FnOnce(&mut BTreeMap<PathBuf, State>) -> T) -> T {
        change(&mut self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the files that were read or looked up without success, with their states.
    pub(crate) fn finish(self) -> BTreeMap<PathBuf, State> {
        self.read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Recorder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.note(path);
        self.documents.read(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.note(folder);
        self.documents.names(folder)
    }
}
