//! Reading, searching and verifying files, including damaged ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod difference;
mod faults;
mod golden;
mod hostile;
mod structures;
mod verify;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/bnsh")
}

/// Returns the golden files and their names, sorted.
fn golden() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(golden_folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "bnsh"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() >= 36, "golden files are missing");
    files
}

/// Reads a golden file by name.
fn read_golden(name: &str) -> Vec<u8> {
    fs::read(golden_folder().join(name).with_extension("bnsh")).unwrap()
}

/// Writes bytes at an offset.
fn put(file: &mut [u8], at: usize, bytes: &[u8]) {
    file[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Reads the four-byte number at an offset.
fn word(file: &[u8], at: usize) -> usize {
    let bytes = file[at..at + 4].try_into().unwrap();
    usize::try_from(u32::from_le_bytes(bytes)).unwrap()
}

/// Offsets of structures in `one.bnsh`.
mod one {
    pub(crate) const CONTAINER: usize = 0x60;
    pub(crate) const VARIATION: usize = 0xC0;
    pub(crate) const PROGRAM: usize = 0x100;
    pub(crate) const VERTEX_CODE: usize = 0x1A0;
    pub(crate) const REFLECTION: usize = 0x268;
    pub(crate) const VERTEX_STAGE: usize = 0x2A8;
    /// The vertex inputs `sv_pos` and `aNormal`.
    pub(crate) const DICTIONARY: usize = 0x308;
    pub(crate) const POOL: usize = 0x620;
    pub(crate) const STRINGS: usize = 0x2000;
    pub(crate) const RELOCATIONS: usize = 0x2088;
}
