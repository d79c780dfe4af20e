//! Damaged bytes: the reader returns values or errors, and all ranges that it returns are within the file.

use std::thread;

use pica200_bnsh::difference::differences;
use pica200_bnsh::verify::{MAX_VIOLATIONS, verify};
use pica200_bnsh::{Bnsh, find};

use crate::{golden, put};

/// Reads bytes and checks the properties that hold for any bytes. Returns the number of errors.
fn check(bytes: &[u8]) -> usize {
    find(bytes);
    let file = match Bnsh::read(bytes) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return 1;
        }
    };
    for fault in &file.faults {
        assert!(fault.offset <= bytes.len(), "{fault}");
    }
    for part in file.parts() {
        assert!(bytes.get(part.range.clone()).is_some(), "{part:?}");
    }
    // The command does not verify or compare damaged files, but the library may.
    assert_eq!(differences(&file, &file), []);
    let violations = verify(&file);
    assert!(violations.len() <= MAX_VIOLATIONS);
    assert!(violations.iter().all(|one| !one.to_string().is_empty()));
    file.faults.len()
}

/// Runs a check for each file on two threads.
fn for_each(files: &[Vec<u8>], check: impl Fn(&[u8]) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        for half in [0, 1] {
            let files = files.iter().skip(half).step_by(2);
            scope.spawn(move || files.for_each(|file| check(file)));
        }
    });
}

/// Returns the golden files up to a size.
fn files(max: usize) -> Vec<Vec<u8>> {
    let all = golden().into_iter().map(|(_, file)| file);
    let files: Vec<_> = all.filter(|file| file.len() <= max).collect();
    assert!(files.len() > 4);
    files
}

#[test]
fn every_cut_is_reported() {
    for_each(&files(usize::MAX), |file| {
        assert_eq!(check(file), 0);
        // Truncate large files every few bytes: most of their bytes are code.
        let step = file.len() / 3000 + 1;
        for size in (0..file.len()).step_by(step) {
            assert_ne!(check(&file[..size]), 0, "cut after {size} bytes");
        }
    });
}

#[test]
fn every_cut_with_a_size_that_agrees_is_read() {
    for_each(&files(1700), |file| {
        for size in 0x60..file.len() {
            let mut cut = file[..size].to_vec();
            put(&mut cut, 0x1C, &u32::try_from(size).unwrap().to_le_bytes());
            assert_ne!(check(&cut), 0, "cut after {size} bytes");
        }
    });
}

#[test]
fn every_change_of_a_byte_is_read() {
    for_each(&files(1700), |file| {
        let mut changed = file.to_vec();
        for at in 0..file.len() {
            for byte in [file[at] ^ 1, file[at] ^ 0x80, !file[at]] {
                changed[at] = byte;
                check(&changed);
            }
            changed[at] = file[at];
        }
    });
}

/// Each word replaced by large numbers of several kinds, or by the offset of another structure.
#[test]
fn every_word_may_be_another() {
    for_each(&files(1700), |file| {
        let mut changed = file.to_vec();
        for at in (0..file.len() - 3).step_by(4) {
            for word in [u32::MAX, 0x8000_0000, 0x7FFF_FFFC, 0x1000_0000, 0x60, 0xC0, 0x100] {
                put(&mut changed, at, &word.to_le_bytes());
                check(&changed);
            }
            put(&mut changed, at, &file[at..at + 4]);
        }
    });
}
