//! Reading, writing, converting and editing archives, including damaged ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod damage;
mod difference;
mod edit;
mod find;
mod golden;
mod hostile;
mod macros;
mod warnings;

use std::fs;
use std::path::{Path, PathBuf};

use pica200_sharcfb::Archive;

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/sharcfb")
}

/// Returns the golden archives and their names, sorted.
fn golden() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(golden_folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "sharcfb"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() >= 7, "golden files are missing");
    files
}

/// Reads a golden file by name.
fn read_golden(name: &str) -> Vec<u8> {
    fs::read(golden_folder().join(name)).unwrap()
}

/// Reads a golden archive by name.
fn archive(name: &str) -> Archive {
    Archive::read(&read_golden(&format!("{name}.sharcfb"))).unwrap()
}
