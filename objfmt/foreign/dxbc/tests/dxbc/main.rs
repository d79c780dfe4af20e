//! Reading and writing containers and their chunks, including damaged ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod chunks;
mod container;
mod golden;
mod hostile;
mod json;
mod level9;
mod listing;
mod resources;

use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::FourCc;
use pica200_dxbc::container::Chunk;

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/dxbc")
}

/// Returns the golden containers and their names, sorted.
fn golden() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(golden_folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() >= 37, "golden files are missing");
    files
}

/// Reads a golden file by name.
fn read_golden(name: &str) -> Vec<u8> {
    fs::read(golden_folder().join(name)).unwrap()
}

/// Creates a chunk whose data is at 64h of its file.
fn chunk<'a>(id: &[u8; 4], data: &'a [u8]) -> Chunk<'a> {
    Chunk {
        id: FourCc(*id),
        offset: 0x64,
        data,
    }
}

/// Returns the bytes of numbers.
fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
