//! Cleanup of temporary files that killed programs left behind.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::Duration;

/// Prefix of the names of temporary files.
pub(super) const PREFIX: &str = ".pica200-";

/// Number of random characters that follow.
pub(super) const RANDOM_LENGTH: usize = 6;

/// The age from which such a file is no longer in use.
const ABANDONED_AGE: Duration = Duration::from_secs(600);

/// Removes temporary files of killed programs from a directory, as far as possible.
pub(super) fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(is_abandoned) {
        // It may belong to another user's program.
        let _ = fs::remove_file(entry.path());
    }
}

fn is_abandoned(entry: &DirEntry) -> bool {
    let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
    is_ours(&entry.file_name())
        && entry.file_type().is_ok_and(|kind| kind.is_file())
        && age().is_some_and(|age| age > ABANDONED_AGE)
}

fn is_ours(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    random
        .is_some_and(|random| random.len() == RANDOM_LENGTH && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
