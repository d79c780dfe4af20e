//! Programs that try the files, and folders for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use pica200_testsuite::corpus::workspace;

/// A program.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// Its name.
    pub(crate) name: &'static str,
    /// The version that the test needs, if its results depend on it: a word of what `--version` prints.
    pub(crate) version: Option<&'static str>,
}

impl Program {
    /// A program of which every version will do.
    pub(crate) const fn any(name: &'static str) -> Self {
        Self {
            name,
            version: None,
        }
    }

    /// Why a test with the program cannot run here.
    pub(crate) fn missing(self) -> Option<String> {
        let Ok(output) = Command::new(self.name).arg("--version").output() else {
            return Some(format!("{} is not installed", self.name));
        };
        let version = self.version?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_that = said.split_whitespace().any(|word| word == version);
        (!is_that).then(|| format!("{} is not version {version}", self.name))
    }
}

/// The folder of all files for editors.
pub(crate) fn editors() -> PathBuf {
    let folder = workspace().join("cli/editors");
    fs::canonicalize(folder).unwrap()
}

/// A folder for the files of one test, which is removed with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("pica200-editors-{test}-{}", process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command that must succeed, and returns what it prints.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}{errors}");
    said
}
