//! Files that note what is read.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pica200_asm::Files;

use crate::documents::{Documents, State};
use crate::uri::normal;

/// Files that note what is read.
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

    /// The files that were read, or searched in vain, with their states.
    pub(crate) fn finish(self) -> BTreeMap<PathBuf, State> {
        self.read
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Recorder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let normal = normal(path);
        let state = self.documents.state(&normal);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(normal, state);
        drop(read);
        self.documents.read(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let normal = normal(folder);
        let state = self.documents.state(&normal);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(normal, state);
        drop(read);
        self.documents.names(folder)
    }
}
