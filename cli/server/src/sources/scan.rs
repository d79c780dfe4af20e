//! The scan of the folders of the workspace.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_asm::{DiskFiles, Files};
use walkdir::{DirEntry, WalkDir};

use super::{add, included};
use crate::fault::Fault;
use crate::includes::include_names;
use crate::kinds::{is_source, is_toml, names_builds};
use crate::snapshot::Snapshot;
use crate::uri::normal;
use crate::workspace::{Workspace, testing};

/// The most files and folders that a scan looks at, the deepest folder, and the largest file that it reads, in bytes.
const MOST_ENTRIES: usize = 50_000;
const DEEPEST: usize = 24;
const LARGEST: u64 = 4 << 20;

/// Sources with the names of the files that they include.
type Names = BTreeMap<PathBuf, Vec<String>>;

impl Snapshot {
    /// Finds the files in the folders of the workspace. The result is not complete if the work was cancelled.
    pub(crate) fn scan(&self) -> Workspace {
        let (mut found, names) = read(self);
        let snapshot = self.with_workspace(Arc::new(found.clone()));
        follow(&mut found, names, &snapshot);
        found
    }

    /// The same after the scan of the workspace, for answers that must not miss a file. The scan at the beginning of
    /// the session may not be complete yet; then this is another one.
    ///
    /// # Errors
    ///
    /// If the request was cancelled meanwhile.
    pub(crate) fn scanned(&self) -> Result<Self, Fault> {
        if self.workspace.is_scanned {
            return Ok(self.clone());
        }
        let scanned = self.try_once(|| {
            let workspace = self.scan();
            self.check()?;
            Ok(Scanned(self.with_workspace(Arc::new(workspace))))
        })?;
        Ok(self.in_workspace_of(&scanned.0))
    }
}

/// The state after a scan.
struct Scanned(Snapshot);

/// The files in the folders, and the names in the sources.
fn read(snapshot: &Snapshot) -> (Workspace, Names) {
    let mut found = Workspace {
        is_scanned: true,
        ..Workspace::new(snapshot.workspace.folders.clone())
    };
    let mut names = Names::new();
    let entries = snapshot.workspace.folders.iter().flat_map(|folder| {
        let walk = WalkDir::new(folder).max_depth(DEEPEST).into_iter();
        walk.filter_entry(is_searched).filter_map(Result::ok)
    });
    for entry in entries.take(MOST_ENTRIES) {
        if snapshot.cancelled.is_set() {
            break;
        }
        if !entry.file_type().is_file() {
            continue;
        }
        let path = normal(entry.path());
        let is_source = is_source(&path);
        if names_builds(&path) {
            if is_small(&path) {
                found.build_files.insert(path);
            }
        } else if is_source || is_toml(&path) {
            let Some(text) = text(&path) else {
                continue;
            };
            if is_source {
                names.insert(path.clone(), include_names(&text).map(str::to_owned).collect());
                found.sources.insert(path);
            } else if let Some(shaders) = testing::shaders(&path, &text) {
                found.tests.insert(path, shaders);
            }
        }
    }
    (found, names)
}

/// Notes which files the sources include, directly or through others.
fn follow(found: &mut Workspace, mut left: Names, snapshot: &Snapshot) {
    let mut seen = found.sources.clone();
    while let Some((path, names)) = left.pop_first() {
        if snapshot.cancelled.is_set() {
            break;
        }
        for target in included(&path, &names, snapshot) {
            if seen.len() < MOST_ENTRIES && seen.insert(target.clone()) {
                let text = text(&target).unwrap_or_default();
                let names = include_names(&text).map(str::to_owned).collect();
                left.insert(target.clone(), names);
            }
            add(&mut found.includers, target, &path);
        }
    }
}

/// Whether a path is that of a file that is not too large.
fn is_small(path: &Path) -> bool {
    let data = path.metadata();
    data.is_ok_and(|data| data.is_file() && data.len() <= LARGEST)
}

/// The text of a file on disk. `None` if it cannot be read, or is too large.
fn text(path: &Path) -> Option<String> {
    let bytes = is_small(path).then(|| DiskFiles.read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a scan looks into a folder, or at a file: not if its name says that it is hidden, or made by a build.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_made = matches!(&*name, "target" | "node_modules");
    entry.depth() == 0 || !(name.starts_with('.') || (entry.file_type().is_dir() && is_made))
}
