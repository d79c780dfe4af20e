//! Memory use of the reader, measured with files whose counts and offsets are chosen to use much of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

use std::fs;
use std::path::Path;

use peak_alloc::PeakAlloc;
use pica200_bnsh::Bnsh;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The fixed part of the memory limit in bytes.
const BASE: usize = 65536;

/// The memory limit as a multiple of the file size.
const MULTIPLE: usize = 120;

/// Checks that reading stays below the memory limit.
fn check(what: &str, bytes: &[u8]) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let file = Bnsh::read(bytes);
    let peak = ALLOCATOR.peak_usage() - before;
    drop(file);
    let max = BASE + MULTIPLE * bytes.len();
    assert!(peak <= max, "{what}: {peak} bytes; at most {max} are allowed");
}

fn put(file: &mut [u8], at: usize, bytes: &[u8]) {
    file[at..at + bytes.len()].copy_from_slice(bytes);
}

#[test]
fn memory_is_limited_by_the_size_of_the_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/bnsh");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "bnsh") {
            continue;
        }
        let name = path.display().to_string();
        let bytes = fs::read(&path).unwrap();
        check(&name, &bytes);
        for word in [u32::MAX, 0x100] {
            for at in (0..bytes.len().min(1024) - 3).step_by(4) {
                let mut changed = bytes.clone();
                put(&mut changed, at, &word.to_le_bytes());
                check(&format!("{name}, {at:X}h"), &changed);
            }
        }
        files += 1;
    }
    assert!(files > 30);
    tables_are_limited_by_the_size_of_the_file();
}

/// Variations, strings and relocations up to the end of the file.
fn tables_are_limited_by_the_size_of_the_file() {
    let mut file = vec![0; 200_000];
    put(&mut file, 0, b"BNSH\0\0\0\0\x0B\x01\x02\0\xFF\xFE\x03\x40");
    put(&mut file, 0x16, &[0x60]);
    put(&mut file, 0x1C, &200_000_u32.to_le_bytes());
    put(&mut file, 0x60, b"grsc");
    let mut variations = file.clone();
    put(&mut variations, 0x7C, &3000_u32.to_le_bytes());
    put(&mut variations, 0x80, &[0xC0]);
    for number in 0..3000 {
        let at = 0xC0 + 0x40 * number;
        // All programs are at the same offset: the end of the header.
        for program in 0..3 {
            put(&mut variations, at + 8 * program, &[0x20]);
        }
    }
    check("variations", &variations);
    let mut strings = file.clone();
    put(&mut strings, 0x64, &[0x60]);
    put(&mut strings, 0xC0, b"_STR");
    put(&mut strings, 0xD0, &[0xFF; 4]);
    check("strings", &strings);
    let mut relocations = file;
    put(&mut relocations, 0x18, &[0xC0]);
    put(&mut relocations, 0xC0, b"_RLT\xC0\0\0\0\x01\0\0\0");
    put(&mut relocations, 0xC0 + 0x24, &[0, 0x10]);
    for entry in 0..4096 {
        put(&mut relocations, 0xE8 + 8 * entry, &[0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0]);
    }
    check("relocations", &relocations);
}
