//! The files of a page.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pica200::files::normal;
use pica200_asm::{Files, MemoryFiles};
use serde::Deserialize;

use crate::answer::RequestError;

/// A file of a request.
#[derive(Deserialize, Debug)]
pub(crate) struct PageFile {
    name: String,
    text: Option<String>,
    base64: Option<String>,
}

impl PageFile {
    fn bytes(&self) -> Result<Vec<u8>, RequestError> {
        let name = &self.name;
        match (&self.text, &self.base64) {
            (Some(text), None) => Ok(text.clone().into_bytes()),
            (None, Some(base64)) => STANDARD
                .decode(base64)
                .map_err(|error| RequestError::new(format!("the base64 of `{name}` is wrong: {error}"))),
            _ => {
                let message = format!("the file `{name}` needs either `text` or `base64`");
                Err(RequestError::new(message))
            }
        }
    }
}

/// In-memory files, found by any path that normalizes to their name: `./lib/../a.inc` is `a.inc`.
#[derive(Default, Debug)]
pub(crate) struct PageFiles(MemoryFiles);

impl PageFiles {
    pub(crate) fn new(files: &[PageFile]) -> Result<Self, RequestError> {
        let mut all = BTreeMap::new();
        for file in files {
            let path = normal(Path::new(&file.name));
            if all.insert(path, file.bytes()?).is_some() {
                return Err(RequestError::new(format!("two files have the name `{}`", file.name)));
            }
        }
        let files = all.into_iter();
        Ok(Self(files.fold(MemoryFiles::new(), |files, (path, bytes)| {
            files.with(path, bytes)
        })))
    }
}

impl Files for PageFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(&normal(path))
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let folder: PathBuf = normal(folder);
        self.0.names(&folder)
    }
}
