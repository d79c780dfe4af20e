//! Reading, writing, converting and changing of archives; damaged files.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod damage;
mod difference;
mod doubts;
mod edit;
mod find;
mod golden;
mod hostile;
mod macros;

use std::fs;
use std::path::{Path, PathBuf};

use pica200_sharcfb::Archive;

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/sharcfb")
}

/// The golden archives with their names, sorted.
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

/// A golden file by its name.
fn read_golden(name: &str) -> Vec<u8> {
    fs::read(golden_folder().join(name)).unwrap()
}

/// A golden archive by its name.
fn archive(name: &str) -> Archive {
    Archive::read(&read_golden(&format!("{name}.sharcfb"))).unwrap()
}
