//! Inputs, read whole.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::{FileKind, recognise};

use crate::list;
use crate::report::Report;

/// What standard input is called.
pub const STDIN_NAME: &str = "<stdin>";

/// An input, read whole.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// What messages call it: its path as the user gave it.
    pub name: String,
    /// What line tables call it: the last part of its path, so that outputs are the same from any directory.
    pub recorded_name: String,
    /// Where it is; `None` for standard input.
    pub path: Option<PathBuf>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl InputFile {
    /// Reads an input; `-` is standard input.
    ///
    /// # Errors
    ///
    /// A report that says why it cannot be read.
    pub fn read(path: &Path, files: &dyn Files, stdin: &mut dyn Read) -> Result<Self, Report> {
        if is_stdin(path) {
            return Self::read_stdin(stdin);
        }
        match files.read(path) {
            Ok(bytes) => Ok(Self::of(path.to_owned(), bytes)),
            Err(error) => Err(Self::unreadable(path, &error)),
        }
    }

    /// The file at a path, with these bytes.
    pub fn of(path: PathBuf, bytes: Vec<u8>) -> Self {
        let name = path.display().to_string();
        let recorded_name = match path.file_name() {
            Some(last) => last.display().to_string(),
            None => name.clone(),
        };
        Self {
            name,
            recorded_name,
            path: Some(path),
            bytes,
        }
    }

    /// What to say of a file that the system does not let be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Report {
        let name = path.display().to_string();
        Report::of_io(Code::CannotRead, "cannot read", &name, error)
    }

    fn read_stdin(stdin: &mut dyn Read) -> Result<Self, Report> {
        let mut bytes = Vec::new();
        match stdin.read_to_end(&mut bytes) {
            Ok(_) => Ok(Self {
                name: STDIN_NAME.to_owned(),
                recorded_name: STDIN_NAME.to_owned(),
                path: None,
                bytes,
            }),
            Err(error) => Err(Report::of_io(
                Code::CannotRead,
                "cannot read",
                STDIN_NAME,
                &error,
            )),
        }
    }

    /// Whether this is an object: by its suffix; standard input, which has none, by its first bytes.
    pub fn is_object(&self) -> bool {
        let kind = match &self.path {
            Some(path) => FileKind::of_name(path),
            None => recognise(&self.bytes),
        };
        kind == Some(FileKind::Object)
    }

    /// Whether this is an archive: by its first bytes, or by its suffix.
    pub fn is_archive(&self) -> bool {
        let by_name = self.path.as_deref().and_then(FileKind::of_name);
        [recognise(&self.bytes), by_name].contains(&Some(FileKind::Archive))
    }

    /// Whether this is a list of other inputs: by its suffix.
    pub fn is_list(&self) -> bool {
        self.path.as_deref().is_some_and(list::is_list)
    }

    /// What these bytes are, if they are no source but a file that a program of this toolchain writes.
    pub fn product(&self) -> Option<&'static str> {
        // Objects and shader binaries contain a NUL, and texts do not.
        let is_text = !self.bytes.contains(&0);
        match recognise(&self.bytes)? {
            FileKind::Archive => Some("an archive"),
            FileKind::Object | FileKind::Shbin if is_text => None,
            FileKind::Object => Some("an object"),
            FileKind::Shbin => Some("a linked shader binary"),
        }
    }
}

/// Whether an argument means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
