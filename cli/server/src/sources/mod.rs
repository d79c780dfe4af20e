//! Root sources of files: which source includes which file, directly or transitively.

mod scan;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::snapshot::Snapshot;
use crate::uri::normal;
use crate::workspace::Includers;

/// Maximum number of roots checked for a file, and of builds checked for a source, open ones first: a file that all
/// shaders include must stay fast.
pub(crate) const MAX_ROOTS: usize = 8;

impl Snapshot {
    fn included(&self) -> Arc<IncludeGraph> {
        self.memo(|| IncludeGraph::new(self))
    }

    /// Returns the sources that nothing includes, and the open ones.
    pub(crate) fn top_sources(&self) -> Vec<PathBuf> {
        self.included().top_sources(self)
    }

    /// Returns all roots of a file, open ones first: the sources that include it, directly or transitively, and are not
    /// included themselves; or the file itself.
    pub(crate) fn all_roots(&self, path: &Path) -> Vec<PathBuf> {
        self.included().roots(path, self)
    }

    /// Like [`Self::all_roots`], limited to the first [`MAX_ROOTS`].
    pub(crate) fn roots(&self, path: &Path) -> Vec<PathBuf> {
        let mut roots = self.all_roots(path);
        roots.truncate(MAX_ROOTS);
        roots
    }
}

/// The files that open documents include, and the sources that nothing includes.
#[derive(Debug)]
struct IncludeGraph {
    open: Includers,
}

impl IncludeGraph {
    fn new(snapshot: &Snapshot) -> Self {
        let mut open = Includers::new();
        for document in snapshot.documents.iter() {
            for path in included(&document.path, document.include_names(), snapshot) {
                add(&mut open, path, &document.path);
            }
        }
        Self { open }
    }

    /// Returns the sources that include a file.
    fn of<'i>(&'i self, path: &Path, snapshot: &'i Snapshot) -> Vec<&'i Path> {
        let closed = snapshot.workspace.includers.get(path).into_iter().flatten();
        let closed = closed.filter(|by| snapshot.documents.at(by).is_none());
        let open = self.open.get(path).into_iter().flatten();
        closed.chain(open).map(PathBuf::as_path).collect()
    }

    fn top_sources(&self, snapshot: &Snapshot) -> Vec<PathBuf> {
        let sources = snapshot.workspace.sources(&snapshot.documents).into_iter();
        let top_sources = sources.filter(|path| self.of(path, snapshot).is_empty());
        top_sources.cloned().collect()
    }

    fn roots(&self, path: &Path, snapshot: &Snapshot) -> Vec<PathBuf> {
        let mut roots = BTreeSet::new();
        let mut seen = BTreeSet::from([path]);
        let mut left = vec![path];
        while let Some(path) = left.pop() {
            let by = self.of(path, snapshot);
            if by.is_empty() {
                roots.insert(path.to_owned());
            }
            left.extend(by.into_iter().filter(|by| seen.insert(by)));
        }
        // An include cycle has no root.
        if roots.is_empty() {
            roots.insert(path.to_owned());
        }
        let mut roots: Vec<_> = roots.into_iter().collect();
        roots.sort_by_key(|root| snapshot.documents.at(root).is_none());
        roots
    }
}

/// Records that a source includes a file. Self-includes are ignored.
fn add(includers: &mut Includers, path: PathBuf, by: &Path) {
    if path != by {
        includers.entry(path).or_default().insert(by.to_owned());
    }
}

/// Resolves the include names of a source: in its own directory, else in the include directories of its project. A
/// missing file resolves to the own directory.
fn included<'n>(path: &Path, names: impl IntoIterator<Item = &'n String>, snapshot: &Snapshot) -> Vec<PathBuf> {
    let mut names = names.into_iter().peekable();
    if names.peek().is_none() {
        return Vec::new();
    }
    let own = path.parent().unwrap_or(Path::new(""));
    let folders = include_dirs(path, snapshot);
    let exists = |path: &PathBuf| snapshot.documents.has(path);
    let find = |name: &String| {
        let first = normal(&own.join(name));
        if folders.is_empty() || exists(&first) {
            return first;
        }
        let others = folders.iter().map(|folder| normal(&folder.join(name)));
        others.into_iter().find(exists).unwrap_or(first)
    };
    names.map(find).collect()
}

/// Returns the directories, besides its own, that a file searches for includes.
fn include_dirs(path: &Path, snapshot: &Snapshot) -> Vec<PathBuf> {
    let project = snapshot.project_of(path);
    project.map_or_else(Vec::new, |project| project.include_dirs(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Documents;
    use crate::positions::Encoding;
    use crate::workspace::Workspace;
    use gen_lsp_types::{TextDocumentItem, Uri};

    fn snapshot(sources: &[(&str, &str)], folders: Vec<PathBuf>) -> Snapshot {
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
        Snapshot::from_documents(documents, Workspace::new(folders))
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
            // The include directories of a project are searched after the own directory.
            (
                "/w/p/pica200.toml",
                "[binary.x]\ninputs = \"x.vsh\"\ninclude = [\"../shared\", \"inc\"]\n",
            ),
            (
                "/w/p/x.vsh",
                ".include \"in.inc\"\n.include \"c.inc\"\n.include \"own.inc\"\n",
            ),
            ("/w/p/own.inc", ""),
            ("/w/p/inc/own.inc", ""),
            ("/w/p/inc/in.inc", ""),
            ("/w/shared/c.inc", ""),
            ("/w/p/inc/c.inc", ""),
        ];
        let snapshot = snapshot(&sources, vec!["/w".into()]);
        for (path, expected) in [
            ("/w/c.inc", vec!["/w/a.vsh", "/w/d.vsh"]),
            ("/w/inc/b.inc", vec!["/w/a.vsh"]),
            ("/w/a.vsh", vec!["/w/a.vsh"]),
            ("/w/e.inc", vec!["/w/e.inc"]),
            ("/w/f.inc", vec!["/w/f.inc"]),
            ("/w/p/inc/in.inc", vec!["/w/p/x.vsh"]),
            ("/w/p/own.inc", vec!["/w/p/x.vsh"]),
            ("/w/p/inc/own.inc", vec!["/w/p/inc/own.inc"]),
            ("/w/shared/c.inc", vec!["/w/p/x.vsh"]),
            ("/w/p/inc/c.inc", vec!["/w/p/inc/c.inc"]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(PathBuf::from).collect();
            assert_eq!(snapshot.roots(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn scans_find_sources_and_files_that_name_builds() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, text) in [
            ("a.vsh", ".include \"b.inc\"\n"),
            ("b.inc", ".include \"deep/e.inc\"\n"),
            ("deep/c.v.pica", ".include \"far.inc\"\n"),
            ("deep/e.inc", ""),
            ("deep/readme.md", ""),
            ("deep/pica200.toml", "include = \"../shared\"\n"),
            ("shared/far.inc", ""),
            ("all.shlist", "a.vsh\n"),
            ("a.variants.toml", "sources = \"a.vsh\"\n[numbers]\n"),
            ("target/d.vsh", ""),
            (".git/e.vsh", ""),
        ] {
            let path = path(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            std::fs::write(path, text).expect("it is written");
        }
        let before = snapshot(&[], vec![folder.path().to_owned()]);
        let after = before.scanned().expect("it is not cancelled");
        let paths = |names: &[&str]| names.iter().map(|name| path(name)).collect::<Vec<_>>();
        let named: Vec<_> = after.workspace.build_files.iter().cloned().collect();
        let expected = ["a.variants.toml", "all.shlist", "deep/pica200.toml"];
        assert_eq!(named, paths(&expected));
        assert_eq!(after.top_sources(), paths(&["a.vsh", "deep/c.v.pica"]));
        for (name, root) in [
            ("b.inc", "a.vsh"),
            ("deep/e.inc", "a.vsh"),
            ("shared/far.inc", "deep/c.v.pica"),
        ] {
            assert_eq!(after.roots(&path(name)), [path(root)], "{name}");
        }
        let cancelled = snapshot(&[], vec![folder.path().to_owned()]);
        cancelled.cancelled.set();
        assert!(cancelled.scanned().is_err());
    }
}
