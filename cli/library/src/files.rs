//! Files that several builds read.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pica200_asm::Files;

/// Files that stay known once they are read, so that few of them are read twice: one that two threads read at the same time,
/// or one that cannot be read.
#[derive(Debug)]
pub struct SharedFiles<'f> {
    files: &'f dyn Files,
    known: Mutex<HashMap<PathBuf, Arc<[u8]>>>,
}

impl<'f> SharedFiles<'f> {
    /// The files of `files`.
    pub fn new(files: &'f dyn Files) -> Self {
        Self {
            files,
            known: Mutex::default(),
        }
    }
}

impl Files for SharedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let known = || self.known.lock().ok()?.get(path).cloned();
        if let Some(bytes) = known() {
            return Ok(bytes.to_vec());
        }
        let bytes = self.files.read(path)?;
        let shared = Arc::from(bytes.as_slice());
        if let Ok(mut known) = self.known.lock() {
            known.insert(path.to_owned(), shared);
        }
        Ok(bytes)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.files.names(folder)
    }
}
