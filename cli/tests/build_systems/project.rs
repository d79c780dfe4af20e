//! A build-system project in a temporary directory, with the shaders that all of them build.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

use crate::support::{Folder, GOOD, PICALD, outcome, workspace};

/// The text that rules print before the name of their output.
const MAKING: &str = "making ";

/// A project to build.
pub(crate) struct Project {
    pub(crate) folder: Folder,
}

impl Project {
    /// Creates the project of this name, without outputs.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Folder::empty();
        let files = workspace("cli/tests/build_systems");
        copy(&files.join(name), "".as_ref(), &folder);
        copy(&files.join("shaders"), "shaders".as_ref(), &folder);
        Self { folder }
    }

    /// Creates a project of the shaders alone, in the project's directory.
    pub(crate) fn shaders_only() -> Self {
        let folder = Folder::empty();
        copy(&workspace("cli/tests/build_systems/shaders"), "".as_ref(), &folder);
        Self { folder }
    }

    /// Creates a project of two shaders for one run, one of which includes a file.
    pub(crate) fn batch() -> Self {
        let folder = Folder::with([
            (
                "shaders/lit.v.pica",
                format!(".include \"common.inc\"\n{GOOD}").as_str(),
            ),
            ("shaders/flat.v.pica", GOOD),
            ("shaders/common.inc", ".equ N, 1\n"),
            ("build/keep", ""),
        ]);
        Self { folder }
    }

    /// Runs a tool, which must succeed, with the tested programs first in the path. Returns its output.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, tool: &str, arguments: impl IntoIterator<Item = A>) -> String {
        let mut command = self.folder.command(tool);
        command
            .args(arguments)
            .env("PATH", path())
            // Messages of tools in English.
            .env("LC_ALL", "C")
            // Variables of a `make` that runs the tests.
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            // Progress without counts.
            .env("NINJA_STATUS", "");
        let outcome = outcome(&mut command);
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.status, 0, "{said}{}", outcome.stderr);
        said
    }

    /// Makes a source newer than all outputs built from it.
    pub(crate) fn touch(&self, name: &str) {
        let before = self.clock();
        while self.clock() == before {
            sleep(Duration::from_millis(1));
        }
        self.folder.write(name, self.folder.read(name));
    }

    /// Returns the modification time of a file written now: file system clocks are coarse.
    fn clock(&self) -> SystemTime {
        self.folder.write("clock", "tick");
        let metadata = fs::metadata(self.folder.path("clock")).unwrap();
        metadata.modified().unwrap()
    }

    /// Asserts that a file has the bytes that picald writes for some arguments.
    #[track_caller]
    pub(crate) fn assert_linked(&self, output: &str, arguments: &str) {
        self.folder.picald(&format!("{arguments} -o expected.shbin")).silent();
        let expected = self.folder.read("expected.shbin");
        assert!(self.folder.read(output) == expected, "{output}: {arguments}");
    }
}

/// Returns the names of the built files, in order, from the output of a build system.
pub(crate) fn made(said: &str) -> Vec<&str> {
    let mut made: Vec<_> = said
        .lines()
        .filter_map(|line| Some(line.split_once(MAKING)?.1.trim()))
        .collect();
    made.sort_unstable();
    made
}

/// Copies the files of a directory, dated an hour ago.
fn copy(from: &Path, to: &Path, folder: &Folder) {
    let hour = Duration::from_secs(3600);
    let files = WalkDir::new(from).into_iter().map(Result::unwrap);
    for entry in files.filter(|entry| entry.file_type().is_file()) {
        let name = to.join(entry.path().strip_prefix(from).unwrap());
        folder.write(&name, fs::read(entry.path()).unwrap());
        let file = File::options().append(true).open(folder.path(&name)).unwrap();
        file.set_modified(SystemTime::now() - hour).unwrap();
    }
}

/// Returns `PATH` with the directory of the programs first.
fn path() -> OsString {
    let programs = Path::new(PICALD).parent().unwrap().to_owned();
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(programs).chain(env::split_paths(&old))).unwrap()
}
