//! The sources in the folders of the workspace, and what they include.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pica200_asm::syntax::{Token, pieces};
use pica200_asm::{DiskFiles, Files};
use walkdir::{DirEntry, WalkDir};

use crate::documents::Documents;
use crate::uri::normal;

mod testing;

/// The suffixes of sources.
pub(crate) const SUFFIXES: [&str; 3] = ["vsh", "gsh", "pica"];

/// The most sources by which one file is assembled, the open ones first: a file that all shaders include must not take
/// seconds.
pub(crate) const MOST_ROOTS: usize = 8;

/// The most files and folders that a scan looks at, the deepest folder, and the largest file that it reads, in bytes.
const MOST_ENTRIES: usize = 50_000;
const DEEPEST: usize = 24;
const LARGEST: u64 = 4 << 20;

/// The sources in the folders of the workspace.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Workspace {
    /// The folders.
    pub folders: Vec<PathBuf>,
    /// Whether the folders were scanned.
    pub is_scanned: bool,
    /// The sources on disk, each with the files that it includes.
    sources: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The files of tests on disk, each with the shaders that it names.
    tests: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Workspace {
    /// The workspace of some folders before the scan.
    pub(crate) fn new(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            ..Self::default()
        }
    }

    /// Finds the sources in the folders. `is_cancelled` is asked for each file.
    pub(crate) fn scan(folders: Vec<PathBuf>, is_cancelled: &dyn Fn() -> bool) -> Self {
        let (mut sources, mut tests) = (BTreeMap::new(), BTreeMap::new());
        let entries = folders.iter().flat_map(|folder| {
            let walk = WalkDir::new(folder).max_depth(DEEPEST).into_iter();
            walk.filter_entry(is_searched).filter_map(Result::ok)
        });
        for entry in entries.take(MOST_ENTRIES) {
            if is_cancelled() {
                break;
            }
            let is_small = || entry.metadata().is_ok_and(|data| data.len() <= LARGEST);
            let is_read = is_source(entry.path()) || testing::can_be_test(entry.path());
            if !entry.file_type().is_file() || !is_read || !is_small() {
                continue;
            }
            if let Ok(bytes) = DiskFiles.read(entry.path()) {
                let path = normal(entry.path());
                let text = String::from_utf8_lossy(&bytes);
                if is_source(&path) {
                    let included = includes(&path, &text);
                    sources.insert(path, included);
                } else if let Some(shaders) = testing::shaders(&path, &text) {
                    tests.insert(path, shaders);
                }
            }
        }
        Self {
            folders,
            is_scanned: true,
            sources,
            tests,
        }
    }

    /// The sources on disk.
    #[cfg(test)]
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Path> {
        self.sources.keys().map(PathBuf::as_path)
    }

    /// The files of tests that name one of some sources, by their paths.
    pub(crate) fn tests_of(&self, sources: &[PathBuf]) -> impl Iterator<Item = &Path> {
        let names_one = |shaders: &[PathBuf]| shaders.iter().any(|one| sources.contains(one));
        let tests = self.tests.iter();
        tests.filter_map(move |(path, shaders)| names_one(shaders).then_some(path.as_path()))
    }

    /// The sources by which a file is assembled: those that include it, directly or through others, but nothing includes;
    /// or the file itself. Of many, these are the first ones.
    pub(crate) fn roots(&self, path: &Path, documents: &Documents) -> Vec<PathBuf> {
        let mut roots = self.all_roots(path, documents);
        roots.truncate(MOST_ROOTS);
        roots
    }

    /// The sources that nothing includes, with the open ones.
    pub(crate) fn tops(&self, documents: &Documents) -> Vec<PathBuf> {
        let includers = self.includers(documents);
        let open = documents.iter().map(|document| &document.path);
        let sources: BTreeSet<&PathBuf> = self
            .sources
            .keys()
            .chain(open.filter(|path| is_source(path)))
            .collect();
        let tops = sources
            .into_iter()
            .filter(|path| !includers.contains_key(*path));
        tops.cloned().collect()
    }

    /// All sources by which a file is assembled, the open ones first.
    pub(crate) fn all_roots(&self, path: &Path, documents: &Documents) -> Vec<PathBuf> {
        let includers = self.includers(documents);
        let mut roots = BTreeSet::new();
        let mut seen = BTreeSet::from([path]);
        let mut left = vec![path];
        while let Some(path) = left.pop() {
            match includers.get(path) {
                Some(by) => {
                    left.extend(by.iter().map(PathBuf::as_path).filter(|by| seen.insert(by)))
                }
                None => {
                    roots.insert(path.to_owned());
                }
            }
        }
        // Files that include each other have no first one.
        if roots.is_empty() {
            roots.insert(path.to_owned());
        }
        let mut roots: Vec<_> = roots.into_iter().collect();
        roots.sort_by_key(|root| documents.at(root).is_none());
        roots
    }

    /// The sources that include each file.
    fn includers(&self, documents: &Documents) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let mut includers: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        let mut add = |by: &Path, included: &[PathBuf]| {
            for path in included.iter().filter(|path| *path != by) {
                includers
                    .entry(path.clone())
                    .or_default()
                    .insert(by.to_owned());
            }
        };
        let closed = self.sources.iter();
        for (path, included) in closed.filter(|(path, _)| documents.at(path).is_none()) {
            add(path, included);
        }
        for document in documents.iter() {
            add(&document.path, document.includes());
        }
        includers
    }
}

/// Whether a file is a source, by its name.
pub(crate) fn is_source(path: &Path) -> bool {
    let suffix = path.extension().unwrap_or_default();
    SUFFIXES
        .iter()
        .any(|known| suffix.eq_ignore_ascii_case(known))
}

/// Whether a scan looks into a folder, or at a file: not if its name says that it is hidden, or made by a build.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_made = matches!(&*name, "target" | "node_modules");
    entry.depth() == 0 || !(name.starts_with('.') || (entry.file_type().is_dir() && is_made))
}

/// The paths of the files that a source includes from its own folder.
pub(crate) fn includes(path: &Path, text: &str) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let names = include_names(text);
    names.map(|name| normal(&folder.join(name))).collect()
}

/// The names of the files that a text includes, as it writes them.
pub(crate) fn include_names(text: &str) -> impl Iterator<Item = &str> {
    let written = text.lines().filter(|line| line.contains("include"));
    written.filter_map(include_name)
}

/// The name of the file that a line includes.
fn include_name(line: &str) -> Option<&str> {
    let pieces = pieces(line);
    let [keyword, name, ..] = pieces.as_slice() else {
        return None;
    };
    let is_include = keyword.text.eq_ignore_ascii_case(".include") && name.token == Token::String;
    let quoted = is_include.then(|| line.get(name.start..name.end()))??;
    quoted.strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Encoding;
    use gen_lsp_types::{TextDocumentItem, Uri};

    fn roots(path: &str, sources: &[(&str, &str)]) -> Vec<PathBuf> {
        let mut documents = Documents::new(Encoding::Utf8);
        for (path, text) in sources {
            let item = TextDocumentItem {
                uri: Uri(format!("file://{path}")),
                language_id: "pica200".into(),
                version: 1,
                text: (*text).to_owned(),
            };
            documents.open(item, Path::new(""));
        }
        Workspace::default().roots(Path::new(path), &documents)
    }

    #[cfg(unix)]
    #[test]
    fn included_files_belong_to_their_includers() {
        let sources = [
            ("/w/a.vsh", ".include \"inc/b.inc\" ; words\n"),
            ("/w/inc/b.inc", "\t.include \"../c.inc\"\n"),
            ("/w/d.vsh", ".include \"c.inc\"\n; .include \"a.vsh\"\n"),
            ("/w/e.inc", ".include \"e.inc\"\n"),
            ("/w/f.inc", ".include \"g.inc\"\n"),
            ("/w/g.inc", ".include \"f.inc\"\n"),
        ];
        for (path, expected) in [
            ("/w/c.inc", vec!["/w/a.vsh", "/w/d.vsh"]),
            ("/w/inc/b.inc", vec!["/w/a.vsh"]),
            ("/w/a.vsh", vec!["/w/a.vsh"]),
            ("/w/e.inc", vec!["/w/e.inc"]),
            ("/w/f.inc", vec!["/w/f.inc"]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(PathBuf::from).collect();
            assert_eq!(roots(path, &sources), expected, "{path}");
        }
    }

    #[test]
    fn scans_find_sources_in_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("a.vsh", ".include \"b.inc\"\n"),
            ("deep/c.v.pica", ""),
            ("deep/readme.md", ""),
            ("target/d.vsh", ""),
            (".git/e.vsh", ""),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            std::fs::write(path, text).expect("it is written");
        }
        let workspace = Workspace::scan(vec![folder.path().to_owned()], &|| false);
        let path = |name: &str| folder.path().join(name);
        let found: Vec<_> = workspace.sources().collect();
        assert_eq!(found, [path("a.vsh"), path("deep/c.v.pica")]);
        let roots = workspace.roots(&path("b.inc"), &Documents::default());
        assert_eq!(roots, [path("a.vsh")]);
        let cancelled = Workspace::scan(vec![folder.path().to_owned()], &|| true);
        assert_eq!(cancelled.sources().count(), 0);
    }
}
