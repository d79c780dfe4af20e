//! Locations of the suite's files, and access to all sources.

use std::fs;
use std::path::{Path, PathBuf};

use pica200_asm::directive::Directive;
use walkdir::WalkDir;

/// Returns a directory of the suite.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the root of the workspace.
pub fn workspace() -> PathBuf {
    folder("..")
}

/// Returns the file name without its suffix.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the last component of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns all files with a suffix below a directory, sorted by path; empty if the directory does not exist.
pub fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        // Libraries that npm installs are not of the project.
        .filter_entry(|entry| entry.file_name() != "node_modules")
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.is_file() && path.extension().is_some_and(|s| s == suffix))
        .collect()
}

/// Reads all sources of golden files and cases, except for cases with known failures.
///
/// # Panics
///
/// Returns an error if one of them cannot be read.
pub fn all_sources() -> Vec<Vec<u8>> {
    ["golden", "cases"]
        .iter()
        .flat_map(|name| files(&folder(name), "pica"))
        .map(|path| fs::read(path).expect("sources can be read"))
        .filter(|source| !String::from_utf8_lossy(source).contains("\n;! fails:"))
        .collect()
}

/// Returns the directives at the start of source lines.
pub fn directives(source: &str) -> impl Iterator<Item = Directive> {
    let words = source.lines().filter_map(|line| line.split_ascii_whitespace().next());
    words.filter_map(|word| Directive::from_name(word.strip_prefix('.')?))
}
