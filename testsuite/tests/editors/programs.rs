//! Programs that test the files, and temporary directories for them.

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
    /// The version that the test needs, if its results depend on it: a word in the output of `--version`.
    pub(crate) version: Option<&'static str>,
    /// The directory of a plug-in that the test needs. The plug-in starts the server in `PICA200_SERVER`.
    pub(crate) plugin: Option<&'static str>,
}

impl Program {
    /// Creates a program of any version.
    pub(crate) const fn any(name: &'static str) -> Self {
        Self {
            name,
            version: None,
            plugin: None,
        }
    }

    /// Returns the reason why a test with the program cannot run, if there is one.
    pub(crate) fn missing(self) -> Option<String> {
        let found = Command::new(self.name).arg("--version").output().ok();
        // An interrupted installation can leave a broken program.
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
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_that = stdout.split_whitespace().any(|word| word == version);
        (!is_that).then(|| format!("{} is not version {version}", self.name))
    }
}

/// Returns the directory of all editor files.
pub(crate) fn editors() -> PathBuf {
    let folder = workspace().join("cli/editors");
    fs::canonicalize(folder).unwrap()
}

/// A temporary directory for a test.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        // rust-analyzer ignores directories whose names begin with a dot.
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

/// Runs a command that must succeed, and returns its output.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{stdout}{errors}");
    stdout
}
