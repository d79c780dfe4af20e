//! The files of programs that were killed while they replaced a file.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::Duration;

/// The beginning of the names of files that wait beside their targets.
pub(super) const PREFIX: &str = ".pica200-";

/// The number of random characters that follow.
pub(super) const RANDOM: usize = 6;

/// The age from which on no program uses such a file any more.
const ABANDONED: Duration = Duration::from_secs(600);

/// Removes the files of killed programs from a folder. Files that cannot be removed stay.
pub(super) fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(is_abandoned) {
        // A program of another user may have left it.
        let _ = fs::remove_file(entry.path());
    }
}

fn is_abandoned(entry: &DirEntry) -> bool {
    let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
    is_ours(&entry.file_name())
        && entry.file_type().is_ok_and(|kind| kind.is_file())
        && age().is_some_and(|age| age > ABANDONED)
}

fn is_ours(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
