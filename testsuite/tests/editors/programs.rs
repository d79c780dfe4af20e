//! Programs that try the files, and folders for them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pica200_testsuite::corpus::workspace;

/// A program.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// Its name.
    pub(crate) name: &'static str,
    /// The version that the test needs, if its results depend on it: a word of what `--version` prints.
    pub(crate) version: Option<&'static str>,
    /// The folder of a plug-in that the test needs. The plug-in starts the server in `PICA200_SERVER`.
    pub(crate) plugin: Option<&'static str>,
}

impl Program {
    /// A program of which every version will do.
    pub(crate) const fn any(name: &'static str) -> Self {
        Self {
            name,
            version: None,
            plugin: None,
        }
    }

    /// Why a test with the program cannot run here.
    pub(crate) fn missing(self) -> Option<String> {
        let found = Command::new(self.name).arg("--version").output().ok();
        // A part of a program may be there if its installation ended halfway.
        let Some(output) = found.filter(|output| output.status.success()) else {
            return Some(format!("{} is not installed", self.name));
        };
        if let Some(plugin) = self.plugin {
            if !Path::new(plugin).is_dir() {
                return Some(format!("{plugin} is not installed"));
            }
            if env::var_os("PICA200_SERVER").is_none() {
                return Some("PICA200_SERVER does not name a language server".to_owned());
            }
        }
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
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        // rust-analyzer reads no folders whose names begin with a dot.
        Self(tempfile::Builder::new().prefix("pica200").tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
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
