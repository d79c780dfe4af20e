//! The files that sources include.

use std::path::{Path, PathBuf};

use pica200_asm::syntax::{Token, pieces};

use crate::snapshot::Snapshot;
use crate::uri::normal;

/// The paths of the files that a source includes, by their names: from its own folder, or else from the folders that its
/// project says. A file that is nowhere belongs into the own folder.
pub(crate) fn included<'n>(
    path: &Path,
    names: impl IntoIterator<Item = &'n String>,
    snapshot: &Snapshot,
) -> Vec<PathBuf> {
    let mut names = names.into_iter().peekable();
    if names.peek().is_none() {
        return Vec::new();
    }
    let own = path.parent().unwrap_or(Path::new(""));
    let folders = include_folders(path, snapshot);
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

/// The folders besides its own in which a file searches for those that it includes.
fn include_folders(path: &Path, snapshot: &Snapshot) -> Vec<PathBuf> {
    let project = snapshot.project_of(path);
    project.map_or_else(Vec::new, |project| project.include_folders(path))
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
