//! Scan of the workspace folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_asm::{DiskFiles, Files};
use walkdir::{DirEntry, WalkDir};

use super::{add, included};
use crate::error::RequestError;
use crate::includes::include_names;
use crate::kinds::{is_source, is_toml, names_builds};
use crate::snapshot::Snapshot;
use crate::uri::normal;
use crate::workspace::{Workspace, testing};

/// Limits of a scan: number of entries, directory depth, and file size in bytes.
const MAX_ENTRIES: usize = 50_000;
const MAX_DEPTH: usize = 24;
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Sources with the names of the files that they include.
type IncludeNames = BTreeMap<PathBuf, Vec<String>>;

impl Snapshot {
    /// Scans the workspace folders. The result is incomplete if the work was cancelled.
    pub(crate) fn scan(&self) -> Workspace {
        let (mut found, names) = read(self);
        let snapshot = self.with_workspace(Arc::new(found.clone()));
        follow(&mut found, names, &snapshot);
        found
    }

    /// Returns a copy after a complete scan, for requests that must not miss a file. Scans again if the initial scan
    /// has not finished.
    ///
    /// # Errors
    ///
    /// Returns an error if the request was cancelled.
    pub(crate) fn scanned(&self) -> Result<Self, RequestError> {
        if self.workspace.is_scanned {
            return Ok(self.clone());
        }
        let scanned = self.try_memo(|| {
            let workspace = self.scan();
            self.check_cancelled()?;
            Ok(ScanResult(self.with_workspace(Arc::new(workspace))))
        })?;
        Ok(self.with_workspace_of(&scanned.0))
    }
}

/// The state after a scan.
struct ScanResult(Snapshot);

/// Reads the files in the folders and the include names of the sources.
fn read(snapshot: &Snapshot) -> (Workspace, IncludeNames) {
    let mut found = Workspace {
        is_scanned: true,
        ..Workspace::new(snapshot.workspace.folders.clone())
    };
    let mut names = IncludeNames::new();
    let entries = snapshot.workspace.folders.iter().flat_map(|folder| {
        let walk = WalkDir::new(folder).max_depth(MAX_DEPTH).into_iter();
        walk.filter_entry(is_searched).filter_map(Result::ok)
    });
    for entry in entries.take(MAX_ENTRIES) {
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

/// Records the files that the sources include, directly or transitively.
fn follow(found: &mut Workspace, mut left: IncludeNames, snapshot: &Snapshot) {
    let mut seen = found.sources.clone();
    while let Some((path, names)) = left.pop_first() {
        if snapshot.cancelled.is_set() {
            break;
        }
        for target in included(&path, &names, snapshot) {
            if seen.len() < MAX_ENTRIES && seen.insert(target.clone()) {
                let text = text(&target).unwrap_or_default();
                let names = include_names(&text).map(str::to_owned).collect();
                left.insert(target.clone(), names);
            }
            add(&mut found.includers, target, &path);
        }
    }
}

/// Returns true if the path is a file within the size limit.
fn is_small(path: &Path) -> bool {
    let data = path.metadata();
    data.is_ok_and(|data| data.is_file() && data.len() <= MAX_FILE_BYTES)
}

/// Reads a file on disk. Returns `None` if it cannot be read or is too large.
fn text(path: &Path) -> Option<String> {
    let bytes = is_small(path).then(|| DiskFiles.read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns true if a scan should visit an entry: hidden entries and build directories are skipped.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_made = matches!(&*name, "target" | "node_modules");
    entry.depth() == 0 || !(name.starts_with('.') || (entry.file_type().is_dir() && is_made))
}
