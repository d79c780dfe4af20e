//! The files in the folders of the workspace, as the last scan found them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::documents::Documents;
use crate::kinds::{is_source, is_toml};

pub(crate) mod testing;

/// Files, each with the sources that include it.
pub(crate) type Includers = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// What the files in the folders of the workspace say of each other.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Workspace {
    /// The folders.
    pub folders: Vec<PathBuf>,
    /// Whether the folders were scanned.
    pub is_scanned: bool,
    /// The files of projects, the lists and the files of variations on disk.
    pub build_files: BTreeSet<PathBuf>,
    /// The sources on disk.
    pub sources: BTreeSet<PathBuf>,
    /// The files that sources on disk include, directly or through others.
    pub includers: Includers,
    /// The files of tests on disk, each with the files that it names.
    pub tests: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Workspace {
    /// The workspace of some folders before the scan.
    pub(crate) fn new(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            ..Self::default()
        }
    }

    /// The sources on disk, and the open ones.
    pub(crate) fn sources<'w>(&'w self, documents: &'w Documents) -> BTreeSet<&'w PathBuf> {
        let open = documents.iter().map(|document| &document.path);
        let open = open.filter(|path| is_source(path));
        self.sources.iter().chain(open).collect()
    }

    /// The files of tests that name one of some files.
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
