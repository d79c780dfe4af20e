//! The files in the workspace folders, as of the last scan.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::documents::Documents;
use crate::kinds::{is_source, is_toml};

pub(crate) mod testing;

/// Files, each with the sources that include it.
pub(crate) type Includers = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The relations between the files in the workspace folders.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Workspace {
    /// The workspace folders.
    pub folders: Vec<PathBuf>,
    /// True if the folders were scanned.
    pub is_scanned: bool,
    /// The project, list and variant files on disk.
    pub build_files: BTreeSet<PathBuf>,
    /// The sources on disk.
    pub sources: BTreeSet<PathBuf>,
    /// The files that sources on disk include, directly or transitively.
    pub includers: Includers,
    /// The test files on disk, with the files that they name.
    pub tests: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Workspace {
    /// Creates a workspace that has not been scanned.
    pub(crate) fn new(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            ..Self::default()
        }
    }

    /// Returns the sources on disk, and the open ones.
    pub(crate) fn sources<'w>(&'w self, documents: &'w Documents) -> BTreeSet<&'w PathBuf> {
        let open = documents.iter().map(|document| &document.path);
        let open = open.filter(|path| is_source(path));
        self.sources.iter().chain(open).collect()
    }

    /// Returns the test files that name one of some files.
    pub(crate) fn tests_of(&self, named: &BTreeSet<PathBuf>, documents: &Documents) -> BTreeSet<PathBuf> {
        let open = documents.iter().filter_map(|document| {
            let shaders = is_toml(&document.path).then(|| testing::shaders(&document.path, document.text.as_str()));
            Some((&document.path, shaders??))
        });
        let closed = self.tests.iter();
        let closed = closed.filter(|(path, _)| documents.at(path).is_none());
        let closed = closed.map(|(path, shaders)| (path, shaders.clone()));
        let names_one = |shaders: &[PathBuf]| shaders.iter().any(|one| named.contains(one));
        let tests = open.chain(closed);
        let tests = tests.filter(|(_, shaders)| names_one(shaders));
        tests.map(|(path, _)| path.clone()).collect()
    }
}
