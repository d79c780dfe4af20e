//! All sources of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the sources in the directories of the test suite and the examples.
pub(crate) fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut open: Vec<_> = [
        "testsuite/golden",
        "testsuite/cases",
        "testsuite/regressions/source",
        "examples",
    ]
    .map(|folder| root.join(folder))
    .to_vec();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            let is_source = path
                .extension()
                .is_some_and(|suffix| suffix == "pica" || suffix == "vsh");
            let is_of_regressions = folder.ends_with("regressions/source");
            if path.is_dir() {
                open.push(path);
            } else if is_source || is_of_regressions {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() > 500, "only {} sources", found.len());
    found
}
