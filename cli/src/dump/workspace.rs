//! Workspace files, for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of a workspace file.
pub(crate) fn workspace(path: &str) -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|folder| folder.join("Cargo.lock").exists());
    root.expect("the package is in a workspace").join(path)
}

/// Returns all files with a suffix below a directory of the workspace, sorted by path.
pub(crate) fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("entries can be read").path();
        if path.is_dir() {
            paths.extend(files(&path, suffix));
        } else if path.extension().is_some_and(|s| s == suffix) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

/// File name without directory, and its bytes.
pub(crate) type Sample = (String, Vec<u8>);
